/* Observations: additions of a proof to the program's state (ghost and history variables,
 * instrumentation). Without them, the formula has the program's state only. Everything that a proof
 * adds (the fields of an arbitrary object, the last writer of a link, the number of iterations of a
 * loop) comes from a module of this kind. Domains name the modules that they need (option
 * `observe`).
 *
 * At each cut point (loop head), an observation offers access paths from variables and fixed
 * objects, values combined from them, and views: guards over the state under which claims are made.
 * It may have ghost cells, updated at events (ghost.h). All of these are terms over formals: an
 * observation never sees a memory state, a guard or a copy of a loop. This needs no soundness
 * argument. Only an axiom about allocations or stores is trusted, and at most one observation of a
 * formula may have one. `argument` states where the axiom is justified (docs/soundness.md,
 * observations), and verdicts that rest on it name the observation. */
#ifndef ANSATZ_OBSERVATION_H
#define ANSATZ_OBSERVATION_H

#include "ansatz/domain.h"
#include "ansatz/ghost.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

/* ---- a cut point, while observations are declared at it -------------------------------------- */

typedef struct az_cut az_cut;
/* An access path. NULL: there is no path, or a limit was reached; observations omit such paths. */
typedef const az_access *az_path;

typedef struct az_object_field {
  const char *name;
  uint64_t offset; /* offset in the object, in bytes, of the first element */
  uint32_t bytes;
  az_type type;
  bool is_pointer, is_array;
} az_object_field;

const az_program *az_cut_program(const az_cut *cut);
az_store *az_cut_store(const az_cut *cut);
/* Returns the view of all states of the loop head. */
uint32_t az_cut_view_of_all(const az_cut *cut);
/* Returns the allocation sites whose objects the loop may change or its pointers may point to. */
uint32_t az_cut_sites(az_cut *cut, const uint32_t **sites);
bool az_cut_changes_site(az_cut *cut, uint32_t site);
const char *az_cut_site_name(az_cut *cut, uint32_t site);
uint32_t az_cut_fields(az_cut *cut, uint32_t site, const az_object_field **fields);
/* Returns the integer and pointer fields of the possible targets of the pointer, each offset and
 * size once. */
uint32_t az_cut_fields_behind(az_cut *cut, az_path pointer, const az_object_field **fields);
/* Returns the variables, of all views of the cut point, that were declared so far for the current
 * set of observations; valid until the next variable is added. */
uint32_t az_cut_vars(az_cut *cut, const az_tvar *const **vars);
/* Return the views at which variables may be declared, and their descriptions. */
uint32_t az_cut_views(az_cut *cut, const uint32_t **views);
const az_view *az_cut_view_at(const az_cut *cut, uint32_t view);
/* Returns the loops that enclose this loop or are executed before it (including loops inside
 * enclosing loops), nearest first, as numbers for az_cut_loop_ghost. */
uint32_t az_cut_loops(az_cut *cut, const uint32_t **loops);
const char *az_cut_loop_name(az_cut *cut, uint32_t loop);

/* ---- access paths ---------------------------------------------------------------------------- */

az_path az_cut_fixed(az_cut *cut, uint32_t site, uint32_t ordinal); /* 0: o*, 1: o** */
/* Returns a second arbitrary index of arrays of numbers, beside az_tvar.index. */
az_term az_cut_second_index(az_cut *cut);
/* Returns the allocated object that a variable of the program is a field of; NULL: none. */
az_path az_cut_object(az_cut *cut, const az_tvar *variable);
az_path az_cut_live_set(az_cut *cut, uint32_t site);
/* Returns the path of a field of the fixed object, or of the target of the pointer. */
az_path az_cut_field(az_cut *cut, az_path object, const az_object_field *field);
az_path az_cut_cell(az_cut *cut, az_path array, uint64_t index);
/* Returns the path of the size, in bytes, of the pointer's target; NULL if its targets never change
 * their size. */
az_path az_cut_size(az_cut *cut, az_path pointer);
/* Returns the path of one of the ghost cells that `ghosts` of this observation returns. The cell
 * belongs to `object` (fixed, allocated outside all loops, or the target of a pointer; scope
 * OBJECT) or, if that is NULL, to this loop or to the execution. */
