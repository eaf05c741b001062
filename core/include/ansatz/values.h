/* Values of domains whose rows each have one parameter, of a fixed size: a value is an array of
 * parameters. Bottom is the parameter whose bytes are all zero. */
#ifndef ANSATZ_VALUES_H
#define ANSATZ_VALUES_H

#include "ansatz/arena.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Defines the operations value_new, value_copy and value_free of a domain. `row_count`: the
 * domain's operation of that name. */
#define AZ_VALUES(parameter, row_count)                                                            \
  static void *value_new(void *self) {                                                             \
    return az_array_new(row_count(self), sizeof(parameter));                                       \
  }                                                                                                \
  static void *value_copy(void *self, const void *value) {                                         \
    return memcpy(value_new(self), value, row_count(self) * sizeof(parameter));                    \
  }                                                                                                \
  static void value_free(void *self, void *value) {                                                \
    (void)self;                                                                                    \
    free(value);                                                                                   \
  }                                                                                                \
  _Static_assert(sizeof(parameter) > 0, "a parameter")

#endif
