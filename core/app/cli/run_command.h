/* A run's document as a command line of `ansatz verify`: what the worker starts and what people
 * type to have the run again. */
#ifndef ANSATZ_CLI_RUN_COMMAND_H
#define ANSATZ_CLI_RUN_COMMAND_H

#include "ansatz/arena.h"
#include "ansatz/module.h"
#include <jansson.h>

typedef struct az_run_command {
  az_arena *arena;
  const char **argv; /* stb_ds, NULL-terminated in the end: "ansatz", "verify", options, files */
} az_run_command;

/* Modules that the experiment loaded by path come into ANSATZ_PATH. */
bool az_run_translate(az_run_command *c, json_t *document, az_error *err);

/* ansatz worker --command: reads documents, one a line, and prints their command lines. */
int az_run_print_commands(void);

#endif
