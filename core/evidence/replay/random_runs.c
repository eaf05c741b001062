/* Test runs: the compiled program runs on random inputs, to find errors after long loops that no
 * unwinding reaches. A run logs which inputs it took. Their values are computed here again from the
 * seed, by the rule of runtime.h. */
#include "ansatz/statement.h"
#include "ansatz/solver.h"
#include "replay/native.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  SEEDS = 48,
  CHANGE = 7,          /* distance to the next seed with other magnitudes and frequencies */
  MOST_PARTS = 200000, /* maximum number of parts of memory that are recorded in total */
};

/* ---- inputs of a run as events --------------------------------------------------------------- */

typedef struct input_stmt {
  uint64_t key; /* computed by key_of */
  const az_stmt *stmt;
  const char *function;
} input_stmt;

typedef struct event_maker {
  const az_program *p;
  az_arena *arena;
  native_seed from;
  uint64_t state;
  input_stmt *inputs; /* stb_ds */
  az_event *events;   /* stb_ds */
  uint32_t parts;
} event_maker;

/* Returns the key of an input. Sites are less than 2^31; `call` distinguishes a model's
 * instances. */
static uint64_t key_of(uint32_t site, bool single, uint32_t call) {
  return (uint64_t)call << 32 | (uint64_t)site << 1 | single;
}

static void find_inputs(event_maker *m) {
  for (az_stmts i = az_stmts_of(m->p); az_stmts_next(&i);) {
    bool memory = i.stmt->kind == AZ_S_LIVE || i.stmt->kind == AZ_S_ALLOC;
    if (!memory && i.stmt->kind != AZ_S_INPUT) continue;
    uint32_t call = i.f->is_model ? i.f->call_site : AZ_NONE;
    input_stmt in = {key_of(native_site(m->p, i.stmt), !memory, call), i.stmt,
                     i.f->caller ? i.f->caller : i.f->name};
    if (hmgeti(m->inputs, in.key) < 0) hmputs(m->inputs, in);
  }
}

static az_term single_value(const event_maker *m, const az_stmt *stmt, uint32_t bytes,
                            uint64_t bits) {
  const az_type_info *type = &m->p->types[stmt->type];
  if (type->kind == AZ_T_POINTER) return az_null(m->p);
  if (bytes > 8) return AZ_NO_TERM;
  return az_bv(m->p->store, type->kind == AZ_T_INT && type->width ? type->width : 8 * bytes, bits);
}

/* Draws as many numbers as the run did, even if the event does not record all of them. */
static void make_event(event_maker *m, const native_entry *entry) {
  bool single = (entry->flags & NATIVE_SINGLE) != 0;
  ptrdiff_t at = hmgeti(m->inputs, key_of(entry->site, single, entry->call));
  const az_stmt *stmt = at < 0 ? NULL : m->inputs[at].stmt;
  uint32_t unit = (uint32_t)native_unit(entry->bytes), pieces = unit ? entry->bytes / unit : 0;
  az_event e = {.kind = AZ_EV_INPUT, .stmt = stmt};
  az_part *parts = NULL;
  const uint64_t *proposed = entry->bytes <= 8 ? native_proposed(&m->from, entry->site) : NULL;
  for (uint32_t i = 0; i < pieces; i++) {
    uint64_t bits =
        proposed ? *proposed
                 : native_draw(&m->from, &m->state, entry->bytes) & native_mask(entry->flags);
    if (!stmt) continue;
    if (single) {
      e.value = single_value(m, stmt, entry->bytes, bits);
    } else if (bits && m->parts < MOST_PARTS) {
      m->parts++;
      az_part part = {(uint64_t)i * unit, unit, az_bv(m->p->store, 8 * unit, bits)};
      arrput(parts, part);
    }
  }
  if (!stmt) return;
  e.loc = stmt->loc;
  e.function = m->inputs[at].function;
  e.type = stmt->type;
  e.lvalue = stmt->kind == AZ_S_LIVE ? m->p->objects[stmt->object].name
             : stmt->text            ? stmt->text
                                     : "input";
  e.part_count = (uint32_t)arrlenu(parts);
  e.parts = AZ_COPY(m->arena, parts, e.part_count, e.part_count + 1);
  arrfree(parts);
  arrput(m->events, e);
}

