/* Constants [kildall1973]: a variable has one known value, or any value. */
#include "ansatz/found_claims.h"
#include "ansatz/nonrelational.h"
#include <string.h>

typedef struct constant {
  enum { BOTTOM, ONE, ANY } is;
  uint32_t pad[3]; /* explicit padding: values are compared as bytes */
  az_wide value;   /* ONE */
} constant;

static void from_facts(const az_lattice *lattice, void *value, const az_facts *facts, uint32_t bits,
                       bool is_signed) {
  (void)lattice, (void)bits, (void)is_signed;
  constant *c = value;
  if (facts->none) return;
  c->is = az_facts_is_value(facts, &c->value) ? ONE : ANY;
}

static az_facts to_facts(const void *value, uint32_t bits, bool is_signed) {
  const constant *c = value;
  if (c->is == BOTTOM) return az_facts_none();
  return c->is == ONE ? az_facts_value(c->value) : az_facts_any(bits, is_signed);
}

static bool included(const void *x, const void *y) {
  const constant *a = x, *b = y;
  return a->is == BOTTOM || b->is == ANY || (a->is == b->is && a->value == b->value);
}

static void join(void *x, const void *y) {
  constant *a = x;
  if (included(y, x)) return;
  if (a->is == BOTTOM)
    *a = *(const constant *)y;
  else
    *a = (constant){.is = ANY};
}

static void meet(void *x, const void *y) {
  constant *a = x;
  if (included(x, y)) return;
  if (a->is == ANY)
    *a = *(const constant *)y;
  else
    *a = (constant){.is = BOTTOM};
}

static char *print(const az_lattice *lattice, const void *value, uint32_t bits, bool is_signed) {
  (void)lattice, (void)bits, (void)is_signed;
  const constant *c = value;
  if (c->is != ONE) return az_strdup(c->is == ANY ? "T" : "_|_");
  return c->value > INT64_MAX ? az_asprintf("%llu", (unsigned long long)c->value)
                              : az_asprintf("%lld", (long long)c->value);
}

static const az_lattice lattice = {
    .bytes = sizeof(constant),
    .from_facts = from_facts,
    .to_facts = to_facts,
    .included = included,
    .join = join,
    .meet = meet,
    .print = print,
};

AZ_NONRELATIONAL_TRANSFER(lattice);

AZ_FOUND_CLAIMS_DOMAIN(transfer, "kleene");

AZ_MODULE(constant) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "constant", "1.0"),
    .summary = "variables with one value, along the control flow",
    AZ_MODULE_OPERATIONS(operations),
};
