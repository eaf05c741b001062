/* Private to core/evidence/replay: the state of a rewriting and its steps. */
#pragma once

#include "replay/native.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

typedef struct site_entry {
  LLVMValueRef key;
  uint32_t value;
} site_entry;

typedef struct rewriter {
  const az_program *p;
  bool makes_up; /* inputs are random, from a seed, instead of from a trace */
  const az_trace *trace;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  LLVMBuilderRef b;
  LLVMTypeRef i1, i8, i32, i64, ptr;
  const az_replay_options *options;
  bool checked;      /* the module has the compiler's checks for undefined behaviour */
  site_entry *sites; /* stb_ds: of the program's own instructions, if `checked` */
  /* The tables, as vectors of constants (tables.c). */
  LLVMValueRef *events, *parts;
  uint8_t *data;
} rewriter;

/* The LLVM type of an INPUT's result, by site. */
typedef struct site_type {
  uint32_t key;
  LLVMTypeRef value;
} site_type;

/* ---- rewriter.c: calls of the runtime, inserted at the builder's position -------------------- */

LLVMValueRef rewriter_number(const rewriter *r, uint64_t n);
LLVMValueRef rewriter_call(rewriter *r, const char *name, LLVMValueRef *args, unsigned n);
/* Returns whether the module has a function of this name. */
bool rewriter_has(const rewriter *r, const char *name);
void rewriter_call_leaks(rewriter *r, uint32_t site, az_class cls);
void rewriter_call_check(rewriter *r, LLVMValueRef ok, uint32_t site, uint32_t what);
LLVMValueRef rewriter_call_filler(rewriter *r, const char *name, uint32_t site, LLVMValueRef at,
                                  LLVMValueRef size, uint32_t flags);
void rewriter_call_fill(rewriter *r, uint32_t site, LLVMValueRef at, LLVMValueRef size,
                        uint32_t flags);
/* Builds the condition that values of these types at the two locations share no byte. */
LLVMValueRef rewriter_apart(const rewriter *r, LLVMValueRef p, LLVMTypeRef at_p, LLVMValueRef q,
                            LLVMTypeRef at_q);
/* Builds a report of undefined behaviour of this kind at the instruction, unless `ok`. The run then
 * ends, or continues if the behaviour is settled. After a note, the run continues, since the
 * requested check of an access may report an error next. */
void rewriter_report(rewriter *r, LLVMValueRef ok, LLVMValueRef i, unsigned kind);
void rewriter_note(rewriter *r, LLVMValueRef ok, LLVMValueRef i, unsigned kind);
/* Returns the flags of a random input of that type. */
uint32_t rewriter_kind_flags(const rewriter *r, LLVMTypeRef type, bool limited);

/* ---- rewrite.c ------------------------------------------------------------------------------- */

/* Returns a problem, or NULL. */
const char *rewriter_read(const rewriter *r, const char *file, LLVMModuleRef *module);

/* ---- optimise.c ------------------------------------------------------------------------------ */

/* Optimises the module without assumptions that C permits: arithmetic wraps, and loops that do not
 * terminate are kept. Returns a problem, or NULL. */
const char *rewriter_optimise(rewriter *r, LLVMTargetMachineRef machine);
/* Returns whether the memory whose lifetime begins at the instruction is written before it is read:
 * on every path, its next use stores a whole value there. */
bool rewriter_is_written_first(const rewriter *r, LLVMValueRef instruction);

/* ---- own.c ----------------------------------------------------------------------------------- */

/* Finds the sites of a module with the compiler's checks by comparing it with the module without
 * them. Returns false if the two do not match. */
bool rewriter_match(rewriter *r, LLVMModuleRef without);

/* ---- tables.c -------------------------------------------------------------------------------- */

/* Returns the module's function or global variable for the object, or NULL. */
LLVMValueRef rewriter_global(const rewriter *r, const az_object *o);
void rewriter_add_events(rewriter *r, const az_trace *trace, site_type *types);
void rewriter_define_tables(rewriter *r);

/* ---- checks.c -------------------------------------------------------------------------------- */

bool rewriter_is_call_of(LLVMValueRef instruction, const char *const *names); /* NULL-terminated */
/* Returns the call of llvm.ubsantrap in the block, or NULL. */
LLVMValueRef rewriter_trap_of(LLVMBasicBlockRef bb);
/* Builds the condition that the value is not zero; true if its type is not scalar. */
LLVMValueRef rewriter_is_nonzero(rewriter *r, LLVMValueRef v);
/* Builds reports for the checks of these classes that fail at the instruction. */
void rewriter_checks(rewriter *r, LLVMValueRef instruction, uint32_t site, uint32_t classes);

/* Builds the condition that the instruction violates the check of the class; NULL if it cannot. */
LLVMValueRef rewriter_breach(rewriter *r, LLVMValueRef instruction, az_class cls);

/* ---- undefined.c ----------------------------------------------------------------------------- */

/* Builds reports for undefined behaviour in all functions of the program. */
void rewriter_undefined(rewriter *r);

/* ---- unsequenced.c --------------------------------------------------------------------------- */

/* Builds reports for unsequenced side effects in the function. */
void rewriter_unsequenced(rewriter *r, LLVMValueRef f);

/* ---- sites.c --------------------------------------------------------------------------------- */

void rewriter_site(rewriter *r, LLVMValueRef instruction, uint32_t site, const native_action *a);

/* ---- symbols.c ------------------------------------------------------------------------------- */

/* Binds __ansatz_real_NAME, by which models call the C library, to NAME; errno is the library's. */
void rewriter_ask_library(rewriter *r);
void rewriter_define_missing(rewriter *r);
void rewriter_make_internal(LLVMValueRef global);

/* ---- entry.c --------------------------------------------------------------------------------- */

/* Defines main. `ends`: classes to check when the entry has returned. Returns a problem or NULL. */
const char *rewriter_make_main(rewriter *r, uint32_t ends);
