/* Rows of a template that is written in Lua (template.c). Each row is about one expression e over
 * the variables of a view. If it has a guard g, its claim is that g implies the claim on e. An
 * opened template is a tuple of up to three domains:
 *   - sums with a bound and no guard: template polyhedra (polyhedra.h);
 *   - other bounds, e <= d: numeric rows;
 *   - finite rows, whose parameters form lattices of finite height: e == d; e == d modulo m; e is
 *     one of at most `most` numbers; the predicate e. */
#ifndef ANSATZ_LUA_TEMPLATE_ROWS_H
#define ANSATZ_LUA_TEMPLATE_ROWS_H

#include "ansatz/formals.h"

typedef enum template_kind {
  TEMPLATE_BOUND,
  TEMPLATE_CONSTANT,
  TEMPLATE_MODULO,
  TEMPLATE_VALUES,
  TEMPLATE_PREDICATE
} template_kind;

enum { TEMPLATE_MOST_VALUES = 64 };

typedef struct template_row {
  template_kind kind;
  uint32_t view;
  const az_formula *guard; /* bool; NULL: none */
  const char *guard_text;
  const az_formula *e; /* PREDICATE: bool; else a bit-vector that is a number with this sign and
                          range */
  const char *text;    /* in parentheses, since an operator may follow */
  bool is_signed;
  az_wide least, greatest;
  az_wide by;                /* MODULO: the modulus or a multiple of it; 0: any */
  uint32_t most;             /* VALUES */
  uint32_t at;               /* finite rows: index in a value at which the row's parameter begins */
  const az_formula *bounded; /* BOUND: signed; e if the guard holds, else a number less than any
                                e */
} template_row;

typedef struct template_rows {
  az_formals *formals;
  az_store *store;
  template_row *rows; /* stb_ds */
  uint32_t size;      /* finite rows: length of a value */
} template_rows;

/* Copies the row; for `e`, `guard` and texts, only the pointers. */
void template_rows_add(template_rows *t, template_row row);

/* `self` is a template_rows. */
extern const az_domain_ops template_bounds_ops, template_finite_ops;

#endif
