/* Shared by the files of core/kernel/memory. */
#pragma once

#include "base/check.h"
#include "memory/memory.h"
#include <stb/stb_ds.h>

typedef struct slot_info {
  uint32_t id;
  const az_leaf *leaf;
  az_term initial; /* content in states that set none; 0: unknown */
} slot_info;

/* A ghost field of allocated objects: its initial value; its leaf in a single object, and in the
 * objects of an allocation site. */
typedef struct ghost_field {
  const char *name;
  az_term initial;
  az_leaf one, all;
} ghost_field;

/* See az_memory_is_vector. */
typedef struct vector {
  uint32_t id, slot;
  az_term cells, into; /* 0: there is none */
  az_term *read;       /* stb_ds: indices, for az_mem_cell_facts */
} vector;

struct az_memory {
  const az_program *p;
  az_store *s;
  az_arena *arena;
  az_limits *limits; /* or NULL */
  az_visit *visit;   /* scratch */
  az_visit *seen;    /* the terms with a known `of_base` */
  az_term *of_base;  /* by term: the object's address that it mentions, if any (address.c) */
  size_t of_base_terms;
  struct {
    az_term key, value;
  } *integers;            /* stb_ds: from pointers that are made of integers to these integers */
  az_instance *instances; /* stb_ds, by id */
  slot_info *slots;       /* stb_ds */
  ghost_field **ghost_fields;    /* stb_ds */
  uint32_t choices, choice_bits; /* number of az_memory_choose calls; width of their numbers */
  uint32_t **watch;              /* vector for the slots that are read, or NULL */
  struct {
    az_term key;
    az_points_to value;
  } *pts; /* stb_ds */
  struct {
    az_term key;
    char value;
  } *instance_numbers; /* stb_ds: instance numbers that formulas mention */
  uint32_t sites;
  bool addresses;   /* addresses of objects became integers */
  uint32_t guesses; /* integers that were assumed to be no addresses */
  /* Data of uninitialised pointers (provenance.c): */
  uint32_t *compared;     /* stb_ds: objects that they may be equal to */
  uint32_t *taken;        /* stb_ds: objects whose addresses became integers */
  bool compared_wild;     /* such a pointer may be equal to any address */
  bool taken_wild;        /* addresses of unknown objects became integers */
  bool unset_taken;       /* such a pointer became an integer */
  bool misses_pointers;   /* the current read is assumed not to read a pointer as an integer */
  bool unset_used;        /* the targets of such a pointer were used */
  uint32_t compared_late; /* how often `compared` grew after such a use */
  vector vector;
};

/* A target of a pointer, and its condition. */
typedef struct target {
  az_term condition;
  uint32_t id; /* 0: no object (null or invalid) */
  az_term offset;
  az_term instance_number; /* of sites: the object's instance number */
} target;

typedef struct targets {
  target *items;    /* stb_ds */
  uint32_t flags;   /* AZ_PTS_... of the points-to sets */
  uint32_t unnamed; /* number of targets in sites, each of which may be any object of its site */
} targets;

/* The functions of each section are called only by files of the sections after it. */

/* ---- states.c -------------------------------------------------------------------------------- */

az_memory *az_mem_memory(const az_mem *s);
/* Returns the size in bytes; for a site, the size of the object with that number. */
az_term az_mem_size(const az_mem *s, uint32_t id, az_term instance_number);

/* ---- points_to.c ----------------------------------------------------------------------------- */

/* Returns the points-to set of the term itself, without the objects that uninitialised pointers may
 * be equal to. */
az_points_to az_memory_own_targets(const az_memory *m, az_term pointer);
bool az_points_to_union(az_points_to *into, const az_points_to *from);

/* ---- provenance.c ---------------------------------------------------------------------------- */

/* Records that a pointer with this points-to set becomes an integer. */
void az_memory_take_address(az_memory *m, const az_points_to *set);

/* ---- report.c -------------------------------------------------------------------------------- */

az_term az_memory_unknown(az_memory *m, az_sort sort, const az_memory_report *report,
                          const char *cause);
void az_memory_unmodelled(const az_memory_report *report, az_term condition, const char *cause);
/* Returns the condition that a pointer points to a listed target: true if its targets are known. */
az_term az_memory_named(const az_memory *m, const targets *list);
/* Reports unmodelled behaviour where a pointer with unknown targets points to none of the listed
 * ones. */
void az_memory_unmodelled_target(az_memory *m, const targets *list, const az_memory_report *report,
                                 const char *cause);

/* ---- resolve.c ------------------------------------------------------------------------------- */

/* Resolves a pointer; the caller frees the items. */
targets az_memory_resolve(az_memory *m, az_term pointer);

/* ---- lifetime.c ------------------------------------------------------------------------------ */

/* Returns the condition that the target object is live. */
az_term az_mem_lives(const az_mem *s, const target *t);

/* ---- spots.c --------------------------------------------------------------------------------- */

/* Computes size and kind of the piece to move, of at most `most` bytes, at a constant offset. */
void az_memory_piece_at(az_memory *m, const az_instance *i, uint64_t offset, uint64_t most,
                        uint32_t *bytes, bool *is_pointer);

/* ---- access.c -------------------------------------------------------------------------------- */

/* Returns the target's instance, with the size of the target object itself. */
az_instance az_mem_instance_of(az_mem *s, const target *t);
/* Returns the content of a slot; unknown if the object is not live. */
az_term az_mem_slot_value(az_mem *s, uint32_t slot, const az_leaf *leaf,
                          const az_memory_report *report);
/* Returns the bytes at offset `by` from the targets. */
az_term az_mem_read_targets(az_mem *s, const targets *list, uint64_t by, uint32_t bytes,
                            bool as_pointer, const az_memory_report *report);
void az_mem_write_target(az_mem *s, const target *t, uint32_t bytes, bool is_pointer, az_term value,
                         const az_memory_report *report);

/* ---- havoc.c --------------------------------------------------------------------------------- */

/* Makes the target's content unknown under its condition. */
void az_mem_havoc_target(az_mem *s, const target *t, const az_memory_report *report,
                         const char *cause);
