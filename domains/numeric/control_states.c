/* Control states: the combinations of values that the finite variables of a loop have at its head,
 * as in protocols and other state machines:
 *   (mode, flag) in { (1, 0), (2, 0), (3, 1) }.
 * A variable is finite if an iteration gives it only constants, its own value, and values of other
 * finite variables: the leaves of its next value, a tree of choices. All other values, which it can
 * only have from before the loop, count as one value, `other`. A row is about the finite variables
 * that conditions of the program mention, and those that are copied to them. Further rows
 * distinguish, one each, the conditions on values that the loop does not change (s->hit) which
 * decide something in several states, so that what was decided in one state is known in another.
 *
 * Joining a state adds its combination, so that the strategy enumerates the reachable states of the
 * machine, as explicit-value analysis does [beyer2013]; a row with more than `most` combinations is
 * given up. What needs no more than two values of each variable is left to predicates. */
#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "ansatz/formals.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_VALUES = 3,  /* constants that some variable has, or there are no rows */
  MOST_STATES = 200, /* constants of a variable for which the uses of conditions are counted */
};

typedef struct finite {
  const az_tvar *var;
  az_term *constants; /* that it is given */
  uint32_t count;
} finite;

typedef struct row {
  uint32_t view;
  const finite *vars; /* shared by the rows of a view */
  uint32_t count;
  const az_formula *condition; /* NULL: none */
} row;

typedef struct control_states {
  az_domain_context context;
  az_arena *arena;
  az_formals *formals;
  row *rows; /* stb_ds */
  uint32_t most, most_conditions;
} control_states;

/* ---- finite variables ------------------------------------------------------------------------ */

typedef struct candidate {
  const az_tvar *var;
  az_term *constants; /* stb_ds: that it is given */
  bool finite, mentioned;
} candidate;

/* The variables of one view that may be finite. */
typedef struct candidates {
  const az_domain_context *context;
  uint32_t view;
  candidate *list; /* stb_ds */
  struct {
    az_term key;
    uint32_t value; /* 1 + index in the list */
  } *at;            /* by canonical term */
} candidates;

/* Returns the candidate whose value at the loop head the term is; NULL: none. */
static candidate *copied(candidates *c, az_term t) {
  uint32_t i = hmget(c->at, t);
  return i ? &c->list[i - 1] : NULL;
}

/* Returns the leaves of the candidate's next value, a tree of choices that may share parts
 * (stb_ds). */
static az_term *leaves(const candidates *c, const candidate *of) {
  az_store *store = c->context->store;
  az_visit *visit = az_visit_new(store, AZ_VISIT_ANY);
  az_term *out = NULL;
  az_visit_add(visit, c->context->next[c->view][of->var->at]);
  for (az_term t; (t = az_visit_next(visit));) {
    az_visit_skip(visit);
    if (az_kind_of(store, t) == AZ_K_ITE) {
      az_visit_add(visit, az_operand(store, t, 1));
      az_visit_add(visit, az_operand(store, t, 2));
    } else {
      arrput(out, t);
    }
  }
  az_visit_free(visit);
  return out;
}

static bool may_be_finite(const az_domain_context *context, const az_tvar *v) {
  return v->kind == AZ_TV_INT && v->changes && !v->auxiliary && v->bits <= 64 && v->path &&
         v->path->kind == AZ_ACCESS_PROGRAM && v->path->offset != UINT64_MAX &&
         context->next[v->view][v->at];
}

/* Returns whether the constant is new. */
static bool add_constant(candidate *of, az_term constant) {
  for (size_t i = 0; i < arrlenu(of->constants); i++)
    if (of->constants[i] == constant) return false;
  arrput(of->constants, constant);
  return true;
}

/* Carries over from the candidate's leaves: that it is not finite, constants, and to the leaves
 * that it is mentioned. Returns whether anything changed. */
