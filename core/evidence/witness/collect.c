/* Builds a witness from a result. Its invariants are the rows that hold at every visit of the loop
 * head, are C, and mention only variables in scope at the loop's keyword. A function that is called
 * on several paths has rows for each path; its invariants are disjunctions over the paths. */
#include "ansatz/allocate.h"
#include "witness/source.h"
#include "witness/witness.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

typedef struct collector {
  const az_program *p;
  const az_result *result;
  const az_witness_task *task;
  az_witness *w;
  az_source *sources; /* stb_ds, by file of the task */
  uint32_t *file_of;  /* stb_ds, by file of the program: index of a source, AZ_NONE */
} collector;

void az_witness_free(az_witness *w) {
  if (!w) return;
  arrfree(w->files);
  arrfree(w->invariants);
  arrfree(w->contracts);
  arrfree(w->waypoints);
  arrfree(w->left_out);
  az_arena_free(w->arena);
}

void az_witness_leave_out(az_witness *w, const char *what) {
  for (size_t i = 0; i < arrlenu(w->left_out); i++)
    if (!strcmp(w->left_out[i].what, what)) {
      w->left_out[i].count++;
      return;
    }
  arrput(w->left_out, ((az_witness_part){az_arena_strdup(w->arena, what), 1}));
}

/* ---- the task -------------------------------------------------------------------------------- */

static const char *specification(const collector *c) {
  static const struct {
    const char *property, *formula;
  } known[] = {{"unreach-call", "G ! call(reach_error())"},
               {"no-overflow", "G ! overflow"},
               {"termination", "F end"},
               {"valid-deref", "G valid-deref"},
               {"valid-free", "G valid-free"},
               {"valid-memtrack", "G valid-memtrack"},
               {"valid-memcleanup", "G valid-memcleanup"}};
  const char *f = c->task->function ? c->task->function : "main", *property = c->task->property;
  az_arena *arena = c->w->arena;
  if (!strcmp(property, "valid-memsafety"))
    return az_arena_printf(arena,
                           "CHECK( init(%s()), LTL(G valid-free) ) CHECK( init(%s()), LTL(G "
                           "valid-deref) ) CHECK( init(%s()), LTL(G valid-memtrack) )",
                           f, f, f);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(property, known[i].property))
      return az_arena_printf(arena, "CHECK( init(%s()), LTL(%s) )", f, known[i].formula);
  return az_arena_printf(arena, "CHECK( init(%s()), LTL(G ! %s) )", f, property);
}

static void note_origin(az_witness *w, const az_witness_task *task) {
  unsigned char r[16] = {0};
  time_t now = time(NULL);
  struct tm utc;
  if (getrandom(r, sizeof r, 0) != sizeof r) memcpy(r, &now, sizeof now);
  r[6] = (unsigned char)((r[6] & 0x0f) | 0x40);
  r[8] = (unsigned char)((r[8] & 0x3f) | 0x80);
  snprintf(w->uuid, sizeof w->uuid,
           "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", r[0], r[1], r[2],
           r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14], r[15]);
  strftime(w->time, sizeof w->time, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  w->version = task->version;
}

static az_status read_task(collector *c, az_error *err) {
  for (size_t i = 0; i < c->task->file_count; i++) {
    const char *path = c->task->files[i];
    az_source source;
    if (az_source_read(&source, path, c->w->arena, err)) return err->status;
    az_witness_file file = {az_arena_strdup(c->w->arena, path),
                            az_arena_strdup(c->w->arena, c->task->hashes[i])};
    arrput(c->w->files, file);
    arrput(c->sources, source);
  }
  for (uint32_t f = 0; f < c->p->file_count; f++) {
    uint32_t of = AZ_NONE;
    char *full = realpath(c->p->files[f], NULL);
    for (size_t i = 0; full && i < c->task->file_count; i++) {
      char *other = realpath(c->task->files[i], NULL);
      if (other && !strcmp(full, other)) of = (uint32_t)i;
      free(other);
    }
    free(full);
    arrput(c->file_of, of);
  }
  note_origin(c->w, c->task);
  c->w->specification = specification(c);
  c->w->data_model = c->task->data_model;
  return AZ_OK;
}

