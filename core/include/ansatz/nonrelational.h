/* Non-relational abstract domains, which give every variable an abstract value from a lattice. Such
 * a domain defines the lattice only; states, transfer functions and printing are implemented here,
 * as a public helper. Arrays are smashed: an array has one value that all its cells satisfy. */
#ifndef ANSATZ_NONRELATIONAL_H
#define ANSATZ_NONRELATIONAL_H

#include "ansatz/linkage.h"
#include "ansatz/transfer.h"

AZ_BEGIN_C

/* Greatest size of an abstract value in bytes. Values are compared by memcmp unless `equal` is
 * given; all bytes zero is bottom. */
#define AZ_LATTICE_BYTES 80

typedef struct az_lattice az_lattice;
struct az_lattice {
  size_t bytes;
  /* Compute the best abstract value of a variable of that width and sign from its facts, and the
   * facts of an abstract value. */
  void (*from_facts)(const az_lattice *lattice, void *value, const az_facts *facts, uint32_t bits,
                     bool is_signed);
  az_facts (*to_facts)(const void *value, uint32_t bits, bool is_signed);
  bool (*included)(const void *a, const void *b);
  void (*join)(void *a, const void *b);
  void (*meet)(void *a, const void *b);
  void (*widen)(void *a, const void *b, const az_thresholds *thresholds, uint32_t bits,
                bool is_signed); /* NULL: join, for a lattice without long chains */
  void (*narrow)(void *a, const void *b, uint32_t bits, bool is_signed); /* NULL: meet */
  /* Returns the value as text, "[0,9]", "e", "T", "_|_"; the caller frees it. */
  char *(*print)(const az_lattice *lattice, const void *value, uint32_t bits, bool is_signed);
  /* Returns the claim that x, a term of `bits` bits, has the value; the text of the claim is that
   * of `print`. If the slot is NULL, the value's facts are claimed. */
  az_term (*claim)(az_store *store, const void *value, az_term x, bool is_signed);
};

/* Opens such a domain. The lattice is a constant table or, if it has parameters, the first member
 * of a structure that contains them: `owned`, which is freed when the domain is closed. */
void *az_nonrelational_open(const az_transfer_context *context, const az_lattice *lattice,
                            void *owned);
/* Returns the abstract value of a variable in a state (at most AZ_LATTICE_BYTES). */
const void *az_nonrelational_value(void *self, const void *state, uint32_t var);
/* For domains that define some transfer functions themselves. az_nonrelational_set sets the value
 * of a variable; bottom makes the state bottom, unless the variable represents several variables.
 * az_nonrelational_owned returns the `owned` of open. */
void az_nonrelational_set(void *self, void *state, uint32_t var, const void *value);
void *az_nonrelational_owned(void *self);

/* A domain fills its az_transfer_ops with these operations and its own `open`. */
#define AZ_NONRELATIONAL_OPS                                                                       \
  .close = az_nonrelational_close, .top = az_nonrelational_top, .copy = az_nonrelational_copy,     \
  .free = az_nonrelational_free, .set_bottom = az_nonrelational_set_bottom,                        \
  .is_bottom = az_nonrelational_is_bottom, .included = az_nonrelational_included,                  \
  .join = az_nonrelational_join, .meet = az_nonrelational_meet, .widen = az_nonrelational_widen,   \
  .narrow = az_nonrelational_narrow, .add = az_nonrelational_add,                                  \
  .remove = az_nonrelational_remove, .rename = az_nonrelational_rename,                            \
  .assign = az_nonrelational_assign, .write = az_nonrelational_write,                              \
  .assume = az_nonrelational_assume, .facts = az_nonrelational_facts,                              \
  .refine = az_nonrelational_refine, .claims = az_nonrelational_claims,                            \
  .print = az_nonrelational_print, .print_variable = az_nonrelational_print_variable

/* Defines `transfer`: these operations, for a constant lattice table. */
#define AZ_NONRELATIONAL_TRANSFER(lattice)                                                         \
  static void *open_transfer(const az_transfer_context *context, const az_desc *options,           \
                             az_error *err) {                                                      \
    (void)options, (void)err;                                                                      \
    return az_nonrelational_open(context, &(lattice), NULL);                                       \
  }                                                                                                \
  static const az_transfer_ops transfer = {.open = open_transfer, AZ_NONRELATIONAL_OPS}

void az_nonrelational_close(void *self);
void *az_nonrelational_top(void *self);
void *az_nonrelational_copy(void *self, const void *state);
void az_nonrelational_free(void *self, void *state);
void az_nonrelational_set_bottom(void *self, void *state);
bool az_nonrelational_is_bottom(void *self, const void *state);
bool az_nonrelational_included(void *self, const void *a, const void *b);
void az_nonrelational_join(void *self, void *a, const void *b);
void az_nonrelational_meet(void *self, void *a, const void *b);
void az_nonrelational_widen(void *self, void *a, const void *b, const az_thresholds *thresholds);
void az_nonrelational_narrow(void *self, void *a, const void *b);
void az_nonrelational_add(void *self, void *state, uint32_t var, az_term length);
void az_nonrelational_remove(void *self, void *state, uint32_t var);
void az_nonrelational_rename(void *self, void *state, uint32_t from, uint32_t to);
void az_nonrelational_assign(void *self, void *state, uint32_t var, az_term value, bool weak);
void az_nonrelational_write(void *self, void *state, uint32_t array, az_term index, az_term behind,
                            az_term value, bool weak);
void az_nonrelational_assume(void *self, void *state, az_term condition);
az_facts az_nonrelational_facts(void *self, const void *state, az_term t, bool is_signed);
void az_nonrelational_refine(void *self, void *state, uint32_t var, az_facts facts);
void az_nonrelational_claims(void *self, const void *state, const az_claim_sink *sink);
char *az_nonrelational_print(void *self, const void *state);
char *az_nonrelational_print_variable(void *self, const void *state, uint32_t var);

AZ_END_C
#endif
