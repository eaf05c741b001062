/* The concrete interpreter and the native replay against each other: a program is run on random
 * inputs by the interpreter, and the same inputs are fed to clang's own reading of it; both must
 * end alike. Without arguments: the programs below. With C files as arguments
 * (tests/differential/run): these, some seeds each. */
#include "ansatz/folder.h"
#include "ansatz/frontend.h"
#include "ansatz/trace.h"
#include "replay/native.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct run_context {
  az_program *p;
  uint64_t state;
  az_event *events; /* stb_ds */
  az_arena *arena;
  bool ones; /* what C leaves undefined is all ones, not zero: native runs know nothing of such
                inputs */
} run_context;

static uint64_t next_random(run_context *c) { /* xorshift64* */
  c->state ^= c->state >> 12;
  c->state ^= c->state << 25;
  c->state ^= c->state >> 27;
  return c->state * UINT64_C(2685821657736338717);
}

/* Mostly small, of either sign: programs compare with small numbers. */
static az_term random_input(void *ctx, const az_stmt *stmt, az_sort sort) {
  run_context *c = ctx;
  uint64_t limbs[2] = {0, 0}, kind = next_random(c) % 8, value = next_random(c);
  if (stmt->kind == AZ_S_INPUT && stmt->input == AZ_IN_APPROX) {
    if (!c->ones) return az_zero_of(c->p->store, sort);
    if (az_sort_kind_of(sort) == AZ_SORT_FLOAT)
      return az_float_convert(c->p->store, AZ_K_F_FROM_SBV, az_bv_signed(c->p->store, 32, -1234567),
                              sort);
    return az_sort_kind_of(sort) == AZ_SORT_BOOL
               ? az_true(c->p->store)
               : az_bv_signed(c->p->store, az_sort_width(sort), -1);
  }
  if (stmt->text && strstr(stmt->text, "ool"))
    return az_bv(c->p->store, az_sort_width(sort), value & 1);
  if (kind < 3)
    limbs[0] = value % 4;
  else if (kind < 5)
    limbs[0] = value % 64;
  else if (kind < 6)
    limbs[0] = -(value % 16), limbs[1] = ~UINT64_C(0);
  else
    limbs[0] = value, limbs[1] = next_random(c);
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) return az_bool(c->p->store, limbs[0] & 1);
  if (az_sort_kind_of(sort) == AZ_SORT_FLOAT) {
    az_term bits = az_bv_signed(c->p->store, 32, (int64_t)(value % 2000000) - 1000000),
            by = az_bv_signed(c->p->store, 32, kind < 4 ? 1000003 : 7);
    return az_float_binary(c->p->store, AZ_K_F_DIV,
                           az_float_convert(c->p->store, AZ_K_F_FROM_SBV, bits, sort),
                           az_float_convert(c->p->store, AZ_K_F_FROM_SBV, by, sort));
  }
  return az_bv_limbs(c->p->store, az_sort_width(sort), limbs);
}

static void record(void *ctx, const az_event *event) {
  run_context *c = ctx;
  az_event copy = *event;
  copy.parts = AZ_NEWN(c->arena, az_part, event->part_count + 1);
  if (event->part_count) memcpy(copy.parts, event->parts, event->part_count * sizeof *copy.parts);
  arrput(c->events, copy);
}

enum {
  ALL_CHECKS = 1u << AZ_C_UNREACH | 1u << AZ_C_DIV_BY_ZERO | 1u << AZ_C_SHIFT |
               1u << AZ_C_OVERFLOW | 1u << AZ_C_BOUNDS
};

typedef struct tally {
  unsigned agreed, skipped, failed;
} tally;

static const char *end_name(az_run_end e) {
  static const char *const names[] = {"returned",       "stopped",     "failed check", "assumption",
                                      "invalid access", "unsupported", "steps"};
  return names[e];
}

