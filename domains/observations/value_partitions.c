/* Partitions by the value of a variable [rival2007]. For each integer variable v that the option
 * `on` names, there are separate views of the loop-head states in which v is 0, 1, .., and in which
 * it has none of these values. For a state machine, the invariant of one of its states may be an
 * interval, but the invariant of all its states is a disjunction, which no bound expresses. Each
 * view has all numbers of the loop, so that the domain's rows are found separately in each.
 *
 * If `on` names none, these are the variables that some branch compares with a constant for
 * equality: the states of a machine, or an argument of a recursive function by which calls differ,
 * such as the first one of Ackermann's function, whose calls with 0, 1 and 2 have other bounds. */
#include "ansatz/arena.h"
#include "ansatz/observation.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

typedef struct partitions {
  az_arena *arena;
  const char **on; /* names of variables; none: those that branches compare */
  size_t count;
  uint32_t values, most;
} partitions;

static void *open_partitions(const az_program *program, az_store *store, const az_desc *options,
                             az_error *err) {
  (void)program, (void)store, (void)err;
  az_arena *arena = az_arena_new();
  partitions *p = AZ_NEW(arena, partitions);
  p->arena = arena;
  const char *const *on;
  p->count = az_desc_strings(options, "on", &on);
  p->on = AZ_NEWN(arena, const char *, p->count + 1);
  for (size_t i = 0; i < p->count; i++) p->on[i] = az_arena_strdup(arena, on[i]);
  p->values = (uint32_t)az_desc_int(options, "values");
  p->most = (uint32_t)az_desc_int(options, "most");
  return p;
}

static void close_partitions(void *self) {
  az_arena_free(((partitions *)self)->arena);
}

/* ---- variables that branches compare --------------------------------------------------------- */

typedef struct term_set {
  az_term key;
  uint32_t value;
} term_set;

/* Adds the values that the condition compares with a constant for equality. */
static void note_equalities(const az_store *s, az_term condition, term_set **compared) {
  az_visit *parts = az_visit_new(s, AZ_VISIT_ANY);
  az_visit_add(parts, condition);
  for (az_term t; (t = az_visit_next(parts));)
    for (uint32_t i = 0; az_kind_of(s, t) == AZ_K_EQ && i < 2; i++)
      if (az_is_const(s, az_operand(s, t, 1 - i))) hmput(*compared, az_operand(s, t, i), 1);
  az_visit_free(parts);
}

/* Returns the addresses of the variables of the function that branches compare with constants. */
static term_set *compared_in(const az_program *p, const az_function *f) {
  term_set *values = NULL, *addresses = NULL;
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    if (block->end == AZ_END_IF) note_equalities(p->store, block->condition, &values);
    if (block->end == AZ_END_SWITCH) hmput(values, block->condition, 1);
  }
  for (uint32_t pass = 0; pass < 3; pass++) /* a parameter may be copied to a local first */
    for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
      if (i.stmt->kind == AZ_S_LOAD && hmgeti(values, i.stmt->result) >= 0)
        hmput(addresses, az_pointer_object(p, i.stmt->ptr), 1);
      if (i.stmt->kind == AZ_S_STORE && hmgeti(addresses, az_pointer_object(p, i.stmt->ptr)) >= 0)
        hmput(values, i.stmt->value, 1);
    }
  hmfree(values);
  return addresses;
}

static bool is_compared(const az_program *p, const az_tvar *v) {
  if (v->object == AZ_NONE) return false;
  bool found = false;
  for (uint32_t i = 0; i < p->function_count && !found; i++) {
    term_set *addresses = compared_in(p, &p->functions[i]);
    found = hmgeti(addresses, p->objects[v->object].address) >= 0;
    hmfree(addresses);
  }
  return found;
}

/* ---- views ----------------------------------------------------------------------------------- */

static bool is_number(const az_cut *cut, const az_tvar *v) {
  return v->kind == AZ_TV_INT && v->path && !v->auxiliary && v->view == az_cut_view_of_all(cut);
}

static bool is_chosen(const partitions *p, const az_cut *cut, const az_tvar *v) {
  if (!p->count) return v->changes && !v->auxiliary && is_compared(az_cut_program(cut), v);
  for (size_t i = 0; i < p->count; i++)
    if (!strcmp(p->on[i], v->name)) return true;
  return false;
}

/* Adds the view of the states that satisfy the guard, with the loop's numbers as variables. */
static void add_view(az_cut *cut, const char *name, az_term guard, uint32_t group) {
  uint32_t view = az_cut_view(
      cut,
      &(az_view_description){
          .of = az_cut_view_of_all(cut), .name = name, .guard = guard, .group = group, .depth = 1});
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars); /* variables of this view follow */
  for (uint32_t i = 0; i < count && view != UINT32_MAX; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    if (is_number(cut, vars[i])) (void)az_cut_add_path(cut, view, vars[i]->path, NULL);
  }
}

/* Adds views that partition the states: one for each value, and one for all other values, if
 * any. */
static void add_cases(const partitions *p, az_cut *cut, const az_tvar *v, uint32_t group) {
  az_store *s = az_cut_store(cut);
  az_term value[2], other = az_true(s);
  if (az_cut_formals(cut, v->path, value, NULL) != 1) return;
  char name[240];
  uint32_t possible = v->bits < 16 ? 1u << v->bits : UINT32_MAX;
  for (uint32_t n = 0; n < p->values && n < possible; n++) {
    az_term is = az_eq(s, value[0], az_bv(s, v->bits, n));
    snprintf(name, sizeof name, " [%.200s == %u]", v->name, n);
    add_view(cut, name, is, group);
    other = az_and(s, other, az_not(s, is));
  }
  snprintf(name, sizeof name, " [other %.200s]", v->name);
  if (p->values < possible) add_view(cut, name, other, group);
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const partitions *p = self;
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars), group = 0;
  for (uint32_t i = 0; i < count && group < p->most; i++) {
    (void)az_cut_vars(cut, &vars);
    if (is_number(cut, vars[i]) && is_chosen(p, cut, vars[i])) add_cases(p, cut, vars[i], ++group);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_partitions, .close = close_partitions, .declare = declare, .phase = 3};

static const az_option options[] = {
    {.name = "on",
     .type = AZ_OPT_STRINGS,
     .summary = "names of the integer variables by whose value states are partitioned; by default, "
                "those that a branch compares with a constant for equality"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "variables of a loop by which states are partitioned, at most",
     .initial = "8",
     .least = 1,
     .greatest = 64},
    {.name = "values",
     .type = AZ_OPT_INT,
     .summary = "values from 0 on that are distinguished; all others are one part",
     .initial = "4",
     .least = 1,
     .greatest = 64},
    {0}};

AZ_MODULE(value_partitions) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "value_partitions", "1.0"),
    .summary = "the states of a loop by the value of a variable",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
