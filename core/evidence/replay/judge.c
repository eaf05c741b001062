/* Judges the end of a native run: its meaning for the check that the trace violates. */
#include "ansatz/statement.h"
#include "replay/native.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/* ---- undefined behaviour ------------------------------------------------------------------- */

/* Returns the location of the statements at the site. */
static az_loc loc_of(const az_program *p, uint32_t site) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->site == site) return i.stmt->loc;
  return (az_loc){.file = AZ_NONE};
}

/* Returns the location of a report; if a model reports, the location of the program's call. */
static az_loc place_of(const az_program *p, native_report report) {
  uint32_t file = report.what & NATIVE_FILES;
  if (report.call != AZ_NONE && file >= p->file_count) return loc_of(p, report.call);
  return (az_loc){.file = file < p->file_count ? file : AZ_NONE,
                  .line = report.site >> NATIVE_COLUMN_BITS,
                  .column = report.site & ((1u << NATIVE_COLUMN_BITS) - 1)};
}

static uint32_t kind_of(native_report report) {
  return (report.what & ~(uint32_t)NATIVE_UNDEFINED) >> NATIVE_KIND_SHIFT;
}

const az_check *native_check_there(const az_program *p, const az_replay_options *o,
                                   native_report report, const az_check *expected) {
  const az_check *first = NULL;
  az_loc loc = place_of(p, report);
  uint32_t classes = undefined_classes(kind_of(report)) & o->classes;
  for (uint32_t c = 0; c < p->check_count; c++) {
    const az_check *check = &p->checks[c];
    if (!(classes >> check->cls & 1u) || check->loc.file != loc.file ||
        check->loc.line != loc.line || check->loc.column != loc.column)
      continue;
    if (check == expected) return check;
    if (!first) first = check;
  }
  return first;
}

void native_report_settled(const az_program *p, const native_end *e, az_replay *r) {
  char where[160] = "";
  if (!e->settled.what) return;
  az_loc loc = place_of(p, e->settled);
  if (loc.file != AZ_NONE && loc.line) az_loc_text(p, loc, where, sizeof where);
  snprintf(r->settled, sizeof r->settled, "%s%s%s", undefined_text(kind_of(e->settled)),
           *where ? " at " : "", where);
}

static void say_undefined(const az_program *p, const char *what, az_loc loc, az_replay *r) {
  char where[256] = "";
  r->verdict = AZ_REPLAY_UNDEFINED;
  r->loc = loc;
  if (loc.file != AZ_NONE && loc.line) az_loc_text(p, loc, where, sizeof where);
  /* The contract has an operation that is undefined for larger objects. */
  if (strstr(where, "<entry contract>"))
    snprintf(r->note, sizeof r->note, "an object of more than a megabyte, or %s in a clause, at %s",
             what, where);
  else
    snprintf(r->note, sizeof r->note, "%s%s%s", what, *where ? " at " : "", where);
}

/* ---- reports ------------------------------------------------------------------------------- */

static void confirm(const az_program *p, const az_check *got, az_replay *r) {
  char where[256];
  r->verdict = AZ_REPLAY_CONFIRMED;
  r->loc = got->loc;
  snprintf(r->note, sizeof r->note, "%s at %s",
           got->cls == AZ_C_MEMTRACK ? "LeakSanitizer reports a leak"
                                     : "the compiled program fails",
           az_loc_text(p, got->loc, where, sizeof where));
}

static void report_other(const az_program *p, const az_check *got, az_replay *r) {
  char where[256];
  r->loc = got->loc;
  snprintf(r->note, sizeof r->note, "another check fails first: %s at %s", got->id,
           az_loc_text(p, got->loc, where, sizeof where));
}

static bool is_same_place(const az_check *a, const az_check *b) {
  return a->cls == b->cls && a->loc.file == b->loc.file && a->loc.line == b->loc.line &&
         a->loc.column == b->loc.column;
}

