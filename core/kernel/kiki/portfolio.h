/* A configuration is a portfolio: stages that run in sequence on the checks that are still open. */
#pragma once

#include "ansatz/module.h"
#include "kiki/engine.h"
#include "kiki/job.h"

typedef struct az_stage {
  const char *mode; /* NULL: kiki */
  /* For termination: the only part that is requested, "termination" (rankings) or "nontermination";
   * NULL: the mode of the first stage decides. */
  const char *half;
  az_desc *domain;    /* NULL: none given */
  az_desc *strategy;  /* default for the leaves of `domain`; NULL: none given */
  bool is_default;    /* the strategy was not requested: it need not fit */
  const char *solver; /* NULL: the default */
  /* The share of the time left when the stage starts, in (0, 1]; 1 if not given. Stages that run as
   * one have the first one's share, and each one's scales the searches for its rows. */
  double share;
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

/* Decides the checks of `classes` by the stages, one after another until one decides. All stages
 * share the options; each stage sets its mode, forms, lemmas, switches and limits, and its solver
 * and max_unwind where the options leave them open. The options' `cpu_end` is the time limit. */
az_result *az_portfolio_run(const az_program *p, az_registry *registry, uint32_t classes,
                            az_configuration configuration, const az_engine_config *options,
                            az_error *err);

/* Does the same in several turns, each of which continues the unfinished stages. The caller owns
 * the options and stages. */
typedef struct az_portfolio az_portfolio;
az_portfolio *az_portfolio_new(const az_program *p, az_registry *registry, uint32_t classes,
                               az_configuration configuration, const az_engine_config *options);
/* Takes a turn that ends at `cpu_end` (az_clock(); 0: no limit). Returns AZ_JOB_DONE if the checks
 * are decided, or on an error. */
az_job_state az_portfolio_turn(az_portfolio *f, double cpu_end, az_error *err);
/* Frees the portfolio and returns the result of the stage that had the last turn, or NULL after an
 * error. */
az_result *az_portfolio_end(az_portfolio *f);
void az_portfolio_free(az_portfolio *f);
