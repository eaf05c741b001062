/* The whole of a verification, from the files of a task to the verdicts of its properties. */
#ifndef AZ_PIPELINE_PIPELINE_H
#define AZ_PIPELINE_PIPELINE_H

#include "ansatz/frontend.h"
#include "kiki/portfolio.h"

typedef struct az_property_request { /* a property that is to be decided */
  const char *name;
  uint32_t classes; /* of checks */
} az_property_request;

typedef struct az_pipeline {
  az_frontend_options frontend; /* its classes are those of each property */
  az_registry *registry;
  const az_property_request *requests;
  size_t request_count;
  double cpu_limit;               /* seconds of `work` for all of them; 0: none */
  const az_limits *limits;        /* of the whole run; NULL: the defaults */
  az_work *work;                  /* counts what is done; under a budget, its clocks; or NULL */
  const az_log *log;              /* of all that is done; NULL: none */
  bool precondition;              /* termination: look for a precondition where it is not proved */
  az_portfolio_options portfolio; /* its cpu_end is set for each property */
  /* A program was read. */
  void (*read)(void *ctx, const az_program *p);
  /* The stages for this program and property; NULL and err: there are none. */
  az_stage *(*configure)(void *ctx, const az_program *p, const char *property, size_t *count,
                         az_error *err);
  /* Decides a property in place of the stages, and may put another program, that the result is
   * of, in place of *p; NULL: the stages decide. NULL and err on failure. */
  az_result *(*decide)(void *ctx, const az_program **p, const az_property_request *request,
                       const az_portfolio_options *options, az_error *err);
  /* A property was decided, or was not. */
  void (*report)(void *ctx, const az_program *p, const az_property_request *request,
                 const az_result *result);
  /* How far a property is; NULL: nobody is told. `so_far`: NULL: the program is being read. */
  void (*progress)(void *ctx, const az_program *p, const az_property_request *request,
                   const az_result *so_far);
  void *ctx;
} az_pipeline;

/* Decides the properties one after another. */
az_status az_pipeline_run(const az_pipeline *pipeline, az_error *err);

#endif
