/* Control flow of one function. */
#ifndef ANSATZ_FRONTEND_CFG_H
#define ANSATZ_FRONTEND_CFG_H

#include "frontend/state.h"

void fx_graph(fx *x); /* fills x->nodes, x->node_of and x->dead_slot */
void fx_graph_free(fx *x);

#endif
