/* What the domains of nodes share: parameters that are finite relations, a few numbers, or any, for
 * each of a few keys. To `fields` the keys are values of one quantity, the numbers those of another
 * that were met with it; to `heap` the objects that a pointer may lead to and the offsets there. */
#ifndef ANSATZ_RELATION_H
#define ANSATZ_RELATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct key_numbers {
  uint64_t key;
  bool any;          /* number: there are none in the list */
  uint64_t *numbers; /* stb_ds, ascending */
  uint32_t identity; /* heap's own: the object part's high bits, or any of them, */
  bool live;         /* and whether the array of who lives says that this one does */
} key_numbers;

typedef struct relation {
  bool top;
  key_numbers *keys; /* stb_ds, ascending; none: bottom */
} relation;

/* A value of a domain, all relations bottom, and its copy. */
typedef struct relations {
  relation *rows;
  uint32_t count;
} relations;

relations *relations_new(uint32_t count);

/* Is the key there? Its place, or that where it would be, in *at. */
bool relation_find(const relation *r, uint64_t key, size_t *at);
/* Beyond `most` numbers it is any. False: nothing changed. */
bool related_join(key_numbers *to, uint64_t number, uint32_t most);
void related_set_any(key_numbers *to);

/* Operations of a domain whose values are these. */
void *relations_copy(void *self, const void *value);
void relations_free(void *self, void *value);
void relations_set_top(void *self, void *value, uint32_t row);

#endif