/* Returns the source of the location, or NULL if it is not in a file of the task. */
static const az_source *source_of(const collector *c, az_loc loc) {
  uint32_t of = loc.file < arrlenu(c->file_of) ? c->file_of[loc.file] : AZ_NONE;
  return of == AZ_NONE ? NULL : &c->sources[of];
}

static az_witness_location place_of(const collector *c, az_loc loc, const char *function) {
  const az_source *source = source_of(c, loc);
  return (az_witness_location){.file = source ? source->path : c->p->files[loc.file],
                               .line = loc.line,
                               .column = loc.column,
                               .function = function};
}

/* ---- invariants ------------------------------------------------------------------------------ */

/* Returns whether the object's name denotes this object at the loop. */
static bool is_in_scope(const collector *c, uint32_t index, uint32_t function, az_loc loop) {
  const az_program *p = c->p;
  const az_object *o = &p->objects[index];
  const az_source *source = source_of(c, loop);
  size_t at = source ? az_source_offset(source, loop.line, loop.column) : SIZE_MAX;
  if (at == SIZE_MAX || o->loc.file != loop.file) return false;
  if (o->kind != AZ_OBJ_GLOBAL && o->function != function) return false;
  bool seen = o->kind == AZ_OBJ_PARAM || ((o->kind == AZ_OBJ_LOCAL || o->kind == AZ_OBJ_GLOBAL) &&
                                          az_source_in_scope(source, o->name, o->loc.line, at));
  for (uint32_t i = 0; seen && o->name && i < p->object_count;
       i++) { /* another of this name may hide it */
    const az_object *other = &p->objects[i];
    if (i == index || !other->name || strcmp(o->name, other->name)) continue;
    if (other->kind == AZ_OBJ_GLOBAL && o->kind != AZ_OBJ_GLOBAL) continue;
    if (other->kind != AZ_OBJ_GLOBAL && other->function != function) continue;
    seen = other->kind != AZ_OBJ_PARAM && other->loc.file == loop.file &&
           !az_source_in_scope(source, other->name, other->loc.line, at);
  }
  return seen;
}

/* Returns whether the loop is the only one of the function at its location. A macro may contain
 * several loops; a loop made by goto has no keyword that is known to be its own. */
static bool has_place(const collector *c, const az_invariant *inv) {
  if (inv->function == AZ_NONE || inv->loop == AZ_NONE) return false;
  const az_function *f = &c->p->functions[inv->function];
  bool alone = f->loops[inv->loop].is_statement;
  for (uint32_t l = 0; alone && l < f->loop_count; l++) {
    az_loc other = f->loops[l].loc;
    alone = l == inv->loop || other.file != inv->loc.file || other.line != inv->loc.line ||
            other.column != inv->loc.column;
  }
  return alone;
}

/* Returns why a row is left out of the witness, or NULL. */
static const char *why_not(const collector *c, const az_invariant *inv) {
  if (!inv->always) return "rows that hold only after the first iteration of the loop";
  if (!inv->c)
    return az_arena_printf(c->w->arena, "rows that mention %s",
                           inv->inexpressible ? inv->inexpressible : "what is no C");
  const az_source *source = source_of(c, inv->loc);
  size_t at = source ? az_source_offset(source, inv->loc.line, inv->loc.column) : SIZE_MAX;
  if (at == SIZE_MAX || !has_place(c, inv))
    return "rows of loops whose keyword is in no file of the task";
  for (uint32_t i = 0; i < inv->object_count; i++)
    if (!is_in_scope(c, inv->objects[i], inv->function, inv->loc))
      return "rows that mention variables which are not in scope at the loop";
  return NULL;
}

static const char *joined(az_arena *arena, const char *all, const char *operator,
                          const char * more) {
  return *all ? az_arena_printf(arena, "%s %s (%s)", all, operator, more)
              : az_arena_printf(arena, "(%s)", more);
}

