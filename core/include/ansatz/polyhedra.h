/* Template polyhedra: rows sum_i c_i * x_i <= d with fixed small coefficients over integer
 * variables of one view [sankaranarayanan2005]. This is a public helper for the domains interval,
 * zones and octagons and for out-of-tree domains: it implements widths, signs, claims, bounds and
 * printing; the domain lists its rows. */
#ifndef ANSATZ_POLYHEDRA_H
#define ANSATZ_POLYHEDRA_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef struct az_polyhedra az_polyhedra;

typedef struct az_linear { /* coefficient * variable (index into the context's vars) */
  uint32_t var;
  int32_t coefficient;
} az_linear;

az_polyhedra *az_polyhedra_new(const az_domain_context *context);
void az_polyhedra_free(az_polyhedra *p);
/* Adds a row over variables of one view and returns its number. Its range and width follow from the
 * variables' types. */
uint32_t az_polyhedra_add(az_polyhedra *p, const az_linear *sum, uint32_t terms);
uint32_t az_polyhedra_terms(const az_polyhedra *p, uint32_t row, const az_linear **sum);
const az_domain_context *az_polyhedra_context(const az_polyhedra *p);

/* ---- rows that several domains use -----------------------------------------------------------
 * The rows have a fixed order and mention variables of one view that az_polyhedra_takes admits, of
 * which the loop changes at least one. Coefficients have no common divisor greater than 1. */

/* Adds the row unless an equal row exists or the limit is reached. Returns whether it was added. */
bool az_polyhedra_offer(az_polyhedra *p, const az_linear *sum, uint32_t terms);
/* Limits the number of rows that are offered (initially unlimited); further offers are refused and
 * counted. */
void az_polyhedra_limit(az_polyhedra *p, uint32_t most);
uint32_t az_polyhedra_refused(const az_polyhedra *p);
/* Sets a message for the user. The facet `note` shows it with the number of refused rows. */
void az_polyhedra_note(az_polyhedra *p, const char *format, ...) AZ_PRINTF(2, 3);
/* Adds rows for x and -x, for every variable x that its loop changes. */
void az_polyhedra_add_bounds(az_polyhedra *p);
/* Adds the same rows for floats of 32 and 64 bits. */
void az_polyhedra_add_float_bounds(az_polyhedra *p);
/* Adds +-(x - y) and, with `sums`, +-(x + y): for all pairs or, with `related`, for related
 * pairs. */
void az_polyhedra_add_pairs(az_polyhedra *p, bool sums, bool related);
/* Adds rows for the change since the loop was entered: +-(x - entry(x)), and for related pairs +-(x
 * +- y) minus its value on entry. */
void az_polyhedra_add_entries(az_polyhedra *p);
/* A domain's option `pairs`, and whether `options` set it to `related`. */
#define AZ_POLYHEDRA_PAIRS                                                                         \
  {                                                                                                \
    .name = "pairs", .type = AZ_OPT_ENUM, .initial = "all",                                        \
    .summary = "pairs of variables: all, or those related by data or control flow",                \
    .choices = (const char *const[]) {                                                             \
      "all", "related", NULL                                                                       \
    }                                                                                              \
  }
bool az_polyhedra_pairs_related(const az_desc *options);
/* Adds rows given as text; see core/templates/rows/row_text.c for the syntax. *rows: number of rows
 * that the text describes; 0 if no view has its variables. */
az_status az_polyhedra_add_text(az_polyhedra *p, const char *text, uint32_t *rows, az_error *err);
/* Checks the text as far as possible without a program. */
az_status az_polyhedra_check_text(const char *text, az_error *err);
/* Adds rows mined from the program: linear comparisons among its conditions and checks,
 * consequences of two of them, and sums that an iteration of the loop does not change. */
void az_polyhedra_add_mined(az_polyhedra *p);

/* Adds the rows that the options `rows` and `mined` choose; AZ_POLYHEDRA_CHOSEN declares both. */
#define AZ_POLYHEDRA_CHOSEN                                                                        \
  {.name = "rows",                                                                                 \
   .type = AZ_OPT_STRINGS,                                                                         \
   .summary = "sums of variables, \"x + 2*y - z\", with stars in names, \"all pairs; related\"",   \
   .check = az_polyhedra_check_text},                                                              \
      {.name = "mined",                                                                            \
       .type = AZ_OPT_BOOL,                                                                        \
       .summary =                                                                                  \
           "also rows mined from the program's conditions, its checks and the loop's steps "       \
           "(default: if no rows are given)"}
az_status az_polyhedra_add_chosen(az_polyhedra *p, const az_desc *options, az_error *err);

/* A domain whose instance *is* an az_polyhedra fills its table with these operations and `open`. */
#define AZ_POLYHEDRA_OPS                                                                           \
  .close = az_polyhedra_close, .observe = az_observe_numbers, .row_count = az_polyhedra_row_count, \
  .row = az_polyhedra_row, .value_new = az_polyhedra_value_new,                                    \
  .value_copy = az_polyhedra_value_copy, .value_free = az_polyhedra_value_free,                    \
  .value_top = az_polyhedra_value_top, .claim = az_polyhedra_claim,                                \
  .improve = az_polyhedra_improve, .print = az_polyhedra_print, .facets = az_polyhedra_facets

void az_polyhedra_close(void *self);
/* Returns whether the variable is an integer of at most 64 bits. Rows of one variable may also
 * mention floats (float_order.h). */
bool az_polyhedra_takes(const az_tvar *var);
uint32_t az_polyhedra_row_count(void *self);
az_row az_polyhedra_row(void *self, uint32_t row);
void *az_polyhedra_value_new(void *self);
void *az_polyhedra_value_copy(void *self, const void *value);
void az_polyhedra_value_free(void *self, void *value);
void az_polyhedra_value_top(void *self, void *value, uint32_t row);
az_term az_polyhedra_claim(void *self, uint32_t row, const void *value, const az_state *state);
bool az_polyhedra_improve(void *self, uint32_t row, void *value, const az_model *model,
                          const az_state *state);
char *az_polyhedra_print(void *self, uint32_t row, const void *value);
az_facets az_polyhedra_facets(void *self);
extern const az_numeric_facet az_polyhedra_numeric;

AZ_END_C
#endif
