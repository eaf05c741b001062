/* The commands: each gets argv with its own name first and returns the exit status. */
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
/* A command that is written in Lua: lua/ansatz/command.lua has the list. */
int az_cli_in_lua(int argc, char **argv);

/* Makes the folder that an option names, if it is not there; its name is in the message. Returns
 * the exit status. */
int az_cli_make_folder(const char *option, const char *folder);
/* Can the file that an option names be written? Asked before the work that it is to tell of; NULL
 * can. Returns the exit status. */
int az_cli_check_file(const char *option, const char *file);
/* "ansatz: MESSAGE" on stderr; returns the error's exit status. */
int az_cli_error(const az_error *err);
/* Prints the text in lines of 100 columns; the first one begins at column `indent`, where the
 * cursor is, and so do the others. */
void az_cli_paragraph(const char *text, int indent);
/* "ansatz COMMAND: unknown option ..." with a suggestion among `known` (NULL-terminated);
 * returns 2. */
int az_cli_unknown(const char *command, const char *option, const char *const *known);

#endif
