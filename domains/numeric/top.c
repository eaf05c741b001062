/* Top: nothing is known about any variable. Serves as the parameter of a functor. */
#include "ansatz/found_claims.h"
#include "ansatz/nonrelational.h"
#include <string.h>

typedef uint64_t reached; /* 0: bottom */

static void from_facts(const az_lattice *lattice, void *value, const az_facts *facts, uint32_t bits,
                       bool is_signed) {
  (void)lattice, (void)bits, (void)is_signed;
  *(reached *)value = !facts->none;
}

static az_facts to_facts(const void *value, uint32_t bits, bool is_signed) {
  return *(const reached *)value ? az_facts_any(bits, is_signed) : az_facts_none();
}

static bool included(const void *a, const void *b) {
  return *(const reached *)a <= *(const reached *)b;
}

static void join(void *a, const void *b) {
  *(reached *)a |= *(const reached *)b;
}

static void meet(void *a, const void *b) {
  *(reached *)a &= *(const reached *)b;
}

static char *print(const az_lattice *lattice, const void *value, uint32_t bits, bool is_signed) {
  (void)lattice, (void)bits, (void)is_signed;
  return az_strdup(*(const reached *)value ? "T" : "_|_");
}

static const az_lattice lattice = {
    .bytes = sizeof(reached),
    .from_facts = from_facts,
    .to_facts = to_facts,
    .included = included,
    .join = join,
    .meet = meet,
    .print = print,
};

AZ_NONRELATIONAL_TRANSFER(lattice);

AZ_FOUND_CLAIMS_DOMAIN(transfer, "kleene");

AZ_MODULE(top) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "top", "1.0"),
    .summary = "no information: for the parts of a functor, along the control flow",
    AZ_MODULE_OPERATIONS(operations),
};
