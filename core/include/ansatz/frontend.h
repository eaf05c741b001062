/* Front end: from C, preprocessed C or bitcode to a program, by clang-19 -O0 and a translation of
 * its bitcode (docs/frontend.md). */
#ifndef ANSATZ_FRONTEND_H
#define ANSATZ_FRONTEND_H

#include "ansatz/program.h"
#include "ansatz/task.h"

/* A clause of an entry contract, which restricts the states in which `function` is entered
 * (docs/soundness.md 9) and has no other effect. */
typedef enum az_contract_kind {
  AZ_CONTRACT_VALID,  /* each pointer in an argument or a global points to an object of its type; so
                         do pointers in these objects, down to a depth; deeper ones are NULL. Text:
                         the depth ("3"), NULL: 2 */
  AZ_CONTRACT_BUFFER, /* "buf[len]": points to an object of its own of that many elements */
  AZ_CONTRACT_STRING, /* "s": points to an object of its own that ends with its last character, 0 */
  AZ_CONTRACT_ALLOCATED,  /* "p": its object comes from malloc, so that it may be freed */
  AZ_CONTRACT_MAYBE_NULL, /* "p": it may also be NULL */
  AZ_CONTRACT_MAY_ALIAS,  /* "p,q": q may also be equal to p */
  AZ_CONTRACT_ONE_OF,     /* "f,g,h": f is g or h, which are C expressions, mostly functions */
  AZ_CONTRACT_ASSUME, /* "n <= 16": this C expression, evaluated at the end of the function's file,
                         holds */
  AZ_CONTRACT_ENSURE /* "__CPROVER_return_value > __CPROVER_old(n)": an assertion where the function
                        returns; not part of the entry contract */
} az_contract_kind;
typedef struct az_contract_clause {
  az_contract_kind kind;
  const char *text;
} az_contract_clause;

/* An option of the compiler: "-I", "-D", "-include" ... and its value. */
typedef struct az_compiler_option {
  const char *option, *value;
  const char *file; /* the file that it applies to; NULL: all files */
} az_compiler_option;

typedef struct az_frontend_options {
  const char *const *files; /* .c, .i and .bc files of one program */
  size_t file_count;
  az_data_model data_model;
  const char *function; /* the entry function; NULL: main. If it is not main, its arguments and all
                           globals are arbitrary */
  bool is_harness;      /* the function is entered as main is: globals have their initial values */
  const char *const *removed; /* "NAME", "FILE:NAME": functions whose bodies are removed */
  size_t removed_count;
  uint32_t classes; /* bits 1 << az_class of the requested checks; the compiler adds the sanitizers
                       for them (shift, bounds). AZ_C_OVERFLOW checks are always emitted (from nsw),
                       since strict verdicts need them */
  const char *work_folder; /* for temporary files */
  bool malloc_may_fail;
  bool any_order; /* proofs hold for every evaluation order of operands that C allows, not only for
                     clang's order */
  bool witness_indices;    /* an auxiliary variable records i where x := A[i] */
  bool overflow_gives_any; /* a signed operation that overflows has any value; else it wraps
                              (docs/soundness.md 8) */
                           /* the error function named by a property file; NULL: all known ones */
  const char *error_function;
  const az_contract_clause *contract; /* of `function`, which is not main */
  size_t contract_count;
  const char *contract_name; /* the contract as the verdict names it */
  bool contract_alone;       /* the entry calls reach_error(): is the contract satisfiable? */
  const az_compiler_option *compiler;
  size_t compiler_count;
} az_frontend_options;

/* Sets the options that follow from the requested classes of checks and from whether signed
 * arithmetic wraps: the additional classes to read, and the result of a signed overflow. */
void az_frontend_for(az_frontend_options *options, uint32_t classes, bool overflow_wraps);

/* Returns whether the state in which the program is entered is arbitrary. */
bool az_frontend_is_arbitrary(const az_frontend_options *options);

/* Reads, links, translates and analyses the program. Errors (AZ_ERR_INPUT): missing file, clang's
 * first message with file and line, no main, and others. Freed by az_program_free. */
az_program *az_frontend(const az_frontend_options *options, az_store *store, az_error *err);
/* Returns, as a C comment, an entry contract for options->function that names and types suggest;
 * the caller frees the text. Returns NULL and fills err on failure. */
char *az_frontend_propose(const az_frontend_options *options, az_error *err);
void az_program_free(az_program *program);

#endif
