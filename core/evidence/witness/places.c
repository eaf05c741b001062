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

az_loc az_place_of_first_value(const az_program *p, const az_stmt *live, const az_source *source) {
  az_loc loc = {.file = AZ_NONE};
  const az_object *o =
      live->kind == AZ_S_LIVE && live->object < p->object_count ? &p->objects[live->object] : NULL;
  if (!o || o->kind != AZ_OBJ_LOCAL || !o->name || !source) return loc;
  if (!o->type || p->types[o->type].kind != AZ_T_INT || p->types[o->type].is_bool) return loc;
  size_t at = az_source_behind_declaration(source, o->name, o->loc.line);
  if (at == SIZE_MAX) return loc;
  loc.file = o->loc.file;
  az_source_position(source, at, &loc.line, &loc.column);
  return loc;
}
