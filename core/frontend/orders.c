/* Whether the order of operands matters (evaluation_order.c) is asked late: only where something is
 * proved. The compiler then writes the syntax trees of the program's C files. */
#include "frontend/clang.h"
#include "frontend/evaluation_order.h"
#include "frontend/orders.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct orders {
  az_orders public; /* first */
  az_frontend_options options;
  az_arena *arena;
  const char *other_error, *answer;
  bool asked;
} orders;

static bool is_bitcode(const char *file) {
  size_t n = strlen(file);
  return n > 2 && !strcmp(file + n - 3, ".bc");
}

/* The whole file, in the arena; NULL: it cannot be read. */
static char *content(az_arena *arena, const char *path) {
  FILE *in = fopen(path, "rbe");
  if (!in) return NULL;
  struct stat st;
  char *text = NULL;
  if (fstat(fileno(in), &st) == 0) {
    size_t size = (size_t)st.st_size;
    text = az_arena_alloc(arena, size + 1);
    if (fread(text, 1, size, in) != size) text = NULL;
  }
  fclose(in);
  return text;
}

/* The tree of a file; NULL: there is none. */
static fe_syntax_node *tree_of(fe *f, uint32_t file, az_arena *text) {
  const char *path = fe_compile(f, f->options->files[file], file, NULL);
  char *dump = path ? content(text, path) : NULL;
  return dump ? fe_read_syntax(dump) : NULL;
}

static const char *look(orders *o) {
  const char *folder = az_arena_printf(o->arena, "%s/trees", o->options.work_folder);
  mkdir(folder, 0777);
  o->options.work_folder = folder;
  az_error error = {0};
  az_arena *text = az_arena_new();
  az_program program = {.arena = text};
  fe front = {
      .options = &o->options, .arena = text, .err = &error, .p = &program, .dumps_syntax = true};
  fe_syntax_node **trees = NULL;
  const char *answer = NULL;
  for (uint32_t i = 0; !answer && i < o->options.file_count; i++) {
    if (is_bitcode(o->options.files[i])) continue;
    fe_syntax_node *tree = tree_of(&front, i, text);
    if (tree)
      arrput(trees, tree);
    else
      answer =
          az_arena_printf(o->arena, "whether the order of operands matters is not known of %s: %s",
                          o->options.files[i],
                          error.status ? error.message : "clang's syntax tree is not understood");
  }
  const char *entry = o->options.function ? o->options.function : "main";
  fe_order_question question = {.trees = trees,
                                .entry = entry,
                                .classes = o->options.classes,
                                .arbitrary_entry = strcmp(entry, "main") != 0,
                                .other_error = o->other_error};
  if (!answer) answer = fe_order_matters(&question, o->arena);
  for (size_t i = 0; i < arrlenu(trees); i++) arrfree(trees[i]);
  arrfree(trees);
  az_arena_free(text);
  return answer;
}

static const char *differ(az_orders *self) {
  orders *o = (orders *)self;
  if (!o->asked) o->answer = look(o);
  o->asked = true;
  return o->answer;
}

az_orders *fe_orders(const fe *f) {
  bool all = true;
  for (size_t i = 0; i < f->options->file_count; i++) all &= is_bitcode(f->options->files[i]);
  if (all) return NULL;
  orders *o = AZ_NEW(f->arena, orders);
  *o = (orders){.public.differ = differ,
                .options = *f->options,
                .arena = f->arena,
                .other_error = f->other_error};
  return &o->public;
}
