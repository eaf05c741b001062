/* A program as the front end leaves it: functions of typed statements over objects, as control-flow
 * graphs with their loops. How C arrives here: docs/frontend.md; everything downstream (concrete
 * interpreter, symbolic execution, abstract interpretation) reads this.
 *
 * Expressions are terms (term.h) over
 *   - registers: variables that one statement of a block sets (its `result`) and that later
 * statements and the terminator of the SAME block read. Nothing else carries a value between blocks
 * but memory; the front end demotes what does (phi, LLVM registers used in other blocks) to objects
 * of kind AZ_OBJ_TEMP;
 *   - object addresses and the program's unknowns.
 * A pointer is one bit-vector: concat(object : AZ_OBJECT_BITS, offset : pointer_bits), offset in
 * bytes. Object 0 is null (null has offset 0; other offsets with object 0 are integers made
 * pointers that name no object). Objects that exist once (globals, strings, functions) have a
 * constant as address; those of a function activation have a variable `&name#id`, bound at each
 * activation. Memory holds bits: a float is stored as its IEEE bits (LOAD and STORE convert), _Bool
 * as a byte, a pointer as a pointer term. */
#ifndef ANSATZ_PROGRAM_H
#define ANSATZ_PROGRAM_H

#include "ansatz/arena.h"
#include "ansatz/linkage.h"
#include "ansatz/term.h"

AZ_BEGIN_C

#define AZ_OBJECT_BITS 28u
#define AZ_INSTANCE_BITS 16u /* low part: which object, or which allocation site */
#define AZ_IDENTITY_BITS                                                                           \
  (AZ_OBJECT_BITS - AZ_INSTANCE_BITS) /* high part: object of the site, or 0 */
#define AZ_NONE UINT32_MAX

typedef struct az_loc {
  uint32_t file; /* index into az_program.files, AZ_NONE: unknown */
  uint32_t line, column;
} az_loc;

/* ---- types: interned, 0 is void -------------------------------------------------------------- */

typedef uint32_t az_type;
typedef enum az_type_kind {
  AZ_T_VOID,
  AZ_T_INT,
  AZ_T_FLOAT,
  AZ_T_POINTER,
  AZ_T_ARRAY,
  AZ_T_RECORD,
  AZ_T_FUNCTION
} az_type_kind;

typedef struct az_field {
  const char *name; /* NULL: anonymous */
  az_type type;
  uint64_t bit_offset;
  uint32_t bit_width; /* of a bit-field; 0: an ordinary field */
  bool is_const;
} az_field;

typedef struct az_type_info {
  az_type_kind kind;
  const char *name; /* as C writes it: "unsigned char", "struct node", "int *" */
  uint64_t bytes;   /* storage size; 0: unknown or none */
  uint32_t width; /* AZ_T_INT: value bits (8 * bytes, but for odd _BitInt); AZ_T_FLOAT: bits of the
                     IEEE format */
  bool is_signed; /* AZ_T_INT */
  bool is_bool;   /* AZ_T_INT: _Bool, 8 bits holding 0 or 1 */
  bool is_union;  /* AZ_T_RECORD */
  az_sort
      sort; /* of a register of this type: bv, float, pointer's bv; 0 for arrays, records, void */
  az_type element;  /* AZ_T_ARRAY, AZ_T_POINTER (0: void or not known) */
  uint64_t count;   /* AZ_T_ARRAY; 0: not known at compile time */
  bool is_indexed;  /* AZ_T_ARRAY: elements of such an array are chosen by values, not by numbers */
  az_field *fields; /* AZ_T_RECORD */
  uint32_t field_count;
} az_type_info;

/* ---- objects --------------------------------------------------------------------------------- */

typedef enum az_object_kind {
  AZ_OBJ_GLOBAL,
  AZ_OBJ_STRING,
  AZ_OBJ_FUNCTION,
  AZ_OBJ_LOCAL,
  AZ_OBJ_PARAM,
  AZ_OBJ_TEMP
} az_object_kind;

typedef struct az_init {
  uint64_t offset; /* bytes from the object's start */
  az_type type;    /* scalar: how many bytes, which representation */
  az_term value;   /* constant (may be a pointer to another object) */
} az_init;

