/* Weak topological orders [bourdoncle1993, def. 1]: the points of a system of equations in an order
 * with components, `(head body)`, such that every backward edge leads to the head of a component
 * that contains its source. */
#ifndef WEAK_TOPOLOGICAL_ORDER_H
#define WEAK_TOPOLOGICAL_ORDER_H

#include "ansatz/equations.h"

typedef struct order_element {
  uint32_t point;
  uint32_t end; /* index after the component whose head it is; 0: it is not a head */
} order_element;

/* Returns one element for each point; the caller frees it with free(). */
order_element *weak_topological_order(const az_equations *equations);

#endif
