/* The memory that a part of a program reads and writes, as sets of slots, and whether the order of
 * two parts matters. A slot is a variable, or one of those below. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
  FE_SLOT_POINTED, /* the target of a pointer */
  FE_SLOT_TAKEN,   /* any variable to which a pointer may point; it also has its own slot */
  FE_SLOTS,
};

enum {
  FE_ENDS = 1,   /* may end the execution */
  FE_LOOPS = 2,  /* may never return */
  FE_CHECKS = 4, /* may violate the property */
};

typedef struct fe_effects {
  uint32_t *reads, *writes; /* ascending; stb_ds */
  unsigned flags;
} fe_effects;

void fe_effects_read(fe_effects *e, uint32_t slot);
void fe_effects_write(fe_effects *e, uint32_t slot);
/* Adds `more`; returns whether that changes the set. */
bool fe_effects_add(fe_effects *e, const fe_effects *more);
void fe_effects_free(fe_effects *e);
bool fe_effects_none(const fe_effects *e);
/* Returns whether one of them writes memory that the other one reads or writes. */
bool fe_effects_clash(const fe_effects *a, const fe_effects *b);
