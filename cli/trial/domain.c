/* The laws of a domain. Bottom claims that nothing is reachable; after a join, the claim holds in
 * the joined state; claims only become weaker; top claims nothing; a copy is independent; claims
 * are well-sorted and mention only the state; numeric rows have the bounds that they report. A test
 * case is a row, states that are joined one after the other, and a further state at which the claim
 * is evaluated. */
#include "trial.h"
#include "ansatz/allocate.h"
#include "ansatz/random.h"
#include "synth/frozen_rows.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 40, CASES = 30, JOINED = 4 };

typedef struct test {
  az_trial *t;
  az_trial_subject *s;
  az_domain domain;
  uint32_t row, rows, view;
  az_state state;     /* over `variables` */
  az_term *variables; /* stb_ds */
  az_term *now;       /* the values of `variables` at which `eval` evaluates */
  az_eval *eval;
  az_model model;
} test;

/* Assignments of `variables`: those that are joined, and the last one, for evaluation. */
typedef struct sample {
  az_term *states[JOINED + 1];
  uint32_t joined;
} sample;

static az_term assigned(void *ctx, az_term var) {
  const test *x = ctx;
  for (size_t i = 0; i < arrlenu(x->variables); i++)
    if (x->variables[i] == var) return x->now[i];
  return AZ_NO_TERM;
}

static az_term value_in_model(void *ctx, az_term term) {
  return az_eval_term(((test *)ctx)->eval, term);
}

static void stand_at(test *x, az_term *values) {
  x->now = values;
  az_eval_reset(x->eval);
}

/* Reports the operation that is called next, in case it does not return. */
static void doing(const test *x, const char *operation) {
  az_trial_doing(x->t, "%s of row %u of %u", operation, x->row, x->rows);
}

static bool holds(test *x, const void *value, az_term *values) {
  az_term claim = x->domain.ops->claim(x->domain.self, x->row, value, &x->state);
  stand_at(x, values);
  return az_is_true(x->s->store, az_eval_term(x->eval, claim));
}

/* ---- the laws -------------------------------------------------------------------------------- */

static const char sort[] = "claim: the term is not bool (az_eq, az_bv_sle ... return bool terms)";
static const char ill_sorted[] = "claim: a constructor of terms was given operands that do not fit";
static const char foreign[] = "claim: the term mentions values outside the given state";
static const char pure[] = "claim: two calls with the same value and state return different terms";
static const char bottom[] =
    "value_new: the new value is not bottom: its claim is true in every state, not false";
static const char joins[] = "improve: the claim is false for a state that was joined";
static const char says_no[] =
    "improve: it returns false (no change) for a state in which the claim was false";
static const char says_yes[] =
    "improve: it returns true (changed) though the claim was true before and is the same";
static const char monotone[] =
    "improve: joining a state excludes another one: claims may only become weaker";
static const char copy_same[] = "value_copy: the copy claims something else";
static const char copy_own[] = "value_copy: improving the copy changes the value";
static const char top[] =
    "value_top: the row still claims something (`claim` does not return true)";
static const char top_prints[] =
    "print: a row that claims nothing (top) has a text, NULL is expected";
static const char prints[] = "print: the same value has two texts, or an empty one";
static const char same_text[] =
    "print: the text is the same before and after a join that makes the claim weaker";
static const char many_lines[] = "print: the text is not one line";

/* Returns the first law that the test case breaks, or NULL. */
static const char *of_claim(test *x, const void *value) {
  az_store *store = x->s->store;
  doing(x, "claim");
  az_term claim = x->domain.ops->claim(x->domain.self, x->row, value, &x->state);
  if (az_misused(store, NULL) != AZ_OK) return ill_sorted; /* the term is a fresh variable */
  if (!claim || az_sort_of(store, claim) != az_sort_bool()) return sort;
  if (claim != x->domain.ops->claim(x->domain.self, x->row, value, &x->state)) return pure;
  if (!az_frozen_admits(x->s->cuts, &x->s->context, x->view, claim)) return foreign;
  return NULL;
}

static const char *of_text(test *x, const void *value) {
  doing(x, "print");
  char *text = x->domain.ops->print(x->domain.self, x->row, value);
  char *again = x->domain.ops->print(x->domain.self, x->row, value);
  const char *broken = NULL;
  if ((text == NULL) != (again == NULL) || (text && (strcmp(text, again) || !*text)))
    broken = prints;
  else if (text && strchr(text, '\n'))
    broken = many_lines;
  free(text);
  free(again);
  return broken;
}