static void judge_undefined(const az_program *p, const az_replay_options *o,
                            const az_check *expected, native_report report, az_replay *r) {
  uint32_t kind = kind_of(report);
  const az_check *got = native_check_there(p, o, report, expected);
  bool overflow = (undefined_classes(kind) >> AZ_C_OVERFLOW & 1u) != 0;
  if (got && (got == expected || is_same_place(got, expected))) {
    confirm(p, got, r);
  } else if (got) {
    report_other(p, got, r);
  } else if (overflow && o->stop_at_overflow) {
    say_undefined(p, "signed overflow", place_of(p, report), r);
    r->verdict = AZ_REPLAY_OVERFLOW;
  } else {
    say_undefined(p, undefined_text(kind), place_of(p, report), r);
  }
}

static void judge_report(const az_program *p, const az_replay_options *o, const az_check *expected,
                         native_report report, az_replay *r) {
  char where[256];
  static const char *const others[] = {[0] = "ran into code that is never reached",
                                       [1] = "called a function without body",
                                       [2] = "violates an assumption",
                                       [3] = "asks for inputs that the trace does not have"};
  if (report.what & NATIVE_UNDEFINED) {
    judge_undefined(p, o, expected, report, r);
    return;
  }
  if (report.what >= AZ_CLASSES) {
    uint32_t k = report.what - NATIVE_UNREACHABLE;
    snprintf(r->note, sizeof r->note, "the run %s", k < 4 ? others[k] : "sent a malformed report");
    return;
  }
  const az_check *got = native_check(p, report, expected);
  if (!got) {
    snprintf(r->note, sizeof r->note, "the run reported an unknown check");
  } else if (!(o->classes & 1u << got->cls)) {
    r->loc = got->loc;
    r->verdict = AZ_REPLAY_OVERFLOW;
    snprintf(r->note, sizeof r->note, "signed overflow at %s",
             az_loc_text(p, got->loc, where, sizeof where));
  } else if (got == expected || is_same_place(got, expected)) {
    confirm(p, got, r);
  } else if (got->cls == AZ_C_MEMTRACK && expected->cls == AZ_C_MEMTRACK) {
    /* LeakSanitizer treats stale copies of pointers as pointers, so it may find the leak later. */
    confirm(p, got, r);
    r->check = (uint32_t)(got - p->checks);
  } else {
    report_other(p, got, r);
  }
}

/* ---- errors of AddressSanitizer ------------------------------------------------------------ */

static bool is_one_of(const char *error, const char *const *names) {
  for (; *names; names++)
    if (strstr(error, *names)) return true;
  return false;
}

az_class native_error_class(const az_program *p, const native_end *e) {
  static const char *const frees[] = {"double-free", "bad-free", "alloc-dealloc-mismatch", NULL},
                           *const wild[] = {"null-deref", "wild-addr", NULL},
                           *const derefs[] = {
                               "buffer-overflow", "buffer-underflow",    "use-after-", "wild-jump",
                               "unknown-crash",   "negative-size-param", NULL};
  if (strstr(e->error, "use-after-poison")) return AZ_CLASSES; /* a file, which symbols.c hides */
  if (is_one_of(e->error, frees)) return AZ_C_FREE;
  if (is_one_of(e->error, derefs)) return AZ_C_DEREF;
  if (!is_one_of(e->error, wild)) return AZ_CLASSES;
  /* `free` reads the memory before the address. */
  native_report freed = {e->error_site, AZ_C_FREE, e->error_call};
  return native_check(p, freed, NULL) ? AZ_C_FREE : AZ_C_DEREF;
}

/* A machine that lacks resources is not an error of the program. */
bool native_is_exhausted(const char *error) {
  return strstr(error, "stack-overflow") || strstr(error, "out-of-memory") ||
         strstr(error, "too-big") || strstr(error, "rss-limit");
}

/* Returns the statement of an access, or NULL. */
static const az_stmt *access_at(const az_program *p, uint32_t site, uint32_t call) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->site == site && i.stmt->loc.line && native_is_run(i.f, call)) return i.stmt;
  return NULL;
}

