/* The state of the rows in a run of the strategy policy, and the linear program for their
 * policies. */
#ifndef ANSATZ_POLICY_H
#define ANSATZ_POLICY_H

#include "linear_path.h"

typedef struct row_path { /* a row's policy */
  model_forms *forms;     /* NULL: there is none, and the row stays at its bound */
  const linear_form *value;
  const path_atom **atoms;
  const assumed_row **claims;
  uint32_t atom_count, claim_count;
} row_path;

typedef struct row_state {
  row_path path;
  az_wide least, greatest, bound; /* range of the type; current bound (least - 1: bottom) */
  az_wide low, high, jump;        /* state of the search by bisection */
  az_wide left;                   /* the bound at the end of the last step */
  uint32_t changed, shown; /* number of the step in which the bound last changed; in which the claim
                              was last shown to hold */
  uint32_t failures;
  bool fresh;  /* the row has a new policy */
  bool free;   /* its bound is a variable of the linear program */
  bool failed; /* its state in the program's solution fails when rounded to integers */
  int column;
} row_state;

typedef struct row_fact { /* a row's claim at a state where it is assumed */
  uint32_t row;
  const az_obligation *obligation;
  uint64_t *support;
  az_term term; /* at the current bounds */
} row_fact;

typedef struct policy {
  az_arena *arena;
  az_synthesis *synthesis;
  az_store *store;
  const az_domain_ops *ops;
  void *domain;
  const az_numeric_facet *numeric;
  uint32_t rows, delay;
  row_state *row;
  az_term *violations; /* scratch, one for each row */
  row_fact *facts;
  /* By row: the variables of facts that its claims mention at any proof obligation. */
  uint64_t **support;
  az_term *assumptions;
  size_t fact_count;
  uint32_t words, step;
  void *top;
} policy;

/* ---- policy_program.c ------------------------------------------------------------------------ */

/* Creates an empty collection of the linear forms of one model. It is freed when no row uses it any
 * more. */
model_forms *policy_forms_new(const policy *p);
void policy_forms_leave(model_forms *s);
/* Finds the path of the row's value in the model. Returns false if it is not linear. */
bool policy_find_path(policy *p, model_forms *s, uint32_t row, const az_obligation *obligation);
void policy_drop_path(row_state *row);
/* Computes the bounds of the rows that may rise. */
void policy_solve(policy *p, double deadline);

#endif