static bool propagate(candidates *c, candidate *of) {
  az_term *from = leaves(c, of);
  bool changed = false;
  for (size_t i = 0; i < arrlenu(from) && of->finite; i++) {
    candidate *other = copied(c, from[i]);
    if (az_is_const(c->context->store, from[i])) {
      changed |= add_constant(of, from[i]);
      continue;
    }
    if (!other || !other->finite) {
      of->finite = false;
      changed = true;
      continue;
    }
    changed |= of->mentioned && !other->mentioned;
    other->mentioned |= of->mentioned;
    for (size_t k = 0; k < arrlenu(other->constants); k++)
      changed |= add_constant(of, other->constants[k]);
  }
  arrfree(from);
  return changed;
}

static void find_finite(candidates *c) {
  const az_domain_context *context = c->context;
  az_visit *cone = az_visit_new(context->store, AZ_VISIT_ANY);
  for (uint32_t i = 0; i < context->condition_count; i++)
    if (context->conditions[i].view == c->view) az_visit_add(cone, context->conditions[i].term);
  for (az_term t; (t = az_visit_next(cone));) {
    candidate *of = copied(c, t);
    if (of) of->mentioned = true;
  }
  az_visit_free(cone);
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < arrlenu(c->list); i++)
      if (c->list[i].finite) again |= propagate(c, &c->list[i]);
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns the condition, which is over the canonical state, without a negation. */
static az_term atom_of(const az_store *store, const az_condition *c) {
  return az_kind_of(store, c->term) == AZ_K_NOT ? az_operand(store, c->term, 0) : c->term;
}

/* Counts, for each condition of the program, the states in which it decides what comes next or
 * whether a check holds: the values of `mode` for which it is left in these terms. Values for which
 * they are the same count once. */
static uint32_t *count_uses(const control_states *s, const candidates *c, const finite *mode) {
  const az_domain_context *context = &s->context;
  az_store *store = context->store;
  uint32_t *uses = NULL;
  az_term *terms = NULL, **seen = NULL;
  for (size_t i = 0; i < arrlenu(c->list); i++)
    if (c->list[i].finite && c->list[i].mentioned)
      arrput(terms, context->next[c->view][c->list[i].var->at]);
  for (uint32_t i = 0; i < context->condition_count; i++) {
    const az_condition *check = &context->conditions[i];
    if (check->view == c->view && check->in_check) arrput(terms, check->term);
    arrput(uses, 0);
  }
  az_subst *subst = az_subst_new(store);
  az_visit *cone = az_visit_new(store, AZ_VISIT_ANY);
  for (uint32_t k = 0; k < mode->count; k++) {
    az_term *here = NULL;
    bool is_new = true;
    az_subst_reset(subst);
    az_subst_bind(subst, context->canonical[c->view][mode->var->at], mode->constants[k]);
    for (size_t i = 0; i < arrlenu(terms); i++) arrput(here, az_subst_apply(subst, terms[i]));
    for (size_t i = 0; i < arrlenu(seen) && is_new; i++)
      is_new = memcmp(seen[i], here, arrlenu(here) * sizeof *here) != 0;
    arrput(seen, here);
    if (!is_new) continue;
    az_visit_forget(cone);
    for (size_t i = 0; i < arrlenu(here); i++) az_visit_add(cone, here[i]);
    while (az_visit_next(cone)) {}
    for (size_t i = 0; i < arrlenu(uses); i++)
      uses[i] += az_visit_seen(cone, atom_of(store, &context->conditions[i]));
  }
  for (size_t i = 0; i < arrlenu(seen); i++) arrfree(seen[i]);
  arrfree(seen);
  arrfree(terms);
  az_visit_free(cone);
  az_subst_free(subst);
  return uses;
}

/* Adds a row for each condition on values that the loop does not change, if it is used in several
 * states. */
static void add_conditions(control_states *s, const candidates *of_view, const finite *mode,
                           row r) {
  enum { LEAST_USES = 2 };
  az_store *store = s->context.store;
  uint32_t *uses = count_uses(s, of_view, mode);
  az_term *seen = NULL;
  for (uint32_t i = 0; i < s->context.condition_count; i++) {
    const az_condition *c = &s->context.conditions[i];
    if (c->view != r.view || uses[i] < LEAST_USES || arrlenu(seen) == s->most_conditions) continue;
    az_term t = atom_of(store, c);
    az_formals_of_canonical(s->formals, r.view, &t, 1);
    bool is_new = !az_is_const(store, t);
    for (size_t k = 0; k < arrlenu(seen) && is_new; k++) is_new = seen[k] != t;
    r.condition = is_new ? az_formula_new(s->formals, r.view, t) : NULL;
    if (!r.condition || az_formula_changes(r.condition)) continue;
    arrput(seen, t);
    arrput(s->rows, r);
  }
  arrfree(seen);
  arrfree(uses);
}

