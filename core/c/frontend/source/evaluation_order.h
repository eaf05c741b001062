/* Where what a program does may depend on the order in which operands are evaluated. */
#ifndef ANSATZ_FRONTEND_EVALUATION_ORDER_H
#define ANSATZ_FRONTEND_EVALUATION_ORDER_H

#include "ansatz/program.h"

typedef struct fe_order_question {
  const az_program *program;
  uint32_t classes; /* of the checks that are asked for */
  bool all_return;  /* calls and loops are known to come back */
  bool any_order;   /* the answer is for a proof that is withheld: what is not clear counts, too */
} fe_order_question;

/* The first such place, as text in the arena; NULL: there is none. */
const char *fe_order_matters(const fe_order_question *q, az_arena *arena);

#endif
