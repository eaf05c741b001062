/* A program as the front end produces it: functions of typed statements over objects, as
 * control-flow graphs with their loops. docs/frontend.md describes the translation of C. The
 * concrete interpreter, symbolic execution and abstract interpretation read this form.
 *
 * Expressions are terms (term.h) over registers, addresses of objects, and the program's unknowns
 * (az_program.unknowns). A register is a variable that one statement of a block sets (its `result`)
 * and that later statements and the terminator of the SAME block read. Only memory carries values
 * between blocks; the front end demotes phi nodes, and LLVM registers that other blocks use, to
 * AZ_OBJ_TEMP objects.
 *
 * A pointer is one bit-vector: concat(object : AZ_OBJECT_BITS, offset : pointer_bits), offset in
 * bytes. Object 0 with offset 0 is null; with any other offset, it is that integer, converted to a
 * pointer that points to no object. Objects that exist once (globals, strings,
 * functions) have a constant as address; those of a function activation have a variable `&name#id`,
 * bound at each activation. Memory holds bits: a float is stored as its IEEE bits (LOAD and STORE
 * convert), _Bool as a byte, a pointer as a pointer term. */
#ifndef ANSATZ_PROGRAM_H
#define ANSATZ_PROGRAM_H

#include "ansatz/arena.h"
#include "ansatz/linkage.h"
#include "ansatz/term.h"

AZ_BEGIN_C

#define AZ_OBJECT_BITS 33u   /* no integer type has this width: a sort of their own */
#define AZ_INSTANCE_BITS 21u /* low part: number of the object or of the allocation site */
#define AZ_INSTANCE_NUMBER_BITS                                                                    \
  (AZ_OBJECT_BITS - AZ_INSTANCE_BITS) /* high part: instance number in the site, or 0 */
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
  uint32_t width;   /* AZ_T_INT: value bits (8 * bytes, except for odd _BitInt); AZ_T_FLOAT: bits of
                       the IEEE format */
  bool is_signed;   /* AZ_T_INT */
  bool is_bool;     /* AZ_T_INT: _Bool, 8 bits holding 0 or 1 */
  bool is_union;    /* AZ_T_RECORD */
  /* Sort of a register of this type: a bit-vector or float; 0 for arrays, records and void. */
  az_sort sort;
  az_type element;  /* AZ_T_ARRAY, AZ_T_POINTER (0: void or not known) */
  uint64_t count;   /* AZ_T_ARRAY; 0: not known at compile time */
  bool is_indexed;  /* AZ_T_ARRAY: indexed by variables, not only by constants */
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
  uint64_t offset; /* in bytes, from the object's start */
  az_type type;    /* scalar: how many bytes, which representation */
  az_term value;   /* constant (may be a pointer to another object) */
} az_init;

typedef struct az_object {
  az_object_kind kind;
  const char *name; /* its C name, or a generated one: "__const.main.a", "tmp.3" */
  az_type type;     /* the C type from debug info if its size fits, else LLVM's type */
  uint64_t bytes;   /* size; 0 if the type has an unknown size */
  uint32_t align;
  az_loc loc;
  /* Owner of LOCAL, PARAM, TEMP; the function of AZ_OBJ_FUNCTION; else AZ_NONE. */
  uint32_t function;
  az_term address; /* object part, AZ_OBJECT_BITS wide: constant (its index + 1) or variable */
  bool is_const;
  bool is_declared_const; /* a local that only its declaration sets, as it is const */
  bool is_external;       /* a global without definition: arbitrary content */
  bool is_open_ended;     /* an external array of unknown size, which no run has */
  bool is_static_local;   /* a global that a function declares */
  uint32_t returned_by; /* 1 + the function that sets this global only where it returns; 0: none */
  const uintptr_t *blocks; /* of a local: the blocks that enclose it in its function, outermost
                              first; they can only be compared for equality */
  uint32_t block_count;
  const char *literal; /* the bytes of a constant that may share its address with another one (C17
                          6.4.5); else NULL */
  az_init *init;       /* globals and strings: bytes that are not listed are zero */
  uint32_t init_count;
} az_object;

/* ---- statements ------------------------------------------------------------------------------ */

