/* A configuration is a portfolio: its stages run one after another on the checks that are still
 * open. */
#pragma once

#include "ansatz/module.h"
#include "kiki/engine.h"
#include "kiki/job.h"

typedef struct az_stage {
  const char *mode; /* NULL: kiki */
  /* For termination, the only part requested: "termination" (rankings) or "nontermination"; NULL:
   * as the mode of the first stage says. */
  const char *half;
  az_desc *domain;     /* NULL: none given */
  az_desc *strategy;   /* default of the leaves; NULL: none given */
  bool is_default;     /* the strategy was not requested: it need not fit */
  const char *solver;  /* NULL: the default */
  double share;        /* of the time left when the stage starts, in (0, 1]; 1 if not given */
  uint32_t max_unwind; /* 0: not given */
  uint32_t lemmas;     /* classes of checks, see az_engine_config */
  az_switches switches;
  az_limits limits;
} az_stage;
/* Stages that run one after another. */
typedef struct az_configuration {
  const az_stage *stages;
  size_t count;
} az_configuration;
/* Does nothing for NULL. */
void az_stages_free(az_stage *stages, size_t count);

/* Options that all stages share. */
typedef struct az_portfolio_options {
  const az_services *services; /* as in az_engine_config */
  const char *solver;          /* replaces that of the stages; NULL: the stages' own */
  uint32_t max_unwind;         /* replaces that of the stages; 0: the stages' own */
  az_signed_overflow overflow;
  bool strict_of_assume; /* the task leaves overflows out, and they are strict nevertheless */
  bool strict_undefined; /* as in az_replay_options */
  bool replay;
  double cpu_end; /* az_cpu() at which to stop; 0: never */
  const char *work_folder;
  az_sandbox sandbox;
  const char *const *trust; /* as in az_engine_config */
  const char *dump;
  bool head_invariants;        /* as in az_engine_config */
  bool recurrent_sets;         /* non-termination is reported with its recurrent set, as C */
  const az_progress *progress; /* as in az_engine_config */
  bool certify;
} az_portfolio_options;

/* Decides the checks of `classes` by the stages, one after another until one decides; the options
 * have the time limit. */
az_result *az_portfolio_run(const az_program *p, az_registry *registry, uint32_t classes,
                            az_configuration configuration, const az_portfolio_options *options,
                            az_error *err);

/* The same in several turns: each takes up the unfinished stages again, which continue. Options and
 * stages stay the caller's. */
typedef struct az_portfolio az_portfolio;
az_portfolio *az_portfolio_new(const az_program *p, az_registry *registry, uint32_t classes,
                               az_configuration configuration, const az_portfolio_options *options);
/* Takes a turn that ends at `cpu_end` (az_cpu(); 0: no limit). Returns AZ_JOB_DONE if the checks
 * are decided, or on an error. */
az_job_state az_portfolio_turn(az_portfolio *f, double cpu_end, az_error *err);
/* Frees the portfolio and returns the result of the stage that had the last turn, or NULL after an
 * error. */
az_result *az_portfolio_end(az_portfolio *f);
void az_portfolio_free(az_portfolio *f);
