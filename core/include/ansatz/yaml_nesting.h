/* A check of YAML files before they are loaded. */
#ifndef ANSATZ_YAML_NESTING_H
#define ANSATZ_YAML_NESTING_H

#include "ansatz/linkage.h"
#include <stdbool.h>
#include <stdio.h>

AZ_BEGIN_C

/* Returns false if there are aliases, or lists and mappings nest deeper than in any task file.
 * libyaml takes quadratic time for deep nesting; aliases, which repeat their target, make a
 * traversal exponential. Reads the file from its start and rewinds it. */
bool az_yaml_is_plain(FILE *file);

AZ_END_C
#endif
