/* Opens a build with its options, and frees the memory of the build that is not in its arena. */
#include "frontend/bitcode/build.h"
#include <stb/stb_ds.h>

fe_build fe_build_open(const az_frontend_options *options, az_arena *arena, az_error *err) {
  return (fe_build){.options = options,
                    .arena = arena,
                    .err = err,
                    .pointer_bits = options->data_model == AZ_LP64 ? 64 : 32};
}

void fe_build_close(fe_build *build) {
  arrfree(build->more_options);
  arrfree(build->unread);
  arrfree(build->rewritten);
  arrfree(build->compared);
  arrfree(build->removed);
  arrfree(build->shadowed);
  arrfree(build->constants);
  if (build->module) LLVMDisposeModule(build->module);
  if (build->context) LLVMContextDispose(build->context);
}

void fe_note_unread(fe_build *build, const char *text) {
  arrput(build->unread, az_arena_strdup(build->arena, text));
}
