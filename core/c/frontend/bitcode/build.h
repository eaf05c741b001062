/* A build: the C files of a program, while they become one LLVM module. */
#pragma once

#include "ansatz/frontend.h"
#include <llvm-c/Core.h>

/* An operand that clang has computed (kept_constants.c). A place is fe_place(line, column). */
typedef struct fe_constant_place {
  const char *file;
  uint64_t at, begin, end; /* `at`: of the warning; `end`: after the operand */
} fe_constant_place;

static inline uint64_t fe_place(uint64_t line, uint64_t column) {
  return line << 32 | column;
}

typedef struct fe_build {
  const az_frontend_options *options;
  az_arena *arena;
  az_error *err;
  uint32_t pointer_bits;
  const char *const *sanitizers; /* options of the compiler, ends with NULL; NULL: none */
  bool dumps_syntax;             /* the files' syntax trees are requested, not their bitcode */
  /* The results of the passes so far. */
  LLVMContextRef context; /* created by fe_load, as is the module */
  LLVMModuleRef module;
  const char *bitcode;  /* path of the module's file */
  const char *contract; /* the C text of the entry contract; NULL: there is none */
  const char *warnings; /* warnings of successful compilations; NULL: none */
  /* Options for functions of the C library that the program defines (interposed.c), and for
   * rounding.c; stb_ds. */
  const char **more_options;
  fe_constant_place *constants; /* of the file that is compiled; NULL: none; stb_ds */
  /* Places in the current file where records are compared, which clang rejects; stb_ds. */
  uint64_t *compared;
  const char **rewritten; /* stb_ds: included files in a dialect that were rewritten so far */
  /* The file by which clang finds the rewritten copies, and its entries; NULL: there are none. */
  const char *overlay;
  const char *overlay_entries;
  const char **removed;    /* functions whose body was removed; stb_ds */
  const char **shadowed;   /* "FILE:NAME": further definitions of a function; stb_ds */
  const char **unread;     /* stb_ds: unmodelled code that runs or affects what is executed */
  bool keeps_markers;      /* the program can see the line markers of the current file */
  bool keeps_inline;       /* the program can observe the meaning of `inline` in the current file */
  bool only_used;          /* unused static functions have no bodies: clang cannot compile them */
  const char *renamed;     /* an error function that may have another symbol, or NULL */
  const char *other_error; /* an error function that the property does not name; NULL: none */
} fe_build;

fe_build fe_build_open(const az_frontend_options *options, az_arena *arena, az_error *err);
void fe_build_close(fe_build *build);
/* Records code that is not modelled although it is executed or affects what is executed. */
void fe_note_unread(fe_build *build, const char *text);
