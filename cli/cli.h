/* The commands. Each gets argv, with its own name first, and returns the exit status. */
#ifndef ANSATZ_CLI_H
#define ANSATZ_CLI_H

#include "ansatz/module.h"

int az_cli_verify(int argc, char **argv);
int az_cli_certify(int argc, char **argv);
int az_cli_proof_check(int argc, char **argv);
int az_cli_contract(int argc, char **argv);
int az_cli_show(int argc, char **argv);
int az_cli_try_module(int argc, char **argv); /* trial/command.c */
int az_cli_lua(int argc, char **argv);
int az_cli_worker(int argc, char **argv);
/* Runs a command that is written in Lua: lua/ansatz/command.lua has the list. */
int az_cli_in_lua(int argc, char **argv);

/* Makes the folder that an option names, unless it exists; messages contain the option's name.
 * Returns the exit status. */
int az_cli_make_folder(const char *option, const char *folder);
/* Checks that the file that an option names (if any) can be written. Called before the work that
 * produces the content. Returns the exit status. */
int az_cli_check_file(const char *option, const char *file);
/* Prints "ansatz: MESSAGE" on stderr. Returns the error's exit status. */
int az_cli_error(const az_error *err);
/* Prints the text in lines of up to 100 columns. Each line begins at column `indent`, where the
 * cursor already is. */
void az_cli_paragraph(const char *text, int indent);
/* Prints "ansatz COMMAND: unknown option ..." and a suggestion from `known`. Returns 2. */
int az_cli_unknown(const char *command, const char *option, const char *const *known);

#endif