typedef struct az_object {
  az_object_kind kind;
  const char *name; /* C name, or a made-up one: "__const.main.a", "tmp.3" */
  az_type type;     /* the declared C type, from debug info where that fits, else from LLVM's */
  uint64_t bytes;   /* size; 0 with a type of unknown size */
  uint32_t align;
  az_loc loc;
  uint32_t
      function;    /* owner of LOCAL, PARAM, TEMP; the function of AZ_OBJ_FUNCTION; else AZ_NONE */
  az_term address; /* object part, AZ_OBJECT_BITS wide: constant (its index + 1) or variable */
  bool is_const;
  bool is_declared_const;  /* a local, which its declaration sets and nothing else may */
  bool is_external;        /* a global without definition: arbitrary content */
  bool is_static_local;    /* a global that a function declares */
  const uintptr_t *blocks; /* of a local: the blocks inside its function that it is in, outermost
                              first; only whether two are the same means anything */
  uint32_t block_count;
  const char *literal; /* its bytes, if it may share its place with another constant (C17 6.4.5);
                          else NULL */
  az_init *init;       /* globals and strings: what is not listed is zero */
  uint32_t init_count;
} az_object;

/* ---- statements ------------------------------------------------------------------------------ */

typedef enum az_class {                /* what a check is about */
                        AZ_C_UNREACH,  /* assert, reach_error, __VERIFIER_error, __assert_fail,
                                          __CPROVER_assert */
                        AZ_C_OVERFLOW, /* signed add, sub, mul, negate, min / -1, shift that loses
                                          bits of a signed value */
                        AZ_C_UNSIGNED_OVERFLOW,
                        AZ_C_DIV_BY_ZERO,
                        AZ_C_SHIFT,      /* amount negative or not less than the width */
                        AZ_C_BOUNDS,     /* index of a named array */
                        AZ_C_CONVERSION, /* float to integer out of range, value-changing integer
                                            conversion */
                        AZ_C_DEREF,
                        AZ_C_FREE,
                        AZ_C_MEMTRACK,   /* no heap object is lost */
                        AZ_C_MEMCLEANUP, /* all are freed when the program ends */
                        AZ_C_TERMINATION,
                        AZ_C_RACE,    /* of programs with one thread there are none */
                        AZ_C_WITNESS, /* an invariant claimed by a witness; not part of a program as
                                         it was read */
                        AZ_CLASSES
} az_class;

/* Bits of classes that are about what lives in memory. */
#define AZ_MEMORY_CLASSES                                                                          \
  (1u << AZ_C_DEREF | 1u << AZ_C_FREE | 1u << AZ_C_MEMTRACK | 1u << AZ_C_MEMCLEANUP)

#define AZ_ESCAPE_TEXT                                                                             \
  "no execution leaves what is modelled" /* of the check that stands for all                       \
                                          */

typedef struct az_check {
  az_class cls;
  const char *id;   /* "main.assertion.1", "f.overflow.3": function, class, count in the function */
  const char *text; /* "x <= 10", "signed addition" */
  az_loc loc;
} az_check;

/* The strings that main may be given: as many, each as long, in objects of the start function of
 * these names. */
enum { AZ_ARGV_COUNT = 8, AZ_ARGV_LENGTH = 16 };
#define AZ_VARIABLE_ARGUMENTS "variable arguments" /* of one call, laid out as the ABI says */
#define AZ_ARGV_STRINGS "argument strings"
#define AZ_ARGV_VECTOR "argument vector"
#define AZ_ARGV_CHOICE                                                                             \
  "argv" /* 0: any number of any length. Else these, the last one that far behind its              \
            place, modulo its length, so that one with no byte left is tried */
#define AZ_ARGV_SIZE "size of the argument strings" /* the input that says which length */
/* Possible targets of pointers of an entry function other than main: the start function has an
 * object for some of them. LIVE with such a text; then, with the same object, an INPUT of kind
 * CHOICE (whether it is this one) for the argument before it, or such an INPUT and a STORE of the
 * pointer for a field. */
#define AZ_BEHIND "behind "
#define AZ_BEHIND_ARGUMENT AZ_BEHIND "an argument"
#define AZ_BEHIND_FIELD AZ_BEHIND "a field"
enum { AZ_BEHIND_SAME = 2 }; /* value of the CHOICE: the last object of the same type before it */

