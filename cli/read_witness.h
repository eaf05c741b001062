/* Files from other tools: witnesses. */
#pragma once

#include "witness/witness.h"

/* Returns NULL and sets err unless the file can be read and is YAML 2.0 or GraphML 1.0. */
az_witness *az_witness_read(const char *path, az_error *err);
/* Reads an XML file: fills the witness from the file's text. */
az_status az_witness_read_graphml(az_witness *w, const char *path, const char *text, size_t size,
                                  az_error *err);
