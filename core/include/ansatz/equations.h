/* A program as a system of equations over abstract states [cousot1977]: points, and edges with
 * actions on abstract variables. Calls are expanded in place, as in formulas, except recursive
 * ones: a recursive call leads back to the equations of the activation of the same function that
 * waits for it. The joint solution of all these activations, with widening over calls, is the
 * summary of the function [sharir1981]. Pointers are resolved beforehand by a flow-insensitive
 * points-to analysis. Effects that cannot be followed (a recursive call through a pointer, a
 * pointer with unknown targets, unsupported code) make arbitrary the variables that they may
 * change. The unknown X_p of a point p is the least solution of X_p = join over edges (q, p) of
 * [[actions]] X_q. */
#ifndef ANSATZ_EQUATIONS_H
#define ANSATZ_EQUATIONS_H

#include "ansatz/linkage.h"
#include "ansatz/program.h"
#include "ansatz/transfer.h"

AZ_BEGIN_C

typedef enum az_action_kind {
  AZ_ACTION_ADD,    /* var, value: the length of an array */
  AZ_ACTION_REMOVE, /* var */
  AZ_ACTION_ASSIGN, /* var, value, weak */
  AZ_ACTION_WRITE,  /* var, index, behind, value, weak */
  AZ_ACTION_ASSUME, /* value: bool */
  AZ_ACTION_ACCESS, /* no change: array `var` is read or written at `index`. The continuation may
                       rely on the index being in bounds (alarms check this), unless the access is
                       `weak`: then another object may be accessed */
  AZ_ACTION_ENTER,  /* `entered`; does not change the state */
} az_action_kind;

typedef struct az_action {
  az_action_kind kind;
  uint32_t var;
  az_term index, behind, value;
  const az_entered *entered;
  bool weak;
  az_loc loc;
} az_action;

/* An edge. After a call of a function whose equations represent several activations, the edge
 * starts at the function's end, whose state has the values of another activation. The variables in
 * `kept` get their values from the state before the call, at the point `call`. An edge with
 * `only_orders` carries no state: it states that `to` needs the state of `from`. */
typedef struct az_edge {
  uint32_t from, to;
  const az_action *actions;
  uint32_t action_count;
  uint32_t call; /* AZ_NONE: not an edge after such a call */
  const uint32_t *kept;
  uint32_t kept_count;
  bool only_orders;
} az_edge;

typedef struct az_point {
  az_loc loc;
  const char *head;    /* name of the loop whose head this point is, with its call path, as in the
                          view; NULL: none */
  const uint32_t *in;  /* edges to this point */
  const uint32_t *out; /* edges from this point */
  uint32_t in_count, out_count;
} az_point;

typedef struct az_equations {
  const az_program *program;
  az_transfer_context context; /* with all abstract variables */
  const az_wide *constants;    /* the program's constants, ascending: the default thresholds */
  uint32_t constant_count;
  const az_point *points; /* in reverse post-order; [0] is the entry */
  uint32_t point_count;
  const az_edge *edges;
  uint32_t edge_count;
  const char *const *causes; /* reasons why variables were made arbitrary */
  uint32_t cause_count;
} az_equations;

/* Applies the actions of an edge to a state, in place. */
void az_edge_apply(const az_equations *equations, const az_edge *edge, const az_transfer *domain,
                   void *state);

/* Applies the edge after a call: turns the state at the function's end into the state after the
 * call; `caller` is the state before the call. */
void az_edge_return(const az_equations *equations, const az_edge *edge, const az_transfer *domain,
                    void *state, const void *caller);

/* Returns the constants that occur in the actions of the given edges (NULL: the first `count`
 * edges) and the neighbours of those in comparisons, ascending. The caller frees them with free().
 * Clears `scratch` first. */
az_wide *az_equations_constants(const az_equations *equations, const uint32_t *edges,
                                uint32_t count, az_visit *scratch, uint32_t *constants);

/* A solution: for every edge (q, p), X_p includes [[actions]] X_q. */
typedef struct az_solution {
  void **states; /* by point; NULL: never computed, since the point is unreachable. States are
                    created by the domain and freed by the caller */
  uint32_t *iterations; /* by point: how often it was computed, if it is a loop head */
  /* Receives every iterate and the operation that computed it ("join", "widening", "narrowing");
   * may be NULL. */
  void (*iterate)(void *ctx, uint32_t point, const char *how, const void *state);
  void *ctx;
} az_solution;

/* Returns a solution with room for the states of all points. The caller may then set `iterate`. */
az_solution az_solution_new(const az_equations *equations);
void az_solution_free(az_solution *solution, const az_equations *equations,
                      const az_transfer *domain);

AZ_END_C
#endif
