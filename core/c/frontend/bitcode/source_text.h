/* What the text of a C file says and the bitcode does not. */
#ifndef ANSATZ_FRONTEND_SOURCE_TEXT_H
#define ANSATZ_FRONTEND_SOURCE_TEXT_H

#include "frontend/bitcode/build.h"

/* Blanks line markers and #line directives, so that lines are those of the file itself; true if
 * there were any. */
bool fe_blank_markers(char *text);
/* Notes what is not read in bitcode (fe_note_unread), and what of the file is to be left as it is
 * (build->keeps_markers, keeps_inline), as a program that looks at it would be another one. To be
 * asked before the markers are blank. */
void fe_look_at_source(fe_build *build, const char *file, const char *text);

#endif
