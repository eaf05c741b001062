/* Non-relational abstract domains: every variable has an abstract value of its own, from a lattice
 * that is all that such a domain writes. A public helper: states, transfer functions and printing
 * are the same for all of them. Cells of arrays are smashed: an array has one value that all its
 * cells satisfy. */
#ifndef ANSATZ_NONRELATIONAL_H
#define ANSATZ_NONRELATIONAL_H

#include "ansatz/transfer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Abstract values: at most this many bytes, compared by memcmp where `equal` is not given; all
 * bytes zero: bottom. */
#define AZ_LATTICE_BYTES 80

typedef struct az_lattice az_lattice;
struct az_lattice {
  size_t bytes;
  /* The best value that satisfies the facts (of a variable of that width and sign), and what a
   * value says. */
  void (*from_facts)(const az_lattice *lattice, void *value, const az_facts *facts, uint32_t bits,
                     bool is_signed);
  az_facts (*to_facts)(const void *value, uint32_t bits, bool is_signed);
  bool (*included)(const void *a, const void *b);
  void (*join)(void *a, const void *b);
  void (*meet)(void *a, const void *b);
  void (*widen)(void *a, const void *b, const az_thresholds *thresholds, uint32_t bits,
                bool is_signed); /* NULL: join, the lattice has no long chains */
  void (*narrow)(void *a, const void *b, uint32_t bits, bool is_signed); /* NULL: meet */
  /* "[0,9]", "e", "T", "_|_"; caller frees. */
  char *(*print)(const az_lattice *lattice, const void *value, uint32_t bits, bool is_signed);
  /* The claim that x has the value, x a term of `bits` bits; its text is that of `print`. NULL:
   * what its facts say. */
  az_term (*claim)(az_store *store, const void *value, az_term x, bool is_signed);
};

/* The `open` of such a domain calls this. The lattice is a constant table, or, where it has
 * parameters, the first member of a structure with them: `owned`, freed when the domain is closed.
 */
void *az_nonrelational_open(const az_transfer_context *context, const az_lattice *lattice,
                            void *owned);
/* The abstract value of a variable in a state (AZ_LATTICE_BYTES at most). */
const void *az_nonrelational_value(void *self, const void *state, uint32_t var);
/* For domains that have some transfer functions of their own: the variable gets the value (bottom:
 * the state becomes bottom, unless the variable stands for several); what was given as `owned`. */
void az_nonrelational_set(void *self, void *state, uint32_t var, const void *value);
void *az_nonrelational_owned(void *self);

/* A domain fills its az_transfer_ops with these and its own `open`. */
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

/* Defines `transfer`, these operations for a lattice that is a constant table. */
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

#ifdef __cplusplus
}
#endif
#endif
