/* Equalities and disequalities: x == y and x != y for pairs of variables of one view and type, if
 * the loop changes at least one of the two; x == 0 and x != 0 for each variable that the loop
 * changes (2LS's equality domain). Pointers are equal if object and offset are. There are no rows
 * for floats, on which C's == is not an equivalence. */
#include "ansatz/claims.h"
#include <string.h>

typedef struct pair {
  const az_tvar *x, *y; /* y NULL: zero */
  bool differ;
} pair;

static bool has_rows(const az_tvar *var) {
  return (var->kind == AZ_TV_INT || var->kind == AZ_TV_POINTER) && !var->auxiliary;
}

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  const pair *p = data;
  az_store *store = context->store;
  az_term equal = az_true(store);
  for (uint32_t part = 0; part < az_tvar_terms(p->x); part++) {
    az_term x = state->values[p->x->at + part];
    az_term y = p->y ? state->values[p->y->at + part] : az_zero_of(store, az_sort_of(store, x));
    equal = az_and(store, equal, az_eq(store, x, y));
  }
  return p->differ ? az_not(store, equal) : equal;
}

static void add(az_claims *c, const az_tvar *x, const az_tvar *y) {
  az_arena *arena = az_claims_arena(c);
  for (int differ = 0; differ < 2; differ++) {
    pair *p = AZ_NEW(arena, pair);
    *p = (pair){.x = x, .y = y, .differ = differ};
    az_claims_add(
        c, x->view, claim, p,
        az_arena_printf(arena, "%s %s %s", x->name, differ ? "!=" : "==", y ? y->name : "0"));
  }
}

/* Pointers to different types are compared, too, since C programs cast them. */
static bool comparable(const az_tvar *x, const az_tvar *y) {
  return x->view == y->view && has_rows(y) && x->kind == y->kind && x->bits == y->bits &&
         x->is_signed == y->is_signed && (x->changes || y->changes);
}

static void *open_equality(const az_domain_context *context, const az_desc *options,
                           az_error *err) {
  (void)err;
  az_claims *c = az_claims_new(context);
  bool all = !strcmp(az_desc_string(options, "pairs"), "all"), zero = az_desc_bool(options, "zero");
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *x = &context->vars[i];
    if (!has_rows(x)) continue;
    if (zero && x->changes) add(c, x, NULL);
    for (uint32_t k = i + 1; k < context->var_count; k++)
      if (comparable(x, &context->vars[k]) && (all || az_tvars_related(context, i, k)))
        add(c, x, &context->vars[k]);
  }
  return c;
}

static uint32_t asks(const az_desc *options) {
  return strcmp(az_desc_string(options, "pairs"), "related") ? 0 : AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {
    .open = open_equality, .observe = az_observe_numbers, .asks = asks, AZ_CLAIMS_OPS};

static const az_option equality_options[] = {
    {.name = "pairs",
     .type = AZ_OPT_ENUM,
     .summary = "pairs of variables: all, or those related by data or control flow",
     .initial = "related",
     .choices = (const char *const[]){"all", "related", NULL}},
    {.name = "zero",
     .type = AZ_OPT_BOOL,
     .summary = "also compare variables with 0 and pointers with NULL",
     .initial = "true"},
    {0}};

AZ_MODULE(equality) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "equality", "1.0"),
    .summary = "equalities and disequalities of variables of one type: x == y, x != y, p != 0",
    .options = equality_options,
    AZ_MODULE_OPERATIONS(operations),
};
