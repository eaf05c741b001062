/* The program with checks for undefined behaviour. */
#ifndef ANSATZ_FRONTEND_CHECKED_H
#define ANSATZ_FRONTEND_CHECKED_H

#include "frontend/bitcode/build.h"

/* How the program that was loaded can be compiled with such checks; NULL: it is bitcode. */
az_checked_build *fe_checked(const fe_build *build);

#endif
