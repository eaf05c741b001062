/* Private to the solver bridge: lowering of terms to the sorts of a back end. Lowering is a
 * function of the term alone (and of the definitions so far), shared by all instances of the back
 * end. It introduces `special` variables, whose facts must be part of every query with these
 * variables; the bridge adds them when such a variable first reaches an instance ("activation",
 * solver.c). */
#pragma once

#include "ansatz/solver.h"

typedef enum az_special_kind {
  AZ_SPECIAL_READ,     /* the element of array variable `base` at `index` */
  AZ_SPECIAL_DEFINED,  /* equals `definition` */
  AZ_SPECIAL_ABSTRACT, /* abstracts `original`: nothing is known about it */
} az_special_kind;

typedef struct az_special {
  az_special_kind kind;
  az_term var;        /* bool or bv (or float, if the back end has floats) */
  az_term base;       /* READ: the array variable */
  az_term index;      /* READ: lowered */
  az_term definition; /* DEFINED: lowered */
  az_term original;   /* ABSTRACT: the abstracted term; READ: 0 */
} az_special;

typedef struct az_lowering az_lowering;

az_lowering *az_lowering_new(az_store *store, uint32_t features);
void az_lowering_free(az_lowering *l);

/* Returns the lowered term, or AZ_NO_TERM if the deadline (on az_clock; 0: none) passes before. A
 * later call goes on with what is lowered. */
az_term az_lower(az_lowering *l, az_term t, double deadline);
/* Returns the lowered term of `t` if it was lowered before, else AZ_NO_TERM. */
az_term az_lowered(const az_lowering *l, az_term t);
/* Returns the lowered element of `array` at `index`, a lowered term. */
az_term az_lower_read(az_lowering *l, az_term array, az_term index);
/* Makes the variable a name for the definition: later lowering expands the name. */
void az_lowering_define(az_lowering *l, az_term var, az_term definition);
az_term az_definition(const az_lowering *l, az_term var); /* AZ_NO_TERM: none */
/* Returns the record of a special variable, valid until the next lowering; NULL if it has none. */
const az_special *az_special_of(const az_lowering *l, az_term var);
/* Returns the variable that abstracts the term; AZ_NO_TERM if it is not abstracted. */
az_term az_abstraction_of(const az_lowering *l, az_term t);
/* Returns the bits of a float variable that was lowered; AZ_NO_TERM if there are none. */
az_term az_float_variable_bits(const az_lowering *l, az_term var);

/* Returns whether two indices differ in every state (array_elim.c): x + 1 and x + 2, 3 and 4. */
bool az_always_differ(const az_store *store, az_term i, az_term j);

/* model.c: evaluation of terms of any sort under the back end's model. */
typedef struct az_model az_model;

typedef struct az_model_source {
  az_store *store;
  const az_lowering *lowering;
  uint32_t features;
  void *ctx;
  bool (*active)(void *ctx, az_term var);   /* whether the variable has reached this instance */
  az_term (*value)(void *ctx, az_term var); /* the back end's value */
  /* Returns the number of READs of an array variable in this instance, and their variables. */
  size_t (*reads)(void *ctx, az_term base, const az_term **vars);
} az_model_source;

az_model *az_model_new(const az_model_source *source);
void az_model_free(az_model *m);
void az_model_reset(az_model *m); /* forgets the values, for a new model */
az_term az_model_value(az_model *m, az_term t);
az_term az_model_known(const az_model *m, az_term t); /* AZ_NO_TERM: not computed yet */
/* Returns the value of the original term, with abstracted terms computed from their operands. *sure
 * becomes false if some value could not be computed. */
az_term az_model_exact(az_model *m, az_term t, bool *sure);