/* One run both ways; says on `out` where they differ. */
static void compare(az_program *p, const char *name, uint64_t seed, uint32_t classes,
                    const char *folder, bool interpreter_again, tally *t, FILE *out) {
  run_context c = {.p = p, .state = seed * 7919 + 12345, .arena = az_arena_new()};
  az_interpreter_options o = {
      .input = random_input, .ctx = &c, .max_steps = 300000, .classes = classes, .record = record};
  for (int i = 0; i < 4; i++) next_random(&c);
  az_run run = az_interpret(p, &o);
  az_trace trace = {.arena = c.arena, .events = c.events, .count = arrlenu(c.events)};
  char where[256];
  az_loc_text(p, run.loc, where, sizeof where);
  if (interpreter_again) { /* the trace alone gives the same run */
    az_interpreter_options again = {.trace = &trace, .max_steps = 300000, .classes = classes};
    az_run second = az_interpret(p, &again);
    if (second.end != run.end || second.steps != run.steps) {
      fprintf(out, "%s seed %llu: by the trace %s, by the inputs %s\n", name,
              (unsigned long long)seed, end_name(second.end), end_name(run.end));
      t->failed++;
    }
  }
  run_context other = {.p = p, .state = seed * 7919 + 12345, .ones = true};
  az_interpreter_options undefined = {
      .input = random_input, .ctx = &other, .max_steps = 300000, .classes = classes};
  for (int i = 0; i < 4; i++) next_random(&other);
  az_run third = az_interpret(p, &undefined);
  bool comparable =
      p->cause_count == 0 && third.end == run.end && third.steps == run.steps &&
      third.exit_code == run.exit_code &&
      (run.end == AZ_RUN_RETURNED || run.end == AZ_RUN_STOPPED || run.end == AZ_RUN_FAILED_CHECK);
  if (!comparable) {
    t->skipped++;
  } else {
    az_replay r = {0};
    az_replay_options ro = {.work_folder = folder, .classes = classes, .seconds = 5};
    native_end e = native_run(p, &trace, &p->checks[trace.events[trace.count - 1].check], &ro, &r);
    const az_check *check = run.end == AZ_RUN_FAILED_CHECK ? &p->checks[run.check] : NULL;
    bool same = e.ran;
    if (check)
      same = same && e.reported && native_check(p, e.report, check) == check;
    else
      same = same && !e.reported && e.status != -1;
    if (same && run.end == AZ_RUN_RETURNED)
      same = WIFEXITED(e.status) && WEXITSTATUS(e.status) == (run.exit_code & 255);
    if (same)
      t->agreed++;
    else {
      t->failed++;
      fprintf(out, "%s seed %llu: interpreter %s at %s%s%s (exit code %d), native run %s", name,
              (unsigned long long)seed, end_name(run.end), where, check ? " " : "",
              check ? check->id : "", run.exit_code, e.ran ? "" : r.note);
      const az_check *got = e.reported ? native_check(p, e.report, NULL) : NULL;
      if (e.reported)
        fprintf(out, "reported %u at site %u %s\n", e.report.what, e.report.site,
                got ? got->id : "");
      else if (e.ran)
        fprintf(out, "status %d signal %d\n", WIFEXITED(e.status) ? WEXITSTATUS(e.status) : -1,
                e.status == -1 ? -1 : WTERMSIG(e.status));
      else
        fputc('\n', out);
    }
  }
  arrfree(c.events);
  az_arena_free(c.arena);
}

static char *temporary_folder(void) {
  char *folder = az_folder_new();
  ck_assert_ptr_nonnull(folder);
  return folder;
}

static void remove_folder(char *folder) {
  az_folder_remove(folder);
  free(folder);
}

static void differ_on_file(const char *file, az_data_model model, unsigned seeds, tally *t,
                           FILE *out) {
  char *folder = temporary_folder();
  az_store *store = az_store_new();
  az_error err = {0};
  const char *files[] = {file};
  az_frontend_options o = {.files = files,
                           .file_count = 1,
                           .data_model = model,
                           .classes = ALL_CHECKS,
                           .work_folder = folder};
  az_program *p = az_frontend(&o, store, &err);
  if (!p) {
    fprintf(out, "%s: %s\n", file, err.message);
    t->skipped++;
  } else if (az_program_validate(p, &err) != AZ_OK) {
    fprintf(out, "%s: %s\n", file, err.message);
    t->failed++;
  } else {
    for (unsigned seed = 0; seed < seeds; seed++)
      compare(p, file, seed, seed % 2 ? 1u << AZ_C_UNREACH : (uint32_t)ALL_CHECKS, folder, true, t,
              out);
  }
  az_program_free(p);
  az_store_free(store);
  remove_folder(folder);
}

/* ---- the programs of this test --------------------------------------------------------------- */

