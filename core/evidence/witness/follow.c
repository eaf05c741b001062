/* Follows a witness of a violation: the interpreter runs the program with the witness's inputs and
 * records all inputs as a trace, with which the compiled program is run. The compiled program
 * decides the verdict, as for every counterexample (docs/soundness.md 8, 9). */
#include "ansatz/clock.h"
#include "ansatz/expression.h"
#include "kiki/run.h"
#include "witness/source.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 8, STEPS = 20000000, MOST_EVENTS = 1000000 };

typedef struct follower {
  const az_program *p;
  const az_witness *w;
  az_arena *arena;
  az_source *sources; /* stb_ds, by file of the program; without text if it cannot be read */
  struct end_of_call {
    const az_stmt *key;
    az_loc value; /* line 0: unknown */
  } *ends;        /* stb_ds */
  size_t next;    /* next waypoint */
  size_t used;    /* number of waypoints that determined an input of the run */
  az_random_inputs random;
  az_trace *trace;
  az_event *events; /* stb_ds */
} follower;

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Returns the location of the call's closing parenthesis, by which a waypoint names the call. */
static az_loc end_of_call(follower *f, const az_stmt *s) {
  ptrdiff_t known = hmgeti(f->ends, s);
  if (known >= 0) return f->ends[known].value;
  az_loc loc = {.file = s->loc.file};
  const az_source *source = loc.file < arrlenu(f->sources) ? &f->sources[loc.file] : NULL;
  size_t at =
      source && source->text ? az_source_offset(source, s->loc.line, s->loc.column) : SIZE_MAX;
  size_t end = at == SIZE_MAX ? SIZE_MAX : az_source_end_of_call(source, at, s->text);
  if (end != SIZE_MAX) az_source_position(source, end, &loc.line, &loc.column);
  hmput(f->ends, s, loc);
  return loc;
}

/* Returns the value that "\result OP CONSTANT" requires, also with a variable's name for \result;
 * AZ_NO_TERM if the text cannot be read. */
static az_term value_of(follower *f, const char *name, const char *text, az_sort sort) {
  static const struct {
    const char *op;
    int more;
  } ops[] = {{"==", 0}, {"<=", 0}, {">=", 0}, {"<", -1}, {">", 1}, {"!=", 1}};
  az_store *store = f->p->store;
  if (!text || az_sort_kind_of(sort) != AZ_SORT_BV) return AZ_NO_TERM;
  const char *at = text + strspn(text, " (");
  if (strncmp(at, name, strlen(name)) != 0) return AZ_NO_TERM;
  at += strlen(name);
  at += strspn(at, " ");
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    if (strncmp(at, ops[i].op, strlen(ops[i].op)) != 0) continue;
    const az_view view = {.kind = AZ_CUTPOINT_LOOP, .name = "call"};
    az_domain_context context = {.program = f->p, .store = store, .views = &view, .view_count = 1};
    az_error err = {.status = AZ_OK};
    az_expression *e = az_expression_parse(&context, 0, at + strlen(ops[i].op), &err);
    az_state state = {0, NULL, NULL};
    az_term value = e ? az_expression_term(e, &state) : AZ_NO_TERM;
    if (value) value = az_resize(store, value, az_sort_width(sort), az_expression_signed(e));
    az_expression_free(e);
    if (value && ops[i].more)
      value = az_bv_add(store, value, az_bv_signed(store, az_sort_width(sort), ops[i].more));
    return value;
  }
  return AZ_NO_TERM;
}

static bool is_followed(const az_waypoint *w) {
  return (w->kind == AZ_WAYPOINT_RETURN || w->kind == AZ_WAYPOINT_ASSUMPTION) && !w->avoid;
}

/* Returns whether the location, which has no column, is on the line of the call or of its end. */
static bool is_line_of_call(const follower *f, const az_witness_location *at, const az_stmt *s,
                            az_loc end) {
  return !at->column &&
         (az_witness_location_is(f->p, at, s->loc) || az_witness_location_is(f->p, at, end));
}

