/* Causes of approximation, and warnings. */
#ifndef ANSATZ_FRONTEND_REPORT_H
#define ANSATZ_FRONTEND_REPORT_H

#include "frontend/data/program_state.h"

void fe_cause(fe *f, az_loc loc, const char *text);
/* Something that runs or decides what runs, and is not among the functions. */
void fe_unread(fe *f, const char *text);
/* The first thing of this kind, or NULL. */
const char *fe_what_is_unread(const fe *f);
/* A float operation of that result type: its value may depend on what the platform evaluates in. */
void fe_note_float(fe *f, LLVMTypeRef type);
void fe_warn(fe *f, const char *format, ...) AZ_PRINTF(2, 3);

#endif