typedef enum az_input_kind {
  AZ_IN_NONDET,   /* a __VERIFIER_nondet_*, nondet_* call: `text` is its name */
  AZ_IN_UNKNOWN,  /* the result of a function without a body: `text` is its name */
  AZ_IN_ARGUMENT, /* argument of the entry function */
  AZ_IN_APPROX,   /* we do not model this: `text` is the cause ("float addition", "inline assembly")
                   */
  AZ_IN_CHOICE,   /* not of the program: is this an execution that a replay can set up? */
  AZ_IN_MEMORY, /* the answer to a question about memory, which a compiled program cannot ask. With
                   ptr: 0 if no object lives there, else 1 + the bytes that can be written (with
                   only_reads: read) from there on. Else `value` */
} az_input_kind;

typedef enum az_alloc_kind {
  AZ_ALLOC_MALLOC,
  AZ_ALLOC_CALLOC,
  AZ_ALLOC_REALLOC,
  AZ_ALLOC_ALLOCA,
  AZ_ALLOC_VLA
} az_alloc_kind;

typedef enum az_stmt_kind {
  AZ_S_LIVE,  /* object: begins to live, content arbitrary (an input). Every LOCAL's declaration,
                 each time it is reached */
  AZ_S_DEAD,  /* object: ends; AZ_NONE: the VLA that ptr leads to, if it leads to one */
  AZ_S_LOAD,  /* result = *(type *)ptr */
  AZ_S_STORE, /* *(type *)ptr = value */
  AZ_S_COPY,  /* memmove(ptr, value, size): value is the source pointer; with only_reads, both are
                 the same and nothing changes */
  AZ_S_SET,   /* memset(ptr, value, size): value is 8 bits */
  AZ_S_INPUT, /* result = any value of its sort; input, text. With args[], bit-vectors: the value is
                 a function of them, in all statements of this text the same one */
  AZ_S_HAVOC, /* the memory that the pointers in args[] lead to (also through stored pointers) may
                 have changed; text is the cause */
  AZ_S_PTR_TO_INT, /* result (bv pointer_bits) = address of ptr */
  AZ_S_INT_TO_PTR, /* result (pointer) = the pointer with address value (bv pointer_bits) */
  AZ_S_SAME,  /* result (bool) = pointers ptr and value are equal; either answer where C leaves that
                 open: one leads to what has ended, or just behind the object in front of the other
               */
  AZ_S_ALLOC, /* result = new memory of `size` bytes (calloc: zeroed; realloc: ptr is the old one);
                 alloc; type: element type or void; value: 0, or a bool: it fails, the result is
                 null and nothing changes. VLA with ptr: an array of pointers into the object that
                 ptr leads to, the last one null */
  AZ_S_FREE,  /* free(ptr) */
  AZ_S_ASSUME, /* value: bool */
  AZ_S_CHECK,  /* value: bool that must hold; check */
  AZ_S_LEAK,   /* check: of class MEMTRACK, that every heap object that lives is reachable here, or
                  MEMCLEANUP, that none lives */
  AZ_S_CALL,   /* result = callee(args): `callee` a function index, or AZ_NONE and ptr the function
                  pointer. Always to be expanded:   functions without body, nondet and library
                  functions   never appear as AZ_S_CALL to a bodyless function */
  AZ_S_UNSUPPORTED, /* an execution that gets here leaves what we model: text is the cause; value:
                       0, or a bool: only where it holds */
} az_stmt_kind;

/* Pointer arithmetic as C writes it: `to` lies some elements of `bytes` bytes behind or before
 * `from`; 0: within the element that `from` leads to. */
typedef struct az_move {
  az_term from, to;
  uint64_t bytes;
  az_type_kind kind; /* of the elements */
  bool of_array;     /* `from` is written as an array, not as a pointer */
} az_move;

