/* A look at a YAML file before it is loaded. */
#ifndef ANSATZ_YAML_NESTING_H
#define ANSATZ_YAML_NESTING_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True unless its lists and mappings nest deeper than any task file's, or it has aliases, which
 * repeat what they name as often as they like: libyaml takes quadratic time for the one, and who
 * walks the document exponential time for the other. The file is read from its start, and is at its
 * start afterwards. */
bool az_yaml_is_plain(FILE *file);

#ifdef __cplusplus
}
#endif
#endif
