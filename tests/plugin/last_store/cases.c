/* Intervals by the value of a history variable g: for each integer x that a loop changes, the row
 *   (g == n1 && l1 <= x && x <= u1) || (g == n2 && l2 <= x && x <= u2) || ...
 * whose parameter is a finite map from the values of g that were met to intervals. As the rows of
 * two variables mention the same g, their conjunction relates the variables. The history variable
 * is any ghost cell of the execution or of the loop that is observed; without the option `observe`
 * it is that of the observation last_store.
 *
 * A row that meets more than KEYS values of g claims nothing any more. A bound that was moved JOINS
 * times goes to the end of its type, so that a row grows only so often. */
#include <ansatz/domain.h>
#include <ansatz/values.h>
#include <stdio.h>

enum { KEYS = 12, JOINS = 24 };

typedef struct interval_of {
  uint64_t key; /* value of g */
  az_wide least, greatest;
  uint32_t joins;
} interval_of;
typedef struct map { /* all zero: bottom */
  interval_of cases[KEYS];
  uint32_t count;
  bool top;
} map;

typedef struct row {
  const az_tvar *var, *history;
} row;
typedef struct cases {
  az_store *store;
  row *rows;
  uint32_t count;
} cases;

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_history(const az_tvar *v) {
  return v->kind == AZ_TV_INT && v->path && v->path->kind == AZ_ACCESS_GHOST && !v->path->of;
}

static const az_tvar *history_at(const az_domain_context *context, uint32_t view) {
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].view == view && is_history(&context->vars[v])) return &context->vars[v];
  return NULL;
}

static void *open_cases(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options;
  cases *c = calloc(1, sizeof *c);
  row *rows = calloc(context->var_count + 1, sizeof *rows);
  if (!c || !rows) {
    free(c);
    free(rows);
    az_fail(err, AZ_ERR_RESOURCE, "cases: out of memory");
    return NULL;
  }
  *c = (cases){context->store, rows, 0};
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *v = &context->vars[i], *history = history_at(context, v->view);
    if (v->kind == AZ_TV_INT && v->bits <= 64 && v->changes && !v->auxiliary && history &&
        !is_history(v))
      rows[c->count++] = (row){v, history};
  }
  return c;
}

static void close_cases(void *self) {
  free(((cases *)self)->rows);
  free(self);
}

static uint32_t row_count(void *self) {
  return ((cases *)self)->count;
}

static az_row row_at(void *self, uint32_t r) {
  return (az_row){.view = ((cases *)self)->rows[r].var->view};
}

/* ---- values ---------------------------------------------------------------------------------- */

AZ_VALUES(map, row_count);

static void value_top(void *self, void *value, uint32_t r) {
  (void)self;
  ((map *)value)[r].top = true;
}

static az_wide least_of(const az_tvar *v) {
  return v->is_signed ? -((az_wide)1 << (v->bits - 1)) : 0;
}

static az_wide greatest_of(const az_tvar *v) {
  return ((az_wide)1 << (v->is_signed ? v->bits - 1 : v->bits)) - 1;
}

static az_term at_most(const cases *c, const az_tvar *v, az_term a, az_term b) {
  return v->is_signed ? az_bv_sle(c->store, a, b) : az_bv_ule(c->store, a, b);
}

static az_term claim(void *self, uint32_t r, const void *value, const az_state *state) {
  const cases *c = self;
  const map *m = (const map *)value + r;
  const az_tvar *v = c->rows[r].var, *history = c->rows[r].history;
  az_term x = state->values[v->at], g = state->values[history->at], any = az_false(c->store);
  if (m->top) return az_true(c->store);
  for (uint32_t i = 0; i < m->count; i++) {
    const interval_of *in = &m->cases[i];
    az_term all[] = {az_eq(c->store, g, az_bv(c->store, history->bits, in->key)),
                     at_most(c, v, az_bv_wide(c->store, v->bits, in->least), x),
                     at_most(c, v, x, az_bv_wide(c->store, v->bits, in->greatest))};
    any = az_or(c->store, any, az_and_n(c->store, all, 3));
  }
  return any;
}

/* The interval of that value of g, a new and empty one if it was not met before; NULL: too many. */
static interval_of *interval_at(map *m, uint64_t key) {
  for (uint32_t i = 0; i < m->count; i++)
    if (m->cases[i].key == key) return &m->cases[i];
  if (m->count == KEYS) return NULL;
  m->cases[m->count] = (interval_of){.key = key, .least = 1, .greatest = 0};
  return &m->cases[m->count++];
}

static bool join(interval_of *in, const az_tvar *v, az_wide x) {
  bool empty = in->least > in->greatest, below = x<in->least, above = x> in->greatest;
  if (empty) in->least = in->greatest = x;
  if (empty) return true;
  if (!below && !above) return false;
  bool widen = ++in->joins > JOINS;
  if (below) in->least = widen ? least_of(v) : x;
  if (above) in->greatest = widen ? greatest_of(v) : x;
  return true;
}

static bool improve(void *self, uint32_t r, void *value, const az_model *model,
                    const az_state *state) {
  const cases *c = self;
  const az_tvar *v = c->rows[r].var, *history = c->rows[r].history;
  map *m = (map *)value + r;
  uint64_t key;
  az_wide x;
  if (m->top ||
      !az_const_u64(c->store, model->value(model->ctx, state->values[history->at]), &key) ||
      !az_const_wide(c->store, model->value(model->ctx, state->values[v->at]), v->is_signed, &x))
    return false;
  interval_of *in = interval_at(m, key);
  if (in) return join(in, v, x);
  return m->top = true;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_bound(FILE *out, const az_tvar *v, az_wide bound) {
  if (v->is_signed)
    fprintf(out, "%lld", (long long)bound);
  else
    fprintf(out, "%llu", (unsigned long long)bound);
}

static char *print(void *self, uint32_t r, const void *value) {
  const az_tvar *v = ((cases *)self)->rows[r].var, *history = ((cases *)self)->rows[r].history;
  const map *m = (const map *)value + r;
  char *text = NULL;
  size_t size;
  FILE *out = m->top ? NULL : open_memstream(&text, &size);
  if (!out) return NULL;
  if (!m->count) fprintf(out, "0");
  for (uint32_t i = 0; i < m->count; i++) {
    const interval_of *in = &m->cases[i];
    bool one = in->least == in->greatest;
    fprintf(out, "%s(%s == %llu && %s %s ", i ? " || " : "", history->name,
            (unsigned long long)in->key, v->name, one ? "==" : ">=");
    print_bound(out, v, in->least);
    if (!one) fprintf(out, " && %s <= ", v->name);
    if (!one) print_bound(out, v, in->greatest);
    fprintf(out, ")");
  }
  fclose(out);
  return text;
}

/* ---- the module ------------------------------------------------------------------------------ */

static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "last_store");
}

static const az_domain_ops operations = {
    .open = open_cases,
    .close = close_cases,
    .row_count = row_count,
    .row = row_at,
    .value_new = value_new,
    .value_copy = value_copy,
    .value_free = value_free,
    .value_top = value_top,
    .claim = claim,
    .improve = improve,
    .print = print,
    .observe = observe,
};

AZ_MODULE(cases) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "cases", "1.0"),
    .summary = "bounds of integer variables for each value of a history variable",
    AZ_MODULE_OPERATIONS(operations),
};
