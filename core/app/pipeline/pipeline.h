/* A whole verification, from the files of a task to the verdicts of its properties. */
#pragma once

#include "ansatz/frontend.h"
#include "kiki/portfolio.h"
#include "kiki/run.h"

typedef struct az_property_request { /* a property to be decided */
  const char *name;
  uint32_t classes; /* classes of checks */
} az_property_request;

typedef struct az_pipeline {
  az_frontend_options frontend; /* its classes are set for each property */
  az_registry *registry;
  const az_property_request *requests;
  size_t request_count;
  double cpu_limit;           /* seconds of `work` for all properties; 0: none */
  const az_limits *limits;    /* of the whole run; NULL: the defaults */
  az_work *work;              /* counts work and, under a budget, is the clock; or NULL */
  const az_log *log;          /* of the whole verification; NULL: none */
  bool precondition;          /* termination: look for a precondition if there is no proof */
  az_engine_config portfolio; /* its cpu_end is set for each property */
  /* Called when a program has been read. */
  void (*read)(void *ctx, const az_program *p);
  /* Returns the stages for this program and property; NULL and err on failure. */
  az_stage *(*configure)(void *ctx, const az_program *p, const char *property, size_t *count,
                         az_error *err);
  /* Decides a property before the stages, and may replace *p by the program of the result. Returns
   * NULL if the stages are to decide, or, with err, on failure. May be NULL: the stages decide. */
  az_result *(*decide)(void *ctx, const az_program **p, const az_property_request *request,
                       const az_engine_config *options, az_error *err);
  /* Called when a property was decided or could not be decided. */
  void (*report)(void *ctx, const az_program *p, const az_property_request *request,
                 const az_result *result);
  /* Called with the progress of a property, or NULL. `so_far`: NULL while the program is read. */
  void (*progress)(void *ctx, const az_program *p, const az_property_request *request,
                   const az_result *so_far);
  void *ctx;
} az_pipeline;

/* Decides the properties one after another. */
az_status az_pipeline_run(const az_pipeline *pipeline, az_error *err);

/* ---- explain.c ------------------------------------------------------------------------------- */

/* Adds hints to the result: why these rows, which are inductive, are too weak. */
void az_explain_rows(kiki_run *r, const az_invariants *found);
/* Adds hints to the result: why nothing was decided. */
void az_explain_unknown(kiki_run *r);