/* GraphML has only lines, and may state `x == 5` for `x = f()`. */
static az_term value_of_assigned(follower *f, const az_waypoint *w, const az_stmt *s,
                                 az_sort sort) {
  size_t length = 0;
  const az_source *source = s->loc.file < arrlenu(f->sources) ? &f->sources[s->loc.file] : NULL;
  size_t call =
      source && source->text ? az_source_offset(source, s->loc.line, s->loc.column) : SIZE_MAX;
  size_t name = call == SIZE_MAX ? SIZE_MAX : az_source_assigned(source, call, &length);
  if (name == SIZE_MAX) return AZ_NO_TERM;
  const char *text = az_arena_printf(f->arena, "%.*s", (int)length, source->text + name);
  return value_of(f, text, w->value, sort);
}

/* Returns the waypoint's value for the input. Sets *here if the waypoint is at this input. */
static az_term value_at(follower *f, const az_waypoint *w, const az_stmt *s, az_sort sort,
                        bool *here) {
  bool call = s->kind == AZ_S_INPUT && (s->input == AZ_IN_NONDET || s->input == AZ_IN_UNKNOWN);
  *here = false;
  az_loc end = call ? end_of_call(f, s) : s->loc;
  if (call && w->kind == AZ_WAYPOINT_ASSUMPTION && is_line_of_call(f, &w->at, s, end)) {
    az_term value = value_of_assigned(f, w, s, sort);
    *here = value != AZ_NO_TERM;
    return value;
  }
  if (call && w->kind == AZ_WAYPOINT_RETURN) {
    *here = end.line ? az_witness_location_is(f->p, &w->at, end) : w->at.line == s->loc.line;
    *here |= is_line_of_call(f, &w->at, s, end);
    *here &= !w->called || !strcmp(w->called, s->text);
    return *here ? value_of(f, "\\result", w->value, sort) : AZ_NO_TERM;
  }
  if (s->kind != AZ_S_LIVE || w->kind != AZ_WAYPOINT_ASSUMPTION) return AZ_NO_TERM;
  const az_object *o = &f->p->objects[s->object];
  const az_source *source = o->loc.file < arrlenu(f->sources) ? &f->sources[o->loc.file] : NULL;
  az_loc loc = az_location_of_first_value(f->p, s, source && source->text ? source : NULL);
  if (!loc.line || !az_witness_location_is(f->p, &w->at, loc)) return AZ_NO_TERM;
  az_term value = value_of(f, o->name, w->value, sort);
  *here = value != AZ_NO_TERM;
  return value;
}

/* Skips assumptions that are not about first values. */
static az_term input(void *ctx, const az_stmt *s, az_sort sort) {
  follower *f = ctx;
  for (size_t i = f->next; i < arrlenu(f->w->waypoints); i++) {
    const az_waypoint *w = &f->w->waypoints[i];
    if (!is_followed(w)) continue;
    bool here;
    az_term value = value_at(f, w, s, sort, &here);
    if (here) f->next = i + 1;
    if (value) f->used++;
    if (value) return value;
    if (here || w->kind == AZ_WAYPOINT_RETURN) break;
  }
  return f->random.run ? az_random_input(&f->random, f->p->store, sort)
                       : az_zero_of(f->p->store, sort);
}

