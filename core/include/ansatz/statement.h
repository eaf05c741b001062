/* Reading statements: iteration over them, their operands, and the effects of each kind that
 * analyses use. The meaning of statements is defined in three places: symbolic execution
 * (kernel/ssa/statements.c), equations (abstract/statements.c) and the interpreter
 * (evidence/replay/interpreter.c); a new kind must be added to these, to print.c and validate.c of
 * kernel/program, and to the table of statement.c. */
#ifndef ANSATZ_STATEMENT_H
#define ANSATZ_STATEMENT_H

#include "ansatz/linkage.h"
#include "ansatz/program.h"

AZ_BEGIN_C

/* ---- all statements -------------------------------------------------------------------------- */

/* for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) ... i.stmt ... Functions, blocks and
 * statements in their order, unreachable blocks included. */
typedef struct az_stmts {
  const az_function *f;
  const az_block *block; /* NULL before the first step */
  const az_stmt *stmt;   /* the current one */
  uint32_t functions;    /* number of functions after f */
} az_stmts;
az_stmts az_stmts_of(const az_program *p);
az_stmts az_stmts_in(const az_function *f);
bool az_stmts_next(az_stmts *i);

/* Maximum nesting depth of expanded calls, limited by the stack. */
enum { AZ_MOST_NESTED_CALLS = 4000 };
/* Returns the functions (stb_ds). Callees by name precede callers, unless calls are recursive. */
uint32_t *az_callees_first(const az_program *p);

/* ---- one statement --------------------------------------------------------------------------- */

/* Returns a statement with only its kind and location. */
static inline az_stmt az_stmt_at(az_stmt_kind kind, az_loc loc) {
  return (az_stmt){.kind = kind,
                   .loc = loc,
                   .site = AZ_NONE,
                   .object = AZ_NONE,
                   .check = AZ_NONE,
                   .callee = AZ_NONE};
}
/* Replaces the statements of a block by these (stb_ds, which is freed). */
void az_block_set(az_arena *arena, az_block *b, az_stmt *stmts);

/* Operands: the pointer, the size and, from AZ_OPERANDS_GIVEN on, the value and the arguments,
 * which are stored, passed on or computed with. AZ_NO_TERM: absent. */
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
/* Calls `visit` for the variables in each operand from number `first` on, once for each operand. */
void az_stmt_vars(const az_store *store, const az_stmt *s, uint32_t first,
                  void (*visit)(void *ctx, az_term var), void *ctx);
/* Return the number of operands of a block's end and one of them: condition, value or case. */
uint32_t az_end_operands(const az_block *b);
az_term az_end_operand(const az_block *b, uint32_t i);

/* Returns the function that is called by name; AZ_NONE for any other statement. */
static inline uint32_t az_direct_callee(const az_stmt *s) {
  return s->kind == AZ_S_CALL ? s->callee : AZ_NONE;
}
/* Returns whether the statement dereferences its pointer: reads, writes or frees its target. */
bool az_stmt_accesses(const az_stmt *s);
/* Returns whether the statement may change memory or the set of live objects. */
bool az_stmt_changes(const az_stmt *s);
/* Returns whether the statement writes through its pointer. */
bool az_stmt_writes(const az_stmt *s);
/* Returns whether copies of its pointers, or of their bytes, may exist anywhere after the
 * statement, even if no store or call shows it. */
bool az_stmt_keeps(const az_stmt *s);
/* Returns whether the statement neither reads nor changes memory, and passes on no pointer. */
bool az_stmt_is_apart(const az_stmt *s);
/* Returns the number of bytes that a LOAD or STORE moves. */
uint32_t az_access_bytes(const az_program *p, const az_stmt *s);

AZ_END_C
#endif
