/* Whether the order of operands matters (evaluation_order.c) is asked late: only where something is
 * proved. The compiler then writes the syntax trees of the program's C files. What an optimiser
 * knows to be constant is asked there, too. */
#include "frontend/bitcode/orders.h"
#include "frontend/bitcode/clang.h"
#include "frontend/bitcode/dumped_trees.h"
#include "frontend/bitcode/link.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/source/evaluation_order.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct orders {
  az_late_causes public; /* first */
  az_frontend_options options;
  az_arena *arena;
  const char *other_error;
  az_cause causes[2];
  uint32_t count;
  bool asked, ordered, tests_constants;
} orders;

/* Do the files speak of __builtin_constant_p? */
static bool tests_constants(fe_build *build) {
  bool found = false;
  for (size_t i = 0; i < build->options->file_count && !found; i++) {
    char *text = fe_source_text(build, build->options->files[i]);
    found = text && strstr(text, "__builtin_constant_p");
    free(text);
  }
  return found;
}

/* __builtin_constant_p(x) is 0 in bitcode that is not optimised, and may be 1 elsewhere, unless the
 * front end of the compiler knows. Written for an optimiser, the bitcode has the question. */
static const char *ask_optimiser(orders *o) {
  static const char *const options[] = {
      "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-D__NO_INLINE__=1", NULL};
  const char *answer = NULL;
  az_frontend_options again = o->options;
  again.work_folder = az_arena_printf(o->arena, "%s/optimised", again.work_folder);
  mkdir(again.work_folder, 0777);
  az_error error = {0};
  fe_build build = fe_build_open(&again, o->arena, &error);
  build.sanitizers = options;
  if (fe_load(&build) != AZ_OK) {
    answer = "what an optimiser knows to be constant is not known";
  } else {
    for (LLVMValueRef f = LLVMGetFirstFunction(build.module); f; f = LLVMGetNextFunction(f)) {
      const char *name = fe_name_of(o->arena, f);
      if (name && fe_starts(name, "llvm.is.constant") && LLVMGetFirstUse(f))
        answer = "may depend on what an optimiser knows to be constant (__builtin_constant_p)";
    }
  }
  fe_build_close(&build);
  return answer;
}

/* Does a tree have it, which the text may have spelled by macros? */
static bool trees_test_constants(fe_syntax_node **trees) {
  for (size_t i = 0; i < arrlenu(trees); i++)
    for (size_t n = 0; n < arrlenu(trees[i]); n++)
      if (!strcmp(trees[i][n].kind, "DeclRefExpr") &&
          strstr(trees[i][n].text, "'__builtin_constant_p'"))
        return true;
  return false;
}

static void note(orders *o, const char *text, unsigned forbids) {
  if (text) o->causes[o->count++] = (az_cause){text, {.file = AZ_NONE}, forbids};
}

static void look(orders *o) {
  az_arena *text = az_arena_new();
  const char *why = NULL, *answer = NULL;
  const char **texts = NULL;
  fe_syntax_node **trees = fe_dump_trees(&o->options, text, &texts, &why);
  const char *entry = o->options.function ? o->options.function : "main";
  fe_order_question question = {.trees = trees,
                                .texts = texts,
                                .entry = entry,
                                .classes = o->options.classes,
                                .arbitrary_entry = strcmp(entry, "main") != 0,
                                .any_order = o->options.any_order,
                                .other_error = o->other_error};
  if (why)
    answer =
        az_arena_printf(o->arena, "whether the order of operands matters is not known of %s", why);
  else
    answer = fe_order_matters(&question, o->arena);
  note(o, answer, o->options.any_order ? AZ_FORBIDS_PROOFS : 0);
  if (!o->tests_constants && trees_test_constants(trees))
    note(o, ask_optimiser(o), AZ_FORBIDS_PROOFS);
  fe_free_trees(trees);
  arrfree(texts);
  az_arena_free(text);
}

static const az_cause *find(az_late_causes *self, uint32_t *count) {
  orders *o = (orders *)self;
  if (!o->asked && o->tests_constants) note(o, ask_optimiser(o), AZ_FORBIDS_PROOFS);
  if (!o->asked && !o->ordered) look(o);
  o->asked = true;
  *count = o->count;
  return o->causes;
}

az_late_causes *fe_orders(fe_build *build) {
  bool constants = tests_constants(build);
  if (build->calls_ordered && !constants) return NULL;
  bool all = true;
  for (size_t i = 0; i < build->options->file_count; i++)
    all &= fe_is_bitcode(build->options->files[i]);
  if (all) return NULL;
  orders *o = AZ_NEW(build->arena, orders);
  *o = (orders){.public.find = find,
                .options = *build->options,
                .arena = build->arena,
                .ordered = build->calls_ordered,
                .tests_constants = constants,
                .other_error = build->other_error};
  return &o->public;
}
