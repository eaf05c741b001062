/* The C files of the program, with their lines, as far as something asked for them. */
#include "frontend/bitcode/clang.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>
#include <string.h>
#include <unistd.h>

const struct fe_text *fe_text_named(fe *f, const char *name, unsigned length) {
  for (size_t i = 0; i < arrlenu(f->texts); i++)
    if (!strncmp(f->texts[i].file, name, length) && !f->texts[i].file[length]) return &f->texts[i];
  struct fe_text t = {.file = az_arena_printf(f->arena, "%.*s", (int)length, name)};
  bool is_read = f->options->is_harness; /* with the files that it includes */
  for (size_t i = 0; i < f->options->file_count && !is_read; i++)
    is_read = !strcmp(f->options->files[i], t.file);
  if (!is_read || access(t.file, R_OK) != 0) return NULL;
  t.text = fe_source_text((fe_build *)(uintptr_t)f->build, t.file);
  if (!t.text) return NULL;
  for (const char *line = t.text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
    arrput(t.lines, line);
  arrput(f->texts, t);
  return &arrlast(f->texts);
}