/* The kind of condition that a check is about. */
typedef enum az_class {
  AZ_C_UNREACH,  /* assert, reach_error, __VERIFIER_error, __assert_fail, __CPROVER_assert */
  AZ_C_OVERFLOW, /* signed add, sub, mul, negate, min / -1, shift that loses signed bits */
  AZ_C_UNSIGNED_OVERFLOW,
  AZ_C_DIV_BY_ZERO,
  AZ_C_SHIFT,      /* amount negative or not less than the width */
  AZ_C_BOUNDS,     /* index of a named array */
  AZ_C_CONVERSION, /* float to integer out of range, value-changing integer conversion */
  AZ_C_DEREF,
  AZ_C_FREE,
  AZ_C_MEMTRACK,   /* no heap object is leaked */
  AZ_C_MEMCLEANUP, /* all heap objects are freed when the program ends */
  AZ_C_TERMINATION,
  AZ_C_RACE,    /* programs with one thread have none */
  AZ_C_WITNESS, /* an invariant of a witness; not part of the program that was read */
  AZ_CLASSES
} az_class;

/* The classes of memory safety, as bits. */
#define AZ_MEMORY_CLASSES                                                                          \
  (1u << AZ_C_DEREF | 1u << AZ_C_FREE | 1u << AZ_C_MEMTRACK | 1u << AZ_C_MEMCLEANUP)

#define AZ_ESCAPE_TEXT                                                                             \
  "no execution leaves what is modelled" /* text of the check that stands for all unwinding        \
                                            assertions of the formula */

typedef struct az_check {
  az_class cls;
  const char *id;   /* "main.assertion.1", "f.overflow.3": function, class, count in the function */
  const char *text; /* "x <= 10", "signed addition" */
  az_loc loc;
  bool assumed; /* executions that violate it are left out, and it is not decided */
  bool traps;   /* of AZ_C_OVERFLOW: there is no result; the processor raises an exception */
} az_check;

/* The strings that main may get: their number, the length of each, and the names of the start
 * function's objects that hold them. */
enum { AZ_ARGV_COUNT = 8, AZ_ARGV_LENGTH = 16 };
#define AZ_VARIABLE_ARGUMENTS "variable arguments" /* those of one call, laid out as by the ABI */
#define AZ_ARGV_STRINGS "argument strings"
#define AZ_ARGV_VECTOR "argument vector"
#define AZ_ARGV_CHOICE                                                                             \
  "argv" /* 0: any number of strings of any length; else the strings in these objects. The last    \
            one begins at the offset value % length, so that it may be empty */
#define AZ_ARGV_SIZE "size of the argument strings" /* the input that chooses the length */
/* Ends the text of an input of kind APPROX that begins with the name of an argument of main. */
#define AZ_ODD_ARGUMENT ", an argument of main of another type than C has for it"
/* In the entry state of a function other than main, a pointer may point to an object that the start
 * function creates for it. The LIVE statement of such an object has one of these texts. The next
 * INPUT of kind CHOICE with the same object decides where the pointer points: 0: anywhere;
 * AZ_BEHIND_SAME: to the last such object of the same type before this one; any other value: to
 * this object. The pointer is the argument that the INPUT before sets, or the field that the STORE
 * with this object writes. */
#define AZ_BEHIND "behind "
#define AZ_BEHIND_ARGUMENT AZ_BEHIND "an argument"
#define AZ_BEHIND_FIELD AZ_BEHIND "a field"
enum { AZ_BEHIND_SAME = 2 };

typedef enum az_input_kind {
  AZ_IN_NONDET,   /* a __VERIFIER_nondet_*, nondet_* call: `text` is its name */
  AZ_IN_UNKNOWN,  /* the result of a function without a body: `text` is its name */
  AZ_IN_ARGUMENT, /* argument of the entry function */
  AZ_IN_APPROX,   /* a value that is not modelled: `text` is the cause ("float addition", "inline
                     assembly") */
  AZ_IN_CHOICE,   /* whether a replay can reproduce this execution; no input of the program */
  AZ_IN_MEMORY, /* the answer to a query about memory that a compiled program cannot make. With ptr:
                   0 if no live object is there, else 1 + the number of bytes that can be written
                   (with only_reads: read) from there on. Without ptr: `value` */
} az_input_kind;

typedef enum az_alloc_kind {
  AZ_ALLOC_MALLOC,
  AZ_ALLOC_CALLOC,
  AZ_ALLOC_REALLOC,
  AZ_ALLOC_ALLOCA,
  AZ_ALLOC_VLA
} az_alloc_kind;

