/* Lua in Ansatz: expressions and configuration files for the program, scripts and the console for
 * people. Lua never runs while a solver does. Errors come back as records; longjmp stays inside the
 * binding. */
#ifndef ANSATZ_LUA_HOST_H
#define ANSATZ_LUA_HOST_H

#include "ansatz/module.h"
#include "kiki/portfolio.h"
#include "pipeline/program_facts.h"

/* `interval{ strategy = binsearch() }` or just `interval`: a description of the kind that is asked
 * for. Only module names are in scope. `from` is what messages call it ("--domain"). */
az_desc *az_lua_domain_expression(az_registry *registry, az_module_kind kind,
                                  const char *expression, az_error *err);

/* Evaluates a configuration file (NULL: the shipped auto.lua): it returns a stage, a list of
 * stages, or a function that gets the facts and returns either. AZ_ERR_INPUT with file, line and
 * key path. */
az_stage *az_lua_auto(az_registry *registry, const char *file, const az_program_facts *facts,
                      size_t *count, az_error *err);

/* ---- scripts --------------------------------------------------------------------------------- */

typedef struct az_script_options {
  const char *mode;        /* "run", "check", "compare", "lua": az.mode in the script */
  const char *out;         /* --out; NULL: the script decides */
  unsigned jobs;           /* --jobs; 0: the script decides */
  bool fresh;              /* --fresh: nothing of the store is reused */
  unsigned verify_repeat;  /* --verify-repeat: the number of runs; 0: none */
  const char *const *args; /* of the script, NULL-terminated */
} az_script_options;

/* Runs a script (or, with `is_module`, a shipped one by name). Returns the exit status, the message
 * in err. */
int az_lua_script(az_registry *registry, const char *file, bool is_module,
                  const az_script_options *options, az_error *err);

typedef struct lua_State lua_State;
/* A state with the library, strict globals and the module constructors. */
lua_State *az_lua_new(az_registry *registry, const az_script_options *options);

#endif
