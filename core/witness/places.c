/* Files are compared by their last name: a witness may come from another folder. */
#include "witness/places.h"
#include <string.h>

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool az_place_is(const az_program *p, const az_witness_place *place, az_loc loc) {
  if (loc.file >= p->file_count || loc.line != place->line) return false;
  if (strcmp(last_name(p->files[loc.file]), last_name(place->file)) != 0) return false;
  return !place->column || !loc.column || place->column == loc.column;
}
