/* Lua in Ansatz: expressions and configuration files for the program, scripts and the console for
 * users. Lua never runs while a solver does. Errors are returned as records; longjmp never leaves
 * the binding. */
#ifndef ANSATZ_LUA_HOST_H
#define ANSATZ_LUA_HOST_H

#include "ansatz/module.h"
#include "kiki/portfolio.h"
#include "program_facts.h"

/* Evaluates `interval{ strategy = binsearch() }`, or just `interval`, to a description of the kind.
 * Only module names are in scope. `from` names the expression in messages ("--domain"). */
az_desc *az_lua_domain_expression(az_registry *registry, az_module_kind kind,
                                  const char *expression, az_error *err);

/* Evaluates a configuration file (NULL: the shipped auto.lua). It returns a stage, a list of
 * stages, or a function that maps the facts to either. On failure err is AZ_ERR_INPUT, with file,
 * line and key path. */
az_stage *az_lua_auto(az_registry *registry, const char *file, const az_program_facts *facts,
                      size_t *count, az_error *err);

/* ---- commands and scripts -------------------------------------------------------------------- */

/* Runs a command that is written in Lua (lua/ansatz/command.lua). `argv` is its name and the rest
 * of the command line, NULL-terminated. Returns the exit status, with a message in err. */
int az_lua_command(az_registry *registry, const char *const *argv, az_error *err);

typedef struct lua_State lua_State;
/* Creates a state with the library and the module constructors, in which the user can set
 * globals. */
lua_State *az_lua_console(az_registry *registry);

#endif