az_path az_cut_ghost(az_cut *cut, az_path object, const az_ghost *ghost);
az_path az_cut_loop_ghost(az_cut *cut, uint32_t loop, const az_ghost *ghost);
az_path az_cut_entry(az_cut *cut, az_path path);
/* Computes the value of a path as formals: 1 term, or 2 for pointers and fixed objects (object
 * part, offset). *there (bool; may be NULL): whether the value exists and its object is live; if
 * not, the value is arbitrary. Returns the number of terms, or 0 if a limit was reached. */
uint32_t az_cut_formals(az_cut *cut, az_path path, az_term value[2], az_term *there);
/* Returns whether the value may differ at the next visit of the loop head. */
bool az_cut_changes(az_cut *cut, az_path path);

/* ---- views and variables --------------------------------------------------------------------- */

typedef struct az_view_description {
  uint32_t of;           /* a view of the cut point */
  const char *name;      /* appended to the name of `of` */
  az_term guard;         /* a bool over formals and fixed objects */
  uint32_t heap;         /* 0: the site of `of` */
  bool except;           /* as in az_view; the view inherits `except` of `of` */
  uint32_t group, depth; /* as in az_view */
} az_view_description;
/* Returns the view of the states in which the fixed object o* of the site is live; UINT32_MAX if a
 * limit was reached. */
uint32_t az_cut_view_of_object(az_cut *cut, uint32_t site);
/* Returns the view of the states of `of` in which the guard holds; UINT32_MAX if a limit was
 * reached. */
uint32_t az_cut_view(az_cut *cut, const az_view_description *view);
/* Declares the value of a path as a variable of the view; the core describes it. `like` (may be
 * NULL) can set another name, and mark the variable as auxiliary, signed or changing. Returns NULL
 * if a limit was reached. */
const az_tvar *az_cut_add_path(az_cut *cut, uint32_t view, az_path path, const az_tvar *like);
/* Declares a term over formals (two for a pointer) as a variable. `like` specifies name, kind,
 * type, bits and sign; the variable changes if a path of one of its formals changes. Returns NULL
 * if a limit was reached. */
const az_tvar *az_cut_add_term(az_cut *cut, uint32_t view, const az_term *terms, az_path of,
                               const az_tvar *like);

/* ---- the module ------------------------------------------------------------------------------ */

typedef struct az_observation_ops { /* A NULL operation is not supported, unless its comment says
                                       otherwise. */
  void *(*open)(const az_program *program, az_store *store, const az_desc *options, az_error *err);
  void (*close)(void *self);
  const az_ghost *(*ghosts)(void *self, uint32_t *count);
  /* Returns the value of the ghost cell after the event, as a term over the event's formals;
   * AZ_NO_TERM: unchanged. The update must not assume anything. */
  az_term (*update)(void *self, uint32_t ghost, const az_ghost_event *event);
  /* Declares views and variables of a cut point. Called once for each cut point and set of
   * observations; equal paths, terms and views are shared. */
  bool (*declare)(void *self, az_cut *cut, az_error *err);
  /* Smaller phases declare first. 0: paths and objects; 1: declarations that depend on variables of
   * other observations; 2: declarations that depend on phase 1; 3: views that partition states. */
  uint32_t phase;
  /* Returns the axiom, which is trusted: it must hold for every `any`; the core guards and
   * instantiates it. */
  az_term (*axiom)(void *self, const az_ghost_event *event);
  /* Only with an axiom: the first two ghost cells of the observation have scope OBJECT. They are an
   * object's holder (the object part of a pointer) and its rank. An object also counts as reachable
   * if its holder is live, points to it and has a lower rank; the cells are not trusted
   * (memory/heap_leaks.c). */
  bool holders;
  bool of_numbers;      /* if compiled in: numeric domains use it unless they name observations */
  const char *argument; /* anchor in docs/soundness.md; required with an axiom */
} az_observation_ops;

AZ_END_C
#endif