typedef enum az_stmt_kind {
  AZ_S_LIVE,  /* object: its lifetime begins, its content is arbitrary (an input). For a LOCAL, each
                 time its declaration is reached */
  AZ_S_DEAD,  /* object: its lifetime ends; AZ_NONE: the VLA that ptr points to, if any */
  AZ_S_LOAD,  /* result = *(type *)ptr */
  AZ_S_STORE, /* *(type *)ptr = value */
  AZ_S_COPY,  /* memmove(ptr, value, size): value is the source pointer; with only_reads, both
                 pointers are equal and nothing changes */
  AZ_S_SET,   /* memset(ptr, value, size): value is 8 bits */
  AZ_S_INPUT, /* result = any value of its sort; input, text. With args[], bit-vectors: the value is
                 a function of them, the same in all statements with this text. APPROX with `value`
                 (bool): where it holds, the builds that verdicts rest on give one of args[] */
  AZ_S_HAVOC, /* memory that is reachable from the pointers in args[] (also through stored pointers)
                 may have changed; text is the cause */
  AZ_S_PTR_TO_INT, /* result (bv pointer_bits) = address of ptr */
  AZ_S_INT_TO_PTR, /* result (pointer) = the pointer with address value (bv pointer_bits) */
  AZ_S_SAME,   /* result (bool) = pointers ptr and value are equal; where C leaves the answer open,
                  it is arbitrary: if one points to an object whose lifetime has ended, or just past
                  the end of another object */
  AZ_S_ALLOC,  /* result = new memory of `size` bytes (calloc: zeroed; realloc: ptr is the old one);
                  alloc; type: element type or void; value: 0, or a bool: if true, the allocation
                  fails: the result is null and nothing changes. VLA with ptr: an array of pointers
                  into the target of ptr, the last one null */
  AZ_S_FREE,   /* free(ptr) */
  AZ_S_ASSUME, /* value: bool */
  AZ_S_CHECK,  /* value: bool that must hold; check */
  AZ_S_LEAK,   /* check: of class MEMTRACK, that every live heap object is reachable here, or
                  MEMCLEANUP, that none is live */
  AZ_S_CALL, /* result = callee(args): `callee` is the index of a function that has a body; AZ_NONE:
                ptr points to the function. Calls by name of functions without a body, such as
                nondet functions, are other statements */
  AZ_S_UNSUPPORTED, /* an execution that arrives here leaves the modelled fragment: text is the
                       cause; value: 0, or the condition (bool) under which this happens */
} az_stmt_kind;

/* Pointer arithmetic as C writes it: `to` lies some elements of `bytes` bytes after or before
 * `from`; bytes 0: within the element that `from` points to, or, if kind is AZ_T_ARRAY, by rows
 * whose length is known at run time only. */
typedef struct az_move {
  az_term from, to;
  uint64_t bytes;
  az_type_kind kind; /* of the elements */
  bool of_array;     /* in C, `from` is an array, not a pointer */
} az_move;

typedef struct az_stmt {
  az_stmt_kind kind;
  az_loc loc;
  /* Ordinal of the LLVM instruction in its module (functions in order, then blocks, then
   * instructions; from 0; calls of llvm.dbg.* do not count, so that both of LLVM's debug formats
   * agree); AZ_NONE: none. The native replay locates inputs by it. */
  uint32_t site;
  az_type pointee; /* CALL: pointee of the result, as the program uses it; 0: unknown */
  az_type type;    /* LOAD, STORE, ALLOC, CALL and INPUT (result's type) */
  az_term result;  /* register, or 0 */
  az_term ptr, value, size;
  uint32_t object; /* LIVE, DEAD; see AZ_BEHIND_ARGUMENT */
  /* CHECK, LEAK: index into az_program.checks; LOAD, STORE, COPY, SET, FREE, ALLOC, CALL: check of
   * the access itself (DEREF, FREE), AZ_NONE if it is not requested. */
  uint32_t check;
  uint32_t callee;
  az_term *args;
  uint32_t arg_count;
  bool only_reads;  /* COPY: the block must be readable; it may be constant */
  bool of_record;   /* COPY, STORE: a whole record is written; its padding need not be copied */
  bool may_be_pure; /* HAVOC: by a function without a body, which may as well change nothing */
  az_input_kind input;
  az_alloc_kind alloc;
  /* INPUT, HAVOC, UNSUPPORTED: see there. ASSUME: NULL, or the origin of an assumption that ends no
   * execution. ALLOC: NULL, or the variable's name. */
  const char *text;
  const az_move *steps; /* pointer arithmetic that computes the operands, in order; for replay */
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
  az_loc loop_start;   /* of the while, for or do whose back edge leaves this block; line 0: none */
  /* Computed by az_program_analyse. */
  uint32_t *predecessors;
  uint32_t predecessor_count;
  uint32_t loop;  /* innermost loop of the function; AZ_NONE: none */
  uint32_t order; /* reverse post-order number; AZ_NONE: unreachable */
} az_block;

