/* Finite relations, the parameters of domains about nodes: they map each of a few keys to a few
 * numbers, or to any number. In `fields`, keys and numbers are values of quantities in the same
 * states. In `heap`, keys are objects that a pointer may point to, and numbers its offsets
 * there. */
#ifndef ANSATZ_RELATION_H
#define ANSATZ_RELATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct key_numbers {
  uint64_t key;
  bool any;                 /* any number: the list is empty */
  uint64_t *numbers;        /* stb_ds, ascending */
  uint32_t instance_number; /* for `heap`: the target's instance number, or any */
  bool live;                /* for `heap`: the target is live */
} key_numbers;

typedef struct relation {
  bool top;
  key_numbers *keys; /* stb_ds, ascending; none: bottom */
} relation;

/* A value of a domain. Initially, all relations are bottom. */
typedef struct relations {
  relation *rows;
  uint32_t count;
} relations;

relations *relations_new(uint32_t count);

/* Returns whether the key exists; *at is its index, or the index where it would be inserted. */
bool relation_find(const relation *r, uint64_t key, size_t *at);
/* Adds the number; with more than `most` numbers, the set becomes any. Returns false if nothing
 * changed. */
bool related_join(key_numbers *to, uint64_t number, uint32_t most);
void related_set_any(key_numbers *to);

/* Operations for domains with such values. */
void *relations_copy(void *self, const void *value);
void relations_free(void *self, void *value);
void relations_set_top(void *self, void *value, uint32_t row);

#endif
