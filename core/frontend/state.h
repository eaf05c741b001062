/* The state of a translation: the program under construction with the module that it is read from,
 * and the function that is being translated. Each of the other headers declares what the file of
 * its name defines; a file calls only files that stand above it in this list:
 *
 *   report, llvm, representation, types, debug_info, objects, constants,
 *   cfg, statement, check, load_store, value, locals, survey,
 *   pointer, aggregate, arithmetic, compare, conversion, float,
 *   hidden_blocks, argument, variadic, format, library_names, ranges, intrinsic, library, linkage,
 * assembly, call, instruction, translate, made, start, clang, formatted, link, checked, leaks,
 * frontend. */
#ifndef ANSATZ_FRONTEND_STATE_H
#define ANSATZ_FRONTEND_STATE_H

#include "ansatz/frontend.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* The program being built; arrays are stb_ds vectors until finish (frontend.c) copies them to the
 * arena. */
typedef struct fe {
  const az_frontend_options *options;
  az_program *p;
  az_arena *arena;
  az_store *store;
  az_error *err;
  LLVMContextRef context;
  LLVMModuleRef module;
  const char *const *sanitizers; /* options of the compiler, ends with NULL; NULL: none */
  const char **interposed;       /* more of them, for functions of the C library that the program
                                    defines (interposed.c); stb_ds */
  bool dumps_syntax;             /* the files' syntax trees are wanted, not their bitcode */
  const char *other_error;       /* an error function that the property does not name; NULL: none */
  const char *told;              /* the warnings of compilers that ended well, NULL: none */
  LLVMTargetDataRef layout;
  az_type_info *types;
  az_object *objects;
  az_function *functions;
  az_check *checks;
  az_cause *causes;
  const char **warnings;
  const char **files;
  LLVMValueRef *pending;    /* function index -> its LLVM function (NULL: made by us) */
  const char **check_names; /* function index: what the ids of its checks begin with */
  struct {
    char *key;
    uint32_t value;
  } *check_counts;  /* of models: by the beginning of the id */
  uint32_t after;   /* the function that calls those that run after main, or AZ_NONE */
  bool *is_wrapper; /* function index: declared only, the body calls the library function */
  LLVMValueRef *initialised; /* globals whose initialiser waits to be translated */
  struct {
    char *key;
    az_type value;
  } *type_keys;
  struct {
    LLVMMetadataRef key;
    az_type value;
  } *di_types;
  struct {
    LLVMTypeRef key;
    az_type value;
  } *llvm_types;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *object_of;
  struct {
    az_term key;
    uint32_t value;
  } *object_at; /* variable that is an object's address -> object */
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *function_of;
  struct {
    struct fe_model_key {
      LLVMValueRef function;
      uint64_t site;
    } key;
    uint32_t value;
  } *model_of; /* a model, as it is called at a site */
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *first_site; /* function -> ordinal of its first instruction */
  struct {
    char *key;
    uint32_t value;
  } *file_keys;
  struct {
    char *key;
    bool value;
  } *said; /* causes and warnings already recorded */
  struct {
    LLVMBasicBlockRef key;
    uint32_t value;
  } *block_objects; /* of blocks whose address is taken */
  struct fe_late {
    uint32_t object;
    uint64_t offset;
    az_type type;
    LLVMValueRef value;
  } *late; /* initialisers that are no constants */
  struct {
    uint32_t key;
    bool value;
  } *constant;                           /* objects that LLVM calls constant */
  struct fe_syntax_node **literal_trees; /* hidden_blocks.c; stb_ds */
  az_arena *literal_text;                /* of the trees; NULL: not asked for yet */
  bool literals_unknown;                 /* some tree is missing */
  bool calls_ordered;  /* no order of operands matters, as ordered_calls.c finds */
  bool leaves;         /* some code is not modelled */
  const char *renamed; /* an error function that may have another symbol, or NULL */
  az_type void_type, bool_type, byte_type, pointer_type;
} fe;

typedef struct fx_value {
  az_term term; /* valid while stamp is the current block's, or always when stamp is 0 */
  uint32_t stamp;
  uint32_t temp; /* object + 1 that carries it to other blocks */
  uint32_t phi;  /* object + 1 that predecessors store to */
  bool crosses;  /* read in other blocks */
} fx_value;

/* A block of the result: a block of LLVM's for one known value of the clean-up selector (cfg.c),
 * and where it leads. */
typedef struct fx_edge {
  LLVMBasicBlockRef from, to; /* `from`: the predecessor as the phis of `to` name it */
} fx_edge;

typedef struct fx_guard { /* behind a block: a trap of a sanitizer, made a check in line */
  LLVMValueRef condition, trap;
  bool traps_if; /* the outcome of the condition that traps */
} fx_guard;

typedef struct fx_node {
  LLVMBasicBlockRef bb;
  LLVMBasicBlockRef *more; /* blocks that follow this one and nothing else leads to */
  fx_guard *guards;        /* one a block of {bb, more...}; condition NULL: none */
  int64_t known;           /* -1: not known */
  az_end_kind end;
  LLVMValueRef condition;  /* IF, SWITCH */
  LLVMValueRef *cases;     /* SWITCH; NULL for an indirect branch */
  LLVMValueRef terminator; /* its location is the end's */
  fx_edge *edges;
  uint32_t *successors; /* nodes */
} fx_node;

typedef struct fx_mark { /* a local begins or ends before an instruction */
  uint32_t object;
  bool begins;
  uint32_t next; /* 1 + another one before the same instruction */
} fx_mark;

typedef struct fx {
  fe *f;
  uint32_t index; /* function */
  LLVMValueRef fn;
  az_stmt *stmts;         /* of the current block */
  fx_node *nodes;         /* in reverse post-order: dominators first */
  LLVMValueRef dead_slot; /* the clean-up selector, if no switch on it is left */
  LLVMBasicBlockRef bb;
  uint32_t stamp;
  az_loc loc; /* of the current instruction */
  uint32_t site;
  bool inserted;       /* the current instruction is a sanitizer's: no checks of its own */
  unsigned nosanitize; /* LLVM's number of that metadata */
  bool stopped;        /* the current block has ended in a STOP */
  uint32_t counts[AZ_CLASSES], temps;
  uint32_t behind; /* objects that pointers of the entry state may lead to */
  uint32_t *params;
  struct {
    LLVMBasicBlockRef key;
    uint32_t value;
  } *node_of; /* the node, AZ_NONE when there are several */
  struct {
    LLVMValueRef key;
    fx_value value;
  } *values;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *sites;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *allocas; /* -> object */
  struct {
    LLVMValueRef key;
    LLVMMetadataRef value;
  } *declares; /* alloca -> DILocalVariable */
  fx_mark *marks;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *marked; /* instruction -> 1 + the first of its marks */
} fx;

#endif
