/* Front end: C, preprocessed C or bitcode -> program, by clang-19 -O0 and our reading of its
 * bitcode (docs/frontend.md). */
#ifndef ANSATZ_FRONTEND_H
#define ANSATZ_FRONTEND_H

#include "ansatz/program.h"
#include "ansatz/task.h"

/* A clause of an entry contract: what is said of the state in which `function` is entered. It
 * restricts the entry states of docs/soundness.md 9, and says nothing else. */
typedef enum az_contract_kind {
  AZ_CONTRACT_VALID,      /* pointers of arguments and globals lead to an object of their type each;
                             its pointers too, and theirs are NULL. No text */
  AZ_CONTRACT_BUFFER,     /* "buf[len]": to an object of its own of so many elements */
  AZ_CONTRACT_STRING,     /* "s": to an object of its own that ends with its last character, 0 */
  AZ_CONTRACT_MAYBE_NULL, /* "p": it may be NULL as well */
  AZ_CONTRACT_MAY_ALIAS,  /* "p,q": q may be p as well */
  AZ_CONTRACT_ASSUME      /* "n <= 16": holds, a C expression at the end of the function's file */
} az_contract_kind;
typedef struct az_contract_clause {
  az_contract_kind kind;
  const char *text;
} az_contract_clause;

/* An option of the compiler: "-I", "-D", "-include" ... and its value. */
typedef struct az_compiler_option {
  const char *option, *value;
  const char *file; /* for which it is; NULL: all */
} az_compiler_option;

typedef struct az_frontend_options {
  const char *const *files; /* .c, .i, .bc: one program */
  size_t file_count;
  az_data_model data_model;
  const char
      *function;    /* entry; NULL: main. Another function gets arbitrary arguments and globals */
  uint32_t classes; /* bit set 1 << az_class: which checks are asked for; the compiler adds
                       sanitizers it needs (shift, bounds). AZ_C_OVERFLOW checks are emitted always
                       (from nsw), so that strictness can use them */
  const char *work_folder; /* temporary files go here */
  bool malloc_may_fail;
  bool any_order;       /* proofs are for every order in which C lets operands be evaluated, not for
                           clang's alone */
  bool witness_indices; /* where x := A[i], an auxiliary variable remembers i */
  bool overflow_gives_any;    /* where a signed operation overflows its result is any value, else it
                                 wraps (docs/soundness.md 8) */
  const char *error_function; /* the one that a property file names; NULL: all that are known */
  const az_contract_clause *contract; /* of `function`; not of main */
  size_t contract_count;
  const az_compiler_option *compiler;
  size_t compiler_count;
} az_frontend_options;

/* Sets what depends on the classes of checks that are asked for, and on whether signed arithmetic
 * wraps: which checks are read beside them, and what a signed overflow gives. */
void az_frontend_for(az_frontend_options *options, uint32_t classes, bool overflow_wraps);

/* Reads, links, translates, analyses. Errors: missing file, clang's first message with file and
 * line, no main ... (AZ_ERR_INPUT). The program lives until az_program_free. */
az_program *az_frontend(const az_frontend_options *options, az_store *store, az_error *err);
void az_program_free(az_program *program);

#endif
