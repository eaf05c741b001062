/* Gives each row the least parameter that the abstract state at its loop head allows: bounds of
 * numeric rows, targets of pointers, claims. Rows of other forms get no parameter. */
#include "kleene_rows.h"
#include "ansatz/found_claims.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Computes bounds of a row's expression in a state. */
static bool bounds_of(const kleene *k, const void *state, az_term e, az_wide *least,
                      az_wide *greatest) {
  if (az_sort_width(az_sort_of(k->analysis->equations->context.store, e)) > AZ_FACTS_BITS)
    return false;
  az_facts f = k->analysis->transfer.ops->facts(k->analysis->transfer.self, state, e, true);
  *least = f.least;
  *greatest = f.greatest;
  return !f.none;
}

/* Sets each row to its least bound at its loop head; to bottom if the head is not reached. */
static void set_bounds(kleene *k, const az_domain *d, const az_numeric_facet *rows, void *value) {
  uint32_t count = d->ops->row_count(d->self);
  for (uint32_t r = 0; r < count; r++) {
    const void *state;
    az_state at = {.view = d->ops->row(d->self, r).view};
    if (!az_analysis_state(k->analysis, at.view, &state, &at.values))
      d->ops->value_top(d->self, value, r);
    if (!state || (k->only && state != k->only)) continue;
    az_wide least, greatest, low, bound;
    rows->range(d->self, r, &least, &greatest);
    if (!bounds_of(k, state, rows->expression(d->self, r, &at), &low, &bound)) bound = greatest;
    rows->set_bound(d->self, r, value, bound < greatest ? bound : greatest);
  }
}

/* Lists the pointer's targets as objects of the formula (stb_ds); returns false if unknown. */
static bool targets_of(kleene *k, uint32_t view, const void *state, uint32_t pointer,
                       az_target **out) {
  const az_transfer_ops *ops = k->analysis->transfer.ops;
  uint32_t count = 0;
  const uint32_t *all = ops->pointers.leads_to ? ops->pointers.leads_to(k->analysis->transfer.self,
                                                                        state, pointer, &count)
                                               : NULL;
  for (uint32_t i = 0; all && i < count; i++) {
    az_target t = {.live = all[i] && k->analysis->equations->context.targets[all[i] - 1].lasts};
    if (all[i]) t.instance = az_analysis_instance(k->analysis, view, all[i] - 1, &t.any);
    bool is_new = true;
    for (size_t n = 0; n < arrlenu(*out) && is_new; n++)
      if ((*out)[n].instance == t.instance)
        is_new = false, (*out)[n].any |= t.any, (*out)[n].live &= t.live;
    if (t.instance == AZ_NONE) return false;
    if (is_new) arrput(*out, t);
  }
  return all != NULL;
}

/* Sets the targets of each pointer at the row's loop head. */
static void set_pointers(kleene *k, const az_domain *d, const az_pointer_facet *rows, void *value) {
  const az_transfer_context *context = &k->analysis->equations->context;
  for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++) {
    const az_term *values;
    const void *state;
    uint32_t at = rows->pointer(d->self, r)->at, view = d->ops->row(d->self, r).view;
    bool known = az_analysis_state(k->analysis, view, &state, &values);
    if (known && !state) continue; /* not reached: bottom */
    if (k->only && state != k->only) continue;
    az_target *targets = NULL;
    uint32_t pointer = state ? context->var_of(context, values[at]) : AZ_NONE;
    if (pointer != AZ_NONE && targets_of(k, view, state, pointer, &targets)) {
      az_wide offset = 0, least, greatest;
      bool one = bounds_of(k, state, values[at + 1], &least, &greatest) && least == greatest;
      if (one) offset = least;
      uint64_t number = (uint64_t)offset;
      rows->set_targets(d->self, r, value, targets, (uint32_t)arrlenu(targets),
                        one && offset >= 0 ? &number : NULL);
    } else {
      d->ops->value_top(d->self, value, r);
    }
    arrfree(targets);
  }
}

typedef struct claim_list {
  const kleene *kleene;
  az_subst *formals;
  bool *known;     /* by abstract variable: the view has it */
  az_term *claims; /* stb_ds */
  char **texts;    /* stb_ds */
  bool foreign;    /* the claim mentions variables that the view does not have */
} claim_list;

static void note_variable(void *ctx, az_term var) {
  claim_list *list = ctx;
  const az_transfer_context *context = &list->kleene->analysis->equations->context;
  uint32_t v = context->var_of(context, var);
  if (v != AZ_NONE && !list->known[v]) list->foreign = true;
}

/* Adds a claim, unless it mentions variables that the loop neither changes nor reads. */
static void add_claim(void *ctx, az_term claim, const char *text) {
  claim_list *list = ctx;
  list->foreign = false;
  az_free_vars(list->kleene->analysis->equations->context.store, &claim, 1, note_variable, list);
  if (list->foreign) return;
  arrput(list->claims, az_subst_apply(list->formals, claim));
  arrput(list->texts, az_strdup(text));
}

/* Returns the variable in a pointer's offset that is counted in units
 * (az_abstract_variable.unit). */
