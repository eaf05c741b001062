/* Linking. */
#ifndef ANSATZ_FRONTEND_LINK_H
#define ANSATZ_FRONTEND_LINK_H

#include "frontend/bitcode/build.h"

/* Compiles all files and links them and the library models that they need into build->module. */
az_status fe_load(fe_build *build);

#endif
