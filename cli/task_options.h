/* Options and inputs of verify, show and certify. */
#ifndef ANSATZ_CLI_TASK_OPTIONS_H
#define ANSATZ_CLI_TASK_OPTIONS_H

#include "ansatz/frontend.h"
#include "ansatz/module.h"
#include "ansatz/sandbox.h"
#include "cli/supervise.h"
#include "pipeline/pipeline.h"
#include "host/host.h"

/* The program that is read, and the questions about it. */
typedef struct az_task_source {
  const char **files;             /* stb_ds */
  const char **properties;        /* stb_ds: as in --property */
  const char *function, *harness; /* at most one of them is set; both NULL: main */
  const char **removed;           /* stb_ds: as in az_frontend_options */
  az_contract_clause *contract;   /* stb_ds: clauses of options first, then of comments */
  size_t clauses_given;           /* number of clauses from options */
  az_compiler_option *compiler;   /* stb_ds */
  const char *compile_commands;   /* file, or NULL */
  az_data_model data_model;
  bool has_data_model;
  bool witness_indices; /* as in az_frontend_options */
} az_task_source;

/* The interpretation of C for which a verdict is valid. */
typedef struct az_task_reading {
  az_signed_overflow overflow;
  bool strict_undefined; /* as in az_replay_options */
  bool any_order;        /* as in az_frontend_options */
  bool malloc_may_fail;  /* as in az_frontend_options */
} az_task_reading;

/* How the program is analysed. */
typedef struct az_task_method {
  const char *mode, *domain, *strategy, *config, *solver;
  const char **limits, **switches; /* stb_ds: "NAME=VALUE" */
  const char **trust; /* stb_ds: observations whose axioms are trusted; NULL after the last */
  uint32_t max_unwind;
  double budget;     /* units of work; 0: no budget, and shares are of CPU time */
  bool unchecked;    /* verify: abstract interpretation without a check */
  bool precondition; /* a condition for termination is searched for */
  const char *reuse; /* folder with the invariants of the last run; NULL: none */
} az_task_method;

typedef struct az_task_resources {
  double timeout, wall; /* seconds: of CPU time; of wall-clock time; 0: no limit */
  uint64_t memory;      /* bytes; 0: no limit */
  az_sandbox sandbox;
  uint32_t cores; /* number of processes that race; 0: one */
} az_task_resources;

/* One process of a race of several. */
typedef struct az_task_race {
  uint32_t core;       /* the number of this process, from 1; 0: there is no race */
  uint32_t *undecided; /* receives the number of properties without a verdict; NULL: there is no
                          race */
} az_task_race;

/* The evidence that is requested for a verdict, and the files for it. NULL: not requested. */
typedef struct az_task_evidence {
  bool replay, certify;
  double certify_time;       /* CPU seconds; 0: depends on the time of the proof */
  uint32_t invariant_runs;   /* number of runs in which the certifying process evaluates the rows */
  const char *proofs;        /* folder for the solver's proofs when a certificate is checked */
  const char *certificate;   /* file to write */
  const char *witness;       /* file to write */
  const char *test_file;     /* file to write a counterexample to */
  const char *check_witness; /* file to check */
} az_task_evidence;

/* The outputs of the run, printed and recorded. */
typedef struct az_task_output {
  bool trace, stats, json;
  bool invariants, all_invariants;
  bool iterates, all_iterates;  /* verify and show analysis; all_iterates: the table is complete */
  struct az_iterates *recorded; /* NULL: not requested */
  uint32_t log;                 /* topics whose events are printed */
  const char *log_json;         /* file to write events to; NULL: none */
  const char *dump;             /* folder for the solver's queries; NULL: none */
} az_task_output;

/* Results of az_task_options_resolve. */
typedef struct az_task_resolved {
  const char *error_function, *contract_name; /* as in az_frontend_options */
  az_task *task;
  az_arena *arena;               /* NULL: none */
  az_property_request *requests; /* stb_ds */
  bool by_default;               /* no property was requested */
  const char *work_folder;
  char **by_property;    /* stb_ds: files of witnesses and tests, made before the worker starts */
  const char **writable; /* stb_ds: files that the worker may write; NULL after the last */
  const char *confined;  /* names the worker's sandbox layers */
} az_task_resolved;

/* The command line, split by the code that reads it. */
typedef struct az_task_options {
  const char *what; /* of show: the thing to show; of certify: the certificate */
  az_task_source source;
  az_task_reading reading;
  az_task_method method;
  az_task_resources resources;
  az_task_race race;
  az_task_evidence evidence;
  az_task_output output;
  az_task_resolved resolved;
} az_task_options;

/* Returns the value of --signed-overflow. */
const char *az_overflow_name(az_signed_overflow overflow);
/* Parses argv, whose first word is the command. Returns 0 to go on, or -1 - (exit status) after
 * printing help or an error. */
int az_task_options_parse(az_task_options *o, int argc, char **argv);
/* Reads the task file and the properties. */
az_status az_task_options_resolve(az_task_options *o, az_error *err);
/* Resolves the options and runs `work` on them, both in a supervised worker with a temporary
 * folder. Returns the exit status. */
int az_task_run(az_task_options *o, int (*work)(void *ctx, FILE *out),
                int (*lost)(void *ctx, const az_loss *loss));
/* Returns the file of a property. If there are several properties, each has its own file:
 * w.no-overflow.yml for w.yml. The caller frees the path. */
char *az_task_file_of(const char *path, const char *property, bool several);
void az_task_options_free(az_task_options *o);

az_frontend_options az_task_frontend(const az_task_options *o);
/* Finds the back end that the option --solver describes, and replaces the text of the option by the
 * name of the back end. */
az_status az_task_solver(az_task_options *o, az_registry *registry, az_error *err);
/* Returns the stages to run: the single one that the options determine, or those that the
 * configuration file returns for this program. */
az_stage *az_task_stages(const az_task_options *o, az_registry *registry, const az_program *p,
                         const char *property, size_t *count, az_error *err);

#endif
