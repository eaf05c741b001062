/* Template polyhedra: rows  sum_i c_i * x_i <= d  with fixed small coefficients over integer
 * variables of one view [sankaranarayanan2005]. A public helper that interval, zones, octagons and
 * out-of-tree domains stand on: it owns widths, signs, claims, bounds and printing; the domain only
 * lists its rows. */
#ifndef ANSATZ_POLYHEDRA_H
#define ANSATZ_POLYHEDRA_H

#include "ansatz/domain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_polyhedra az_polyhedra;

typedef struct az_linear { /* coefficient * variable (index into the context's vars) */
  uint32_t var;
  int32_t coefficient;
} az_linear;

az_polyhedra *az_polyhedra_new(const az_domain_context *context);
void az_polyhedra_free(az_polyhedra *p);
/* Adds a row over variables of one view; answers its number. Least and greatest value and the width
 * follow from the variables' types. */
uint32_t az_polyhedra_add(az_polyhedra *p, const az_linear *sum, uint32_t terms);
uint32_t az_polyhedra_terms(const az_polyhedra *p, uint32_t row, const az_linear **sum);
const az_domain_context *az_polyhedra_context(const az_polyhedra *p);

/* ---- rows that several domains want ----------------------------------------------------------
 * In a fixed order, over variables of one view that `takes` admits, one of which the loop changes
 * at least. Coefficients are divided by what they have in common. */

/* Adds the row if there is no equal one yet and the limit is not reached; true if it was added. */
bool az_polyhedra_offer(az_polyhedra *p, const az_linear *sum, uint32_t terms);
/* At most so many rows from offers (initially any number); how many new ones were refused. */
void az_polyhedra_limit(az_polyhedra *p, uint32_t most);
uint32_t az_polyhedra_refused(const az_polyhedra *p);
/* Something that the user should know, in the facet "note" with how many rows were refused. */
void az_polyhedra_note(az_polyhedra *p, const char *format, ...) AZ_PRINTF(2, 3);
/* x and -x of every variable that its loop changes. */
void az_polyhedra_add_bounds(az_polyhedra *p);
/* +-(x - y) and, with sums, +-(x + y) of all pairs, or of those that az_tvars_related ties. */
void az_polyhedra_add_pairs(az_polyhedra *p, bool sums, bool related);
/* What the loop made of its variables since it was entered: +-(x - entry(x)), and +-(x +- y) less
 * the same on entry, of related pairs. */
void az_polyhedra_add_entries(az_polyhedra *p);
/* The option of a domain that chooses between them, and its reading. */
#define AZ_POLYHEDRA_PAIRS                                                                         \
  {                                                                                                \
    .name = "pairs", .type = AZ_OPT_ENUM, .initial = "all",                                        \
    .summary = "pairs of variables: all, or those related by data or control flow",                \
    .choices = (const char *const[]) {                                                             \
      "all", "related", NULL                                                                       \
    }                                                                                              \
  }
bool az_polyhedra_pairs_related(const az_desc *options);
/* Rows as text; see core/templates/rows/row_text.c for the syntax. *rows: how many there are now
 * that came from it; 0 if no view has its variables. */
az_status az_polyhedra_add_text(az_polyhedra *p, const char *text, uint32_t *rows, az_error *err);
/* What of such a text is wrong whatever the program is. */
az_status az_polyhedra_check_text(const char *text, az_error *err);
/* Rows that the program suggests: linear comparisons among its conditions and checks, what follows
 * from two of them, and sums that a round of the loop leaves alone. */
void az_polyhedra_add_mined(az_polyhedra *p);

/* Rows as the options `rows` and `mined` choose them, and these two options. */
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

/* A domain whose instance *is* an az_polyhedra fills its table with these and its own `open`. */
#define AZ_POLYHEDRA_OPS                                                                           \
  .close = az_polyhedra_close, .observe = az_observe_numbers, .row_count = az_polyhedra_row_count, \
  .row = az_polyhedra_row, .value_new = az_polyhedra_value_new,                                    \
  .value_copy = az_polyhedra_value_copy, .value_free = az_polyhedra_value_free,                    \
  .value_top = az_polyhedra_value_top, .claim = az_polyhedra_claim,                                \
  .improve = az_polyhedra_improve, .print = az_polyhedra_print, .facet = az_polyhedra_facet

void az_polyhedra_close(void *self);
bool az_polyhedra_takes(const az_tvar *var); /* integers of at most 64 bits */
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
const void *az_polyhedra_facet(void *self, const char *name);

#ifdef __cplusplus
}
#endif
#endif