static az_trace *make_trace(const az_program *p, const native_seed *from, const char *log,
                            size_t length, const az_check *failed) {
  az_arena *arena = az_arena_new();
  event_maker m = {.p = p, .arena = arena, .from = *from, .state = from->seed};
  find_inputs(&m);
  for (native_entry entry; length >= sizeof entry; log += sizeof entry, length -= sizeof entry) {
    memcpy(&entry, log, sizeof entry);
    make_event(&m, &entry);
  }
  az_event end = {.kind = AZ_EV_FAIL, .loc = failed->loc, .check = (uint32_t)(failed - p->checks)};
  arrput(m.events, end);
  az_trace *trace = AZ_NEW(arena, az_trace);
  trace->arena = arena;
  trace->count = arrlenu(m.events);
  trace->events = AZ_COPY(arena, m.events, trace->count, trace->count);
  arrfree(m.events);
  hmfree(m.inputs);
  return trace;
}

/* ---- runs ---------------------------------------------------------------------------------- */

typedef struct runs {
  const az_program *p;
  az_replay_options options;
  const bool *wanted;
  const char *program_file;
  native_seed from;
  /* A report, or the location and kind of AddressSanitizer's error; the log is at index `log`. */
  char *output;
  size_t room, length, log;
  native_end end;         /* of the last run */
  bool late;              /* it took too long */
  const az_check *failed; /* the check that the repeated run violates, else NULL */
} runs;

/* Reads the report of a run: a failing check, or an error of an access. */
static native_report read_report(runs *r, int status) {
  native_report report = {AZ_NONE, AZ_CLASSES, AZ_NONE};
  native_end end = {0};
  bool ended = status >= 0 && WIFEXITED(status);
  size_t length = ended ? native_read_end(&end, status, r->output, r->length) : 0;
  if (length) r->log = length;
  r->end = end;
  if (end.reported) return end.report;
  if (!*end.error) return report;
  report.site = end.error_site;
  report.call = end.error_call;
  if (native_is_first(r->p, &end)) report.what = native_error_class(r->p, &end);
  return report;
}

/* Proposes the single values among the inputs of the trace to the next run. */
static void propose(runs *r, const az_trace *trace) {
  native_seed *s = &r->from;
  for (size_t i = 0; trace && i < trace->count && s->count < NATIVE_PROPOSALS; i++) {
    const az_event *e = &trace->events[i];
    if (e->kind != AZ_EV_INPUT || e->part_count > 1) continue;
    const az_term term = e->part_count ? e->parts[0].value : e->value;
    native_proposal new = {.site = native_site(r->p, e->stmt), .times = 1};
    if (term && az_const_u64(r->p->store, term, &new.value)) s->proposals[s->count++] = new;
  }
}

/* Lists the constants of the program, around which its branches often change. Small numbers are
 * drawn anyway. */
static void list_constants(runs *r) {
  enum { SMALL = 16 };
  const az_store *s = r->p->store;
  az_visit *cone = az_visit_new(s, AZ_VISIT_PRE);
  for (az_stmts i = az_stmts_of(r->p); az_stmts_next(&i);) {
    if (i.f->is_model) continue;
    for (uint32_t n = AZ_OPERANDS_GIVEN; n < az_stmt_operands(i.stmt); n++)
      if (az_stmt_operand(i.stmt, n)) az_visit_add(cone, az_stmt_operand(i.stmt, n));
    for (uint32_t n = 0; n < az_end_operands(i.block); n++)
      if (az_end_operand(i.block, n)) az_visit_add(cone, az_end_operand(i.block, n));
    for (az_term t; (t = az_visit_next(cone));) {
      az_wide value;
      if (az_const_wide(s, t, true, &value) && (value > SMALL || value < -SMALL) &&
          r->from.count < NATIVE_PROPOSALS)
        r->from.proposals[r->from.count++] =
            (native_proposal){.value = (uint64_t)value, .site = AZ_NONE};
    }
  }
  az_visit_free(cone);
}

/* Returns the check that a run fails, or NULL. */
static const az_check *run_once(runs *r) {
  native_start start = {.program_file = r->program_file,
                        .options = &r->options,
                        .seed = &r->from,
                        .seconds = 20 * r->options.seconds + 1};
  int status = native_execute(&start, r->output, r->room, &r->length);
  /* A killed run counts like any other: the number of runs must not depend on the machine. */
  az_work_add(az_store_work(r->p->store), AZ_WORK_SECOND / 100);
  r->late = native_is_out_of_time(status);
  native_report report = read_report(r, status);
  const az_check *check = NULL;
  if (report.what & NATIVE_UNDEFINED)
    check = native_check_there(r->p, &r->options, report, r->failed);
  else if (report.what < AZ_CLASSES && (r->options.classes >> report.what & 1u))
    check = native_check(r->p, report, r->failed);
  return check && r->wanted[check - r->p->checks] ? check : NULL;
}

