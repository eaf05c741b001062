/* Terms as linear functions along the path that a model takes: the branch of every ite, how often
 * every operation wraps. Conditions of the path are linear inequalities. For the strategy policy,
 * whose header has the theory. */
#ifndef ANSATZ_LINEAR_PATH_H
#define ANSATZ_LINEAR_PATH_H

#include "ansatz/arena.h"
#include "ansatz/strategy.h"

typedef struct part {
  uint32_t var; /* of the scene */
  az_wide factor;
} part;

typedef struct form { /* constant + sum of factor * var, ascending; NULL: not linear */
  az_wide constant;
  uint32_t count;
  part parts[];
} form;

typedef struct atom { /* form <= 0, or = 0 */
  const form *form;
  bool equal;
  struct atom *next;
} atom;

typedef struct need {
  uint32_t node;
  struct need *next;
} need;

/* What a term is under the model. SUM: congruent to the term modulo its width; SIGNED, UNSIGNED:
 * its number; TRUTH: what makes a condition as it is in the model. Atoms: for which states that
 * holds. */
typedef enum reading { SUM, SIGNED, UNSIGNED, TRUTH } reading;

typedef struct node {
  az_term term;
  reading aspect;
  const form *form;
  atom *atoms;
  need *needs;    /* nodes whose atoms belong to it too */
  uint32_t stamp; /* of the last collection that came by */
} node;

typedef struct variable { /* a free variable of the formula, or a quotient */
  az_wide least, greatest, value;
  uint32_t stamp, column;
} variable;

typedef struct claim { /* row q is assumed of a state on the path */
  uint32_t row, node, truth;
} claim;

/* Everything read off one model; all of it lives in the arena. */
typedef struct scene {
  az_arena *arena;
  az_synthesis *synthesis;
  az_store *store;
  const az_model *model;
  node *nodes;
  variable *vars;
  uint32_t node_count, node_room, var_count, var_room, stamp;
  uint32_t *table; /* open hashing: node + 1 */
  uint32_t table_size;
  claim *claims;
  uint32_t claim_count, users; /* users: rows whose path is from it */
} scene;

/* The node of a term, which may be a new one. `is_signed`: how a variable that is first met here is
 * read. */
uint32_t linear_node(scene *s, az_term t, reading aspect, bool is_signed);
/* Of a form, under the model. */
az_wide linear_value(const scene *s, const form *f);
bool model_holds(const scene *s, az_term condition);

#endif
