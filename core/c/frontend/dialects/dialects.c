/* The list of dialects. */
#include "frontend/dialects/dialect.h"
#include <string.h>

static const fe_dialect *const dialects[] = {&fe_cprover, &fe_esbmc};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

#define OWN "__ANSATZ_OWN_"

const char *fe_dialects_prelude(az_arena *arena) {
  /* Used for queries about memory (library/cprover.c), and for code that is not modelled. */
  const char *text = "void __ansatz_unsupported(const char *);\n";
  for (size_t d = 0; d < DIALECTS; d++)
    for (size_t i = 0; i < dialects[d]->declared_count; i++) {
      const fe_declared *one = &dialects[d]->declared[i];
      text =
          az_arena_printf(arena, "%s#ifndef " OWN "%s\n%s\n#endif\n", text, one->name, one->text);
    }
  return text;
}

const char *fe_dialects_without(az_arena *arena, const char *name) {
  for (size_t d = 0; d < DIALECTS; d++)
    for (size_t i = 0; i < dialects[d]->declared_count; i++)
      if (!strcmp(dialects[d]->declared[i].name, name))
        return az_arena_printf(arena, "-D" OWN "%s", name);
  return NULL;
}

const char *fe_dialects_rewrite(az_arena *arena, const char *text) {
  const char *rewritten = NULL;
  for (size_t d = 0; d < DIALECTS; d++) {
    const char *from = rewritten ? rewritten : text;
    bool applies = dialects[d]->rewrite && strstr(from, dialects[d]->prefix);
    const char *to = applies ? dialects[d]->rewrite(arena, from) : NULL;
    if (to) rewritten = to;
  }
  return rewritten;
}
