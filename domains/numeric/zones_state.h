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

/* Differences at least as large as this, in either direction, come from limits of wide types. */
#define ZONES_LARGEST ((az_wide)1 << 62)

static inline bool zones_is_bottom(void *self, const void *s) {
  return az_nonrelational_is_bottom(((zones *)self)->intervals, ((const state *)s)->bounds);
}

/* Operations of az_transfer_ops. */
void *zones_top(void *self);
void *zones_copy(void *self, const void *from);
void zones_free(void *self, void *s);
void zones_set_bottom(void *self, void *s);
bool zones_included(void *self, const void *a, const void *b);
void zones_join(void *self, void *a, const void *b);
void zones_meet(void *self, void *a, const void *b);
void zones_widen(void *self, void *a, const void *b, const az_thresholds *thresholds);
void zones_narrow(void *self, void *a, const void *b);

/* Returns whether the variable may have differences. */
static inline bool zones_has_differences(const zones *z, uint32_t v) {
  return z->context->vars[v].kind == AZ_ABSTRACT_NUMBER && !z->context->vars[v].several;
}

static inline const interval *zones_bounds_of(const zones *z, const state *s, uint32_t v) {
  return az_nonrelational_value(z->intervals, s->bounds, v);
}

/* Returns the bound of x - y that follows from the bounds of x and y alone. */
static inline az_wide zones_by_bounds(const zones *z, const state *s, uint32_t x, uint32_t y) {
  return zones_bounds_of(z, s, x)->greatest - zones_bounds_of(z, s, y)->least;
}

/* Returns the least known d with x - y <= d. */
static inline az_wide zones_distance(const zones *z, const state *s, uint32_t x, uint32_t y) {
  az_wide d = zones_by_bounds(z, s, x, y);
  int64_t kept;
  if (x == y) return 0;
  return differences_find(s->of, x, y, &kept) && kept < d ? kept : d;
}

/* Adds x - y <= d and its consequences. */
void zones_require(zones *z, state *s, uint32_t x, uint32_t y, az_wide d);
/* Refines the variables that have differences with a variable whose bounds have changed. */
void zones_propagate(zones *z, state *s, uint32_t v);

#endif
