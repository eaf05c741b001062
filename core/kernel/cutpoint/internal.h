/* Shared by the files of the cut points. */
#pragma once

#include "base/check.h"
#include "cutpoint/cutpoint.h"
#include "ssa/ssa.h"
#include <stb/stb_ds.h>

typedef enum position_kind {
  POSITION_SLOT,    /* content of a memory slot */
  POSITION_FIXED,   /* cell of an array slot at the instance_number of a fixed object */
  POSITION_CELL,    /* cell of the array at position `of` at a constant index */
  POSITION_REACHED, /* field of the target of the pointer at position `of` */
  POSITION_THERE,   /* bool: the pointer at `of` points to the start of an object with that field */
  POSITION_ENTRY,   /* value of position `of` in the entry state */
  POSITION_TERM     /* a term over formals of earlier positions */
} position_kind;

/* A field, a ghost field or the size of a pointer's target. */
enum { SIZE_FIELD = AZ_NONE - 1 };
typedef struct reached_field {
  uint64_t offset;
  uint32_t bytes;
  /* Number of the ghost field; AZ_NONE: a field of the program; SIZE_FIELD: the size in bytes. */
  uint32_t ghost;
  const uint32_t *targets; /* instances that have it */
  uint32_t count;
} reached_field;

struct path_info;
typedef struct position {
  position_kind kind;
  bool reads;   /* az_cuts_reads */
  uint8_t part; /* of a pointer: 0 object part, 1 offset */
  uint32_t slot, of;
  az_term index, term; /* FIXED, CELL; TERM */
  const reached_field *field;
  az_term formal;
  const struct path_info *owner; /* the path whose value it belongs to */
} position;

typedef struct path_info {
  az_access access;   /* the first member: an az_path points to it */
  uint32_t at, width; /* positions of its value; width 0: not laid out yet */
  uint32_t there;     /* 1 + position of POSITION_THERE; 0: not laid out */
  bool refused;
  uint32_t slot; /* PROGRAM, LIVE_SET, FIXED fields, ghost cells */
  const az_leaf *leaf;
  az_type type;
  bool is_pointer, is_array, reads;
  bool changes; /* COMBINED */
  const char *name;
  const reached_field *field;
  az_term object;  /* FIXED, and FIELD, GHOST of a fixed object: its instance number */
  az_term term[2]; /* COMBINED */
} path_info;

typedef struct view_info {
  uint32_t cut;
  az_term guard;     /* over formals; implies the guard of the view's `of` */
  uint32_t observer; /* the observation that made the view; AZ_NONE: the core */
} view_info;

struct az_cut {
  az_cuts *cuts;
  uint32_t id;          /* index into ssa->heads */
  uint32_t view;        /* its view of all states */
  uint32_t first;       /* its first loop instance */
  position *layout;     /* stb_ds */
  path_info **paths;    /* stb_ds */
  uint32_t *sites;      /* stb_ds: allocation sites (az_cut_sites) */
  uint32_t *targets;    /* stb_ds: possible targets of pointers at back edges */
  uint32_t *around;     /* stb_ds: heads of the loops that enclose this one or come before it */
  az_tvar *program;     /* stb_ds: variables of the program */
  const az_tvar **vars; /* stb_ds: declared so far for the set being observed */
  uint32_t observer;    /* the observation that is declaring */
};

typedef struct shown { /* the context of a set of observations */
  uint32_t *set;       /* stb_ds */
  az_domain_context context;
} shown;

struct az_cuts {
  const az_ssa *ssa;
  az_store *s;
  az_memory *memory;
  az_observers *observers;
  az_arena *arena;
  az_subst *subst;
  az_cut **cuts;          /* stb_ds, by head */
  az_cut_instance *loops; /* stb_ds, by loop instance */
  az_view *views;         /* stb_ds */
  view_info *view_infos;  /* stb_ds, parallel to views */
  az_rigid *rigids;       /* stb_ds */
  uint32_t *second;       /* stb_ds: sites with claims about o** */
  shown **shown;          /* stb_ds */
};

/* observers.c */
typedef struct observer {
  const az_module *module;
  const az_observation_ops *ops;
  az_desc *desc;
  void *self;
  uint32_t first_ghost, ghosts;
} observer;
const observer *observers_at(const az_observers *o, uint32_t number);
/* Returns the number of the ghost cell among those of all observations. Returns AZ_NONE and records
 * misuse if the observation has no such cell. */
uint32_t observers_ghost(const az_observers *o, uint32_t number, const az_ghost *ghost);
const az_ghost *observers_cell(const az_observers *o, uint32_t cell);

/* layout.c */
const az_instance *slot_of(const az_cut *cut, uint32_t slot, const az_leaf **leaf);
/* Returns the slot of the field in a target; AZ_NONE if there is none or the size is constant. */
uint32_t reached_slot(const az_cut *cut, const reached_field *field, uint32_t id);
bool changes_slot(const az_cut *cut, uint32_t slot);
bool is_among(const uint32_t *sorted, uint32_t id);
void insert_sorted(uint32_t **sorted, uint32_t id);
/* Appends the positions of a path, with values in all states; false if a limit was reached. */
bool lay_out(az_cut *cut, path_info *path);
bool lay_out_there(az_cut *cut, path_info *path);
path_info *path_of(az_path path);
/* Computes the values of the positions in the states of the loop instance. */
void cut_values(az_cut *cut, uint32_t loop);

/* rigids.c */
void add_rigids(az_cuts *cuts, uint32_t loop);
/* Allows claims about two objects of the site, o* and o**, from now on. */
void mention_second(az_cuts *cuts, uint32_t site);

/* access_paths.c */
path_info *program_path(az_cut *cut, uint32_t slot);
path_info *intern_path(az_cut *cut, const path_info *like);

/* program_section.c */
void add_program_section(az_cut *cut);
/* Returns a variable for the path, as the core describes it. */
az_tvar path_tvar(az_cut *cut, const path_info *path);

/* views.c */
uint32_t add_view(az_cuts *cuts, const az_view *view, uint32_t cut, uint32_t observer,
                  az_term guard);
