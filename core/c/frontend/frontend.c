/* az_frontend: compiles, links, translates what the entry reaches, and analyses it. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/function_trees.h"
#include "frontend/leaks.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "frontend/functions/functions.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Copies a vector's content to the arena. */
static void *freeze(fe *f, void *vector, size_t count, size_t size) {
  void *copy = az_arena_alloc(f->arena, (count ? count : 1) * size);
  if (count) memcpy(copy, vector, count * size);
  return copy;
}
#define FREEZE(field, vector, count_field)                                                         \
  (f->p->count_field = (uint32_t)arrlenu(vector),                                                  \
   f->p->field = freeze(f, vector, arrlenu(vector), sizeof *(vector)))

static void mark_indexed(fe *f) {
  for (size_t t = 0; t < arrlenu(f->types); t++) {
    az_type_info *type = &f->types[t];
    if (type->kind != AZ_T_ARRAY) continue;
    type->is_indexed = f->indexes_bytes;
    for (size_t i = 0; i < arrlenu(f->indexed); i++)
      type->is_indexed |= type->count == f->indexed[i].count &&
                          f->types[type->element].bytes == f->indexed[i].bytes;
  }
}

static void finish(fe *f) {
  mark_indexed(f);
  uint32_t *counts = az_calloc(arrlenu(f->functions) + 1, sizeof *counts);
  for (size_t i = 0; i < arrlenu(f->objects); i++)
    if (f->objects[i].kind >= AZ_OBJ_LOCAL) counts[f->objects[i].function]++;
  for (size_t i = 0; i < arrlenu(f->functions); i++)
    f->functions[i].locals = AZ_NEWN(f->arena, uint32_t, counts[i] + 1);
  for (size_t i = 0; i < arrlenu(f->objects); i++)
    if (f->objects[i].kind >= AZ_OBJ_LOCAL) {
      az_function *owner = &f->functions[f->objects[i].function];
      owner->locals[owner->local_count++] = (uint32_t)i;
    }
  free(counts);
  FREEZE(types, f->types, type_count);
  FREEZE(objects, f->objects, object_count);
  FREEZE(functions, f->functions, function_count);
  FREEZE(checks, f->checks, check_count);
  FREEZE(causes, f->causes, cause_count);
  FREEZE(unknowns, f->unknowns, unknown_count);
  FREEZE(warnings, f->warnings, warning_count);
  FREEZE(files, f->files, file_count);
}

static void release(fe *f) {
  arrfree(f->types);
  arrfree(f->objects);
  arrfree(f->functions);
  arrfree(f->checks);
  arrfree(f->causes);
  arrfree(f->unknowns);
  arrfree(f->warnings);
  arrfree(f->files);
  arrfree(f->pending);
  arrfree(f->is_wrapper);
  arrfree(f->check_names);
  shfree(f->check_counts);
  arrfree(f->initialised);
  arrfree(f->late);
  for (size_t i = 0; i < arrlenu(f->texts); i++) {
    free(f->texts[i].text);
    arrfree(f->texts[i].lines);
  }
  arrfree(f->texts);
  shfree(f->type_keys);
  shfree(f->file_keys);
  shfree(f->noted);
  hmfree(f->di_types);
  hmfree(f->llvm_types);
  hmfree(f->object_of);
  hmfree(f->object_at);
  hmfree(f->function_of);
  hmfree(f->model_of);
  hmfree(f->first_site);
  hmfree(f->block_objects);
  arrfree(f->indexed);
  hmfree(f->constant);
  fe_forget_jumps(f);
  fe_function_trees_close(&f->trees);
}

/* Numbers the instructions of each function (az_first_counted). */
static void number_sites(fe *f) {
  uint32_t site = 0;
  for (LLVMValueRef fn = LLVMGetFirstFunction(f->module); fn; fn = LLVMGetNextFunction(fn)) {
    assert(hmgeti(f->first_site, fn) < 0); /* sites ascend through the module */
    hmput(f->first_site, fn, site);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i)) site++;
  }
}

bool az_frontend_is_arbitrary(const az_frontend_options *options) {
  return options->function && !options->is_harness && strcmp(options->function, "main") != 0;
}

