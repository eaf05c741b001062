/* Analyses along the control flow. A strategy for rows, a segmentation policy or a start value uses
 * their results. The equations describe the program and are the same for all k, so each analysis (a
 * domain and a strategy that solves equations) runs once for a program, however many modules
 * request it.
 *
 * An option of an analysis is declared by the module that reads it: the domain or the strategy.
 * Options about the equations themselves are the same for all strategies that solve equations:
 * AZ_EQUATION_OPTIONS, which core/abstract reads. An analysis reports messages as remarks
 * (az_remark_sink), so that the code that shows them need not know its options. */
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
/* For the option table of a strategy that solves equations. */
#define AZ_EQUATION_OPTIONS                                                                        \
  {.name = "calls",                                                                                \
   .type = AZ_OPT_ENUM,                                                                            \
   .summary = "the equations of a function: as the switch calls says (auto), for each call or "    \
              "not at all (expand), or once for all calls (summaries)",                            \
   .initial = "auto",                                                                              \
   .choices = az_equation_calls}

/* Returns the analysis with the given domain; it lives as long as `a`. If `strategy` is NULL, uses
 * the strategy given with the domain, or else the first strategy that solves equations. Returns
 * NULL and fills err on failure; AZ_ERR_RESOURCE: the program has too many statements. */
const az_analysis *az_analyses_open(az_analyses *a, const az_desc *domain, const az_desc *strategy,
                                    az_error *err);
/* Passes every iterate of later solutions to `iterate` (az_solution.iterate); NULL passes none. */
void az_analyses_watch(az_analyses *a,
                       void (*iterate)(void *ctx, uint32_t point, const char *how,
                                       const void *state),
                       void *ctx);
/* Solves the analysis unless it is solved. Deadline 0: the time available for queries while a
 * domain is opened. Returns AZ_ERR_RESOURCE if the time is up. */
az_status az_analysis_solve(const az_analysis *analysis, double deadline, az_error *err);
/* Computes the abstract state at a view: that of the solution or, while the analysis is being
 * solved, that of the current iterate. *state is NULL if the view is unreachable or was not reached
 * yet. *values are the terms of the program's state for the abstract variables (and for unknown
 * values), laid out as in an az_state. Returns false if the equations have no point for the view,
 * as in recursion through a pointer. */
bool az_analysis_state(const az_analysis *analysis, uint32_t view, const void **state,
                       const az_term **values);
/* Returns the object of the formula, by instance (the low part of a pointer's object part), that
 * corresponds to an object of the equations (az_abstract_target, by number) in the states of a
 * view; AZ_NONE if there is none, or several. *any: whether the instance represents every object of
 * an allocation site; if not, only the one with instance number 0. */
uint32_t az_analysis_instance(const az_analysis *analysis, uint32_t view, uint32_t target,
                              bool *any);

typedef enum az_remark_kind {
  AZ_REMARK_ALARM,       /* an access that may lie before or after its array */
  AZ_REMARK_ENTRY,       /* an option's claim about a called function's entry; it may fail */
  AZ_REMARK_ASSUMED,     /* a claim, given as an option, about the program's entry; it is assumed */
  AZ_REMARK_NOT_FOLLOWED /* a reason why variables were made arbitrary */
} az_remark_kind;
/* `loc` and `text` are valid during the call only; ASSUMED and NOT_FOLLOWED have no location. */
typedef struct az_remark_sink {
  void (*remark)(void *ctx, az_remark_kind kind, az_loc loc, const char *text);
  void *ctx;
} az_remark_sink;
/* Reports all remarks of a solved analysis, in the order of their kinds. */
void az_analysis_remarks(const az_analysis *analysis, const az_remark_sink *sink);

AZ_END_C
#endif
