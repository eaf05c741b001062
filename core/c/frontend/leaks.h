/* Leak checks at the heads of loops, added after az_program_analyse. */
#ifndef ANSATZ_FRONTEND_LEAKS_H
#define ANSATZ_FRONTEND_LEAKS_H

#include "ansatz/program.h"

void fe_watch_loops(az_program *p, uint32_t classes);

#endif