static const char *of_copy(test *x, const sample *c, const void *value) {
  const az_domain_ops *ops = x->domain.ops;
  bool before[JOINED + 1];
  const char *broken = NULL;
  for (uint32_t i = 0; i <= c->joined; i++) before[i] = holds(x, value, c->states[i]);
  doing(x, "value_copy, then improve,");
  void *copy = ops->value_copy(x->domain.self, value);
  for (uint32_t i = 0; i <= c->joined && !broken; i++)
    if (holds(x, copy, c->states[i]) != before[i]) broken = copy_same;
  stand_at(x, c->states[c->joined]);
  ops->improve(x->domain.self, x->row, copy, &x->model, &x->state);
  for (uint32_t i = 0; i <= c->joined && !broken; i++)
    if (holds(x, value, c->states[i]) != before[i]) broken = copy_own;
  ops->value_free(x->domain.self, copy);
  return broken;
}

static const char *of_top(test *x, void *value) {
  const az_domain_ops *ops = x->domain.ops;
  doing(x, "value_top, then print,");
  ops->value_top(x->domain.self, value, x->row);
  az_term claim = ops->claim(x->domain.self, x->row, value, &x->state);
  if (!az_is_true(x->s->store, claim)) return top;
  char *text = ops->print(x->domain.self, x->row, value);
  free(text);
  return text ? top_prints : NULL;
}

static const char *of_joins(test *x, const sample *c, void *value) {
  const az_domain_ops *ops = x->domain.ops;
  const char *broken = NULL;
  for (uint32_t i = 0; i < c->joined && !broken; i++) {
    const bool before = holds(x, value, c->states[i]);
    const az_term was = ops->claim(x->domain.self, x->row, value, &x->state);
    bool looked = holds(x, value, c->states[c->joined]);
    stand_at(x, c->states[i]);
    doing(x, "print");
    char *text = before ? NULL : ops->print(x->domain.self, x->row, value);
    doing(x, "improve");
    bool changed = ops->improve(x->domain.self, x->row, value, &x->model, &x->state);
    doing(x, "print");
    char *weaker = text ? ops->print(x->domain.self, x->row, value) : NULL;
    const bool same = weaker && !strcmp(text, weaker);
    free(text);
    free(weaker);
    if ((broken = of_claim(x, value))) return broken;
    if (!holds(x, value, c->states[i])) return joins;
    if (!changed && !before) return says_no;
    stand_at(x, c->states[i]);
    if (changed && before && ops->claim(x->domain.self, x->row, value, &x->state) == was)
      return says_yes;
    if (same) return same_text;
    if (looked && !holds(x, value, c->states[c->joined])) return monotone;
    for (uint32_t j = 0; j < i; j++)
      if (!holds(x, value, c->states[j])) return monotone;
    broken = of_text(x, value);
  }
  return broken;
}

static const char numeric_sort[] =
    "numeric: `expression` does not have the width that `width` returns";
static const char numeric_range[] =
    "numeric: `expression` is not in the range that `range` returns";
static const char numeric_claim[] = "numeric: the claim is not `expression` <= `bound`";
static const char numeric_set[] =
    "numeric: `bound` does not return the number that `set_bound` got";
static const char numeric_top[] =
    "numeric: with the greatest value as its bound, the row is not top";

static const char *of_bounds(test *x, const sample *c, void *value) {
  const az_numeric_facet *n = az_domain_facets(&x->domain).numeric;
  void *self = x->domain.self;
  az_wide least, greatest, bound, now;
  doing(x, "numeric operations");
  uint32_t width = n->width(self, x->row);
  az_term e = width ? n->expression(self, x->row, &x->state) : AZ_NO_TERM;
  if (!e || az_sort_of(x->s->store, e) != az_sort_bv(width)) return width ? numeric_sort : NULL;
  n->range(self, x->row, &least, &greatest);
  for (uint32_t i = 0; i <= c->joined; i++) {
    stand_at(x, c->states[i]);
    if (!az_const_wide(x->s->store, az_eval_term(x->eval, e), true, &now)) return NULL;
    if (now < least || now > greatest) return numeric_range;
    bool has = n->bound(self, x->row, value, &bound);
    if (holds(x, value, c->states[i]) != (has && now <= bound)) return numeric_claim;
  }
  if (now > least && now < greatest) {
    n->set_bound(self, x->row, value, now);
    if (!n->bound(self, x->row, value, &bound) || bound != now) return numeric_set;
  }
  n->set_bound(self, x->row, value, greatest);
  return holds(x, value, c->states[c->joined]) ? NULL : numeric_top;
}