/* Returns the rows of one call path as one expression; "" if the witness can have none of them. */
static const char *of_path(const collector *c, uint32_t head, const bool *fine) {
  const char *all = "";
  for (size_t i = 0; i < arrlenu(c->result->invariants); i++)
    if (fine[i] && c->result->invariants[i].head == head)
      all = joined(c->w->arena, all, "&&", c->result->invariants[i].c);
  return all;
}

static void put_invariant(collector *c, const az_invariant *of, const char *value) {
  az_witness_invariant inv = {place_of(c, of->loc, c->p->functions[of->function].name), value};
  arrput(c->w->invariants, inv);
}

/* Adds the invariant of the loop at `first`'s location. */
static void add_loop(collector *c, const az_invariant *first, const bool *fine) {
  enum { LONGEST = 4000 };
  const uint32_t *heads = c->result->heads;
  size_t count = arrlenu(heads) / 2, paths = 0;
  const char *any = "";
  bool whole = true;
  for (uint32_t h = 0; h < count; h++) {
    if (heads[2 * h] != first->function || heads[2 * h + 1] != first->loop) continue;
    const char *all = of_path(c, h, fine);
    whole &= *all != 0;
    any = joined(c->w->arena, any, "||", all);
    paths++;
  }
  if (paths > 1 && whole && strlen(any) <= LONGEST) put_invariant(c, first, any);
  for (size_t i = 0; i < arrlenu(c->result->invariants); i++) {
    const az_invariant *inv = &c->result->invariants[i];
    if (!fine[i] || inv->function != first->function || inv->loop != first->loop) continue;
    if (paths == 1)
      put_invariant(c, inv, inv->c);
    else if (!whole || strlen(any) > LONGEST)
      az_witness_leave_out(c->w, "rows of a loop that other call paths have no such rows for");
  }
}

static void add_invariants(collector *c) {
  size_t n = arrlenu(c->result->invariants);
  bool *fine = az_calloc(n + 1, sizeof *fine);
  for (size_t i = 0; i < n; i++) {
    const az_invariant *inv = &c->result->invariants[i];
    if (inv->implied) continue;
    const char *why = why_not(c, inv);
    fine[i] = !why;
    if (why) az_witness_leave_out(c->w, why);
  }
  for (size_t i = 0; i < n; i++) {
    const az_invariant *inv = &c->result->invariants[i];
    bool first = fine[i];
    for (size_t k = 0; k < i; k++) {
      const az_invariant *other = &c->result->invariants[k];
      first &= !fine[k] || other->function != inv->function || other->loop != inv->loop;
    }
    if (first) add_loop(c, inv, fine);
  }
  free(fine);
}

static void add_contracts(collector *c) {
  for (size_t i = 0; i < arrlenu(c->result->contracts); i++) {
    const az_invariant *of = &c->result->contracts[i];
    if (!of->c || !source_of(c, of->loc)) {
      az_witness_leave_out(c->w, "claims about calls that are no C");
      continue;
    }
    az_witness_contract contract = {place_of(c, of->loc, c->p->functions[of->function].name),
                                    of->c};
    arrput(c->w->contracts, contract);
  }
}

/* ---- executions ------------------------------------------------------------------------------ */

static const char *number_text(const collector *c, az_type of, az_term value) {
  uint64_t bits;
  az_arena *arena = c->w->arena;
  const az_program *p = c->p;
  const az_type_info *type = &p->types[of];
  if (type->kind != AZ_T_INT || !value || !az_const_u64(p->store, value, &bits)) return NULL;
  uint32_t w = az_sort_width(az_sort_of(p->store, value));
  if (!type->is_signed || w > 64)
    return az_arena_printf(arena, "%llu%s", (unsigned long long)bits,
                           bits >> 32   ? "ULL"
                           : bits >> 31 ? "U"
                                        : "");
  if (w < 64 && bits >> (w - 1)) bits |= UINT64_MAX << w;
  int64_t number = (int64_t)bits;
  if (number == INT64_MIN) return "(-9223372036854775807LL - 1)";
  if (number == INT32_MIN) return "(-2147483647 - 1)";
  return az_arena_printf(arena, "%lld%s", (long long)number,
                         number > INT32_MAX || number < INT32_MIN ? "LL" : "");
}