typedef struct az_loop {
  uint32_t head;    /* block; the only entry, after irreducible regions were split or cut */
  uint32_t parent;  /* enclosing loop; AZ_NONE: none */
  uint32_t depth;   /* 1 for outermost */
  uint32_t *blocks; /* all blocks, inner loops' included, in reverse post-order */
  uint32_t block_count;
  uint32_t *latches; /* blocks with an edge back to the head */
  uint32_t latch_count;
  az_loc loc; /* the start of the C statement (`is_statement`), else a location in the head */
  bool is_statement; /* it is known to be a while, for or do statement */
  uint32_t check;    /* of class TERMINATION: the loop ends; AZ_NONE: not requested */
} az_loop;

typedef struct az_function {
  const char *name;
  az_type result_type;
  az_type result_record; /* in C the result is this record; `result_type` has its bits. Or 0 */
  /* Objects of kind AZ_OBJ_PARAM, one for each LLVM argument; a call stores its args there. */
  uint32_t *params;
  uint32_t param_count;
  bool has_body, is_variadic;
  /* A model of a library function has one copy for each call by the program that leads into the
   * model; all statements of the copy have the location of that call. */
  bool is_model;
  uint32_t call_site; /* of a model: the site of that call; AZ_NONE: a call through a pointer */
  const char *caller; /* of a model: the program's function with that call, or NULL */
  az_loc loc;
  uint32_t object;  /* its AZ_OBJ_FUNCTION */
  az_block *blocks; /* blocks[0] is the entry; no block branches to it */
  uint32_t block_count;
  uint32_t *locals; /* its LOCAL, PARAM and TEMP objects */
  uint32_t local_count;
  /* Computed by az_program_analyse. */
  az_loop *loops; /* outer before inner */
  uint32_t loop_count;
  uint32_t *order; /* reachable blocks in reverse post-order */
  uint32_t order_count;
  bool recursive; /* on a cycle of the call graph (calls through pointers included) */
  uint32_t check; /* of class TERMINATION: the recursion ends; AZ_NONE: not requested */
} az_function;

/* A cause states why a verdict is weaker than it looks: a part of the program is over-approximated,
 * not modelled or not read, or C leaves its behaviour open. The front end puts all causes into
 * az_program.causes or az_program.late_causes; the core treats all of them alike. */
enum {
  AZ_FORBIDS_PROOFS = 1,
  AZ_FORBIDS_REFUTATIONS = 2, /* except those that the compiled program confirms */
  AZ_LEAVES = 4               /* executions may leave the model here; formulas have the condition */
};
typedef struct az_cause {
  const char *text;
  az_loc loc;       /* concerns only executions that pass this location; file AZ_NONE: all */
  unsigned forbids; /* AZ_FORBIDS_*; 0: forbids nothing, but proofs mention it */
} az_cause;

/* Causes that are expensive to find, and found only after proofs. They concern all executions. */
typedef struct az_late_causes {
  /* Returns the causes, which live until the next call, and their number. `all_return`: it is
   * proved that all calls return and all loops end. */
  const az_cause *(*find)(struct az_late_causes *self, bool all_return, uint32_t *count);
} az_late_causes;

/* A location in the source that the compiler regards as undefined behaviour, if it is reached. */
typedef enum az_suspect_kind {
  AZ_SUSPECT_UNSEQUENCED, /* unsequenced side effects */
  AZ_SUSPECT_VALUE,       /* a value, not a pointer, has a type other than the format's */
  AZ_SUSPECT_FORMAT       /* another mismatch of a format and its arguments */
} az_suspect_kind;
typedef struct az_suspect {
  const char *file;
  az_suspect_kind kind;
  uint32_t line;
} az_suspect;

/* Compiles the program's C files once more, with the compiler's checks for undefined behaviour.
 * Each check is a branch to a trap; all other instructions are those of `az_program.bitcode`. */
typedef struct az_checked_build {
  /* Returns the path of the linked bitcode, with checks for signed overflow if requested; NULL if
   * it cannot be made. */
  const char *(*compile)(struct az_checked_build *self, bool signed_overflow);
  az_suspect *suspects; /* filled by compilation */
  uint32_t suspect_count;
} az_checked_build;

/* In linked bitcode, an attribute of calls through a declaration without a prototype: int f(). */
#define AZ_WITHOUT_PROTOTYPE "ansatz-without-prototype"

