/* The program once more, with the compiler's checks for undefined behaviour (UndefinedBehavior-
 * Sanitizer): it is a part of clang's front end, so that the C files have to be compiled again.
 * Used by replay (docs/soundness.md 8). Checks that LLVM's instructions suffice for are not among
 * these: replay/undefined.c makes them, for bitcode inputs, too. */
#include "frontend/checked.h"
#include "frontend/link.h"
#include <string.h>
#include <sys/stat.h>

/* Code as without optimisation, but with what an optimiser is told of the types of accesses
 * (metadata `tbaa`), and no macro that tells the program. */
#define AS_OPTIMISED                                                                               \
  "-O1", "-Xclang", "-disable-llvm-passes", "-fstrict-aliasing", "-U__OPTIMIZE__",                 \
      "-D__NO_INLINE__=1"

/* Code as without optimisation, but with what an optimiser is told of the types of accesses
 * (metadata `tbaa`); macros do not tell the program. */
#define ACCESS_TYPES                                                                               \
  "-O1", "-Xclang", "-disable-llvm-passes", "-fstrict-aliasing", "-U__OPTIMIZE__",                 \
      "-D__NO_INLINE__=1"

static const char *const always[] = {
    "-fsanitize=array-bounds,null,alignment,bool,enum,vla-bound,pointer-overflow,builtin,"
    "nonnull-attribute,returns-nonnull-attribute", AS_OPTIMISED,
    NULL};
static const char *const with_overflow[] = {
    "-fsanitize=array-bounds,null,alignment,bool,enum,vla-bound,pointer-overflow,builtin,"
    "nonnull-attribute,returns-nonnull-attribute,shift-base,signed-integer-overflow", AS_OPTIMISED,
    NULL};

typedef struct checked {
  az_checked_build build; /* first */
  az_frontend_options options;
  az_arena *arena;
  const char *path;
  bool tried;
} checked;

static const char *compile(az_checked_build *build, bool signed_overflow) {
  checked *c = (checked *)build;
  if (c->tried) return c->path;
  c->tried = true;
  const char *folder = az_arena_printf(c->arena, "%s/checked", c->options.work_folder);
  mkdir(folder, 0777);
  c->options.work_folder = folder;
  az_error error = {0};
  az_program program = {.arena = c->arena,
                        .pointer_bits = c->options.data_model == AZ_LP64 ? 64 : 32};
  fe front = {.options = &c->options,
              .arena = c->arena,
              .err = &error,
              .p = &program,
              .sanitizers = signed_overflow ? with_overflow : always};
  front.context = LLVMContextCreate();
  if (fe_load(&front) == AZ_OK) c->path = program.bitcode;
  if (front.module) LLVMDisposeModule(front.module);
  LLVMContextDispose(front.context);
  return c->path;
}

az_checked_build *fe_checked(const fe *f) {
  bool any = false;
  for (size_t i = 0; i < f->options->file_count; i++) {
    const char *file = f->options->files[i];
    size_t n = strlen(file);
    any |= n < 3 || strcmp(file + n - 3, ".bc") != 0;
  }
  if (!any) return NULL;
  checked *c = AZ_NEW(f->arena, checked);
  *c = (checked){.build.compile = compile, .options = *f->options, .arena = f->arena};
  return &c->build;
}
