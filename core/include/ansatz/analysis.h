/* Analyses along the control flow whose results serve others: a strategy for rows, a segmentation
 * policy, a start value. The equations are of the program and are the same for all k, so each
 * analysis (a domain and a strategy that solves equations) is run once for a program, whoever asks.
 *
 * An option of an analysis stands in the table of the module that it is about, the domain or the
 * strategy, which reads it. Options about the equations themselves are the same for all strategies
 * that solve some: AZ_EQUATION_OPTIONS, which core/abstract reads. What an analysis has to say
 * beside its states comes out as remarks, so that nobody who shows them knows of options. */
#ifndef ANSATZ_ANALYSIS_H
#define ANSATZ_ANALYSIS_H

#include "ansatz/equations.h"
#include "ansatz/linkage.h"
#include "ansatz/module.h"

AZ_BEGIN_C

/* The analyses of one program, and their relation to the loop heads of its formula. */
typedef struct az_analyses az_analyses;

typedef struct az_analysis {
  const az_equations *equations;
  az_transfer transfer;
  az_solution solution;
  bool solved;
} az_analysis;

/* The choices of the option `calls`. */
extern const char *const az_equation_calls[];
/* In the option table of a strategy that solves equations. */
#define AZ_EQUATION_OPTIONS                                                                        \
  {.name = "calls",                                                                                \
   .type = AZ_OPT_ENUM,                                                                            \
   .summary = "the equations of a function: for each call where they are few enough and the "      \
              "switch call_summaries is off (auto), for each call or not at all (expand), or "     \
              "once for all calls (once)",                                                         \
   .initial = "auto",                                                                              \
   .choices = az_equation_calls}

/* The analysis by a domain; `strategy` NULL: the one given with the domain, else the first one that
 * solves equations. NULL and err on failure; AZ_ERR_RESOURCE: the program has too many statements.
 * Lives as long as `a`. */
const az_analysis *az_analyses_open(az_analyses *a, const az_desc *domain, const az_desc *strategy,
                                    az_error *err);
/* Shows all iterates of what is solved from now on, as az_solution.iterate; NULL: to nobody. */
void az_analyses_watch(az_analyses *a,
                       void (*iterate)(void *ctx, uint32_t point, const char *how,
                                       const void *state),
                       void *ctx);
/* Solves the analysis unless it is solved. `deadline`: 0 for the time available for queries while a
 * domain is opened. AZ_ERR_RESOURCE: out of time. */
az_status az_analysis_solve(const az_analysis *analysis, double deadline, az_error *err);
/* Returns the state of the solution that holds in all states of a view (while it is being solved:
 * its current iterate there; before: NULL); *values: such a state over
 * the abstract variables' terms (and unknown values), as in an az_state. NULL: nothing gets there.
 * False: the equations have no such point, as within recursion through a pointer. */
bool az_analysis_state(const az_analysis *analysis, uint32_t view, const void **state,
                       const az_term **values);
/* Returns the object of the formula, by instance (the low part of a pointer's object part), that an
 * object of the equations (az_abstract_target, by number) is in the states of a view. AZ_NONE: it
 * has none, or several. *any: any object of an allocation site, else the one whose instance number
 * is 0. */
uint32_t az_analysis_instance(const az_analysis *analysis, uint32_t view, uint32_t target,
                              bool *any);

typedef enum az_remark_kind {
  AZ_REMARK_ALARM,       /* an access that may lie before or behind its array */
  AZ_REMARK_ENTRY,       /* what an option says of a called function's entry may not hold */
  AZ_REMARK_ASSUMED,     /* what an option says of the program's entry */
  AZ_REMARK_NOT_FOLLOWED /* what made variables arbitrary */
} az_remark_kind;
/* `loc` and `text` last for the call; ASSUMED and NOT_FOLLOWED have no place. */
typedef struct az_remark_sink {
  void (*remark)(void *ctx, az_remark_kind kind, az_loc loc, const char *text);
  void *ctx;
} az_remark_sink;
/* All of a solved analysis, in the order of their kinds. */
void az_analysis_remarks(const az_analysis *analysis, const az_remark_sink *sink);

AZ_END_C
#endif
