/* Sets of constraints x - y <= d between numbered variables. A state of `zones` has such a set
 * beside the bounds of single variables. States share a set until one of them changes its own
 * copy. */
#ifndef DIFFERENCES_H
#define DIFFERENCES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct difference { /* x - y <= d */
  uint32_t x, y;
  int64_t d;
} difference;

typedef struct differences differences; /* NULL: none */

differences *differences_ref(differences *s);
void differences_free(differences *s);
uint32_t differences_count(const differences *s);
const difference *differences_at(const differences *s, uint32_t i); /* ordered by x, then y */
/* Returns false if the set has none for the pair. */
bool differences_find(const differences *s, uint32_t x, uint32_t y, int64_t *d);
/* Adds or replaces a constraint, unless the set would then have more than `most` constraints. */
void differences_put(differences **s, difference one, uint32_t most);
/* Keeps the constraints for which the predicate, which may change d, is true. */
void differences_filter(differences **s, bool (*keep)(void *ctx, difference *one), void *ctx);
void differences_forget(differences **s, uint32_t var);

#endif
