/* What functions of the C library have to do with each other. */
#ifndef ANSATZ_FRONTEND_LIBRARY_TIES_H
#define ANSATZ_FRONTEND_LIBRARY_TIES_H

#include "frontend/bitcode/build.h"

/* Before models are linked: records what the program could see of such ties (fe_note_unread). */
void fe_note_library_ties(fe_build *build);

#endif
