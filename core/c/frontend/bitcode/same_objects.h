/* Objects that several files declare (C17 6.2.7p2). */
#ifndef ANSATZ_FRONTEND_SAME_OBJECTS_H
#define ANSATZ_FRONTEND_SAME_OBJECTS_H

#include "frontend/bitcode/build.h"

/* Before `other` is linked into build->module: an object that both declare with types that are not
 * compatible leaves the behaviour of the program undefined. False: there is one, which is said. */
bool fe_compare_objects(fe_build *build, LLVMModuleRef other, const char *file);

#endif
