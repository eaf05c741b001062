/* Files are compared by their last name: a witness may come from another folder. */
#include "witness/places.h"
#include <stb/stb_ds.h>
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

az_source *az_sources_of(const az_program *p, az_arena *arena) {
  az_source *sources = NULL;
  for (uint32_t i = 0; i < p->file_count; i++) {
    az_source source;
    az_error ignored = {.status = AZ_OK};
    if (az_source_read(&source, p->files[i], arena, &ignored)) source.text = NULL;
    arrput(sources, source);
  }
  return sources;
}