static void add_rows(control_states *s, uint32_t view) {
  const az_domain_context *context = &s->context;
  if (!context->next[view] || !context->canonical[view]) return;
  candidates c = {.context = context, .view = view};
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->view != view || !may_be_finite(context, var)) continue;
    arrput(c.list, ((candidate){.var = var, .finite = true}));
    hmput(c.at, context->canonical[view][var->at], (uint32_t)arrlenu(c.list));
  }
  find_finite(&c);
  finite *vars = AZ_NEWN(s->arena, finite, arrlenu(c.list) + 1);
  row r = {.view = view, .vars = vars};
  const finite *mode = vars; /* the variable with the most constants */
  for (size_t i = 0; i < arrlenu(c.list); i++) {
    candidate *of = &c.list[i];
    const uint32_t count = (uint32_t)arrlenu(of->constants);
    if (of->finite && of->mentioned) {
      az_term *constants = AZ_NEWN(s->arena, az_term, count + 1);
      for (uint32_t k = 0; k < count; k++) constants[k] = of->constants[k];
      vars[r.count] = (finite){.var = of->var, .constants = constants, .count = count};
      if (count > mode->count) mode = &vars[r.count];
      r.count++;
    }
    arrfree(of->constants);
  }
  if (mode->count >= LEAST_VALUES) {
    arrput(s->rows, r);
    if (mode->count <= MOST_STATES) add_conditions(s, &c, mode, r);
  }
  arrfree(c.list);
  hmfree(c.at);
}

static void close_control_states(void *self) {
  control_states *s = self;
  if (!s) return;
  az_formals_free(s->formals);
  arrfree(s->rows);
  az_arena_free(s->arena);
}

static void *open_control_states(const az_domain_context *context, const az_desc *options,
                                 az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  control_states *s = AZ_NEW(arena, control_states);
  *s = (control_states){.context = *context,
                        .arena = arena,
                        .most = (uint32_t)az_desc_int(options, "most"),
                        .most_conditions = (uint32_t)az_desc_int(options, "conditions")};
  s->formals = az_formals_new(&s->context);
  for (uint32_t view = 0; view < context->view_count && context->next; view++)
    if (context->views[view].of == view) add_rows(s, view);
  return s;
}

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((const control_states *)self)->rows);
}

