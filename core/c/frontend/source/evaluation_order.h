/* Where what a program does may depend on the order in which operands are evaluated. */
#ifndef ANSATZ_FRONTEND_EVALUATION_ORDER_H
#define ANSATZ_FRONTEND_EVALUATION_ORDER_H

#include "frontend/source/syntax_tree.h"
#include "ansatz/arena.h"

typedef struct fe_order_question {
  fe_syntax_node **trees;  /* one a file; stb_ds, as its elements */
  const char **texts;      /* of the files, as they stand there; NULL: not known */
  const char *entry;       /* the function that the program starts with */
  uint32_t classes;        /* of the checks that are asked for */
  bool arbitrary_entry;    /* pointers may lead to any global from the beginning on */
  bool any_order;          /* the answer is for a proof that is withheld, else for a proviso */
  const char *other_error; /* an error function that the property does not name, or NULL */
} fe_order_question;

/* The first such place, as text in the arena; NULL: there is none. */
const char *fe_order_matters(const fe_order_question *q, az_arena *arena);

#endif
