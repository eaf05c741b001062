/* The search for the bounds of numeric rows e_r <= d_r, for the strategies binsearch, jump and
 * thresholds, which differ in their first candidates. */
#ifndef ANSATZ_BOUND_SEARCH_H
#define ANSATZ_BOUND_SEARCH_H

#include "ansatz/strategy.h"

typedef enum probe {
  PROBE_BISECT,     /* the middle of the remaining range */
  PROBE_JUMP,       /* doubling steps above the values of models, then the middle */
  PROBE_THRESHOLDS, /* the program's constants and bounds of types, then as PROBE_JUMP */
} probe;

void *bound_search_open(az_synthesis *synthesis, const az_desc *options, probe first,
                        az_error *err);
void bound_search_close(void *self);
az_step bound_search_step(void *self, void *value, double deadline);

/* Options of all three strategies; only the default of `refutations` differs. */
#define BOUND_SEARCH_OPTIONS(refutations_)                                                         \
  {.name = "rows",                                                                                 \
   .type = AZ_OPT_ENUM,                                                                            \
   .summary = "rows that are searched together: one that a model violates, all that it "           \
              "violates, or all rows",                                                             \
   .initial = "violated",                                                                          \
   .choices = (const char *const[]){"one", "violated", "all", NULL}},                              \
      {.name = "accelerate",                                                                       \
       .type = AZ_OPT_BOOL,                                                                        \
       .summary = "assume the candidate bounds of the states before the step, too; false finds "   \
                  "the least fixed point, slowly on loops with many iterations",                   \
       .initial = "true"},                                                                         \
      {.name = "staged",                                                                           \
       .type = AZ_OPT_BOOL,                                                                        \
       .summary = "search rows of one variable before the others",                                 \
       .initial = "true"},                                                                         \
      {.name = "refutations",                                                                      \
       .type = AZ_OPT_INT,                                                                         \
       .summary =                                                                                  \
           "after the first stage (staged), guess the bounds of the other rows and drop a row "    \
           "after this many models have refuted its guess; 0: search them like the others",        \
       .initial = refutations_,                                                                    \
       .least = 0,                                                                                 \
       .greatest = 1000},                                                                          \
  {                                                                                                \
    .name = "delay", .type = AZ_OPT_INT,                                                           \
    .summary = "models that are joined into a row before it is searched", .initial = "0",          \
    .least = 0, .greatest = INT32_MAX                                                              \
  }

/* Defines the module. */
#define BOUND_SEARCH_MODULE(ident, probe_, refutations_, version_, summary_)                       \
  static void *open_##ident(az_synthesis *synthesis, const az_desc *options, az_error *err) {      \
    return bound_search_open(synthesis, options, probe_, err);                                     \
  }                                                                                                \
  static const az_strategy_ops operations_##ident = {.needs = AZ_NEEDS_NUMERIC,                    \
                                                     .open = open_##ident,                         \
                                                     .close = bound_search_close,                  \
                                                     .step = bound_search_step};                   \
  static const az_option options_##ident[] = {BOUND_SEARCH_OPTIONS(refutations_), {.name = NULL}}; \
  AZ_MODULE(ident) = {.abi = AZ_ABI,                                                               \
                      .size = sizeof(az_module),                                                   \
                      .kind = AZ_MODULE_STRATEGY,                                                  \
                      .name = #ident,                                                              \
                      .version = version_,                                                         \
                      .summary = summary_,                                                         \
                      .options = options_##ident,                                                  \
                      .operations = &operations_##ident,                                           \
                      .operations_size = sizeof operations_##ident}

#endif
