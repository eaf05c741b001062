/* The first value of a variable of a loop, in the loops inside it. A loop may begin with
 * `e = n`, and only the loops before it mention n; of what lies between e and its first value, as
 * the part of an array that bubble sort has finished, the inner loop would know nothing. For each
 * integer variable that a loop with inner loops changes, and that is assigned before this loop,
 * there is a ghost cell with the value of the last of these assignments:
 *   first(e)       in the loops that do not change e.
 * A variable that only constants are assigned to before the loop has none. */
#include "ansatz/observation.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct assignment {
  const az_stmt *store;
  uint32_t variable, depth; /* the object that is assigned; number of loops around the statement */
} assignment;

typedef struct first_values {
  assignment *all;    /* stb_ds: those before the loops that change the variable */
  uint32_t *observed; /* stb_ds: objects, by number of the ghost cell */
  az_ghost *ghosts;   /* stb_ds */
  uint32_t most;
} first_values;

/* ---- which assignments ----------------------------------------------------------------------- */

typedef struct variable_map {
  az_term key; /* address */
  uint32_t value;
} variable_map;

/* Returns the integer variable of the function that the statement assigns as a whole, or
 * AZ_NONE. */
static uint32_t assigned(const az_program *p, variable_map *variables, const az_stmt *s) {
  uint64_t offset;
  if (s->kind != AZ_S_STORE || p->types[s->type].kind != AZ_T_INT) return AZ_NONE;
  if (!az_const_u64(p->store, az_pointer_offset(p, s->ptr), &offset) || offset) return AZ_NONE;
  ptrdiff_t at = hmgeti(variables, az_pointer_object(p, s->ptr));
  if (at < 0 || p->objects[variables[at].value].bytes != p->types[s->type].bytes) return AZ_NONE;
  return variables[at].value;
}

static uint32_t depth_of(const az_function *f, const az_block *b) {
  return b->loop == AZ_NONE ? 0 : f->loops[b->loop].depth;
}

static bool has_inner_loops(const az_function *f, uint32_t loop) {
  bool found = false;
  for (uint32_t l = 0; l < f->loop_count; l++) found |= f->loops[l].parent == loop;
  return found;
}

/* Returns the least number of loops around an assignment of the variable in a loop that has inner
 * loops; AZ_NONE: there is none. */
static uint32_t least_change(const az_program *p, const az_function *f, variable_map *variables,
                             uint32_t variable) {
  uint32_t least = AZ_NONE;
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
    if (i.block->loop == AZ_NONE || assigned(p, variables, i.stmt) != variable) continue;
    if (has_inner_loops(f, i.block->loop) && depth_of(f, i.block) < least)
      least = depth_of(f, i.block);
  }
  return least;
}

/* Adds an assignment. A constant alone needs no ghost: those of other values come first. */
static void add_ghost(first_values *v, const az_program *p, const assignment *a, bool constant) {
  for (size_t i = 0; i < arrlenu(v->observed); i++)
    if (v->observed[i] == a->variable) {
      arrput(v->all, *a);
      return;
    }
  if (constant || arrlenu(v->observed) == v->most) return;
  arrput(v->all, *a);
  arrput(v->observed, a->variable);
  arrput(v->ghosts, ((az_ghost){.name = az_arena_printf(p->arena, "first(%s).%u",
                                                        p->objects[a->variable].name, a->variable),
                                .scope = AZ_GHOST_EXECUTION,
                                .bits = p->types[a->store->type].width}));
}

static void find_assignments(first_values *v, const az_program *p, const az_function *f) {
  variable_map *variables = NULL;
  for (uint32_t l = 0; l < f->local_count; l++)
    if (p->objects[f->locals[l]].name)
      hmput(variables, p->objects[f->locals[l]].address, f->locals[l]);
  for (int constant = 0; constant < 2; constant++) /* constants last: see add_ghost */
    for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
      assignment a = {i.stmt, assigned(p, variables, i.stmt), depth_of(f, i.block)};
      if (a.variable == AZ_NONE || az_is_const(p->store, i.stmt->value) != (bool)constant) continue;
      const uint32_t change = least_change(p, f, variables, a.variable);
      if (change != AZ_NONE && a.depth < change) add_ghost(v, p, &a, constant);
    }
  hmfree(variables);
}

/* ---- the observation ------------------------------------------------------------------------- */

static void *open_first(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)store, (void)err;
  first_values *v = az_calloc(1, sizeof *v);
  v->most = (uint32_t)az_desc_int(options, "most");
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i].loop_count > 1) find_assignments(v, program, &program->functions[i]);
  return v;
}

static void close_first(void *self) {
  first_values *v = self;
  arrfree(v->all);
  arrfree(v->observed);
  arrfree(v->ghosts);
  free(v);
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  const first_values *v = self;
  *count = (uint32_t)arrlenu(v->ghosts);
  return v->ghosts;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  const first_values *v = self;
  if (event->kind != AZ_ON_STORE) return AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(v->all); i++)
    if (v->all[i].store == event->stmt && v->all[i].variable == v->observed[number])
      return event->value;
  return AZ_NO_TERM;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const first_values *f = self;
  const az_tvar *const *vars;
  const uint32_t count = az_cut_vars(cut, &vars);
  for (uint32_t i = 0; i < count; i++)
    for (size_t g = 0; g < arrlenu(f->observed); g++) {
      (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
      const az_tvar *v = vars[i];
      if (v->object != f->observed[g] || v->changes || v->auxiliary || v->kind != AZ_TV_INT)
        continue;
      const char *name = az_arena_printf(az_cut_program(cut)->arena, "first(%s)", v->name);
      az_path path = az_cut_ghost(cut, NULL, &f->ghosts[g]);
      if (path)
        az_cut_add_path(cut, v->view, path,
                        &(az_tvar){.name = name, .is_signed = v->is_signed, .auxiliary = true});
    }
  return true;
}

static const az_observation_ops operations = {.open = open_first,
                                              .close = close_first,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare};

static const az_option options[] = {{.name = "most",
                                     .type = AZ_OPT_INT,
                                     .summary = "variables of the program, at most",
                                     .initial = "4",
                                     .least = 0,
                                     .greatest = 64},
                                    {0}};

AZ_MODULE(first_values) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "first_values", "1.0"),
    .summary = "the value with which a variable of the loops around a loop began: first(e)",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