static bool build(runs *r, const native_plan *plan, const char *object_file) {
  az_replay ignored = {0};
  native_files files = {.object = object_file, .program = r->program_file};
  bool built = native_build(r->p, NULL, &r->options, plan, &files, &ignored);
  unlink(object_file);
  return built;
}

/* Returns whether the program's only inputs are contents of uninitialised memory. */
static bool is_closed(const az_program *p) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_INPUT && i.stmt->input != AZ_IN_APPROX) return false;
  return true;
}

/* Repeats the run with all checks for undefined behaviour: first as unoptimised code, for which
 * `seconds` suffice unless there are long loops, then as optimised code, where checks still precede
 * the operations that they guard. Returns whether the run fails as before. */
static bool run_checked(runs *r, const native_plan *plan, const char *object_file, double seconds) {
  static const double first_try = 0.3, slower = 5;
  bool optimised = r->options.optimised;
  r->options.address_sanitizer = !native_no_address_sanitizer(r->p);
  r->options.undefined = true;
  r->options.optimised = false;
  r->options.seconds = optimised && first_try < seconds ? first_try : slower * seconds;
  if (build(r, plan, object_file) && run_once(r) == r->failed) return true;
  if (!optimised || !r->late) return false;
  r->options.optimised = true;
  r->options.seconds = slower * seconds;
  return build(r, plan, object_file) && run_once(r) == r->failed;
}

/* Returns whether main takes arguments as strings, which are set up from traces only. */
static bool takes_strings(const az_program *p) {
  for (az_stmts i = az_stmts_in(&p->functions[p->entry]); az_stmts_next(&i);)
    if (i.stmt->text && !strcmp(i.stmt->text, AZ_ARGV_VECTOR)) return true;
  return false;
}

az_trace *az_replay_random(const az_program *p, const az_replay_options *options,
                           uint32_t first_seed, const bool *wanted, az_replay *replay) {
  static const az_check none = {.cls = AZ_C_UNREACH};
  *replay = (az_replay){.verdict = AZ_REPLAY_CONFIRMED, .check = AZ_NONE};
  if (takes_strings(p)) return NULL;
  /* A program without inputs has one execution, which gets more time if it is not short. */
  enum { RUNS = 4, LONGER = 4 };
  bool closed = is_closed(p);
  double seconds = options->seconds * (closed && first_seed ? LONGER : 1);
  double end = az_clock(az_store_work(p->store)) + seconds;
  runs r = {.p = p, .options = *options, .wanted = wanted};
  bool accesses = (options->classes & AZ_MEMORY_CLASSES) != 0;
  r.options.address_sanitizer = accesses;
  r.options.optimised = !accesses;
  r.options.seconds = seconds / (closed || options->proposal ? 1 : RUNS);
  native_plan plan = native_make_plan(p, &r.options, &none);
  az_arena *arena = az_arena_new();
  char *folder = realpath(options->work_folder, NULL);
  char *object_file = az_arena_printf(arena, "%s/runs-%d.o", folder ? folder : "", (int)getpid());
  char *file = az_arena_printf(arena, "%s/runs-%d", folder ? folder : "", (int)getpid());
  r.program_file = file;
  r.room = 100 + sizeof(native_entry) * (size_t)NATIVE_LOG;
  r.output = az_malloc(r.room);
  az_trace *trace = NULL;
  const az_check *failed = NULL;
  propose(&r, options->proposal);
  const bool proposed = r.from.count > 0;
  if (!proposed) list_constants(&r);
  if (folder && build(&r, &plan, object_file))
    for (uint32_t n = 0; n < (proposed ? 1 : SEEDS) && !failed; n++) {
      if (az_clock(az_store_work(p->store)) >= end) break;
      /* Every second run draws constants; the others have all sizes and frequencies of zeros. */
      r.from.constants = n % 2 && !proposed ? r.from.count : 0;
      r.from.seed = first_seed + n / 2 * (n % 2 ? CHANGE : 1);
      failed = run_once(&r);
    }
  r.failed = failed;
  if (failed) { /* repeats the run with all checks for undefined behaviour */
    if (run_checked(&r, &plan, object_file, seconds))
      trace = make_trace(p, &r.from, r.output + r.log, r.length - r.log, failed);
    native_report_settled(p, &r.end, replay);
    if (trace && !native_is_defined(p, trace, &r.options, replay)) {
      az_arena_free(trace->arena);
      trace = NULL;
    }
  }
  unlink(file);
  free(r.output);
  free(folder);
  hmfree(plan.actions);
  az_arena_free(arena);
  return trace;
}
