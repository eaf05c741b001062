/* Observations: what a proof adds to the program's state (ghost and history variables,
 * instrumentation). The formula by itself knows the program's state only. Everything a proof adds
 * (the fields of an arbitrary object, the last writer of a link, how often a loop has gone round)
 * is a module of this kind. Domains name the modules that they need (option `observe`). An
 * observation offers, at each cut point (loop head),
 *   - access paths from variables and fixed objects, and values combined from them,
 *   - views: guards over the state under which claims are made,
 *   - ghost cells with an update for each event (ghost.h),
 * all of them as terms over formals. It never sees a memory state, a guard or a copy of a loop: the
 * core substitutes. These need no soundness argument. What is believed is only
 *   - an axiom of allocations, and an order of objects,
 * of which a formula has at most one observation; `argument` says where it is argued
 * (docs/soundness.md, observations), and verdicts that rest on it name it. */
#ifndef ANSATZ_OBSERVATION_H
#define ANSATZ_OBSERVATION_H

#include "ansatz/domain.h"
#include "ansatz/ghost.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a cut point, while it is declared what is observed there -------------------------------- */

typedef struct az_cut az_cut;
typedef const az_access *az_path; /* NULL: there is none, or a limit was met: leave it out */

typedef struct az_object_field {
  const char *name;
  uint64_t offset; /* in the object, in bytes; of the first element */
  uint32_t bytes;
  az_type type;
  bool is_pointer, is_array;
} az_object_field;

const az_program *az_cut_program(const az_cut *cut);
az_store *az_cut_store(const az_cut *cut);
/* The view of all states of the loop head. */
uint32_t az_cut_view_of_all(const az_cut *cut);
/* Allocation sites whose objects the loop changes or its pointers may lead to. */
uint32_t az_cut_sites(az_cut *cut, const uint32_t **sites);
bool az_cut_changes_site(az_cut *cut, uint32_t site);
const char *az_cut_site_name(az_cut *cut, uint32_t site);
uint32_t az_cut_fields(az_cut *cut, uint32_t site, const az_object_field **fields);
/* Of what the pointer may lead to: integer and pointer fields, each offset and size once. */
uint32_t az_cut_fields_behind(az_cut *cut, az_path pointer, const az_object_field **fields);
/* The variables declared so far for the domains that asked, of all views of the cut point; valid
 * until the next one is added. */
uint32_t az_cut_vars(az_cut *cut, const az_tvar *const **vars);
/* The views at which they are declared, and how these are described. */
uint32_t az_cut_views(az_cut *cut, const uint32_t **views);
const az_view *az_cut_view_at(const az_cut *cut, uint32_t view);
/* The loops that are executed around this one and before it (with every loop around them around
 * this one, too), the nearest first; numbers for az_cut_loop_ghost. */
uint32_t az_cut_loops(az_cut *cut, const uint32_t **loops);
const char *az_cut_loop_name(az_cut *cut, uint32_t loop);

/* ---- access paths ---------------------------------------------------------------------------- */

az_path az_cut_fixed(az_cut *cut, uint32_t site, uint32_t ordinal); /* 0: o*, 1: o** */
/* The allocated object of its own that a variable of the program is a field of; NULL: it is none.
 */
az_path az_cut_object(az_cut *cut, const az_tvar *variable);
az_path az_cut_lives(az_cut *cut, uint32_t site);
/* A field of the fixed object, or of what the pointer leads to. */
az_path az_cut_field(az_cut *cut, az_path object, const az_object_field *field);
az_path az_cut_cell(az_cut *cut, az_path array, uint64_t index);
/* A ghost cell of this observation's: of an object (a fixed one, one of its own, or what a pointer
 * leads to) or, with NULL, of this loop or the execution. */
az_path az_cut_ghost(az_cut *cut, az_path object, const char *ghost);
az_path az_cut_loop_ghost(az_cut *cut, uint32_t loop, const char *ghost);
az_path az_cut_entry(az_cut *cut, az_path path);
/* The value of a path as formals: 1 term, 2 for pointers and fixed objects (object part, offset).
 * *there (bool; may be NULL): whether it exists and its object lives; else the value is arbitrary.
 * 0: a limit was met. */
uint32_t az_cut_formals(az_cut *cut, az_path path, az_term value[2], az_term *there);
/* May the value differ when the loop head is reached again? */
bool az_cut_changes(az_cut *cut, az_path path);

/* ---- views and variables --------------------------------------------------------------------- */

typedef struct az_view_description {
  uint32_t of;           /* a view of the cut point */
  const char *name;      /* what is appended to the name of `of` */
  az_term guard;         /* a bool over formals and fixed objects */
  uint32_t heap;         /* 0: that of `of` */
  bool except;           /* or as `of` */
  uint32_t group, depth; /* as in az_view */
} az_view_description;
/* The view of the states in which the fixed object o* of the site lives; UINT32_MAX: a limit was
 * met. */
uint32_t az_cut_view_of_object(az_cut *cut, uint32_t site);
/* The states of `of` in which the guard holds. UINT32_MAX: a limit was met. */
uint32_t az_cut_view(az_cut *cut, const az_view_description *view);
/* The path's value as a variable of the view, described by the core. `like` (may be NULL) may give
 * another name, make it auxiliary, signed, or say that it changes. NULL: a limit was met. */
const az_tvar *az_cut_add_path(az_cut *cut, uint32_t view, az_path path, const az_tvar *like);
/* A term over formals (two for a pointer) as a variable; `like` has name, kind, type, bits and
 * sign; it changes if one of the formals' paths does. NULL: a limit was met, or the sorts do not
 * fit. */
const az_tvar *az_cut_add_term(az_cut *cut, uint32_t view, const az_term *terms, az_path of,
                               const az_tvar *like);

/* ---- the module ------------------------------------------------------------------------------ */

typedef struct az_observation_ops { /* an operation that is NULL does not exist, unless its comment
                                       says otherwise */
  void *(*open)(const az_program *program, az_store *store, const az_desc *options, az_error *err);
  void (*close)(void *self);
  const az_ghost *(*ghosts)(void *self, uint32_t *count);
  /* The ghost cell after the event, over its formals; AZ_NO_TERM: unchanged. It assumes nothing. */
  az_term (*update)(void *self, uint32_t ghost, const az_ghost_event *event);
  /* Views and variables of a cut point. Asked once for each cut point and set of observations;
   * equal paths, terms and views are shared. */
  bool (*declare)(void *self, az_cut *cut, az_error *err);
  uint32_t phase; /* those of smaller phases declare first: 0, paths and objects; 1, what looks at
                     variables that others have declared; 2, what looks at these, too; 3, views that
                     share out states */
  /* Believed: must hold for every `any`; the core guards and instantiates it. */
  az_term (*axiom)(void *self, const az_ghost_event *event);
  /* Believed: total on the identities of living objects; may stand beside an axiom. */
  az_term (*precedes)(void *self, az_term a, az_term b);
  bool of_numbers; /* compiled in: domains of numbers observe it where they name nothing else */
  const char *argument; /* anchor in docs/soundness.md; required with axiom or precedes */
} az_observation_ops;

#ifdef __cplusplus
}
#endif
#endif
