/* A start value for another strategy, from an analysis along the control flow. Each row gets the
 * least bound, among numbers in the analysis's claims, that follows from the claims at its loop
 * head. This is the abstraction of the analysis's state in the rows' domain, which the solver
 * computes without the loop. The other strategy continues from there: if the start is not
 * inductive, it joins the models that violate it, as it does from bottom. So the start affects only
 * time and precision: bounds do not fall below it. Rows about which the analysis claims nothing
 * start at bottom. */
#include "ansatz/analysis.h"
#include "ansatz/arena.h"
#include "ansatz/strategy.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

#define SHARE 0.3 /* share of the time for computing the start */
enum { MOST_READS = 8, MOST_NUMBERS = 64 };

typedef struct seeded {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_analysis *analysis; /* NULL: no analysis, and so no start value */
  const az_desc *after;
  void *strategy; /* the strategy that continues */
  bool begun;
} seeded;

/* The analysis's claims at a view. */
typedef struct view_claims {
  const seeded *of;
  az_term *claims;  /* stb_ds */
  az_wide *numbers; /* stb_ds: numbers in the claims, and their neighbours; in the end, ascending */
} view_claims;

/* ---- claims ---------------------------------------------------------------------------------- */

static az_store *store_of(const seeded *s) {
  return az_synthesis_store(s->synthesis);
}

static void add_number(view_claims *w, az_wide n) {
  for (size_t i = 0; i < arrlenu(w->numbers); i++)
    if (w->numbers[i] == n) return;
  if (arrlenu(w->numbers) < MOST_NUMBERS) arrput(w->numbers, n);
}

typedef struct walk {
  const az_store *store;
  view_claims *numbers; /* NULL if not needed */
  az_term *reads;       /* stb_ds: indices of selects */
} walk;

static void add_read(walk *w, az_term at) {
  for (size_t i = 0; i < arrlenu(w->reads); i++)
    if (w->reads[i] == at) return;
  if (arrlenu(w->reads) < MOST_READS) arrput(w->reads, at);
}

static void visit(walk *w, az_term claim) {
  az_visit *cone = az_visit_new(w->store, AZ_VISIT_POST);
  az_visit_add(cone, claim);
  for (az_term t; (t = az_visit_next(cone));) {
    az_kind kind = az_kind_of(w->store, t);
    az_wide n;
    bool is_number = w->numbers && kind == AZ_K_CONST && az_const_wide(w->store, t, true, &n);
    for (az_wide by = -1; is_number && by <= 1; by++) {
      add_number(w->numbers, n + by);
      add_number(w->numbers, -n + by);
    }
    if (kind == AZ_K_SELECT) add_read(w, az_operand(w->store, t, 1));
  }
  az_visit_free(cone);
}

static void hear(void *ctx, az_term claim, const char *text) {
  (void)text;
  view_claims *w = ctx;
  arrput(w->claims, claim);
  walk all = {.store = store_of(w->of), .numbers = w};
  visit(&all, claim);
  arrfree(all.reads);
}

static int by_value(const void *a, const void *b) {
  az_wide x = *(const az_wide *)a, y = *(const az_wide *)b;
  return (x > y) - (x < y);
}

