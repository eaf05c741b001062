/* Lua in Ansatz: expressions and configuration files for the program, scripts and the console for
 * people. Lua never runs while a solver does. Errors come back as records; longjmp stays inside the
 * binding. */
#ifndef ANSATZ_LUA_HOST_H
#define ANSATZ_LUA_HOST_H

#include "ansatz/module.h"

/* `interval{ strategy = binsearch() }` or just `interval`: a description of the kind that is asked
 * for. Only module names are in scope. `from` is what messages call it ("--domain"). */
az_desc *az_lua_domain_expression(az_registry *registry, az_module_kind kind,
                                  const char *expression, az_error *err);

/* What a configuration file may look at. */
typedef struct az_facts {
  uint32_t functions, loops, nested_loops, arrays, pointers, allocations, frees, links,
      inner_arrays, floats, recursion, records, statements, inputs;
  uint32_t tags;    /* places behind pointers in which two different constants or more are stored */
  uint32_t relinks; /* statements that write a pointer, not just NULL, through a pointer */
  const char *property; /* "unreach-call" ... */
} az_facts;

/* One stage of a portfolio: stages run one after another on what is still open, each with its share
 * of the time left. */
typedef struct az_stage {
  const char *mode;    /* NULL: kiki */
  az_desc *domain;     /* NULL: none given */
  az_desc *strategy;   /* default of the leaves; NULL: none given */
  const char *solver;  /* NULL: the default */
  double share;        /* of the time left when it starts, in (0, 1]; 1 if not given */
  uint32_t max_unwind; /* 0: not given */
  bool incremental;    /* formulas and solvers are kept when k grows (the default) */
  bool lockstep;       /* base and step at the same k (the default), or each at its own pace */
  bool every_k;        /* k + 1 after k; else (the default) larger strides from 6 on */
  bool test_runs;      /* the compiled program runs on made-up inputs, too */
} az_stage;

/* Evaluates a configuration file (NULL: the shipped auto.lua): it returns a stage, a list of
 * stages, or a function that gets the facts and returns either. AZ_ERR_INPUT with file, line and
 * key path. */
az_stage *az_lua_auto(az_registry *registry, const char *file, const az_facts *facts, size_t *count,
                      az_error *err);
void az_stages_free(az_stage *stages, size_t count);

/* ---- scripts --------------------------------------------------------------------------------- */

typedef struct az_script_options {
  const char *mode;        /* "run", "check", "compare", "lua": az.mode in the script */
  const char *out;         /* --out; NULL: the script decides */
  unsigned jobs;           /* --jobs; 0: the script decides */
  bool fresh;              /* --fresh: nothing of the store is reused */
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
