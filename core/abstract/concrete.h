/* Maps call paths and objects of a concrete execution to those of a formula, step by step, for code
 * that follows a run of the program. It looks up names and creates none. */
#pragma once

#include "ssa/concrete.h"

/* An activation: its frame, and the call path as part of the names that belong to it. */
typedef struct az_concrete_frame {
  uint32_t frame; /* AZ_NONE: the formula has no such call path */
  uint32_t name;
} az_concrete_frame;

az_concrete_frame az_ssa_entry_frame(const az_ssa *ssa);
az_concrete_frame az_ssa_called_frame(const az_ssa *ssa, az_concrete_frame caller,
                                      uint32_t function, const az_stmt *call);
/* Returns the instance of a local, by its position among the function's locals. */
uint32_t az_ssa_local(const az_ssa *ssa, uint32_t in, uint32_t position);
/* Returns the instance of an allocation of that many bytes; 0 if the formula has none; AZ_NONE if
 * it has several (their number depends on how the formula was built). `in_loop`: the statement is
 * in a loop of the activation or of a waiting activation. */
uint32_t az_ssa_allocated(const az_ssa *ssa, az_concrete_frame in, const az_stmt *stmt,
                          bool in_loop, uint64_t size);
/* Returns a loop at a call path, an index into ssa->heads; AZ_NONE: the formula has none. */
uint32_t az_ssa_head(const az_ssa *ssa, uint32_t in, uint32_t loop);
