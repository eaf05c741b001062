/* States of zones along the control flow, and their order. */
#ifndef ZONES_STATE_H
#define ZONES_STATE_H

#include "differences.h"
#include "interval_lattice.h"

typedef struct zones {
  const az_transfer_context *context;
  void *intervals;
  uint32_t most;
} zones;

typedef struct state {
  void *bounds;
  differences *of;
} state;

/* A difference that is no smaller, either way, comes from the ends of wide types, and says nothing.
 */
#define ZONES_LARGEST ((az_wide)1 << 62)

/* Operations of az_transfer_ops. */
void *zones_top(void *self);
void *zones_copy(void *self, const void *from);
void zones_free(void *self, void *s);
bool zones_is_bottom(void *self, const void *s);
void zones_set_bottom(void *self, void *s);
bool zones_included(void *self, const void *a, const void *b);
void zones_join(void *self, void *a, const void *b);
void zones_meet(void *self, void *a, const void *b);
void zones_widen(void *self, void *a, const void *b, const az_thresholds *thresholds);
void zones_narrow(void *self, void *a, const void *b);

/* Can differences speak of the variable? */
bool zones_has_differences(const zones *z, uint32_t v);
/* What the bounds alone say of x - y; the least known d with x - y <= d. */
az_wide zones_by_bounds(const zones *z, const state *s, uint32_t x, uint32_t y);
az_wide zones_distance(const zones *z, const state *s, uint32_t x, uint32_t y);
/* x - y <= d, and what follows. */
void zones_require(zones *z, state *s, uint32_t x, uint32_t y, az_wide d);
/* What new bounds of a variable say of those that are related to it. */
void zones_propagate(zones *z, state *s, uint32_t v);

#endif
