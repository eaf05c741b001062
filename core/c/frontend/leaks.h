/* Leak checks at the heads of loops, added after az_program_analyse. */
#pragma once

#include "ansatz/program.h"

void fe_watch_loops(az_program *p, uint32_t classes);
