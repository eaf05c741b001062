/* What read.c calls for a file that is XML. */
#ifndef AZ_WITNESS_READ_GRAPHML_H
#define AZ_WITNESS_READ_GRAPHML_H

#include "witness/witness.h"

/* Fills the witness; an error with the line of the file `path`, whose text this is. */
az_status az_witness_read_graphml(az_witness *w, const char *path, const char *text, size_t size,
                                  az_error *err);

#endif