static LLVMValueRef find_entry(const fe_build *build) {
  const char *name = build->options->contract_count ? FE_CONTRACT_ENTRY
                     : build->options->function     ? build->options->function
                                                    : "main";
  LLVMValueRef entry = LLVMGetNamedFunction(build->module, name);
  bool takes = entry && build->options->is_harness && LLVMCountParams(entry);
  if (takes)
    az_fail(build->err, AZ_ERR_INPUT, "%s: the harness %s has parameters (--function takes it)",
            build->options->files[0], name);
  if (takes || (entry && !LLVMIsDeclaration(entry))) return takes ? NULL : entry;
  const char *file = build->options->files[0];
  if (build->options->function)
    az_fail(build->err, AZ_ERR_INPUT, "%s: no function %s is defined", file,
            build->options->function);
  else
    az_fail(build->err, AZ_ERR_INPUT, "%s: no main function (--function NAME starts elsewhere)",
            file);
  return NULL;
}

/* Translates the module to the program. */
static bool translate(const fe_build *build, az_program *p, LLVMValueRef entry) {
  fe front = {.build = build,
              .options = build->options,
              .arena = build->arena,
              .err = build->err,
              .context = build->context,
              .module = build->module,
              .p = p,
              .store = p->store,
              .layout = LLVMGetModuleDataLayout(build->module)};
  fe *f = &front;
  fe_types_open(f);
  for (size_t i = 0; i < arrlenu(build->unread); i++) fe_unread(f, build->unread[i]);
  for (size_t i = 0; i < build->options->removed_count; i++) {
    const char *nowhere = fe_not_removed(build, i);
    if (nowhere) fe_warn(f, "no function %s is defined, whose body could be removed", nowhere);
  }
  for (size_t i = 0; i < arrlenu(build->shadowed); i++)
    fe_warn(f, "%s is not taken: a file before it defines the function", build->shadowed[i]);
  number_sites(f);
  fe_find_jumps(f);
  bool ok = fe_translate_start(f, entry) == AZ_OK;
  if (ok) finish(f);
  release(f);
  return ok;
}

az_program *az_frontend(const az_frontend_options *options, az_store *store, az_error *err) {
  az_error own = {0};
  if (!err) err = &own;
  if (options->file_count == 0) {
    az_fail(err, AZ_ERR_INPUT, "no input file");
    return NULL;
  }
  assert(!options->contract_count || az_frontend_is_arbitrary(options));
  az_arena *arena = az_arena_new();
  az_program *p = AZ_NEW(arena, az_program);
  fe_build build = fe_build_open(options, arena, err);
  bool ok = fe_load(&build) == AZ_OK;
  if (ok) fe_choose_error(&build);
  LLVMValueRef entry = ok ? find_entry(&build) : NULL;
  *p = (az_program){.arena = arena,
                    .store = store,
                    .pointer_bits = build.pointer_bits,
                    .contract = options->contract_name,
                    .bitcode = build.bitcode};
  if (entry) {
    p->checked = fe_checked(&build);
    p->late_causes = fe_orders(&build, p);
    fe_link_symbols(&build);
    fe_note_interposed(&build);
    ok = translate(&build, p, entry);
  }
  fe_build_close(&build);
  if (ok && entry && az_program_analyse(p, err) == AZ_OK) {
    fe_watch_loops(p, options->classes);
    az_program_passed(p, "analysis");
    if (options->classes >> AZ_C_TERMINATION & 1u) az_program_check_ends(p);
    if (options->witness_indices) az_program_add_witnesses(p);
    return p;
  }
  az_arena_free(arena);
  return NULL;
}

char *az_frontend_propose(const az_frontend_options *options, az_error *err) {
  az_arena *arena = az_arena_new();
  fe_build build = fe_build_open(options, arena, err);
  const char *text = fe_load(&build) == AZ_OK ? fe_propose_contract(&build) : NULL;
  char *copy = text ? az_strdup(text) : NULL;
  fe_build_close(&build);
  az_arena_free(arena);
  return copy;
}

void az_program_free(az_program *program) {
  if (program) az_arena_free(program->arena);
}

/* Returns the classes whose checks are added. An invalid access ends an execution, also of a loop
 * over memory, so termination needs the checks of accesses, too. Checks that the compiler adds as
 * branches are left out: a proof of termination would treat them as ends of executions. */
static uint32_t classes_to_read(uint32_t classes) {
  const uint32_t accesses = 1u << AZ_C_DEREF | 1u << AZ_C_FREE;
  return classes >> AZ_C_TERMINATION & 1u ? classes | accesses : classes;
}

void az_frontend_for(az_frontend_options *options, uint32_t classes, bool overflow_wraps) {
  options->classes = classes_to_read(classes);
  /* A loop that ends only because a counter wraps does not end in C. */
  options->overflow_gives_any = classes >> AZ_C_TERMINATION & 1u && !overflow_wraps;
}