typedef struct az_stmt {
  az_stmt_kind kind;
  az_loc loc;
  uint32_t site;   /* ordinal of the LLVM instruction in its module (all functions in order, then
                      blocks, then instructions; from 0; calls of  llvm.dbg.* do not count, so that
                      both of LLVM's debug formats agree): how the  native replay finds the place of
                      an  input; AZ_NONE where there is none */
  az_type pointee; /* CALL: what the program takes the result for a pointer to, 0: not known */
  az_type type;    /* LOAD, STORE, ALLOC, CALL and INPUT (result's type) */
  az_term result;  /* register, or 0 */
  az_term ptr, value, size;
  uint32_t object; /* LIVE, DEAD; see AZ_BEHIND_ARGUMENT */
  uint32_t check; /* CHECK, LEAK: index into az_program.checks; LOAD, STORE, COPY, SET, FREE, ALLOC,
                     CALL: of the access itself (DEREF, FREE), AZ_NONE where it is not asked for */
  uint32_t callee;
  az_term *args;
  uint32_t arg_count;
  bool only_reads; /* COPY: the block must be readable, it may be constant */
  bool of_record;  /* COPY, STORE: of an object as such, whose padding need not be copied */
  az_input_kind input;
  az_alloc_kind alloc;
  const char *text; /* INPUT, HAVOC, UNSUPPORTED; ASSUME: NULL, or who promises that it holds, so
                       that it ends no execution; ALLOC: NULL, or the name of the variable */
  const az_move *steps; /* that lead to pointers among the operands, in the order of computation;
                           for replay */
  uint32_t step_count;
} az_stmt;

typedef enum az_end_kind {
  AZ_END_GOTO,   /* successors[0] */
  AZ_END_IF,     /* condition ? successors[0] : successors[1] */
  AZ_END_SWITCH, /* successors[i] if condition == cases[i], else successors[count-1] */
  AZ_END_RETURN, /* value (or 0 for void) */
  AZ_END_STOP,   /* the execution ends here: exit, abort, after a failed check, unreachable */
} az_end_kind;

typedef struct az_block {
  az_stmt *stmts;
  uint32_t stmt_count;
  az_end_kind end;
  az_loc end_loc;
  uint32_t end_site; /* of the terminator, as az_stmt.site */
  az_term condition; /* IF: bool, SWITCH: bv */
  az_term *cases;    /* SWITCH: successor_count - 1 distinct constants */
  uint32_t *successors;
  uint32_t successor_count;
  az_term value;            /* RETURN */
  const az_move *end_steps; /* as az_stmt.steps */
  uint32_t end_step_count;
  const char *name;
  uint32_t loop_check; /* 0, or 1 + the check of class TERMINATION of a loop with this head */
  az_loc loop_start;   /* of the C statement (while, for, do) that it jumps back in; line 0: none */
  /* Filled by az_program_analyse. */
  uint32_t *predecessors;
  uint32_t predecessor_count;
  uint32_t loop;  /* innermost loop of the function, AZ_NONE */
  uint32_t order; /* reverse post-order number; AZ_NONE: unreachable */
} az_block;

typedef struct az_loop {
  uint32_t head;    /* block; the only entry, after irreducible regions were split or cut */
  uint32_t parent;  /* enclosing loop, AZ_NONE */
  uint32_t depth;   /* 1 for outermost */
  uint32_t *blocks; /* all blocks, inner loops' included, in reverse post-order */
  uint32_t block_count;
  uint32_t *latches; /* blocks with an edge back to the head */
  uint32_t latch_count;
  az_loc loc; /* where the C statement begins (`is_statement`), else a place in the loop's head */
  bool is_statement; /* it is a while, for or do, as far as is known */
  uint32_t check;    /* of class TERMINATION, that it ends; AZ_NONE: not asked for */
} az_loop;

typedef struct az_function {
  const char *name;
  az_type result_type;
  uint32_t *
      params; /* objects of kind AZ_OBJ_PARAM, one an LLVM argument; a call stores its args there */
  uint32_t param_count;
  bool has_body, is_variadic;
  /* A model of a library function is there once for each call of the program that leads into it,
   * and all that happens in it is located at that call. */
  bool is_model;
  uint32_t call_site; /* of a model: the site of that call, AZ_NONE: calls through pointers */
  const char *caller; /* of a model: the program's function with that call, or NULL */
  az_loc loc;
  uint32_t object;  /* its AZ_OBJ_FUNCTION */
  az_block *blocks; /* blocks[0] is the entry; no block branches to it */
  uint32_t block_count;
  uint32_t *locals; /* its LOCAL, PARAM and TEMP objects */
  uint32_t local_count;
  /* Filled by az_program_analyse. */
  az_loop *loops; /* outer before inner */
  uint32_t loop_count;
  uint32_t *order; /* reachable blocks in reverse post-order */
  uint32_t order_count;
  bool recursive; /* on a cycle of the call graph (calls through pointers included) */
  uint32_t check; /* of class TERMINATION, that its recursion ends; AZ_NONE: not asked for */
} az_function;