native_report native_passed_at(const az_program *p, const native_end *e, uint32_t kind) {
  const az_stmt *access = access_at(p, e->error_site, e->error_call);
  native_report r = {.what = NATIVE_UNDEFINED | kind << NATIVE_KIND_SHIFT | NATIVE_FILES,
                     .call = e->error_call};
  if (!access || access->loc.file >= NATIVE_FILES) return r;
  r.what = NATIVE_UNDEFINED | kind << NATIVE_KIND_SHIFT | access->loc.file;
  r.site = access->loc.line << NATIVE_COLUMN_BITS;
  return r;
}

bool native_is_first(const az_program *p, const native_end *e) {
  const az_stmt *access = access_at(p, e->error_site, e->error_call);
  az_loc before = place_of(p, e->before);
  return !e->before.what ||
         (access && before.file == access->loc.file && before.line == access->loc.line);
}

static void judge_error(const az_program *p, const az_replay_options *o, const az_check *expected,
                        const native_end *e, az_replay *r) {
  az_class cls = native_error_class(p, e);
  native_report report = {e->error_site, cls, e->error_call};
  const az_check *got = native_check(p, report, expected);
  const az_stmt *access = access_at(p, e->error_site, e->error_call);
  az_loc loc = access ? access->loc : (az_loc){.file = AZ_NONE};
  bool unasked = access && az_stmt_accesses(access) && !az_access_check(p, access); /* a pragma */
  bool same = cls < AZ_CLASSES && cls == expected->cls && !unasked;
  bool asked = got && (o->classes >> cls & 1u);
  if (strstr(e->error, "use-after-poison")) {
    snprintf(r->note, sizeof r->note, "the run reads internal state of the library");
  } else if (native_is_exhausted(e->error)) {
    r->exhausted = true;
    bool big = strstr(e->error, "too-big"); /* for the address space */
    snprintf(r->note, sizeof r->note, "AddressSanitizer reports %s%s", e->error,
             big ? ": no run can allocate as much" : "");
  } else if (!native_is_first(p, e)) {
    say_undefined(p, undefined_text(kind_of(e->before)), place_of(p, e->before), r);
  } else if (!same && !asked) {
    say_undefined(p, e->compares ? undefined_text(NATIVE_POINTER_DIFFERENCE) : e->error, loc, r);
  } else {
    char where[256] = "";
    r->verdict = AZ_REPLAY_CONFIRMED;
    if (!same) r->check = (uint32_t)(got - p->checks);
    r->loc = asked ? got->loc : expected->loc;
    if (asked) az_loc_text(p, got->loc, where, sizeof where);
    snprintf(r->note, sizeof r->note, "AddressSanitizer reports %s%s%s", e->error,
             asked ? " at " : "", where);
  }
}

/* ---- ends ---------------------------------------------------------------------------------- */

bool native_is_out_of_time(int status) {
  return status == -1 ||
         (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGPROF));
}

void native_judge(const az_program *p, const az_replay_options *o, const az_check *expected,
                  const native_end *e, az_replay *r) {
  int status = e->status;
  r->verdict = AZ_REPLAY_OTHER;
  native_report_settled(p, e, r);
  if (e->reported) {
    judge_report(p, o, expected, e->report, r);
  } else if (native_is_out_of_time(status)) {
    r->exhausted = true;
    snprintf(r->note, sizeof r->note, "the run took more than %.3g s",
             o->seconds > 0 ? o->seconds : 5.0);
  } else if (WIFSIGNALED(status)) {
    r->exhausted = o->address_sanitizer && WTERMSIG(status) != SIGABRT;
    snprintf(r->note, sizeof r->note, "the run was killed by signal %d (%s)", WTERMSIG(status),
             strsignal(WTERMSIG(status)));
  } else if (*e->error) {
    judge_error(p, o, expected, e, r);
  } else {
    r->unnoticed = true;
    snprintf(r->note, sizeof r->note, "the run ended without a failing check (exit status %d)",
             WEXITSTATUS(status));
  }
}
