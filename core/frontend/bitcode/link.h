/* Linking. */
#ifndef ANSATZ_FRONTEND_LINK_H
#define ANSATZ_FRONTEND_LINK_H

#include "frontend/state.h"

/* Compiles all files and links them and the library models that they need into f->module. */
az_status fe_load(fe *f);

#endif
