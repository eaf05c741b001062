/* Finds behaviour that may depend on the order in which operands are evaluated. */
#pragma once

#include "ansatz/program.h"

typedef struct fe_order_question {
  const az_program *program;
  const char *contract; /* the text of the entry contract; NULL: there is none */
  uint32_t classes;     /* classes of the requested checks */
  bool all_return;      /* calls and loops are known to return */
  bool any_order;       /* unclear cases also matter: the answer only withholds a proof */
} fe_order_question;

/* Returns the first place where the order matters, as text in the arena; NULL if there is none. */
const char *fe_order_matters(const fe_order_question *q, az_arena *arena);