static const char prelude[] = "extern void abort(void); void __VERIFIER_assume(int); int "
                              "__VERIFIER_nondet_int(void); unsigned char "
                              "__VERIFIER_nondet_uchar(void); double "
                              "__VERIFIER_nondet_double(void); _Bool __VERIFIER_nondet_bool(void);"
                              "void reach_error(void); void *malloc(unsigned long); void "
                              "*calloc(unsigned long, unsigned long); void free(void *);\n"
                              "#define assert(c) do { if (!(c)) reach_error(); } while (0)\n";

static const char *const programs[] = {
    /* scalars, loops */
    "int main(void) { int x = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < 10; i++) { s ^= "
    "x >> i; s += i; } return s & 127; }",
    "int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); int n = 0; while (c) { n += c & "
    "1; c >>= 1; } assert(n < 7); return n; }",
    "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (b > -3 && "
    "b < 3) return a / b; return a % b; }",
    "int main(void) { int x = __VERIFIER_nondet_int(); x = x + 1000000000; x = x * 2; return x < "
    "0; }",
    "int main(void) { int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); return x << n; "
    "}",
    "int main(void) { long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); return "
    "(int)((a * b) >> 7) & 63; }",
    /* control */
    "int main(void) { int x = __VERIFIER_nondet_int(), r = 0; switch (x & 7) { case 0: r = 1; case "
    "1: r += 2; break; case 5: r = 9; break;"
    " default: r = 4; } goto in; while (r < 20) { r += 3; in: r++; if (r == 13) continue; } return "
    "r; }",
    "static int f(int n) { return n <= 1 ? 1 : n * f(n - 1); } int main(void) { int n = "
    "__VERIFIER_nondet_int(); if (n > 9) n = 9; return f(n) % 251; }",
    "static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; }"
    "int main(void) { int (*op)(int, int) = __VERIFIER_nondet_bool() ? add : sub; return "
    "op(__VERIFIER_nondet_uchar(), 3) & 255; }",
    "int main(void) { int x = __VERIFIER_nondet_uchar(); __VERIFIER_assume(x > 0 && x < 240); "
    "assert(x != 2); if (x == 3) abort(); return x; }",
    /* memory */
    "struct s { char c; int i; short a[3]; struct { unsigned x : 3, y : 7; } b; }; int main(void) "
    "{ struct s s, t; s.i = __VERIFIER_nondet_int();"
    " s.a[2] = (short)s.i; s.b.x = (unsigned)s.i; s.b.y = 99; t = s; int *p = &t.i; *p += 1 - 2 * "
    "(*p > 0); return (t.a[2] ^ (int)t.b.x ^ (int)t.b.y ^ *p) & 255; }",
    "union u { unsigned i; unsigned char c[4]; float f; }; int main(void) { union u u; u.i = "
    "(unsigned)__VERIFIER_nondet_int(); u.c[1] = 7; return (int)((u.i >> 8) + u.c[3]) & 255; }",
    "int a[8]; int main(void) { int i = __VERIFIER_nondet_uchar(); a[i & 7] = i; int *p = a, *e = "
    "a + 8, s = 0; while (p != e) s += *p++; a[i % 12] = 1; return s & 255; }",
    "int main(void) { int x, y[3]; unsigned char c; if (x > 5) return 1; if (y[1] == 2) return 2; "
    "assert(c < 200); return y[2] == y[0] ? 3 : 4; }",
    "int main(void) { int r = 0; for (int i = 0; i < 3; i++) { int x; r = r * 3 + (x & 1); } "
    "return r; }",
    "int main(void) { int n = __VERIFIER_nondet_uchar() % 9 + 1; int v[n]; for (int i = 0; i < n; "
    "i++) v[i] = i * i; return v[n - 1]; }",
    "struct l { int v; struct l *n; }; int main(void) { struct l *h = 0; for (int i = 0; i < 5; "
    "i++) { struct l *x = malloc(sizeof *x); x->v = i + __VERIFIER_nondet_uchar();"
    " x->n = h; h = x; } int s = 0; while (h) { struct l *n = h->n; s += h->v; free(h); h = n; } "
    "return s & 255; }",
    "int main(void) { unsigned *p = calloc(4, 4); int *q = malloc(8); p[1] = (unsigned)q[1]; "
    "return (int)(p[1] + p[2]) & 255; }",
    "int main(void) { char t[] = \"hello\"; const char *s = t; int n = 0; while (*s) n = n * 31 + "
    "*s++; t[__VERIFIER_nondet_bool()] = 0; return (n ^ t[0]) & 255; }",
    "int main(void) { long x = 0; int *p = (int *)&x, y; unsigned long a = (unsigned long)&y; *p = "
    "5; p = (int *)a; *p = 6; return (int)(x + y); }",
    /* floats */
    "int main(void) { double d = __VERIFIER_nondet_double(), e = d / 3.0; float f = (float)e; e = "
    "e * 3.0 - f; return (int)(e > d) + 2 * (f != f) + 4 * (int)(d < 7.5) + 8 * ((int)f & 7); }",
    "int main(void) { long double x = __VERIFIER_nondet_int(); x = x / 7.0L; return (int)x & 255; "
    "}",
    /* values that undefined constants and narrow types go through */
    "int main(void) { signed char c = (signed char)__VERIFIER_nondet_int(); unsigned short u = "
    "(unsigned short)c; _Bool b = u; return (u >> 9) + b + (c < 0); }",
    "static int g = 5, *gp = &g; struct p { int x, y; }; static struct p mk(int a) { struct p r = "
    "{a, a + 1}; return r; }"
    "int main(void) { struct p q = mk(__VERIFIER_nondet_uchar()); *gp += q.y; static int calls[2] "
    "= {3, 4}; calls[1] += g; return (calls[1] + q.x) & 255; }",
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

static void check_program(const char *text, az_data_model model, unsigned seeds) {
  char *folder = temporary_folder(), path[128], *report = NULL;
  size_t size;
  snprintf(path, sizeof path, "%s/program.c", folder);
  FILE *f = fopen(path, "w");
  fprintf(f, "%s%s\n", prelude, text);
  fclose(f);
  FILE *out = open_memstream(&report, &size);
  tally t = {0};
  differ_on_file(path, model, seeds, &t, out);
  fclose(out);
  ck_assert_msg(t.failed == 0, "%s\n%s", text, report);
  ck_assert_msg(t.agreed > 0, "nothing to compare: %s\n%s", text, report);
  free(report);
  remove_folder(folder);
}

START_TEST(same_end_64) {
  check_program(programs[_i], AZ_LP64, CASES(4) + 1); /* at least one of each kind */
}
END_TEST
START_TEST(same_end_32) {
  check_program(programs[_i], AZ_ILP32, 2);
}
END_TEST

/* ---- verdicts of the replay, hooks ----------------------------------------------------------- */

typedef struct loaded {
  char *folder;
  az_store *store;
  az_program *p;
} loaded;

static loaded load(const char *text, uint32_t classes) {
  loaded l = {temporary_folder(), az_store_new(), NULL};
  char path[128];
  snprintf(path, sizeof path, "%s/program.c", l.folder);
  FILE *f = fopen(path, "w");
  fprintf(f, "%s%s\n", prelude, text);
  fclose(f);
  const char *files[] = {path};
  az_error err = {0};
  az_frontend_options o = {
      .files = files, .file_count = 1, .classes = classes, .work_folder = l.folder};
  l.p = az_frontend(&o, l.store, &err);
  ck_assert_msg(l.p != NULL, "%s", err.message);
  return l;
}

static void unload(loaded l) {
  az_program_free(l.p);
  az_store_free(l.store);
  remove_folder(l.folder);
}

static az_term fixed_input(void *ctx, const az_stmt *stmt, az_sort sort) {
  (void)stmt;
  run_context *c = ctx;
  return az_sort_kind_of(sort) == AZ_SORT_BV ? az_bv(c->p->store, az_sort_width(sort), c->state)
                                             : az_zero_of(c->p->store, sort);
}

/* Claims that the check of this class fails when all inputs are `value`. */
static az_replay claim(loaded l, uint64_t value, az_class cls, az_replay_options o, bool natively) {
  run_context c = {.p = l.p, .state = value, .arena = az_arena_new()};
  az_interpreter_options io = {
      .input = fixed_input, .ctx = &c, .max_steps = 1000, .record = record};
  az_interpret(l.p, &io);
  az_event fail = {.kind = AZ_EV_FAIL};
  while (fail.check < l.p->check_count && l.p->checks[fail.check].cls != cls) fail.check++;
  ck_assert_uint_lt(fail.check, l.p->check_count);
  arrput(c.events, fail);
  az_trace trace = {.arena = c.arena, .events = c.events, .count = arrlenu(c.events)};
  o.work_folder = l.folder;
  o.classes = 1u << cls;
  az_replay r =
      natively ? az_replay_native(l.p, &trace, &o) : az_replay_interpreted(l.p, &trace, &o);
  arrfree(c.events);
  az_arena_free(c.arena);
  return r;
}

START_TEST(verdicts) {
  loaded l = load("int main(void) { int x = __VERIFIER_nondet_int();\nint y = x + 1;\nassert(y != "
                  "5); if (y < 0) assert(y != -7); return 0; }",
                  ALL_CHECKS);
  const az_replay_options plain = {.seconds = 2}, strict = {.seconds = 2, .stop_at_overflow = true},
                          asan = {.seconds = 2, .address_sanitizer = true};
  for (int natively = 0; natively < 2; natively++) {
    az_replay r = claim(l, 4, AZ_C_UNREACH, plain, natively);
    ck_assert_msg(r.verdict == AZ_REPLAY_CONFIRMED, "%s", r.note);
    r = claim(l, 4, AZ_C_UNREACH, strict, natively);
    ck_assert_msg(r.verdict == AZ_REPLAY_CONFIRMED, "%s", r.note);
    r = claim(l, 3, AZ_C_UNREACH, plain, natively);
    ck_assert_msg(r.verdict == AZ_REPLAY_OTHER, "%s", r.note);
    r = claim(l, 0x7fffffff, AZ_C_UNREACH, strict, natively);
    ck_assert_msg(r.verdict == AZ_REPLAY_OVERFLOW, "%s", r.note);
    ck_assert_uint_eq(r.loc.line, 4);
    r = claim(l, 0x7fffffff, AZ_C_OVERFLOW, plain, natively);
    ck_assert_msg(r.verdict == AZ_REPLAY_CONFIRMED, "%s", r.note);
    r = claim(l, 0xfffffff8, AZ_C_UNREACH, plain, natively); /* another assertion fails */
    ck_assert_msg(r.verdict == AZ_REPLAY_OTHER, "%s", r.note);
  }
  az_replay r = claim(l, 4, AZ_C_UNREACH, asan, true);
  ck_assert_msg(r.verdict == AZ_REPLAY_CONFIRMED, "%s", r.note);
  unload(l);
}
END_TEST

/* The interpreter and LeakSanitizer find the same leaks. */
static const struct leaking {
  const char *text;
  bool leaks;
} leaking[] = {
    {"int main(void) { char *p = malloc(8); p[0] = 1; p = 0; return p != 0; }", true},
    {"char *g; int main(void) { g = malloc(8); return 0; }", false},
    {"char *g; int main(void) { g = malloc(8); g += 3; return 0; }", false},
    {"char *g; int main(void) { g = malloc(8); free(g); g = 0; return 0; }", false},
    {"unsigned long g; int main(void) { g = (unsigned long)malloc(8); return 0; }", false},
    {"struct n { struct n *next; } *g; int main(void) { g = malloc(sizeof *g); g->next = "
     "malloc(sizeof *g); g->next->next = 0; return 0; }",
     false},
    {"struct n { struct n *next; } *g; int main(void) { g = malloc(sizeof *g); g->next = "
     "malloc(sizeof *g); g->next->next = 0; g->next = 0; return 0; }",
     true},
    {"struct n { struct n *next; } *g; int main(void) { g = malloc(sizeof *g); g->next = "
     "malloc(sizeof *g); g->next->next = g; g = 0; return 0; }", /* a cycle keeps nothing */
     true},
};

START_TEST(leaks) {
  const az_replay_options plain = {.seconds = 2}, asan = {.seconds = 2, .address_sanitizer = true};
  loaded l = load(leaking[_i].text, ALL_CHECKS | 1u << AZ_C_MEMTRACK);
  az_replay r = claim(l, 0, AZ_C_MEMTRACK, plain, false),
            n = claim(l, 0, AZ_C_MEMTRACK, asan, true);
  ck_assert_msg((r.verdict == AZ_REPLAY_CONFIRMED) == leaking[_i].leaks, "%s: %s", leaking[_i].text,
                r.note);
  ck_assert_msg((n.verdict == AZ_REPLAY_CONFIRMED) == leaking[_i].leaks, "%s: %s", leaking[_i].text,
                n.note);
  unload(l);
}
END_TEST

START_TEST(hostile_runs_end) {
  static const char *const texts[] = {
      "int main(void) { int x = __VERIFIER_nondet_int(); while (x) {} reach_error(); return 0; }",
      "static int f(int n) { volatile char b[4096]; b[0] = 1; return f(n + 1) + b[0]; } int "
      "main(void) { f(0); reach_error(); return 0; }",
      "int main(void) { volatile int *p = (int *)8; *p = 1; reach_error(); return 0; }",
      "int kill(int, int); int fork(void); int main(void) { kill(-1, 9); fork(); for (;;) malloc(1 "
      "<< 20); reach_error(); return 0; }"};
  const az_replay_options brief = {.seconds = 1};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    loaded l = load(texts[i], ALL_CHECKS);
    az_replay r = l.p->check_count ? claim(l, 1, AZ_C_UNREACH, brief, true)
                                   : (az_replay){.verdict = AZ_REPLAY_OTHER};
    ck_assert_msg(r.verdict != AZ_REPLAY_CONFIRMED, "%s: %s", texts[i], r.note);
    r = l.p->check_count ? claim(l, 1, AZ_C_UNREACH, brief, false) : r;
    ck_assert_msg(r.verdict != AZ_REPLAY_CONFIRMED, "%s: %s", texts[i], r.note);
    unload(l);
  }
}
END_TEST

