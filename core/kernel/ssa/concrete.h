/* Ghost cells after events of a concrete execution, for code that follows a run of the program.
 * Names are looked up; none is created. */
#pragma once

#include "ssa/ssa.h"

/* An event of a concrete execution. Terms are constants; AZ_NO_TERM: not part of the event. */
typedef struct az_concrete_event {
  az_ghost_event_kind kind;
  const az_stmt *stmt;
  uint32_t frame;
  bool own; /* ENTER, BACK: the event is of the loop that the cell belongs to */
  az_term pointer, value, size, happens;
} az_concrete_event;
/* Returns a ghost cell after an event. */
az_term az_ssa_ghost_after(const az_ssa *ssa, uint32_t cell, const az_concrete_event *event,
                           az_term old);