static az_row row_at(void *self, uint32_t n) {
  return (az_row){.view = ((const control_states *)self)->rows[n].view};
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The combinations of a row: for each, the constants of its variables (AZ_NO_TERM: other), then
 * that of its condition. */
typedef struct combinations {
  bool top;
  az_term *constants; /* stb_ds */
} combinations;

static void *value_new(void *self) {
  return az_calloc(row_count(self) + 1, sizeof(combinations));
}

static void value_free(void *self, void *value) {
  combinations *v = value;
  for (uint32_t n = 0; v && n < row_count(self); n++) arrfree(v[n].constants);
  free(v);
}

static void *value_copy(void *self, const void *value) {
  const combinations *from = value;
  combinations *v = value_new(self);
  for (uint32_t n = 0; n < row_count(self); n++) {
    v[n].top = from[n].top;
    for (size_t i = 0; i < arrlenu(from[n].constants); i++)
      arrput(v[n].constants, from[n].constants[i]);
  }
  return v;
}

static void value_top(void *self, void *value, uint32_t n) {
  (void)self;
  combinations *v = (combinations *)value + n;
  arrfree(v->constants);
  v->top = true;
}

/* Returns the number of constants of a combination. */
static uint32_t width_of(const row *r) {
  return r->count + (r->condition != NULL);
}

/* Returns the claim that the variable has that constant or, for AZ_NO_TERM, none of its own. */
static az_term has_value(az_store *store, const finite *of, az_term value, const az_state *state) {
  const az_term x = state->values[of->var->at];
  if (value) return az_eq(store, x, value);
  az_term other = az_true(store);
  for (uint32_t i = 0; i < of->count; i++)
    other = az_and(store, other, az_ne(store, x, of->constants[i]));
  return other;
}

/* Returns the value of the variable in the model, AZ_NO_TERM: other. */
static az_term value_of(const finite *of, const az_model *model, const az_state *state) {
  const az_term value = model->value(model->ctx, state->values[of->var->at]);
  for (uint32_t i = 0; i < of->count; i++)
    if (of->constants[i] == value) return value;
  return AZ_NO_TERM;
}

static az_term claim(void *self, uint32_t n, const void *value, const az_state *state) {
  const control_states *s = self;
  az_store *store = s->context.store;
  const row *r = &s->rows[n];
  const combinations *v = (const combinations *)value + n;
  const uint32_t width = width_of(r);
  if (v->top) return az_true(store);
  const az_term condition = r->condition ? az_formula_at(r->condition, state) : az_true(store);
  az_term any = az_false(store);
  for (size_t from = 0; from < arrlenu(v->constants); from += width) {
    const bool holds = !r->condition || az_is_true(store, v->constants[from + r->count]);
    az_term all = holds ? condition : az_not(store, condition);
    for (uint32_t i = 0; i < r->count; i++)
      all = az_and(store, all, has_value(store, &r->vars[i], v->constants[from + i], state));
    any = az_or(store, any, all);
  }
  return any;
}

static bool improve(void *self, uint32_t n, void *value, const az_model *model,
                    const az_state *state) {
  const control_states *s = self;
  const row *r = &s->rows[n];
  combinations *v = (combinations *)value + n;
  const uint32_t width = width_of(r);
  const size_t end = arrlenu(v->constants);
  if (v->top) return false;
  for (uint32_t i = 0; i < r->count; i++) arrput(v->constants, value_of(&r->vars[i], model, state));
  if (r->condition)
    arrput(v->constants, model->value(model->ctx, az_formula_at(r->condition, state)));
  bool is_new = true;
  for (size_t from = 0; from < end && is_new; from += width)
    is_new = memcmp(v->constants + from, v->constants + end, width * sizeof *v->constants) != 0;
  if (!is_new)
    arrsetlen(v->constants, end);
  else if (end / width == s->most)
    value_top(self, value, n);
  return is_new;
}

/* ---- text ------------------------------------------------------------------------------------ */

static char *print(void *self, uint32_t n, const void *value) {
  control_states *s = self;
  const combinations *v = (const combinations *)value + n;
  if (v->top) return NULL;
  const az_state formals = az_formals_state(s->formals, s->rows[n].view);
  return az_formals_print(s->formals, claim(self, n, value, &formals));
}

static char *row_text(void *self, uint32_t n) {
  control_states *s = self;
  const row *r = &s->rows[n];
  char *text = NULL, *condition = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t i = 0; i < r->count; i++)
    fprintf(out, "%s%s", i ? ", " : "(", r->vars[i].var->name);
  if (r->condition) condition = az_formals_print(s->formals, az_formula_term(r->condition));
  if (condition) fprintf(out, ", %s", condition);
  fputs(") in d", out);
  az_close_memstream(out);
  free(condition);
  return text;
}

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS;
}

static const az_domain_ops operations = {.open = open_control_states,
                                         .close = close_control_states,
                                         .observe = az_observe_numbers,
                                         .asks = asks,
                                         .row_text = row_text,
                                         AZ_DOMAIN_ROWS};

static const az_option control_states_options[] = {
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "combinations of a row at most",
     .initial = "500",
     .least = 1,
     .greatest = 100000},
    {.name = "conditions",
     .type = AZ_OPT_INT,
     .summary = "conditions on unchanged values that get rows of their own, for each loop at most",
     .initial = "16",
     .least = 0,
     .greatest = 1000},
    {0}};

AZ_MODULE(control_states) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "control_states", "1.0"),
    .summary = "combinations of values of variables that are given constants only, as in state "
               "machines: (mode, flag) in d",
    .options = control_states_options,
    AZ_MODULE_OPERATIONS(operations),
};
