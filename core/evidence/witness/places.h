/* Places of a witness in a program. */
#ifndef AZ_WITNESS_PLACES_H
#define AZ_WITNESS_PLACES_H

#include "witness/source.h"
#include "witness/source.h"
#include "witness/witness.h"

/* Is the location in the witness's file and line, and at its column where both have one? */
bool az_place_is(const az_program *p, const az_witness_place *place, az_loc loc);
/* Where the first value of a local integer, which its declaration does not set, can be told: line
 * 0: nowhere. `source`: that of the declaration, or NULL. */
az_loc az_place_of_first_value(const az_program *p, const az_stmt *live, const az_source *source);
/* The program's files, by number; without text: it cannot be read. stb_ds. */
az_source *az_sources_of(const az_program *p, az_arena *arena);

#endif