static const char *broken_by(test *x, const sample *c) {
  const az_domain_ops *ops = x->domain.ops;
  void *value = ops->value_new(x->domain.self);
  const char *broken = of_claim(x, value);
  if (broken) return ops->value_free(x->domain.self, value), broken;
  /* A row may claim nothing in some of the states, but not in all. */
  az_term first = x->domain.ops->claim(x->domain.self, x->row, value, &x->state);
  if (az_is_true(x->s->store, first)) broken = bottom;
  if (!broken) broken = of_joins(x, c, value);
  if (!broken) broken = of_copy(x, c, value);
  if (!broken && az_domain_facets(&x->domain).numeric) {
    void *copy = ops->value_copy(x->domain.self, value);
    broken = of_bounds(x, c, copy);
    ops->value_free(x->domain.self, copy);
  }
  if (!broken) broken = of_top(x, value);
  ops->value_free(x->domain.self, value);
  x->t->checks++;
  return broken;
}

/* ---- the smallest case ----------------------------------------------------------------------- */

static bool still(test *x, const sample *c, const char *law) {
  const char *broken = broken_by(x, c);
  return broken && !strcmp(broken, law);
}

static bool without_a_state(test *x, sample *c, const char *law) {
  for (uint32_t i = 0; i < c->joined; i++) {
    sample fewer = *c;
    memmove(&fewer.states[i], &fewer.states[i + 1], (c->joined - i) * sizeof *fewer.states);
    fewer.joined--;
    if (still(x, &fewer, law)) return *c = fewer, true;
  }
  return false;
}

static bool with_a_simpler_value(test *x, const sample *c, const char *law) {
  for (uint32_t i = 0; i <= c->joined; i++)
    for (size_t v = 0; v < arrlenu(x->variables); v++)
      for (uint32_t how = 0; how < 4; how++) {
        az_term was = c->states[i][v], simpler = az_trial_simpler(x->s->store, was, how);
        if (!simpler) continue;
        c->states[i][v] = simpler;
        if (still(x, c, law)) return true;
        c->states[i][v] = was;
      }
  return false;
}

static void print_state(test *x, az_term *values, const char *head) {
  FILE *out = x->t->out;
  const az_domain_context *context = &x->s->context;
  stand_at(x, values);
  fprintf(out, "    %s:", head);
  uint32_t n = 0;
  for (uint32_t v = 0; v < context->var_count && n < 12; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->view != x->view || var->kind == AZ_TV_ARRAY) continue;
    az_wide number;
    az_term value = az_eval_term(x->eval, x->state.values[var->at]);
    if (!az_const_wide(x->s->store, value, var->is_signed, &number)) continue;
    fprintf(out, "%s %s = %lld", n++ ? "," : "", var->name, (long long)number);
  }
  fputs(n ? "\n" : " (nothing that is a number)\n", out);
}

