/* A configuration is a portfolio: stages that run one after another on what is still open. */
#ifndef AZ_KIKI_PORTFOLIO_H
#define AZ_KIKI_PORTFOLIO_H

#include "ansatz/module.h"
#include "kiki/engine.h"
#include "kiki/job.h"

typedef struct az_stage {
  const char *mode;    /* NULL: kiki */
  const char *half;    /* of termination, all that is asked for: "termination" (rankings) or
                          "nontermination"; NULL: what the mode of the first stage says */
  az_desc *domain;     /* NULL: none given */
  az_desc *strategy;   /* default of the leaves; NULL: none given */
  const char *solver;  /* NULL: the default */
  double share;        /* of the time left when it starts, in (0, 1]; 1 if not given */
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
/* NULL does nothing. */
void az_stages_free(az_stage *stages, size_t count);

/* What is the same for all stages. */
typedef struct az_portfolio_options {
  const az_services *services; /* as in az_engine_config */
  const char *solver;          /* instead of the stages' own; NULL: theirs */
  uint32_t max_unwind;         /* instead of the stages' own; 0: theirs */
  az_signed_overflow overflow;
  bool strict_of_assume; /* overflow is strict, though the task leaves overflows out */
  bool strict_undefined; /* as in az_replay_options */
  bool replay;
  double cpu_end; /* az_cpu() at which to stop; 0: never */
  const char *work_folder;
  az_sandbox sandbox;
  const char *const *trust; /* as in az_engine_config */
  const char *dump;
  bool arrivals;               /* as in az_engine_config */
  bool recurrent_sets;         /* of what never ends, as C */
  const az_progress *progress; /* as in az_engine_config */
  bool certify;
} az_portfolio_options;

/* Decides the checks of `classes` by the stages, until one of them does; the limit of time is that
 * of the options. */
az_result *az_portfolio_run(const az_program *p, az_registry *registry, uint32_t classes,
                            az_configuration configuration, const az_portfolio_options *options,
                            az_error *err);

/* The same in several turns: each goes through the stages again that are not done, and these go on
 * where they were. Options and stages stay the caller's. */
typedef struct az_portfolio az_portfolio;
az_portfolio *az_portfolio_new(const az_program *p, az_registry *registry, uint32_t classes,
                               az_configuration configuration, const az_portfolio_options *options);
/* A turn up to this az_cpu(), 0: without an end. Done: it is decided, or an error. */
az_job_state az_portfolio_turn(az_portfolio *f, double cpu_end, az_error *err);
/* Frees it, with the result of the stage that had the last turn; NULL after an error. */
az_result *az_portfolio_end(az_portfolio *f);
void az_portfolio_free(az_portfolio *f);

#endif