static az_term variable_in(const az_store *store, az_term value) {
  bool product = az_kind_of(store, value) == AZ_K_BV_MUL;
  return !product                                          ? value
         : az_is_const(store, az_operand(store, value, 0)) ? az_operand(store, value, 1)
                                                           : az_operand(store, value, 0);
}

static az_term in_units(const az_transfer_context *context, uint32_t var, az_term formal) {
  const az_abstract_variable *v = &context->vars[var];
  return v->unit > 1 ? az_bv_sdiv(context->store, formal, az_bv(context->store, v->bits, v->unit))
                     : formal;
}

/* Adds the analysis's assumption that the pointer never points between elements. */
static void add_whole_units(claim_list *list, uint32_t var, az_term formal) {
  const az_transfer_context *context = &list->kleene->analysis->equations->context;
  const az_abstract_variable *v = &context->vars[var];
  az_store *s = context->store;
  az_term rest = az_bv_srem(s, formal, az_bv(s, v->bits, v->unit));
  const char *slash = strrchr(v->name, '/');
  int length = (int)(slash ? slash - v->name : (ptrdiff_t)strlen(v->name));
  char *text = az_asprintf("%.*s %% %u == 0", length, v->name, (uint32_t)v->unit);
  arrput(list->claims, az_eq(s, rest, az_bv(s, v->bits, 0)));
  arrput(list->texts, text);
}

static void set_claims_at(kleene *k, az_found_claims *f, void *value, uint32_t view) {
  const az_domain_context *shown = az_found_claims_context(f);
  const az_transfer_context *context = &k->analysis->equations->context;
  const az_term *values;
  const void *state;
  bool known = az_analysis_state(k->analysis, view, &state, &values);
  if (known && !state) return; /* the head is not reached: its rows stay bottom */
  claim_list list = {.kleene = k, .formals = az_subst_new(context->store)};
  list.known = az_calloc(context->var_count + 1, sizeof *list.known);
  for (uint32_t i = 0; state && i < shown->var_count; i++) {
    const az_tvar *v = &shown->vars[i];
    az_term formal = az_found_claims_formal(f, i);
    if (v->view != view || !formal) continue;
    az_term term = variable_in(context->store, values[v->at]);
    uint32_t var = context->var_of(context, term);
    if (var == AZ_NONE || list.known[var]) continue;
    list.known[var] = true;
    az_subst_bind(list.formals, term, in_units(context, var, formal));
    if (context->vars[var].unit > 1) add_whole_units(&list, var, formal);
    az_term index = context->vars[var].index;
    if (v->index && index != v->index &&
        az_sort_of(context->store, index) == az_sort_of(context->store, v->index))
      az_subst_bind(list.formals, index, v->index);
  }
  az_claim_sink sink = {add_claim, &list};
  if (state) k->analysis->transfer.ops->claims(k->analysis->transfer.self, state, &sink);
  uint32_t left_out = az_found_claims_set(
      f, value, view, list.claims, (const char *const *)list.texts, (uint32_t)arrlenu(list.claims));
  if (left_out) {
    char text[80];
    snprintf(text, sizeof text, "%u claims of the analysis were dropped for lack of rows",
             left_out);
    az_synthesis_note(k->synthesis, text);
  }
  for (size_t i = 0; i < arrlenu(list.texts); i++) free(list.texts[i]);
  arrfree(list.texts);
  arrfree(list.claims);
  az_subst_free(list.formals);
  free(list.known);
}

/* Sets the claims; the slots of each view are consecutive. */
static void set_claims(kleene *k, const az_domain *d, az_found_claims *f, void *value) {
  uint32_t count = d->ops->row_count(d->self), last = AZ_NONE;
  for (uint32_t r = 0; r < count; r++) {
    uint32_t view = d->ops->row(d->self, r).view;
    if (view != last) set_claims_at(k, f, value, view);
    last = view;
  }
}

void kleene_set_rows(kleene *k, const az_domain *d, void *value) {
  const az_facets facets = az_domain_facets(d);
  const az_inner_facet *inner = facets.inner;
  if (inner) {
    for (uint32_t i = 0; i < inner->count(d->self); i++)
      kleene_set_rows(k, inner->component(d->self, i), *inner->slot(d->self, value, i));
  } else if (facets.numeric) {
    set_bounds(k, d, facets.numeric, value);
  } else if (facets.pointers) {
    set_pointers(k, d, facets.pointers, value);
  } else if (k->only) { /* claims of iterates would create new terms */
  } else if (facets.found_claims) {
    set_claims(k, d, facets.found_claims, value);
  } else { /* the form of these rows cannot express the analysis's result */
    for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++)
      d->ops->value_top(d->self, value, r);
  }
}

void kleene_build_rows(kleene *k, const az_domain *d) {
  const az_facets facets = az_domain_facets(d);
  const az_inner_facet *inner = facets.inner;
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++)
    kleene_build_rows(k, inner->component(d->self, i));
  for (uint32_t r = 0, n = d->ops->row_count(d->self); !inner && facets.numeric && r < n; r++) {
    const void *state;
    az_state at = {.view = d->ops->row(d->self, r).view};
    if (az_analysis_state(k->analysis, at.view, &state, &at.values))
      (void)facets.numeric->expression(d->self, r, &at);
  }
}