typedef struct watch {
  az_program *p;
  uint32_t i, visits, from_outside;
  uint64_t sum;
} watch;

static void at_loop(void *ctx, az_interpreter *self, uint32_t function, uint32_t loop,
                    bool from_back_edge) {
  watch *w = ctx;
  (void)function;
  (void)loop;
  w->visits++;
  w->from_outside += !from_back_edge;
  uint64_t value = 0;
  az_term t = az_interpreter_read(self, w->i, 0, w->p->objects[w->i].type);
  ck_assert(az_const_u64(w->p->store, t, &value));
  w->sum += value;
}

START_TEST(loop_hook) {
  loaded l = load("int main(void) { int i; for (i = 0; i < 5; i++) {} return i; }", ALL_CHECKS);
  watch w = {.p = l.p};
  while (w.i < l.p->object_count && strcmp(l.p->objects[w.i].name, "i")) w.i++;
  az_interpreter_options o = {.ctx = &w, .at_loop = at_loop};
  az_run run = az_interpret(l.p, &o);
  ck_assert_int_eq(run.end, AZ_RUN_RETURNED);
  ck_assert_int_eq(run.exit_code, 5);
  ck_assert_uint_eq(w.visits, 6);
  ck_assert_uint_eq(w.from_outside, 1);
  ck_assert_uint_eq(w.sum, 15);
  unload(l);
}
END_TEST