static void report(test *x, sample *c, const char *law) {
  az_error misuse = {.status = AZ_OK};
  if (az_misused(x->s->store, &misuse) != AZ_OK) { /* recorded only once, so not reduced */
    az_trial_broken(x->t, law, "row %u of loop %s: %s", x->row, x->s->context.views[x->view].name,
                    misuse.message);
    return;
  }
  bool smaller = true;
  for (uint32_t i = 0; i < 1000 && smaller; i++)
    smaller = without_a_state(x, c, law) || with_a_simpler_value(x, c, law);
  const az_domain_ops *ops = x->domain.ops;
  void *value = ops->value_new(x->domain.self);
  for (uint32_t i = 0; i < c->joined; i++) {
    stand_at(x, c->states[i]);
    ops->improve(x->domain.self, x->row, value, &x->model, &x->state);
  }
  if (law == top || law == top_prints || law == numeric_top)
    ops->value_top(x->domain.self, value, x->row);
  char *text = ops->print(x->domain.self, x->row, value);
  az_trial_broken(x->t, law, "row %u of loop %s%s%s%s", x->row, x->s->context.views[x->view].name,
                  text ? ", now '" : "", text ? text : "", text ? "'" : "");
  for (uint32_t i = 0; i < c->joined; i++) print_state(x, c->states[i], "joined");
  print_state(x, c->states[c->joined], "looked at");
  free(text);
  ops->value_free(x->domain.self, value);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static az_term *random_state(test *x) {
  az_term *values = NULL;
  for (size_t i = 0; i < arrlenu(x->variables); i++)
    arrput(values, az_trial_constant(x->t, x->s->store, az_sort_of(x->s->store, x->variables[i])));
  return values;
}

static void try_row(test *x) {
  for (uint32_t n = 0; n < CASES; n++) {
    sample c = {.joined = az_random_below(&x->t->seed, JOINED + 1)};
    az_term *all[JOINED + 1];
    for (uint32_t i = 0; i <= c.joined; i++) all[i] = c.states[i] = random_state(x);
    uint32_t made = c.joined + 1;
    const char *law = broken_by(x, &c);
    if (law && az_trial_is_new(x->t, law))
      report(x, &c, law);
    else if (law)
      x->t->broken++;
    for (uint32_t i = 0; i < made; i++) arrfree(all[i]);
    if (law) return;
  }
}

/* Makes the state of a view, and collects its free variables. */
static void look_at_view(test *x, uint32_t view) {
  uint32_t width = az_cuts_width(x->s->cuts, view);
  az_term *terms = NULL;
  x->view = view;
  az_free(x->state.values);
  x->state = (az_state){.view = view, .values = az_frozen_formals(x->s->cuts, view)};
  for (uint32_t i = 0; i < width; i++)
    if (x->state.values[i]) arrput(terms, x->state.values[i]);
  size_t count;
  const az_rigid *rigids = az_cuts_rigids(x->s->cuts, &count);
  for (size_t i = 0; i < count; i++) arrput(terms, rigids[i].index);
  for (uint32_t i = 0; i < x->s->context.var_count; i++) {
    const az_tvar *v = &x->s->context.vars[i];
    if (v->kind == AZ_TV_ARRAY && v->index) arrput(terms, v->index);
    if (v->kind == AZ_TV_ARRAY && v->size) arrput(terms, v->size);
  }
  arrfree(x->variables);
  x->variables = az_trial_variables(x->s->store, terms, arrlenu(terms));
  arrfree(terms);
}

static const char opens[] = "open: the core refuses what the domain asks for or returns";
static const char row_counts[] = "row_count: a second call returns another number";

static void try_domain(test *x) {
  const az_domain_ops *ops = x->domain.ops;
  uint32_t rows = ops->row_count(x->domain.self);
  x->rows = rows;
  if (rows != ops->row_count(x->domain.self)) az_trial_broken(x->t, row_counts, "%u rows", rows);
  x->eval = az_eval_new(x->s->store, assigned, x);
  x->model = (az_model){value_in_model, x};
  for (uint32_t n = 0; n < rows && n < ROWS; n++) {
    x->row = rows <= ROWS ? n : az_random_below(&x->t->seed, rows);
    az_row row = ops->row(x->domain.self, x->row);
    if (row.is_transition) continue; /* a claim about two states: trials of strategies try it */
    doing(x, "value_new");
    look_at_view(x, row.view);
    try_row(x);
    x->t->subjects++;
  }
  az_eval_free(x->eval);
  arrfree(x->variables);
  az_free(x->state.values);
}

void az_trial_domain(az_trial *t, const char *text, az_error *err) {
  az_trial_doing(t, "open");
  az_trial_subject *s = az_trial_subject_new(t, text, t->desc, err);
  if (!s) return;
  test x = {.t = t, .s = s};
  if (az_domain_open(&s->context, t->desc, &x.domain, err) == AZ_OK) {
    try_domain(&x);
    az_trial_doing(t, "close");
    az_domain_close(&x.domain);
    az_error misuse = {.status = AZ_OK};
    if (az_misused(s->store, &misuse) != AZ_OK && az_trial_is_new(t, ill_sorted))
      az_trial_broken(t, "terms: a constructor was given operands that do not fit", "%s",
                      misuse.message);
  } else if (err->status == AZ_ERR_INTERNAL) { /* the user's input is fine, the module is not */
    az_trial_broken(t, opens, "%s", err->message);
    *err = (az_error){.status = AZ_OK};
  }
  az_trial_subject_free(s);
}
