/* Runs the program in the concrete interpreter on random inputs, mostly small numbers, and records
 * the states in which a back edge reaches a loop head. The states only need to be typical, since
 * the solver checks the guesses that strategies make from them. Loops that the formula contains
 * several times (in several calls) are left out, and so are values outside the named objects of the
 * current call. */
#include "replay/samples.h"
#include "ansatz/solver.h"
#include "ansatz/trace.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading { /* a value of a state */
  uint32_t at, object;
  uint64_t offset;
  az_type type;
} reading;

typedef struct view_samples {
  bool usable;
  uint32_t function, loop, width;
  reading *readings; /* stb_ds */
  az_term **states;  /* stb_ds: distinct */
  size_t before;     /* number of states when the run began */
  uint32_t *table;   /* hash table of states: index + 1; allocated by calloc, `slots` entries */
  az_term *scratch;  /* a state */
} view_samples;

struct az_samples {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_arena *arena;
  az_limits *limits;
  uint32_t slots;      /* size of each hash table */
  view_samples *views; /* by view */
  uint32_t count;
  az_random_inputs random;
};

static az_term input(void *ctx, const az_stmt *stmt, az_sort sort) {
  az_samples *s = ctx;
  (void)stmt;
  return az_random_input(&s->random, s->ssa->s, sort);
}

/* Returns the table's entry for a new state; NULL if the state is known. */
static uint32_t *entry_for(const az_samples *s, const view_samples *samples, const az_term *state) {
  uint32_t slot = 0;
  assert(arrlenu(samples->states) < s->slots / 2); /* the table has a free entry */
  for (uint32_t i = 0; i < samples->width; i++) slot = (slot ^ state[i]) * 2654435761u;
  for (slot %= s->slots; samples->table[slot]; slot = (slot + 1) % s->slots)
    if (!memcmp(samples->states[samples->table[slot] - 1], state, samples->width * sizeof *state))
      return NULL;
  return &samples->table[slot];
}

/* Returns how many new states of a view one run may add, so that several runs contribute. */
static size_t most_of_run(const az_samples *s) {
  enum { RUNS = 12 };
  return az_limits_or_default(s->limits)->samples / RUNS;
}

static void at_loop(void *ctx, az_interpreter *run, uint32_t function, uint32_t loop, bool back) {
  az_samples *s = ctx;
  if (!back) return;
  for (size_t i = 0; i < s->count; i++) {
    view_samples *samples = &s->views[i];
    if (!samples->usable || samples->function != function || samples->loop != loop) continue;
    if (!az_limits_room(s->limits, AZ_LIMIT_samples, arrlenu(samples->states)) ||
        arrlenu(samples->states) - samples->before > most_of_run(s))
      return;
    az_term *state = samples->scratch;
    for (size_t r = 0; r < arrlenu(samples->readings); r++) {
      const reading *from = &samples->readings[r];
      const az_term value = az_interpreter_read(run, from->object, from->offset, from->type);
      const bool real = value && az_sort_kind_of(az_sort_of(s->ssa->s, value)) == AZ_SORT_FLOAT;
      state[from->at] = real ? az_float_to_bits(s->ssa->s, value) : value; /* as in memory */
    }
    uint32_t *entry = entry_for(s, samples, state);
    if (!entry) return;
    *entry = (uint32_t)arrlenu(samples->states) + 1;
    az_term *kept = AZ_COPY(s->arena, state, samples->width, samples->width);
    arrput(samples->states, kept);
    return;
  }
}

static void read_at(view_samples *samples, const az_program *p, uint32_t object, uint64_t offset,
                    az_type type, uint32_t at) {
  const az_type_kind kind = p->types[type].kind;
  if (object == AZ_NONE || (kind != AZ_T_INT && kind != AZ_T_FLOAT)) return;
  const az_object *o = &p->objects[object];
  if (o->kind != AZ_OBJ_LOCAL && o->kind != AZ_OBJ_GLOBAL) return;
  arrput(samples->readings, ((reading){at, object, offset, type}));
}

