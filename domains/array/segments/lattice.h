/* Operations of az_transfer_ops on states of the segmentation functor. */
#ifndef SEGMENTS_LATTICE_H
#define SEGMENTS_LATTICE_H

#include "segments.h"

void *state_top(void *self);
void *state_copy(void *self, const void *from);
void state_free(void *self, void *s);
void state_set_bottom(void *self, void *s);
bool state_is_bottom(void *self, const void *s);
bool state_included(void *self, const void *a, const void *b);
void state_join(void *self, void *a, const void *b);
void state_widen(void *self, void *a, const void *b, const az_thresholds *thresholds);
void state_meet(void *self, void *a, const void *b);
void state_restart(void *self, void *s);
void state_narrow(void *self, void *a, const void *b);
/* Returns whether the segmentation includes the state's segmentation of the array. */
bool state_array_within(const segments *d, const state *s, uint32_t array, const segmentation *in);

#endif