static void record(void *ctx, const az_event *event) {
  follower *f = ctx;
  if (arrlenu(f->events) >= MOST_EVENTS) return;
  az_event e = *event;
  e.parts = AZ_COPY(f->trace->arena, event->parts, e.part_count, e.part_count + 1);
  arrput(f->events, e);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* Returns the violated check if it is at the target and of one of the classes. */
static uint32_t target(const follower *f, uint32_t classes, const az_run *done) {
  const az_waypoint *last = arrlenu(f->w->waypoints) ? &arrlast(f->w->waypoints) : NULL;
  if (!last || last->kind != AZ_WAYPOINT_TARGET) return AZ_NONE;
  az_witness_location line = last->at; /* the column may be the enclosing statement's */
  line.column = 0;
  if (done->end == AZ_RUN_FAILED_CHECK && !line.line) return done->check; /* no target location */
  if (done->end == AZ_RUN_FAILED_CHECK &&
      az_witness_location_is(f->p, &line, f->p->checks[done->check].loc))
    return done->check;
  for (uint32_t c = 0; c < f->p->check_count; c++)
    if ((classes >> f->p->checks[c].cls & 1u) &&
        az_witness_location_is(f->p, &line, f->p->checks[c].loc))
      return c;
  return AZ_NONE;
}

/* Makes one run. Returns its trace if a check may be violated at its end, else NULL. */
static az_trace *run_to_target(follower *f, uint32_t number, uint32_t classes) {
  az_arena *arena = az_arena_new();
  f->trace = AZ_NEW(arena, az_trace);
  f->trace->arena = arena;
  f->next = f->used = 0;
  f->random = (az_random_inputs){.state = 7919u * number + 1, .run = number};
  arrsetlen(f->events, 0);
  az_interpreter_options o = {
      .input = input, .ctx = f, .max_steps = STEPS, .classes = classes, .record = record};
  az_run done = az_interpret(f->p, &o);
  uint32_t check = target(f, classes, &done);
  if (check == AZ_NONE) {
    az_arena_free(arena);
    return NULL;
  }
  az_event fail = {.kind = AZ_EV_FAIL, .loc = f->p->checks[check].loc, .check = check};
  arrput(f->events, fail);
  f->trace->count = arrlenu(f->events);
  f->trace->events = AZ_COPY(arena, f->events, f->trace->count, f->trace->count);
  return f->trace;
}

/* Counts the waypoints except the target. */
static size_t waypoints(const follower *f, bool all) {
  size_t count = 0;
  for (size_t i = 0; i < arrlenu(f->w->waypoints); i++) {
    const az_waypoint *w = &f->w->waypoints[i];
    count += all ? w->kind != AZ_WAYPOINT_TARGET : is_followed(w);
  }
  return count;
}

/* A violation with only random inputs does not confirm the witness. */
static bool is_used(az_result *r, const follower *f) {
  size_t all = waypoints(f, true), left = all - f->used;
  if (!f->used && waypoints(f, false)) {
    r->reason = "the target is violated, but by other inputs: nothing of the witness's was used";
    return false;
  }
  r->method = "the witness was followed";
  if (left)
    r->method = az_arena_printf(r->arena, "%s, %zu of its %zu waypoints were left out", r->method,
                                left, all);
  return true;
}

static void decide(az_result *r, az_trace *trace, const az_replay *replay) {
  uint32_t check = trace->events[trace->count - 1].check;
  if (replay->check != AZ_NONE) check = replay->check;
  r->verdict = AZ_V_FALSE;
  r->reason = "";
  r->trace = trace;
  r->replay = *replay;
  for (size_t i = 0; i < r->check_count; i++)
    if (r->checks[i].check == check) r->checks[i].verdict = AZ_V_FALSE;
}

static az_result *new_result(const az_program *p, uint32_t classes, const az_limits *limits) {
  az_arena *arena = az_arena_new();
  az_result *r = AZ_NEW(arena, az_result);
  r->arena = arena;
  r->limits = *az_limits_or_default(limits);
  r->checks = AZ_NEWN(arena, az_check_result, p->check_count + 1);
  for (uint32_t c = 0; c < p->check_count; c++)
    if (classes >> p->checks[c].cls & 1u)
      r->checks[r->check_count++] = (az_check_result){.check = c};
  return r;
}

az_result *az_witness_follow(const az_program *p, const az_witness *witness, uint32_t classes,
                             const az_engine_config *config) {
  az_result *r = new_result(p, classes, config->limits);
  follower f = {.p = p, .w = witness, .arena = r->arena};
  f.sources = az_sources_of(p, r->arena);
  r->reason = "the execution of the witness does not reach its target";
  az_replay_options o = {.work_folder = config->work_folder,
                         .classes = classes,
                         .sandbox = config->sandbox,
                         .seconds = 10,
                         .strict_undefined = config->strict_undefined,
                         .stop_at_overflow =
                             config->overflow != AZ_SO_WRAP && !(classes >> AZ_C_OVERFLOW & 1)};
  for (uint32_t i = 0; i < RUNS && r->verdict == AZ_V_UNKNOWN; i++) {
    if (config->cpu_end > 0 && az_clock(az_store_work(p->store)) >= config->cpu_end) break;
    az_trace *trace = run_to_target(&f, i, classes);
    if (!trace) continue;
    az_replay replay = az_replay_counterexample(p, trace, &o);
    r->native.calls++;
    if (replay.verdict == AZ_REPLAY_CONFIRMED && is_used(r, &f)) {
      decide(r, trace, &replay);
      break;
    }
    if (replay.verdict != AZ_REPLAY_CONFIRMED)
      r->reason = az_arena_printf(r->arena, "the witness is not confirmed: %s", replay.note);
    az_trace_free(trace);
  }
  arrfree(f.sources);
  hmfree(f.ends);
  arrfree(f.events);
  return r;
}
