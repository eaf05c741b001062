/* `show cfg`: the program as text. */
#ifndef AZ_CLI_SHOW_PROGRAM_H
#define AZ_CLI_SHOW_PROGRAM_H

#include "ansatz/program.h"

/* Prints one statement in each line, with its source line. */
void az_program_print(const az_program *p, FILE *out);

#endif
