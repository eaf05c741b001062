/* A build: the C files of a program on their way to one LLVM module. */
#ifndef ANSATZ_FRONTEND_BUILD_H
#define ANSATZ_FRONTEND_BUILD_H

#include "ansatz/frontend.h"
#include <llvm-c/Core.h>

/* An operand that clang has computed (kept_constants.c). Places are fe_place(line, column). */
typedef struct fe_constant_place {
  const char *file;
  uint64_t at, begin, end; /* of the warning; of the operand, the end behind it */
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
  bool dumps_syntax;             /* the files' syntax trees are wanted, not their bitcode */
  /* What is found out on the way. */
  LLVMContextRef context; /* fe_load makes it, and the module */
  LLVMModuleRef module;
  const char *bitcode;          /* path of the module's file */
  const char *told;             /* the warnings of compilers that ended well, NULL: none */
  const char **more_options;    /* for functions of the C library that the program defines
                                   (interposed.c), and for rounding.c; stb_ds */
  fe_constant_place *constants; /* of the file that is compiled; NULL: none; stb_ds */
  uint64_t *compared;           /* fe_place: comparisons of records in the file that is compiled,
                                   which clang does not take; stb_ds */
  const char **rewritten;       /* included files that a dialect has rewritten so far; stb_ds */
  const char *overlay;          /* that shows clang the copies, its entries; NULL: there are none */
  const char *overlay_entries;
  const char **removed;    /* functions whose body was taken out; stb_ds */
  const char **shadowed;   /* "FILE:NAME": definitions behind a first one; stb_ds */
  const char **unread;     /* what runs or decides what runs, and is not read; stb_ds */
  bool keeps_markers;      /* the file that is compiled: its line markers are its own matter */
  bool keeps_inline;       /* ... and so is what inline means */
  const char *renamed;     /* an error function that may have another symbol, or NULL */
  const char *other_error; /* an error function that the property does not name; NULL: none */
} fe_build;

fe_build fe_build_open(const az_frontend_options *options, az_arena *arena, az_error *err);
void fe_build_close(fe_build *build);
/* Something that runs or decides what runs is not read. */
void fe_note_unread(fe_build *build, const char *text);

#endif