static Suite *suite(void) {
  Suite *s = suite_create("interpreter");
  TCase *c = tcase_create("native");
  tcase_set_timeout(c, 60);
  tcase_add_loop_test(c, same_end_64, 0, PROGRAMS);
  tcase_add_loop_test(c, same_end_32, 0, CASES(PROGRAMS));
  tcase_add_test(c, verdicts);
  tcase_add_loop_test(c, leaks, 0, sizeof leaking / sizeof *leaking);
  tcase_add_test(c, hostile_runs_end);
  tcase_add_test(c, loop_hook);
  suite_add_tcase(s, c);
  return s;
}

int main(int argc, char **argv) {
  if (argc > 1) { /* test_interpreter [-m32] [-s SEEDS] FILE.c ... */
    tally t = {0};
    az_data_model model = AZ_LP64;
    unsigned seeds = 4;
    for (int i = 1; i < argc; i++) {
      if (strcmp(argv[i], "-m32") == 0)
        model = AZ_ILP32;
      else if (strcmp(argv[i], "-m64") == 0)
        model = AZ_LP64;
      else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
        seeds = (unsigned)atoi(argv[++i]);
      else
        differ_on_file(argv[i], model, seeds, &t, stdout);
    }
    printf("%u runs agree, %u not compared, %u differ\n", t.agreed, t.skipped, t.failed);
    return t.failed != 0;
  }
  SRunner *runner = srunner_create(suite());
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