/* Returns whether the formula contains the loop only once. */
static bool is_single(const az_ssa *ssa, uint32_t head) {
  uint32_t same = 0;
  for (size_t i = 0; i < arrlenu(ssa->heads); i++)
    same += ssa->heads[i].function == ssa->heads[head].function &&
            ssa->heads[i].loop == ssa->heads[head].loop;
  return same == 1;
}

/* Finds the positions of the view whose values are read from runs: fields of named objects that are
 * not fixed. Ghost cells are left out. */
static void find_readings(az_samples *s, uint32_t loop) {
  const az_ssa *ssa = s->ssa;
  uint32_t head = ssa->loops[loop].head, view = az_cuts_loop(s->cuts, loop)->view;
  view_samples *samples = &s->views[view];
  if (samples->table || !is_single(ssa, head)) return;
  uint32_t width = az_cuts_width(s->cuts, view);
  *samples = (view_samples){.usable = true,
                            .function = ssa->heads[head].function,
                            .loop = ssa->heads[head].loop,
                            .width = width,
                            .table = az_calloc(s->slots, sizeof(uint32_t)),
                            .scratch = AZ_NEWN(s->arena, az_term, width + 1)};
  az_memory *memory = az_ssa_memory(ssa->shared);
  for (uint32_t at = 0; at < width; at++) {
    uint32_t slot = az_cuts_slot(s->cuts, view, at);
    const az_leaf *leaf;
    if (slot == AZ_NONE) continue;
    const az_instance *of = az_memory_slot(memory, slot, &leaf, NULL);
    if (leaf->bytes) read_at(samples, ssa->p, of->object, leaf->offset, leaf->type, at);
  }
}

az_samples *az_samples_take(const az_cuts *cuts) {
  az_arena *arena = az_arena_new();
  az_samples *s = AZ_NEW(arena, az_samples);
  const az_ssa *ssa = az_cuts_ssa(cuts);
  s->cuts = cuts;
  s->ssa = ssa;
  s->arena = arena;
  s->limits = az_ssa_limits(ssa);
  const az_limits *limits = az_limits_or_default(s->limits);
  s->slots = (uint32_t)(4 * limits->samples + 1);
  s->random.state = 2026;
  (void)az_cuts_views(cuts, &s->count);
  s->views = AZ_NEWN(arena, view_samples, s->count + 1);
  for (uint32_t i = 0; i < arrlenu(ssa->loops) && ssa->shared; i++) find_readings(s, i);
  bool any = false;
  for (uint32_t i = 0; i < s->count; i++) any |= s->views[i].usable;
  uint64_t steps = 0;
  for (s->random.run = 0;
       any && s->random.run < limits->sample_runs && steps < limits->sample_steps_in_all;
       s->random.run++) {
    az_interpreter_options options = {.input = input,
                                      .ctx = s,
                                      .max_steps = limits->sample_steps,
                                      .classes = ssa->config.classes,
                                      .at_loop = at_loop};
    for (size_t i = 0; i < s->count; i++) s->views[i].before = arrlenu(s->views[i].states);
    az_run run = az_interpret(ssa->p, &options);
    if (run.end == AZ_RUN_STEPS) az_limits_hit(s->limits, AZ_LIMIT_sample_steps);
    steps += run.steps;
  }
  return s;
}

void az_samples_free(az_samples *s) {
  if (!s) return;
  for (size_t i = 0; i < s->count; i++) {
    arrfree(s->views[i].readings);
    arrfree(s->views[i].states);
    free(s->views[i].table);
  }
  az_arena_free(s->arena);
}

const az_term *const *az_samples_at(const az_samples *s, uint32_t view, size_t *count) {
  assert(view < s->count);
  *count = arrlenu(s->views[view].states);
  return (const az_term *const *)s->views[view].states;
}