/* Why a verdict is weaker than it looks: something that is over-approximated, not modelled, not
 * read, or that C leaves open. All that the front end knows of this kind is in az_program.causes or
 * comes from az_program.late_causes, and nothing else in the core asks for any one of them. */
enum {
  AZ_FORBIDS_PROOFS = 1,
  AZ_FORBIDS_REFUTATIONS = 2 /* but for those that the compiled program confirms */
};
typedef struct az_cause {
  const char *text;
  az_loc loc;       /* only executions that pass here are concerned; file AZ_NONE: all of them */
  unsigned forbids; /* AZ_FORBIDS_*; 0: it is named with what is proved */
} az_cause;

/* Causes that are expensive to find: asked for once something has been proved. They concern all
 * executions. */
typedef struct az_late_causes {
  /* The causes, until it is called again; *count: how many. `all_return`: what was proved says that
   * all calls and loops come back. */
  const az_cause *(*find)(struct az_late_causes *self, bool all_return, uint32_t *count);
} az_late_causes;

/* A place in the source where the compiler sees undefined behaviour, if the execution gets there.
 */
typedef enum az_suspect_kind {
  AZ_SUSPECT_UNSEQUENCED, /* side effects */
  AZ_SUSPECT_VALUE,       /* that is no pointer, where the format wants another type of value */
  AZ_SUSPECT_FORMAT       /* it does not fit its arguments otherwise */
} az_suspect_kind;
typedef struct az_suspect {
  const char *file;
  az_suspect_kind kind;
  uint32_t line;
} az_suspect;

/* Compiles the program's C files once more, with the compiler's checks for undefined behaviour:
 * each is a branch to a trap, and all other instructions are those of `az_program.bitcode`. */
typedef struct az_checked_build {
  /* The path of the linked bitcode, NULL: it cannot be made. `signed_overflow`: checks for that,
   * too. */
  const char *(*compile)(struct az_checked_build *self, bool signed_overflow);
  az_suspect *suspects; /* known when it is compiled */
  uint32_t suspect_count;
} az_checked_build;

/* In linked bitcode, an attribute of calls by a declaration that tells no parameters: int f(). */
#define AZ_WITHOUT_PROTOTYPE "ansatz-without-prototype"

typedef struct az_program {
  az_store *store;
  az_arena *arena;
  uint32_t pointer_bits; /* 32 or 64 */
  const char **files;
  uint32_t file_count;
  az_type_info *types;
  uint32_t type_count;
  az_object *objects; /* object i has static address i + 1 where it is constant */
  uint32_t object_count;
  az_function *functions;
  uint32_t function_count;
  az_check *checks;
  uint32_t check_count;
  uint32_t entry;       /* function: main, or the one chosen */
  bool arbitrary_entry; /* not main: its arguments and all globals are inputs */
  const char *contract; /* what restricts the entry state, as the verdict names it, or NULL */
  az_cause *causes;     /* of code that may be reached */
  uint32_t cause_count;
  az_late_causes *late_causes; /* NULL: there are none */
  const char **warnings;
  uint32_t warning_count;
  const char *note; /* NULL, or what every verdict has to say about its meaning */
  const char
      *bitcode; /* path of the linked bitcode, for replay; lives in a temporary folder of the run */
  az_checked_build *checked; /* NULL: its files are bitcode */
  const az_term *unknowns;   /* variables that stand for one value in all of an execution, whichever
                                (of summaries that are guessed) */
  uint32_t unknown_count;
} az_program;

/* ---- helpers --------------------------------------------------------------------------------- */

static inline uint32_t az_pointer_width(const az_program *p) {
  return AZ_OBJECT_BITS + p->pointer_bits;
}
az_term az_pointer(const az_program *p, az_term object, az_term offset);
az_term az_pointer_object(const az_program *p, az_term pointer);
/* Identity of an arbitrary but fixed object of an allocation site, a variable that nothing
 * constrains: o* (ordinal 0) or o** (1), another one. */
