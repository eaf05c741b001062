/* Cut points: the states, variables and views of the loop heads of a step formula. A cut point has
 * an append-only layout of its state (first program variables, then variables of observations on
 * first use; positions never move); the values of every position in the states that the formula
 * keeps (on entry, loop-back, back edges); and views: guards over the state under which claims are
 * made (ansatz/observation.h). */
#pragma once

#include "ansatz/observation.h"
#include "ssa/ssa.h"

/* ---- the observations of a configuration ----------------------------------------------------- */

/* Opened observations; their ghost cells and axioms are part of every step formula. */
typedef struct az_observers az_observers;
typedef struct az_observer_set { /* some observations, in the order of opening */
  uint32_t *of;                  /* stb_ds: their numbers */
  uint32_t asks;                 /* AZ_ASKS_... flags of the domains */
} az_observer_set;

/* Opens the observations of all domain expressions. Returns NULL and sets err if an observation
 * fails to open, a ghost cell is not well formed, or two observations state axioms. */
az_observers *az_observers_new(az_registry *registry, const az_program *p,
                               const az_desc *const *domains, size_t count, az_error *err);
void az_observers_free(az_observers *observers);
const az_ghosts *az_observers_ghosts(const az_observers *observers);
/* Returns the observation that states axioms or an order, or NULL. */
const az_module *az_observers_with_axioms(const az_observers *observers);
/* Returns the observations that a domain expression and its components name. The observers must
 * have been created for this expression, among others. */
az_observer_set az_observers_of(const az_observers *observers, const az_desc *domain);
void az_observer_set_free(az_observer_set *set);
const az_desc *az_observers_desc(const az_observers *observers, uint32_t number);
/* Returns whether the set has the observation that states axioms. */
bool az_observers_have_axioms(const az_observers *observers, const az_observer_set *set);

/* ---- cut points of a formula ----------------------------------------------------------------- */

typedef struct az_cuts az_cuts;

/* Claims of template rows read `array` at `index`, which consists of rigid variables. They are
 * instantiated at the indices that the program reads. */
typedef struct az_rigid {
  az_term array; /* loop-back variable of an array */
  az_term index;
  /* The first rigid object or index if `index` is the second one (o* for o**), else AZ_NO_TERM.
   * Claims about any rigid index are also instantiated at the second one. */
  az_term first;
} az_rigid;

/* The states of a loop instance: terms by position, for the current length of the layout. */
typedef struct az_cut_instance {
  uint32_t view;  /* the view of all states of its cut point */
  az_term *lb;    /* stb_ds */
  az_term *entry; /* stb_ds */
  /* stb_ds of stb_ds, by copy; NULL if its back edge is infeasible or there are no positions. */
  az_term **ends;
} az_cut_instance;

/* `ssa` is a step formula and may be extended. The store and `observers` outlive the result. */
az_cuts *az_cuts_new(const az_ssa *ssa, az_observers *observers);
void az_cuts_free(az_cuts *cuts);
/* Adds the loop instances and copies by which the formula was extended since the last update. */
void az_cuts_update(az_cuts *cuts);

const az_ssa *az_cuts_ssa(const az_cuts *cuts);
const az_cut_instance *az_cuts_loop(const az_cuts *cuts, uint32_t loop);
/* Returns all views of all cut points, by number. */
const az_view *az_cuts_views(const az_cuts *cuts, uint32_t *count);
/* Returns the view of all states of the cut point that the view belongs to. */
uint32_t az_cuts_view_of_all(const az_cuts *cuts, uint32_t view);
/* Returns the guard of a view in a state of a loop instance. The view's claims are only about
 * states that satisfy it. */
az_term az_cuts_concerns(const az_cuts *cuts, uint32_t view, const az_term *values);
const az_rigid *az_cuts_rigids(const az_cuts *cuts, size_t *count);
/* Returns whether array reads in the value at the position count as reads of the formula, and
 * candidates and samples may mention the value. */
bool az_cuts_reads(const az_cuts *cuts, uint32_t view, uint32_t position);
/* Returns the memory slot of a position if it is a scalar other than a pointer, else AZ_NONE. */
uint32_t az_cuts_slot(const az_cuts *cuts, uint32_t view, uint32_t position);
/* Returns the slot of a position that is an array (elements or a site's objects), else AZ_NONE. */
uint32_t az_cuts_array_slot(const az_cuts *cuts, uint32_t view, uint32_t position);
/* Return the loop of a view, an index into ssa->heads, and the view of all of its states. */
uint32_t az_cuts_head_of_view(const az_cuts *cuts, uint32_t view);
uint32_t az_cuts_view_of_head(const az_cuts *cuts, uint32_t head);
/* Returns the number of positions of the cut point's layout. */
uint32_t az_cuts_width(const az_cuts *cuts, uint32_t view);
/* Returns the name of the value at the position, or NULL if the value is a pointer. */
const char *az_cuts_name(const az_cuts *cuts, uint32_t view, uint32_t position);
/* Returns the formal of a position; guards of views are terms over formals. */
az_term az_cuts_formal(const az_cuts *cuts, uint32_t view, uint32_t position);
/* Returns the memory slots that the values of the view's cut point depend on; stb_ds, sorted. */
uint32_t *az_cuts_needed_slots(const az_cuts *cuts, uint32_t view);
/* Returns the values of all positions in the state `mem`, for example a state of a concrete
 * execution; stb_ds. `entry`: the values on loop entry, or NULL if `mem` is the entry state. */
az_term *az_cuts_values_in(const az_cuts *cuts, uint32_t view, const az_mem *mem,
                           const az_term *entry);
/* Calls `see` with each program variable that the loop changes and its value at the head. */
void az_cuts_changed(const az_cuts *cuts, uint32_t loop,
                     void (*see)(void *ctx, const char *name, az_term head), void *ctx);

/* ---- what a set of observations shows -------------------------------------------------------- */

/* Returns the context on which domains with these observations are opened: views, variables and
 * names of objects, without candidates. It is made once for each set and lives as long as `cuts`.
 * Returns NULL and sets err on failure. */
const az_domain_context *az_cuts_observe(az_cuts *cuts, const az_observer_set *set,
                                         az_registry *registry, az_error *err);

/* Returns a term over formals with the formals replaced by the values of a state. */
az_term az_cuts_in_state(const az_cuts *cuts, uint32_t view, az_term term, const az_term *values);