/* Adds the first value of a local integer. */
static bool add_first_value(collector *c, const az_event *e) {
  const az_stmt *s = e->stmt;
  if (s->kind != AZ_S_LIVE || e->part_count != 1 || e->parts[0].offset) return false;
  const az_object *o = &c->p->objects[s->object];
  az_loc loc = az_location_of_first_value(c->p, s, source_of(c, o->loc));
  if (!loc.line || e->parts[0].bytes != o->bytes) return false;
  const char *number = number_text(c, o->type, e->parts[0].value);
  if (!number) return false;
  az_waypoint point = {.kind = AZ_WAYPOINT_ASSUMPTION,
                       .at = place_of(c, loc, e->function),
                       .value = az_arena_printf(c->w->arena, "%s == %s", o->name, number)};
  arrput(c->w->waypoints, point);
  return true;
}

static void add_input(collector *c, const az_event *e) {
  const az_stmt *s = e->stmt;
  if (s->kind == AZ_S_INPUT && (s->input == AZ_IN_CHOICE || s->input == AZ_IN_MEMORY)) return;
  if (s->kind != AZ_S_INPUT || (s->input != AZ_IN_NONDET && s->input != AZ_IN_UNKNOWN)) {
    bool argument = s->kind == AZ_S_INPUT && s->input == AZ_IN_ARGUMENT;
    if (add_first_value(c, e)) return;
    if (s->kind == AZ_S_INPUT || e->part_count)
      az_witness_leave_out(c->w, argument ? "arguments of the entry function"
                                          : "contents of memory that is not initialised");
    return;
  }
  if (e->rule) {
    az_witness_leave_out(c->w, "inputs whose value differs between iterations");
    return;
  }
  const char *number = number_text(c, e->type, e->value);
  const az_source *source = source_of(c, s->loc);
  size_t at = source ? az_source_offset(source, s->loc.line, s->loc.column) : SIZE_MAX, end;
  end = at == SIZE_MAX ? SIZE_MAX : az_source_end_of_call(source, at, s->text);
  if (!number || end == SIZE_MAX) {
    az_witness_leave_out(c->w, number ? "inputs whose call is in no file of the task"
                                      : "inputs that are not integers");
    return;
  }
  az_witness_location place = place_of(c, s->loc, e->function);
  az_source_position(source, end, &place.line, &place.column);
  az_waypoint point = {.kind = AZ_WAYPOINT_RETURN,
                       .at = place,
                       .value = az_arena_printf(c->w->arena, "\\result == %s", number),
                       .called = az_arena_strdup(c->w->arena, s->text)};
  arrput(c->w->waypoints, point);
}

static void add_execution(collector *c) {
  const az_trace *t = c->result->trace;
  for (size_t i = 0; t && i < t->count; i++) {
    const az_event *e = &t->events[i];
    if (e->kind == AZ_EV_INPUT && e->stmt) add_input(c, e);
    bool target = e->kind == AZ_EV_FAIL, cycle = e->kind == AZ_EV_FOREVER;
    if (!target && !cycle) continue;
    az_waypoint point = {.kind = target ? AZ_WAYPOINT_TARGET : AZ_WAYPOINT_CYCLE,
                         .at = place_of(c, e->loc, e->function)};
    arrput(c->w->waypoints, point);
  }
}

az_witness *az_witness_of(const az_program *p, const az_result *result, const az_witness_task *task,
                          az_error *err) {
  az_arena *arena = az_arena_new();
  az_witness *w = AZ_NEW(arena, az_witness);
  w->arena = arena;
  w->is_violation = result->verdict == AZ_V_FALSE;
  collector c = {.p = p, .result = result, .task = task, .w = w};
  az_status status = read_task(&c, err);
  if (status == AZ_OK && w->is_violation)
    add_execution(&c);
  else if (status == AZ_OK)
    add_invariants(&c), add_contracts(&c);
  arrfree(c.sources);
  arrfree(c.file_of);
  if (status == AZ_OK) return w;
  az_witness_free(w);
  return NULL;
}
