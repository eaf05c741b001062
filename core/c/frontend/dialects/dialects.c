/* The list of dialects. */
#include "frontend/dialects/dialect.h"
#include "ansatz/allocate.h"
#include <stdlib.h>
#include <string.h>

static const fe_dialect *const dialects[] = {&fe_cprover, &fe_esbmc};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

#define OWN "__ANSATZ_OWN_"

const char *fe_dialects_prelude(az_arena *arena) {
  /* Used for queries about memory (library/cprover.c), and for code that is not modelled. */
  char *text;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fputs("void __ansatz_unsupported(const char *);\n", out);
  for (size_t d = 0; d < DIALECTS; d++)
    for (size_t i = 0; i < dialects[d]->declared_count; i++) {
      const fe_declared *one = &dialects[d]->declared[i];
      fprintf(out, "#ifndef " OWN "%s\n%s\n#endif\n", one->name, one->text);
    }
  az_close_memstream(out);
  const char *prelude = az_arena_strdup(arena, text);
  free(text);
  return prelude;
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
