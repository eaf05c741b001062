/* Which unit of core/library defines a function, and the types of the C library's functions. */
#include "frontend/models.h"
#include <string.h>

const fe_unit *fe_unit_of(const char *function, unsigned bits) {
  for (size_t i = 0; i < fe_unit_count; i++)
    for (const char *name = fe_units[i].names; fe_units[i].bits == bits && *name;
         name += strlen(name) + 1)
      if (!strcmp(name, function)) return &fe_units[i];
  return NULL;
}

const char *fe_prototype_of(const char *function, unsigned bits) {
  for (size_t i = 0; i < fe_prototype_count; i++)
    if (fe_prototypes[i].bits == bits && !strcmp(fe_prototypes[i].name, function))
      return fe_prototypes[i].type;
  return NULL;
}
