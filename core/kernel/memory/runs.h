/* Blocks of bytes that are runs of elements. */
#pragma once

#include "memory/memory_internal.h"

/* Returns a number of bytes or elements, pointer_bits wide. */
static inline az_term az_memory_number(const az_memory *m, uint64_t n) {
  return az_bv(m->s, m->p->pointer_bits, n);
}
/* Returns the byte, repeated `times` times. */
az_term az_memory_repeat_byte(az_store *s, az_term byte, uint32_t times);
/* Returns an element of the leaf that consists of copies of the byte. */
az_term az_memory_repeat_in(az_memory *m, const az_leaf *leaf, az_term byte,
                            const az_memory_report *report);
/* Copies `size` bytes from the sources to the destinations. Returns false, without effect, if not
 * all are runs of one layout, or if the block is short. */
bool az_runs_copy(az_mem *s, const targets *dst, const targets *src, az_term size,
                  const az_memory_report *report);
/* Sets `size` bytes. Returns false, without effect, if these bytes form no run or are few. */
bool az_runs_fill(az_mem *s, const target *t, az_term byte, az_term size,
                  const az_memory_report *report);
