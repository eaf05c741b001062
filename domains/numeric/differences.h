/* Sets of constraints x - y <= d between variables by number: what a state of `zones` knows beside
 * the bounds of single variables. Sets are shared by states until one of them changes its own. */
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
/* False: the set has none for the pair. */
bool differences_find(const differences *s, uint32_t x, uint32_t y, int64_t *d);
/* Sets or replaces, where there is room for `most` in all. */
void differences_put(differences **s, difference one, uint32_t most);
/* Keeps what the predicate, which may change d, says. */
void differences_filter(differences **s, bool (*keep)(void *ctx, difference *one), void *ctx);
void differences_forget(differences **s, uint32_t var);

#endif
