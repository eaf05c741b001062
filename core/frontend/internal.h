/* What the files of the front end share: the program under construction and the module that it is
 * read from. */
#ifndef ANSATZ_FRONTEND_INTERNAL_H
#define ANSATZ_FRONTEND_INTERNAL_H

#include "ansatz/frontend.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* The program being built; arrays are stb_ds vectors until fe_finish copies them to the arena. */
typedef struct fe {
  const az_frontend_options *options;
  az_program *p;
  az_arena *arena;
  az_store *store;
  az_error *err;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  az_type_info *types;
  az_object *objects;
  az_function *functions;
  az_check *checks;
  az_cause *causes;
  const char **warnings;
  const char **files;
  LLVMValueRef *pending; /* function index -> its LLVM function (NULL: made by us) */
  bool *is_wrapper;      /* function index: declared only, the body calls the library function */
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
    LLVMValueRef key;
    uint32_t value;
  } *function_of;
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
  } *block_ids; /* blocks whose address is taken */
  struct fe_late {
    uint32_t object;
    uint64_t offset;
    az_type type;
    LLVMValueRef value;
  } *late; /* initialisers that are no constants */
  struct {
    uint32_t key;
    bool value;
  } *constant; /* objects that LLVM calls constant */
  az_type void_type, bool_type, byte_type, pointer_type;
} fe;

typedef struct fx fx;

/* ---- clang.c, link.c ------------------------------------------------------------------------- */

/* Compiles file `index` of the program (or takes it as it is when it is bitcode) -> path of
 * bitcode, in the arena. */
const char *fe_compile(fe *f, const char *file, uint32_t index);
/* Compiles C text of ours. */
const char *fe_compile_text(fe *f, const char *text, const char *name);
/* Compiles all files and links them and the library models that they need into f->module. */
az_status fe_load(fe *f);
/* C text of the library functions among `undefined` that we model, and of what these need; NULL:
 * none. Caller frees. */
char *fe_models(const char *const *undefined, size_t count);

/* ---- types.c --------------------------------------------------------------------------------- */

void fe_types_open(fe *f);
az_type fe_int_type(fe *f, uint32_t width, bool is_signed,
                    const char *name); /* name NULL: the usual C name */
az_type fe_pointer_to(fe *f, az_type element);
az_type fe_array_of(fe *f, az_type element, uint64_t count);
/* Type of an LLVM type as it is in memory: i1 as _Bool, x86_fp80 as 80 bits, aggregates as records
 * and arrays. */
az_type fe_llvm_type(fe *f, LLVMTypeRef type);
/* Type of a register of an LLVM type when it is stored whole: aggregates and vectors as one
 * integer. */
az_type fe_register_type(fe *f, LLVMTypeRef type);
az_type fe_di_type(fe *f, LLVMMetadataRef di); /* NULL: void */
/* Type of the field or element of `type` at a byte offset that has `bytes` bytes (0: any scalar); 0
 * if there is none. */
az_type fe_type_at(fe *f, az_type type, uint64_t offset, uint64_t bytes);
uint64_t fe_alloc_size(fe *f, LLVMTypeRef type);
LLVMMetadataRef fe_di_operand(fe *f, LLVMMetadataRef node, unsigned i);
const char *fe_di_string(fe *f, LLVMMetadataRef node, unsigned i); /* arena copy or NULL */
az_loc fe_di_loc(fe *f, LLVMMetadataRef file, unsigned line);
uint32_t fe_file(fe *f, const char *name, size_t length);
bool fe_is_aggregate(LLVMTypeRef type); /* struct, array or vector */

/* ---- objects.c ------------------------------------------------------------------------------- */

uint32_t fe_add_object(fe *f, az_object_kind kind, const char *name, az_type type,
                       uint32_t function, az_loc loc);
uint32_t fe_global_object(fe *f, LLVMValueRef global);    /* variable or function */
uint32_t fe_function_index(fe *f, LLVMValueRef function); /* asks for its translation */
az_term fe_address(fe *f, uint32_t object);               /* pointer to its first byte */
az_status fe_initialise(fe *f, LLVMValueRef global);      /* fills the object's initialiser */
/* Constant -> term of fe_sort(its type); 0 if it is no constant of ours (ptrtoint of an address,
 * undef, poison). */
az_term fe_constant(fe *f, LLVMValueRef value);
az_term fe_block_address(fe *f, LLVMBasicBlockRef bb);          /* &&label */
LLVMMetadataRef fe_global_variable(fe *f, LLVMValueRef global); /* DIGlobalVariable or NULL */

/* ---- leaks.c: checks of the heap at the heads of loops, after az_program_analyse ------------- */

void fe_watch_loops(az_program *p, uint32_t classes);

/* ---- translate.c ----------------------------------------------------------------------------- */

/* Sort of a register of an LLVM type: i1 bool, aggregates one bit-vector with the first element
 * lowest; 0: none or too wide. */
az_sort fe_sort(fe *f, LLVMTypeRef type);
az_term fe_pack(fe *f, az_term t); /* any sort -> bits */
az_term fe_unpack(fe *f, az_term bits, LLVMTypeRef type);
az_term fe_to_memory(fe *f, az_term t, LLVMTypeRef type); /* register -> sort of fe_register_type */
az_term fe_from_memory(fe *f, az_term t, LLVMTypeRef type);
void fe_cause(fe *f, az_loc loc, const char *text);
void fe_warn(fe *f, const char *format, ...) AZ_PRINTF(2, 3);

