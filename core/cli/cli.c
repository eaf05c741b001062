/* What the commands share. */
#include "cli/cli.h"
#include <stdio.h>

int az_cli_error(const az_error *err) {
  fprintf(stderr, "ansatz: %s\n", err->message);
  return az_exit_status(err->status);
}

int az_cli_unknown(const char *command, const char *option, const char *const *known) {
  const char *near = az_suggest(option, known);
  if (near)
    fprintf(stderr, "ansatz %s: unknown option '%s': did you mean '%s'?\n", command, option, near);
  else
    fprintf(stderr, "ansatz %s: unknown option '%s' ('ansatz %s --help' lists them)\n", command,
            option, command);
  return 2;
}
