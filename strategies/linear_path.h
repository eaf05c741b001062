/* Terms as linear functions along the path of a model. The path fixes the branch of every ite and
 * how often each operation wraps; the conditions of the path are linear inequalities. policy.c uses
 * these functions and describes the theory. */
#ifndef ANSATZ_LINEAR_PATH_H
#define ANSATZ_LINEAR_PATH_H

#include "ansatz/arena.h"
#include "ansatz/strategy.h"

typedef struct form_part {
  uint32_t var; /* a variable of a model's forms */
  az_wide factor;
} form_part;

typedef struct linear_form { /* constant + sum of factor * var, ascending; NULL: not linear */
  az_wide constant;
  uint32_t count;
  form_part parts[];
} linear_form;

typedef struct path_atom { /* form <= 0, or = 0 */
  const linear_form *form;
  bool equal;
  struct path_atom *next;
} path_atom;

typedef struct needed_node {
  uint32_t node;
  struct needed_node *next;
} needed_node;

/* How a term is read under the model. SUM: as a number that is congruent to the term modulo
 * 2^width; SIGNED, UNSIGNED: as its number; TRUTH: as the reason for the value that a condition has
 * in the model. A reading is valid in the states that satisfy the node's atoms. */
typedef enum reading { SUM, SIGNED, UNSIGNED, TRUTH } reading;

typedef struct path_node {
  az_term term;
  reading aspect;
  const linear_form *form;
  path_atom *atoms;
  needed_node *needs; /* nodes whose atoms also belong to this one */
  uint32_t stamp;     /* stamp of the last collection that had this node */
} path_node;

typedef struct path_variable { /* a free variable of the formula, or a quotient */
  az_wide least, greatest, value;
  uint32_t stamp, column;
} path_variable;

typedef struct assumed_row { /* row q is assumed in a state on the path */
  uint32_t row, node, truth;
} assumed_row;

/* All forms read from one model, allocated in the arena. */
typedef struct model_forms {
  az_arena *arena;
  az_synthesis *synthesis;
  az_store *store;
  const az_model *model;
  path_node *nodes;
  path_variable *vars;
  uint32_t node_count, node_room, var_count, var_room, stamp;
  uint32_t *table; /* open hashing: node + 1 */
  uint32_t table_size;
  assumed_row *claims;
  uint32_t claim_count, users; /* users: number of rows whose path is from this model */
  uint32_t depth;              /* depth, below the root, of the term that is being read */
} model_forms;

/* Returns the node of a term, possibly a new one. A new variable is read as signed if
 * `is_signed`. */
uint32_t linear_node(model_forms *s, az_term t, reading aspect, bool is_signed);
/* Returns the value of a form under the model. */
az_wide linear_value(const model_forms *s, const linear_form *f);
bool model_holds(const model_forms *s, az_term condition);

#endif