/* Adds a claim, and its instances for the indices that are read. */
static void add_instances(const seeded *s, az_term claim, const az_term *reads, az_term **out) {
  const az_transfer_context *context = &s->analysis->equations->context;
  az_store *store = context->store;
  arrput(*out, claim);
  for (size_t r = 0; r < arrlenu(reads); r++) {
    az_subst *subst = az_subst_new(store);
    for (uint32_t v = 0; v < context->var_count; v++) {
      az_term index = context->vars[v].index;
      if (index && az_sort_of(store, index) == az_sort_of(store, reads[r]))
        az_subst_bind(subst, index, reads[r]);
    }
    az_term instance = az_subst_apply(subst, claim);
    if (instance != claim) arrput(*out, instance);
    az_subst_free(subst);
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns whether the row follows from the claims. */
static bool follows(const seeded *s, const view_claims *w, uint32_t row, const void *value,
                    const az_state *at, double deadline) {
  const az_domain *d = s->domain;
  az_store *store = store_of(s);
  az_term claim = d->ops->claim(d->self, row, value, at);
  if (az_is_true(store, claim)) return true;
  walk reads = {.store = store};
  visit(&reads, claim);
  az_term *assumed = NULL;
  for (size_t i = 0; i < arrlenu(w->claims); i++)
    add_instances(s, w->claims[i], reads.reads, &assumed);
  arrput(assumed, az_not(store, claim));
  az_answer answer = az_synthesis_check(s->synthesis, assumed, arrlenu(assumed), deadline);
  arrfree(assumed);
  arrfree(reads.reads);
  return answer == AZ_UNSAT;
}

/* Sets the row to the least number that bounds the row; if none does, the row stays bottom. */
static void seed_row(const seeded *s, const az_numeric_facet *rows, const view_claims *w,
                     uint32_t row, const az_state *at, void *value, double deadline) {
  const az_domain *d = s->domain;
  az_wide least, greatest;
  rows->range(d->self, row, &least, &greatest);
  void *tried = d->ops->value_copy(d->self, value);
  size_t low = 0, high = arrlenu(w->numbers);
  while (high && w->numbers[high - 1] >= greatest) high--;
  while (low < high && w->numbers[low] < least) low++;
  size_t none = high;
  bool any = false;
  /* Tries the largest number first, since most rows have no bound and then cost only one query. */
  for (size_t k = high; low < high; k = low + (high - low) / 2) {
    size_t number = any ? k : none - 1;
    rows->set_bound(d->self, row, tried, w->numbers[number]);
    bool bounded = follows(s, w, row, tried, at, deadline);
    if (!any && !bounded) break;
    any = true;
    if (bounded)
      high = number;
    else
      low = number + 1;
  }
  if (any && high < none) {
    rows->set_bound(d->self, row, value, w->numbers[high]);
    az_synthesis_why(s->synthesis, row, "analysis");
  }
  d->ops->value_free(d->self, tried);
}

static void seed_view(const seeded *s, const az_numeric_facet *rows, uint32_t view, void *value,
                      double deadline) {
  const az_domain *d = s->domain;
  az_state at = {.view = view};
  const az_transfer *t = &s->analysis->transfer;
  const void *state;
  if (!az_analysis_state(s->analysis, view, &state, &at.values) || !state ||
      t->ops->is_bottom(t->self, state))
    return;
  view_claims w = {.of = s};
  az_claim_sink sink = {hear, &w};
  t->ops->claims(t->self, state, &sink);
  if (w.numbers) qsort(w.numbers, arrlenu(w.numbers), sizeof *w.numbers, by_value);
  for (uint32_t r = 0, n = d->ops->row_count(d->self);
       r < n && az_synthesis_clock(s->synthesis) < deadline; r++) {
    az_row row = d->ops->row(d->self, r);
    if (row.view == view && !row.is_transition) seed_row(s, rows, &w, r, &at, value, deadline);
  }
  arrfree(w.claims);
  arrfree(w.numbers);
}

static void seed(const seeded *s, void *value, double deadline) {
  const az_domain *d = s->domain;
  const az_numeric_facet *rows = az_domain_facets(d).numeric;
  uint32_t *done = NULL;
  for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++) {
    uint32_t view = d->ops->row(d->self, r).view;
    bool again = false;
    for (size_t i = 0; i < arrlenu(done); i++) again = again || done[i] == view;
    if (again) continue;
    arrput(done, view);
    seed_view(s, rows, view, value, deadline);
  }
  arrfree(done);
}

/* ---- the strategy ---------------------------------------------------------------------------- */

static void close_seeded(void *self) {
  seeded *s = self;
  const az_strategy_ops *ops = s->after ? s->after->module->operations : NULL;
  if (s->strategy && ops->close) ops->close(s->strategy);
  free(s);
}

static void *open_seeded(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  seeded *s = az_calloc(1, sizeof *s);
  s->synthesis = synthesis;
  s->domain = az_synthesis_domain(synthesis);
  az_desc *const *domain, *const *after;
  az_desc_modules(options, "analysis", &domain);
  az_desc_modules(options, "after", &after);
  az_analyses *analyses = az_synthesis_analyses(synthesis);
  az_error why = {.status = AZ_OK};
  if (analyses) s->analysis = az_analyses_open(analyses, domain[0], NULL, &why);
  if (why.status != AZ_OK && why.status != AZ_ERR_RESOURCE) {
    az_fail(err, why.status, "%s", why.message);
    close_seeded(s);
    return NULL;
  }
  s->after = after[0];
  s->strategy =
      ((const az_strategy_ops *)after[0]->module->operations)->open(synthesis, after[0], err);
  if (s->strategy) return s;
  close_seeded(s);
  return NULL;
}

static az_step seeded_step(void *self, void *value, double deadline) {
  seeded *s = self;
  if (s->begun) return az_synthesis_step(s->synthesis, s->after, s->strategy, value, deadline);
  s->begun = true;
  double now = az_synthesis_clock(s->synthesis),
         end = deadline > 0 ? now + SHARE * (deadline - now) : now + 1;
  az_error why = {.status = AZ_OK};
  if (!s->analysis) return AZ_STEP_IMPROVED;
  if (az_analysis_solve(s->analysis, end, &why) == AZ_OK)
    seed(s, value, end);
  else
    az_synthesis_note(s->synthesis, why.message);
  return AZ_STEP_IMPROVED;
}

static const az_strategy_ops operations = {.needs = AZ_NEEDS_NUMERIC,
                                           .open = open_seeded,
                                           .close = close_seeded,
                                           .step = seeded_step,
                                           .after = "after"};

static const az_option options[] = {
    {.name = "analysis",
     .type = AZ_OPT_DOMAIN,
     .summary = "the domain that is run along the control flow: segments{ .. }, interval(), ..",
     .required = true},
    {.name = "after",
     .type = AZ_OPT_STRATEGY,
     .summary = "the strategy that continues from the result of the analysis",
     .required = true},
    {0}};

AZ_MODULE(seeded) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "seeded", "1.0"),
    .summary = "starts another strategy from the bounds of an analysis along the control flow",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
