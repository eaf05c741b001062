/* Causes that withhold a proof, searched for only when there is a proof: an order of operands that
 * matters (evaluation_order.c), and values that only an optimiser knows to be constant. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/clang.h"
#include "frontend/bitcode/function_trees.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/source/evaluation_order.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct orders {
  az_late_causes public; /* first member */
  az_frontend_options options;
  az_arena *arena;
  const az_program *program;
  const char *contract;
  az_cause causes[4];
  uint32_t count;
  const char *constants; /* the answer of ask_optimiser */
  const char *unchecked; /* the answer of fe_unchecked_constants */
  bool asked, tests_constants;
} orders;

/* Returns whether the files mention __builtin_constant_p, also by a macro that forms that name. */
static bool tests_constants(fe_build *build) {
  bool found = false;
  for (size_t i = 0; i < build->options->file_count && !found; i++) {
    char *text = fe_source_text(build, build->options->files[i]);
    found = text && strstr(text, "constant_p");
    free(text);
  }
  return found;
}

/* Compiles the program for an optimiser: the bitcode then has the calls of __builtin_constant_p
 * that clang's front end does not decide. They are 0 in unoptimised code, perhaps 1 otherwise. */
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
    answer = "it is not known which values are constant for an optimiser";
  } else {
    for (LLVMValueRef f = LLVMGetFirstFunction(build.module); f; f = LLVMGetNextFunction(f)) {
      const char *name = fe_name_of(o->arena, f);
      if (name && fe_starts(name, "llvm.is.constant") && LLVMGetFirstUse(f))
        answer = "may depend on which values are constant for an optimiser (__builtin_constant_p)";
    }
  }
  fe_build_close(&build);
  return answer;
}

static void note(orders *o, const char *text, unsigned forbids) {
  if (text) o->causes[o->count++] = (az_cause){text, {.file = AZ_NONE}, forbids};
}

static const az_cause *find(az_late_causes *self, bool all_return, uint32_t *count) {
  orders *o = (orders *)self;
  o->count = 0;
  if (o->tests_constants && !o->asked) o->constants = ask_optimiser(o);
  if (!o->asked) o->unchecked = fe_unchecked_constants(&o->options, o->arena);
  o->asked = true;
  note(o, o->constants, AZ_FORBIDS_PROOFS);
  note(o, o->unchecked, AZ_FORBIDS_PROOFS);
  for (uint32_t i = 0; i < o->program->cause_count && o->count < 3; i++)
    if (!o->program->causes[i].forbids) note(o, o->program->causes[i].text, 0);
  const fe_order_question q = {o->program, o->contract, o->options.classes, all_return,
                               o->options.any_order};
  note(o, fe_order_matters(&q, o->arena), o->options.any_order ? AZ_FORBIDS_PROOFS : 0);
  *count = o->count;
  return o->causes;
}

az_late_causes *fe_orders(fe_build *build, const az_program *p) {
  bool all = true;
  for (size_t i = 0; i < build->options->file_count; i++)
    all &= fe_is_bitcode(build->options->files[i]);
  if (all) return NULL;
  orders *o = AZ_NEW(build->arena, orders);
  *o = (orders){.public.find = find,
                .options = *build->options,
                .arena = build->arena,
                .program = p,
                .contract = build->contract,
                .tests_constants = tests_constants(build)};
  return &o->public;
}
