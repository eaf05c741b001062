/* Reading statements: iteration over them, their operands, and what each kind does as far as
 * analyses ask for it. What statements mean is said in three places: symbolic execution
 * (kernel/ssa/statements.c), equations (abstract/statements.c) and the interpreter
 * (evidence/replay/interpreter.c); a new kind is known to these, to print.c and validate.c of
 * kernel/program, and to the table of statement.c. */
#ifndef ANSATZ_STATEMENT_H
#define ANSATZ_STATEMENT_H

#include "ansatz/linkage.h"
#include "ansatz/program.h"

AZ_BEGIN_C

/* ---- all statements -------------------------------------------------------------------------- */

/* for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) ... i.stmt ...
 * Functions, blocks and statements in their order; also in blocks that are not reached. */
typedef struct az_stmts {
  const az_function *f;
  const az_block *block; /* NULL before the first step */
  const az_stmt *stmt;   /* the current one */
  uint32_t functions;    /* how many follow f */
} az_stmts;
az_stmts az_stmts_of(const az_program *p);
az_stmts az_stmts_in(const az_function *f);
bool az_stmts_next(az_stmts *i);

/* Calls that are expanded inside each other at most: the stack has room for them. */
enum { AZ_MOST_NESTED_CALLS = 4000 };
/* The functions, those that a function calls by name before it, but where calls are recursive;
 * stb_ds. */
uint32_t *az_callees_first(const az_program *p);

/* ---- one statement --------------------------------------------------------------------------- */

/* One with nothing but its kind and place. */
static inline az_stmt az_stmt_at(az_stmt_kind kind, az_loc loc) {
  return (az_stmt){.kind = kind,
                   .loc = loc,
                   .site = AZ_NONE,
                   .object = AZ_NONE,
                   .check = AZ_NONE,
                   .callee = AZ_NONE};
}
/* The block has these statements (stb_ds, which is freed) from now on. */
void az_block_set(az_arena *arena, az_block *b, az_stmt *stmts);

/* Operands: the pointer, the size, and from AZ_OPERANDS_GIVEN on the value and the arguments, which
 * are stored, passed on or computed with; AZ_NO_TERM where there is none. */
enum { AZ_OPERAND_PTR, AZ_OPERAND_SIZE, AZ_OPERANDS_GIVEN };
static inline uint32_t az_stmt_operands(const az_stmt *s) {
  return AZ_OPERANDS_GIVEN + 1 + s->arg_count;
}
static inline az_term az_stmt_operand(const az_stmt *s, uint32_t i) {
  return i == AZ_OPERAND_PTR      ? s->ptr
         : i == AZ_OPERAND_SIZE   ? s->size
         : i == AZ_OPERANDS_GIVEN ? s->value
                                  : s->args[i - AZ_OPERANDS_GIVEN - 1];
}
/* Calls `visit` for each variable in an operand from number `first` on, once for each operand that
 * it is in. */
void az_stmt_vars(const az_store *store, const az_stmt *s, uint32_t first,
                  void (*visit)(void *ctx, az_term var), void *ctx);
/* The same of a block's end: its condition, its value, its cases. */
uint32_t az_end_operands(const az_block *b);
az_term az_end_operand(const az_block *b, uint32_t i);

/* The function that is called by name; AZ_NONE: no such call. */
static inline uint32_t az_direct_callee(const az_stmt *s) {
  return s->kind == AZ_S_CALL ? s->callee : AZ_NONE;
}
/* Returns whether it dereferences its pointer: reads, writes or frees its target. */
bool az_stmt_accesses(const az_stmt *s);
/* Returns whether it may change memory, or which objects are live. */
bool az_stmt_changes(const az_stmt *s);
/* Returns whether it writes through its pointer. */
bool az_stmt_writes(const az_stmt *s);
/* Returns whether a pointer among its operands, or bytes of one, may be anywhere after it, without
 * a store or call that says so. */
bool az_stmt_keeps(const az_stmt *s);
/* Returns whether it neither reads nor changes memory, and passes no pointer on. */
bool az_stmt_is_apart(const az_stmt *s);
/* The bytes that a LOAD or STORE moves. */
uint32_t az_access_bytes(const az_program *p, const az_stmt *s);

AZ_END_C
#endif