az_term az_fixed_identity(az_store *store, uint32_t site, uint32_t ordinal);
az_term az_pointer_offset(const az_program *p, az_term pointer);
az_term az_null(const az_program *p);

/* Predecessors, reverse post-order, natural loops, recursion; splits or cuts irreducible regions (a
 * cut is an AZ_S_UNSUPPORTED). Call once when the blocks are complete. */
az_status az_program_analyse(az_program *p, az_error *err);
/* A summary: claims about every call of a function that returns, over its arguments, its result,
 * and integer globals before and behind it. All terms are variables but the claims. */
typedef struct az_summary_global {
  uint32_t object;
  az_term before, after;
} az_summary_global;
typedef struct az_summary {
  uint32_t function;
  az_term *params; /* 0: the claims do not speak of it */
  az_term result;  /* AZ_NO_TERM: they do not speak of it */
  az_summary_global *globals;
  uint32_t global_count;
  az_term *claims;
  uint32_t claim_count;
} az_summary;

/* The program with its recursion made loops, in the program's arena, or itself: nothing is
 * recursive. If all its loops with a check end then so does the program, and if no check of the
 * classes fails then so in the program; it has further executions, so that nothing else follows.
 * What could not be treated is still recursive, and `causes` says why. */
const az_program *az_program_recursion_to_loops(const az_program *p, uint32_t classes,
                                                const az_summary *summaries, uint32_t count);
/* The program in which summaries are proved by induction over how deep calls nest: it calls a
 * function that has one, from any state and with any arguments, and has a check for each claim,
 * numbered behind the program's, one summary after the other. Calls within recursive components are
 * assumed to have returned as the claims say. */
const az_program *az_program_of_summaries(const az_program *p, const az_summary *summaries,
                                          uint32_t count);
/* Adds a check of class TERMINATION for each loop, and one for the recursive functions that call
 * each other, of the program's own: that it ends. No statement has them. Those of the library's
 * models are assumed to, which `note` says. */
void az_program_check_ends(az_program *p);
/* Adds auxiliary variables: where x := A[i], index(x) := i. After az_program_analyse. */
void az_program_add_witnesses(az_program *p);
/* The first cause that forbids this (AZ_FORBIDS_*), NULL: there is none. `everywhere`: of those
 * that concern all executions. Late causes are not among them. */
const az_cause *az_program_forbids(const az_program *p, unsigned what, bool everywhere);
/* Every invariant of this header, checked; a message naming the function and block of the first
 * breach. For tests and checking builds. */
az_status az_program_validate(const az_program *p, az_error *err);
/* A pass has made or changed the program, which is complete: the log has it, and a checking build
 * validates it. */
void az_program_passed(const az_program *p, const char *pass);
/* `show cfg`: text, one statement a line with its source line. */
void az_program_print(const az_program *p, FILE *out);
/* Returns a number that changes when anything of the program does. */
uint64_t az_program_fingerprint(const az_program *p);

/* The check that a memory access (LOAD, STORE, COPY, SET, FREE, ALLOC) makes of its pointers; NULL:
 * none. */
const az_check *az_access_check(const az_program *p, const az_stmt *s);
/* Returns whether the linker defines the symbol if no file of the program does. */
bool az_linker_defines(const char *symbol);
const char *az_class_name(az_class cls); /* "unreach", "overflow", ... */
const char *az_class_property(
    az_class cls); /* SV-COMP's name: "unreach-call", "no-overflow", "valid-deref" ... */
/* "f.c:12:3", or "f.c:12" without a column; caller's buffer. */
const char *az_loc_text(const az_program *p, az_loc loc, char *buffer, size_t size);
/* C lvalue of the leaf at a byte offset of a type: name "a", offset 8 -> "a[2]", "s.x.y"; caller
 * frees. */
char *az_lvalue_text(const az_program *p, const char *name, az_type type, uint64_t offset,
                     uint64_t bytes);
/* Returns the type of that leaf; AZ_NONE: there is none, or it is a bit-field. */
az_type az_leaf_type(const az_program *p, az_type type, uint64_t offset, uint64_t bytes);

AZ_END_C
#endif
