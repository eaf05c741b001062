/* Opens domains for abstract interpretation, and answers queries about their states. */
#include "ansatz/transfer.h"
#include "ansatz/allocate.h"
#include <stdlib.h>
#include <string.h>

/* Returns the first required operation that the table lacks; NULL: none. */
static const char *missing_operation(const az_transfer_ops *ops) {
#define SLOT(operation) {#operation, offsetof(az_transfer_ops, operation)}
  static const struct {
    const char *name;
    size_t offset;
  } slots[] = {SLOT(open),       SLOT(close),     SLOT(top),           SLOT(copy),   SLOT(free),
               SLOT(set_bottom), SLOT(is_bottom), SLOT(included),      SLOT(join),   SLOT(meet),
               SLOT(widen),      SLOT(narrow),    SLOT(add),           SLOT(remove), SLOT(rename),
               SLOT(assign),     SLOT(write),     SLOT(assume),        SLOT(facts),  SLOT(refine),
               SLOT(claims),     SLOT(print),     SLOT(print_variable)};
#undef SLOT
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
    void (*operation)(void);
    memcpy(&operation, (const char *)ops + slots[i].offset, sizeof operation);
    if (!operation) return slots[i].name;
  }
  return NULL;
}

az_status az_transfer_open(const az_transfer_context *context, const az_desc *desc,
                           az_transfer *out, az_error *err) {
  const az_domain_ops *ops = desc->module->operations;
  if (!ops->transfer) {
    return az_fail(
        err, AZ_ERR_INPUT,
        "the domain %s has no transfer functions: it cannot be run along the control flow",
        desc->module->name);
  }
  const char *missing = missing_operation(ops->transfer);
  if (missing)
    return az_fail(err, AZ_ERR_INPUT, "the transfer functions of the domain %s lack '%s'",
                   desc->module->name, missing);
  if (context->numbers && !ops->transfer->pointers.takes) context = context->numbers;
  *out = (az_transfer){.ops = ops->transfer};
  out->self = ops->transfer->open(context, desc, err);
  az_status status = az_desc_check(desc, err);
  if (status) az_transfer_close(out);
  return out->self ? AZ_OK : err->status;
}

void az_transfer_close(az_transfer *t) {
  if (t->self) t->ops->close(t->self);
  t->self = NULL;
}

const char *az_transfer_assumed(const az_transfer *t) {
  return t->ops->entry.assumed ? t->ops->entry.assumed(t->self) : NULL;
}

static az_facts asked(void *ctx, az_term leaf, bool is_signed) {
  const az_transfer_asked *a = ctx;
  return a->transfer->ops->facts(a->transfer->self, a->state, leaf, is_signed);
}

az_oracle az_transfer_oracle(az_transfer_asked *memory, const az_transfer *transfer,
                             const void *state) {
  *memory = (az_transfer_asked){transfer, state};
  return (az_oracle){asked, memory};
}

bool az_transfer_is_signed(void *context, az_term var) {
  const az_transfer_context *c = context;
  uint32_t v = c->var_of(c, var);
  return v == AZ_NONE || c->vars[v].is_signed;
}

az_truth az_transfer_at_most(const az_transfer *transfer, const void *state, const az_sum *a,
                             const az_sum *b) {
  az_truth t = AZ_MAYBE;
  if (transfer->ops->at_most) t = transfer->ops->at_most(transfer->self, state, a, b);
  if (t != AZ_MAYBE) return t;
  az_transfer_asked memory;
  az_oracle oracle = az_transfer_oracle(&memory, transfer, state);
  az_sum difference;
  if (!az_sum_add(b, a, -1, &difference)) return AZ_MAYBE;
  az_facts f = az_sum_facts(&difference, &oracle);
  return az_facts_nonnegative(&f);
}

/* ---- claims ---------------------------------------------------------------------------------- */

static void claim(const az_claim_sink *sink, az_term claim, const char *name, const char *relation,
                  az_wide bound) {
  bool is_large = bound > INT64_MAX;
  char *text = is_large ? az_asprintf("%s %s %llu", name, relation, (unsigned long long)bound)
                        : az_asprintf("%s %s %lld", name, relation, (long long)bound);
  sink->claim(sink->ctx, claim, text);
  free(text);
}

void az_facts_claims(az_store *store, const az_facts *f, az_term x, bool is_signed,
                     const char *name, const az_claim_sink *sink) {
  uint32_t bits = az_sort_width(az_sort_of(store, x));
  az_facts any = az_facts_any(bits, is_signed);
  if (f->none) {
    sink->claim(sink->ctx, az_false(store), "false");
    return;
  }
  az_term least = az_bv_wide(store, bits, f->least),
          greatest = az_bv_wide(store, bits, f->greatest);
  if (f->least == f->greatest) {
    claim(sink, az_eq(store, x, least), name, "==", f->least);
    return;
  }
  if (f->least > any.least)
    claim(sink, is_signed ? az_bv_sle(store, least, x) : az_bv_ule(store, least, x), name,
          ">=", f->least);
  if (f->greatest < any.greatest)
    claim(sink, is_signed ? az_bv_sle(store, x, greatest) : az_bv_ule(store, x, greatest), name,
          "<=", f->greatest);
  if (f->modulus <= 1 || f->modulus > INT64_MAX) return;
  /* x - least is not negative, and fits in bits + 1 bits. */
  const az_term least_x = az_bv_wide(store, bits + 1, any.least);
  const az_term above = az_bv_sub(store, az_resize(store, x, bits + 1, is_signed), least_x);
  az_wide rest = ((f->rest - any.least) % f->modulus + f->modulus) % f->modulus;
  const az_term wanted = az_bv_wide(store, bits + 1, rest);
  const az_term modulus = az_bv_wide(store, bits + 1, f->modulus);
  const az_term is_rest = az_eq(store, az_bv_urem(store, above, modulus), wanted);
  char *remainder = az_asprintf("%s mod %lld", name, (long long)f->modulus);
  claim(sink, is_rest, remainder, "==", f->rest);
  free(remainder);
}

static const char *name_of(void *ctx, az_term var) {
  const az_transfer_context *context = ctx;
  uint32_t v = context->var_of(context, var);
  return v == AZ_NONE ? az_var_name(context->store, var) : context->vars[v].name;
}

void az_sum_claim(const az_transfer_context *context, const az_sum *sum, bool equal,
                  const az_claim_sink *sink) {
  az_store *store = context->store;
  uint32_t bits = az_sum_bits(store, sum) + 1;
  az_term e = az_sum_term(store, sum, bits), zero = az_bv(store, bits, 0);
  char *text = az_sum_text(store, sum, name_of, (void *)(uintptr_t)context);
  char *line = az_asprintf("%s %s 0", text, equal ? "==" : ">=");
  sink->claim(sink->ctx, equal ? az_eq(store, e, zero) : az_bv_sle(store, zero, e), line);
  free(line);
  free(text);
}

char *az_abstract_value_name(const az_abstract_variable *v) {
  return v->kind == AZ_ABSTRACT_ARRAY ? az_asprintf("%s[#]", v->name) : az_strdup(v->name);
}

az_term az_abstract_value_term(az_store *store, const az_abstract_variable *v) {
  return v->kind == AZ_ABSTRACT_ARRAY ? az_select(store, v->term, v->index) : v->term;
}