typedef struct az_program {
  az_store *store;
  az_arena *arena;
  uint32_t pointer_bits; /* 32 or 64 */
  const char **files;
  uint32_t file_count;
  az_type_info *types;
  uint32_t type_count;
  az_object *objects; /* object i has address i + 1 if its address is static */
  uint32_t object_count;
  az_function *functions;
  uint32_t function_count;
  az_check *checks;
  uint32_t check_count;
  uint32_t entry;       /* function: main, or the one chosen */
  bool arbitrary_entry; /* not main: its arguments and all globals are inputs */
  const char *contract; /* the restriction of the entry state, as the verdict names it, or NULL */
  az_cause *causes;     /* the causes in code that may be reached */
  uint32_t cause_count;
  az_late_causes *late_causes; /* NULL: there are none */
  const char **warnings;
  uint32_t warning_count;
  const char *note; /* NULL, or a remark on what a verdict means, which every verdict carries */
  /* Path of the linked bitcode, for replay; lives in a temporary folder of the run. */
  const char *bitcode;
  az_checked_build *checked; /* NULL: the program's files are bitcode */
  const az_term *unknowns;   /* variables (of guessed summaries, of choices of the builds) that have
                                an arbitrary value, the same throughout an execution */
  uint32_t unknown_count;
} az_program;

/* ---- helpers --------------------------------------------------------------------------------- */

static inline uint32_t az_pointer_width(const az_program *p) {
  return AZ_OBJECT_BITS + p->pointer_bits;
}
az_term az_pointer(const az_program *p, az_term object, az_term offset);
az_term az_pointer_object(const az_program *p, az_term pointer);
/* Returns the instance number of an arbitrary but fixed object of an allocation site, a rigid
 * variable: o* (ordinal 0), or a second object o** (1). */
az_term az_fixed_instance_number(az_store *store, uint32_t site, uint32_t ordinal);
az_term az_pointer_offset(const az_program *p, az_term pointer);
az_term az_null(const az_program *p);

/* Computes predecessors, reverse post-order, natural loops and recursion; splits or cuts
 * irreducible regions (a cut is an AZ_S_UNSUPPORTED). Called once, when the blocks are complete. */
az_status az_program_analyse(az_program *p, az_error *err);
/* Adds a check of class TERMINATION, which no statement has, for each loop of the program and for
 * each set of functions that call each other recursively. Loops and recursion of the library's
 * models are assumed to end; `note` states this. */
void az_program_check_ends(az_program *p);
/* Adds auxiliary variables: where x := A[i], index(x) := i. Call az_program_analyse before. */
void az_program_add_witnesses(az_program *p);
/* Returns the first cause that forbids `what` (AZ_FORBIDS_*), or NULL. With `everywhere`, considers
 * only causes that concern all executions. Ignores late causes. */
const az_cause *az_program_forbids(const az_program *p, unsigned what, bool everywhere);
/* Checks every invariant of this header; the message names the function and block of the first
 * breach. For tests and checking builds. */
az_status az_program_validate(const az_program *p, az_error *err);
/* Logs that a pass has created or changed the program, and validates it in a checking build. */
void az_program_passed(const az_program *p, const char *pass);
/* Returns a hash of the whole program. */
uint64_t az_program_fingerprint(const az_program *p);

/* Returns the check of the pointers of a memory access (LOAD, STORE, COPY, SET, FREE, ALLOC), or
 * NULL. */
const az_check *az_access_check(const az_program *p, const az_stmt *s);
/* Returns whether the linker defines the symbol if no file of the program does. */
bool az_linker_defines(const char *symbol);
const char *az_class_name(az_class cls); /* "unreach", "overflow", ... */
/* Returns SV-COMP's name: "unreach-call", "no-overflow", "valid-deref", ... */
const char *az_class_property(az_class cls);
/* Writes "f.c:12:3", or "f.c:12" without a column, to the caller's buffer and returns it. */
const char *az_loc_text(const az_program *p, az_loc loc, char *buffer, size_t size);
/* Returns the C lvalue of the leaf at a byte offset: "a", 8 -> "a[2]", "s.x.y"; freed by the
 * caller. */
char *az_lvalue_text(const az_program *p, const char *name, az_type type, uint64_t offset,
                     uint64_t bytes);
/* Returns the type of that leaf; AZ_NONE if there is no leaf, or the leaf is a bit-field. */
az_type az_leaf_type(const az_program *p, az_type type, uint64_t offset, uint64_t bytes);
/* Returns whether an object of the type has pointers, also in its elements and fields. */
bool az_has_pointers(const az_type_info *types, az_type type);

AZ_END_C
#endif