az_status fe_translate(fe *f, uint32_t function);
/* A function without LLVM body: its parameters and one block of x->stmts. */
void fx_open_made(fx *x, fe *f, uint32_t function);
void fx_close_made(fx *x, az_end_kind end, az_term value);
az_status
fe_translate_wrapper(fe *f, uint32_t function); /* of a library function whose address is taken */
az_status fe_translate_start(fe *f,
                             LLVMValueRef entry); /* start.c: __ansatz_start, sets p->entry */

/* ---- translation of one function: translate.c and translate_call.c --------------------------- */

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

struct fx {
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
};

/* cfg.c: fills x->nodes. */
void fx_graph(fx *x);
void fx_graph_free(fx *x);
LLVMValueRef fx_first(LLVMBasicBlockRef bb); /* first instruction that is no debug intrinsic */
LLVMValueRef fx_next(LLVMValueRef instruction);
LLVMValueRef fx_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);
const char *fx_intrinsic(
    LLVMValueRef instruction); /* "llvm.memcpy.p0.p0.i64" of a call to an intrinsic, or NULL */

/* instruction.c */
void fx_instruction(fx *x, LLVMValueRef instruction);
void fx_define(fx *x, LLVMValueRef instruction, az_term term);

az_stmt *fx_emit(fx *x, az_stmt_kind kind);
az_term fx_value_of(fx *x, LLVMValueRef v);
az_term fx_load(fx *x, az_term ptr, LLVMTypeRef type);
void fx_store(fx *x, az_term ptr, az_term value, LLVMTypeRef type);
az_term fx_offset(fx *x, az_term ptr, uint64_t bytes);
/* An input of an LLVM type as a register. */
az_term fx_input(fx *x, az_input_kind kind, LLVMTypeRef type, const char *text);
az_term fx_approx(fx *x, LLVMTypeRef type, const char *cause); /* records the cause too */
/* The same without a cause: the result of what C leaves undefined. */
az_term fx_undefined(fx *x, az_sort sort, const char *text);
void fx_check(fx *x, az_class cls, az_term condition, const char *text);
/* Makes the checks that are asked for: of a memory access, told its statement last emitted; of the
 * heap where an execution may end or go on forever. */
void fx_check_access(fx *x, az_class cls, const char *text);
void fx_check_leaks(fx *x);
void fx_stop(fx *x);
void fx_unsupported(fx *x, const char *text);
/* Only where the condition holds; elsewhere the execution goes on. */
void fx_unsupported_if(fx *x, az_term condition, const char *text);
/* Of locals, by their allocas (locals.c). Is there a way from the entry to a load that meets no
 * store? (Scalars whose address goes nowhere.) */
bool fx_read_before_written(fx *x, LLVMValueRef alloca);
/* Does clang say when it begins to live? */
bool fx_has_lifetime(LLVMValueRef alloca);
/* Is it one of a block inside the function, given away, of which clang does not say when it lives?
 * A compound literal, or a variable whose declaration is jumped over. */
bool fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name);
/* Is it a function that is not to be reached? */
bool fx_is_error(const char *name);
void fx_havoc(fx *x, const az_term *pointers, uint32_t count, const char *text);
uint32_t fx_temp(fx *x, const char *name, az_type type);
az_term fx_ptr_to_int(fx *x, az_term ptr, uint32_t width);
az_term fx_int_to_ptr(fx *x, az_term value);
az_term fx_float_to_int(fx *x, az_term value, uint32_t width, bool is_signed);
/* condition ? exact : any value, without the choice when the condition is certain. */
az_term fx_guarded(fx *x, az_term condition, az_term exact, const char *text);
/* The part of a packed aggregate. */
uint32_t fx_part(fe *f, LLVMTypeRef type, unsigned index, LLVMTypeRef *element); /* bit offset */
/* The C type of what a pointer value points to, where the debug information says so; 0 otherwise.
 */
az_type fx_pointee(fx *x, LLVMValueRef pointer);

/* One call: arguments as terms, so that wrappers of library functions can make it too. */
typedef struct fx_call {
  const char *name;         /* of the callee; NULL: an indirect call */
  LLVMValueRef callee;      /* the LLVM function or the pointer */
  LLVMValueRef instruction; /* NULL in a wrapper */
  LLVMTypeRef result;
  uint32_t count;
  az_term *args;
  LLVMTypeRef *types;
} fx_call;
/* Value of the call, 0 for void. */
az_term fx_translate_call(fx *x, LLVMValueRef instruction);
/* A function without a body: what we know of it, else any result. */
az_term fx_library(fx *x, const fx_call *call);
/* intrinsic.c: those that need no arguments (true: done), and the others. */
void fx_trap(fx *x, LLVMValueRef trap,
             az_term holds); /* the check that a trap of a sanitizer stands for */
bool fx_quiet_intrinsic(fx *x, const char *name, LLVMValueRef instruction);
az_term fx_call_intrinsic(fx *x, const fx_call *call);
/* float.c: is `name` a function of math.h, and its value. */
bool fx_float_name(const char *name);
az_term fx_float_function(fx *x, const fx_call *call);
/* Value of a float operation by its name without suffix ("floor", "fmin"); 0: no term for it. */
az_term fx_float_term(fx *x, const char *operation, const az_term *args, uint32_t count);
az_term fx_float_class(fx *x, az_term a, uint32_t mask); /* llvm.is.fpclass */

/* ---- ranges.c: what a library function accesses ---------------------------------------------- */

void fx_check_ranges(fx *x, const fx_call *c);

#endif
