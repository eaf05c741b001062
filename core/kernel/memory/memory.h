/* Symbolic memory. An *instance* is an object of the execution: a global, a local of one activation
 * (named by its call path), one allocation. Each leaf of an instance has a *slot*; a memory state
 * maps slots to terms (0: not live, or content unknown). Instances and slots outlive a formula: the
 * same call path gets the same ones at every unwinding, so that terms are found again by
 * hash-consing.
 *
 * Accesses resolve a pointer into targets (instance, offset) under conditions, and an offset into
 * (leaf, index). Where that fails, a read has any value and a write violates an unwinding assertion
 * (docs/soundness.md 8). Through an invalid pointer, a read has any value and a write changes no
 * named object. */
#pragma once

#include "ansatz/limits.h"
#include "memory/layout.h"

typedef struct az_instance {
  uint32_t object; /* of the program; AZ_NONE for allocations */
  const char *name;
  const char *path; /* call path, "" for static objects */
  az_type type;
  const az_layout *layout;
  uint32_t slot; /* of its first leaf; the others follow */
  az_term size;  /* bytes, pointer_bits wide; constant where known */
  bool is_const;
  bool is_allocated; /* allocated by the program; no pointer to it exists in states without it */
  bool is_heap;      /* allocated, and to be freed by free */
  bool is_site;   /* stands for all objects of an allocation site in a loop (docs/soundness.md 6): a
                     pointer's object part names one by instance number; leaves are arrays */
  uint32_t sizes; /* site: slot of their sizes (an array); AZ_NONE: all have `size` */
  uint32_t ghosts; /* slot of the first of its ghost fields (ghosts.c); AZ_NONE: none */
} az_instance;

/* Possible targets of a pointer-valued variable. */
enum {
  AZ_PTS_WILD = 1,   /* anything, named objects included */
  AZ_PTS_EXTERN = 2, /* memory outside all named objects */
  AZ_PTS_INVALID = 4 /* nothing: it was never initialised */
};
typedef struct az_points_to {
  uint32_t *ids; /* stb_ds, sorted; 0 is null */
  uint32_t flags;
  bool inside; /* not only to the starts of objects */
} az_points_to;
extern const az_points_to az_points_anywhere, az_points_nowhere; /* wild; invalid */

typedef struct az_memory az_memory; /* instances, slots, points-to of variables */
typedef struct az_mem az_mem;       /* one state */

/* Receives reports of imprecision. `condition` is the condition of the access itself; the executor
 * adds the guard of the path. */
typedef struct az_memory_report {
  void *ctx;
  /* An unknown value is read. */
  void (*approximate)(void *ctx, az_term condition, const char *cause);
  /* A write may change anything. */
  void (*unmodelled)(void *ctx, az_term condition, const char *cause);
  /* Padding became arbitrary; `copied`: it is what clang's code copies. */
  void (*padding)(void *ctx, az_term copied);
} az_memory_report;

/* `limits` may be NULL (the defaults), else it must outlive the result. */
az_memory *az_memory_new(const az_program *p, az_limits *limits);
void az_memory_free(az_memory *m);

/* ---- instances ------------------------------------------------------------------------------- */

/* Adds an instance and returns its id, or 0 if ids run out. Each instance has one more slot after
 * those of its leaves, for the bit "live" (sites: an array of bits), which is initially 0. The id
 * of globals, strings and functions is their address. */
uint32_t az_memory_add(az_memory *m, uint32_t object, const char *name, const char *path,
                       az_type type, const az_layout *layout, az_term size);
/* Adds all objects of an allocation in a loop. They exist in every state from the start, and none
 * of them is live. `sized`: their sizes differ. */
uint32_t az_memory_add_site(az_memory *m, const char *name, az_type type, const az_layout *layout,
                            az_term size, bool sized);
void az_memory_of_heap(az_memory *m, uint32_t id);
uint32_t az_memory_live_slot(const az_memory *m, uint32_t id);
/* Returns the instance number of a fixed but arbitrary object of the site, o*; for site 0, an index
 * of arrays. */
az_term az_memory_fixed(const az_memory *m, uint32_t site);
/* Returns the instance number of a second such object, o**, for claims about any two objects. */
az_term az_memory_second(const az_memory *m, uint32_t site);
/* Returns a fixed but arbitrary index of arrays. */
az_term az_memory_index(const az_memory *m);
/* Returns the condition that the object part is the instance, or an object of the site. */
az_term az_memory_is(const az_memory *m, az_term object, uint32_t id);
/* Returns the instance number in an object part. */
az_term az_memory_instance_number(const az_memory *m, az_term object);
/* Records that a formula mentions the object that the pointer points to, if it belongs to a site. A
 * formula proves nothing if it mentions so many objects that instance numbers may not suffice.
 * Otherwise the formula covers states with any number of objects, since whatever it claims is also
 * true of objects that it does not mention. */
void az_memory_mention(az_memory *m, az_term pointer);
/* Records the same for the object in a ghost field. */
void az_memory_mention_holder(az_memory *m, az_term object);
bool az_memory_instance_numbers_suffice(const az_memory *m);
/* Records that an axiom chooses a number of that width for an object or, if `bits` is 0, that all
 * such numbers may have changed, as at a loop head. A formula proves nothing if the objects that it
 * mentions may need more numbers than fit in the width. */
void az_memory_choose(az_memory *m, uint32_t bits);
/* As long as no address becomes an integer, a pointer made of an integer is assumed to point to no
 * object. These functions return the number of such guesses, and whether some address became an
 * integer; together they mean that a guess may be wrong. */
uint32_t az_memory_guesses(const az_memory *m);
bool az_memory_has_addresses(const az_memory *m);
/* Returns whether half of the instance numbers are left, so that facts about all objects may be
 * asserted for further objects. */
bool az_memory_instance_numbers_left(const az_memory *m);
/* Returns an instance; NULL for functions and null, which are not instances. */
const az_instance *az_memory_instance(const az_memory *m, uint32_t id);
uint32_t az_memory_instances(const az_memory *m); /* ids are below this */
/* Returns how many elements of the leaf fit into the instance, if its type leaves this open. */
az_term az_memory_elements(const az_memory *m, const az_instance *i, const az_leaf *leaf);
uint32_t az_memory_slots(const az_memory *m);
/* Returns the instance and leaf of a slot. */
const az_instance *az_memory_slot(const az_memory *m, uint32_t slot, const az_leaf **leaf,
                                  uint32_t *id);
az_term az_memory_id(const az_memory *m, uint32_t id); /* as a term, AZ_OBJECT_BITS wide */
az_term az_memory_pointer(const az_memory *m, uint32_t id, uint64_t offset);
az_arena *az_memory_arena(az_memory *m);

/* ---- points-to ------------------------------------------------------------------------------- */

/* Adds targets of a variable (object part, pointer, array of pointers); true if any is new. */
bool az_memory_points_to(az_memory *m, az_term variable, const az_points_to *set);
/* Returns the points-to set of such a term; the caller frees ids. */
az_points_to az_memory_targets(const az_memory *m, az_term pointer);
/* Returns the points-to set of a pointer in the entry state of an entry function; the caller frees
 * ids. */
az_points_to az_memory_entry_targets(az_memory *m);
/* Returns the condition that such a pointer is null or points to a global. */
az_term az_memory_is_named(az_memory *m, az_term pointer);
/* Records that the program compares the two pointers. */
void az_memory_compare(az_memory *m, az_term p, az_term q);
/* Returns a counter that grows when the points-to set of an uninitialised pointer grows after it
 * was used. Formulas that were built before must be rebuilt. */
uint32_t az_memory_compared_late(const az_memory *m);
/* Returns the pointer; if it can only lead to starts of objects, with the offset written as 0. */
az_term az_memory_at_start(az_memory *m, az_term pointer);

/* ---- states ---------------------------------------------------------------------------------- */

az_mem *az_mem_new(az_memory *m);
az_mem *az_mem_copy(const az_mem *s);
void az_mem_free(az_mem *s);
az_term az_mem_get(const az_mem *s, uint32_t slot);
void az_mem_set(az_mem *s, uint32_t slot, az_term value);
/* s := condition ? other : s, slot by slot. A slot that is not live on one side has unknown content
 * (0). An allocation keeps the content of the other side, as no pointer reaches it on that side. */
void az_mem_merge(az_mem *s, const az_mem *other, az_term condition);
/* Calls visit for every slot that differs. */
void az_mem_diff(const az_mem *a, const az_mem *b,
                 void (*visit)(void *ctx, uint32_t slot, az_term in_a, az_term in_b), void *ctx);

/* From now on, reads append their slots to *reads (stb_ds), unless it is NULL. Returns the previous
 * vector. */
uint32_t **az_memory_watch(az_memory *m, uint32_t **reads);

/* ---- accesses -------------------------------------------------------------------------------- */

/* Returns the bits of `bytes` bytes at the pointer (as_pointer: a pointer term). Never 0. */
az_term az_mem_read(az_mem *s, az_term pointer, uint32_t bytes, bool as_pointer,
                    const az_memory_report *report);
void az_mem_write(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                  const az_memory_report *report);
void az_mem_copy_bytes(az_mem *s, az_term to, az_term from, az_term size,
                       const az_memory_report *report);
/* Makes the padding of a record arbitrary, as assignments and initialisers may. */
void az_mem_forget_padding(az_mem *s, az_term pointer, uint64_t size,
                           const az_memory_report *report);
/* Copies up to `most` bytes of the object that `from` points to (realloc); returns the number. */
az_term az_mem_copy_object(az_mem *s, az_term to, az_term from, az_term most,
                           const az_memory_report *report);
void az_mem_set_bytes(az_mem *s, az_term to, az_term byte, az_term size,
                      const az_memory_report *report);
/* Sets every leaf of the instance to the value that `content` returns for it. */
void az_mem_fill(az_mem *s, uint32_t id,
                 az_term (*content)(void *ctx, const az_leaf *leaf, uint32_t slot), void *ctx);
void az_mem_kill(az_mem *s, uint32_t id);
/* Makes the content arbitrary under the condition. */
void az_mem_forget(az_mem *s, uint32_t id, az_term condition, const char *cause,
                   const az_memory_report *report);
/* Makes the content of all objects that are reachable from the pointers arbitrary if `when` holds.
 */
void az_mem_havoc(az_mem *s, const az_term *pointers, uint32_t count, az_term when,
                  const az_memory_report *report);
/* Begin the lifetime of an object of the site (zeroed: calloc), which must not be live before; end
 * the lifetime of an object under the condition. */
void az_mem_begin(az_mem *s, uint32_t site, az_term instance_number, az_term size, bool zeroed);
void az_mem_end(az_mem *s, uint32_t site, az_term instance_number, az_term condition);
/* ---- ghost cells (ghosts.c) ------------------------------------------------------------------ */

/* Gives every allocated object one more field of that many bits, `initial` at its allocation.
 * Called before any allocation; fields are numbered in the order of the calls. */
void az_memory_add_ghost_field(az_memory *m, const char *name, uint32_t bits, uint64_t initial);
uint32_t az_memory_ghost_fields(const az_memory *m);
/* Returns the slot of the field, or AZ_NONE if the instance is not allocated. */
uint32_t az_memory_ghost_slot(const az_memory *m, uint32_t id, uint32_t field);
/* Returns the slot of a separate cell, which exists from the start. */
uint32_t az_memory_ghost_cell(az_memory *m, const char *name, uint32_t bits, uint64_t initial);
/* Initialises the fields of a new object, with that instance number if the instance is a site. */
void az_mem_begin_ghosts(az_mem *s, uint32_t id, az_term instance_number);
/* Updates the field of the object that the pointer points to: `update` maps old to new values. */
typedef az_term (*az_ghost_update)(void *ctx, az_term old);
void az_mem_update_ghosts(az_mem *s, uint32_t field, az_term pointer, az_ghost_update update,
                          void *ctx);
/* Return the field of an allocated object, or of the object that the pointer points to; *there:
 * whether there is such an object. */
az_term az_mem_ghost(const az_mem *s, uint32_t field, uint32_t id, az_term instance_number);
az_term az_mem_ghost_of(const az_mem *s, uint32_t field, az_term pointer, az_term *there);
/* Returns the bits of a float as stored; arbitrary bits for a NaN, as neither IEEE 754 nor
 * compilers that fold an operation specify which NaN it gives. */
az_term az_memory_float_bits(az_memory *m, az_term value);
/* Sets the content of a global from its initialiser. */
void az_mem_initialise(az_mem *s, uint32_t id);

/* ---- validity (validity.c, heap_leaks.c): where the bit "live" is kept ----------------------- */

/* Begin or end the lifetime of an instance; end the lifetime of an object under the condition. */
void az_mem_set_live(az_mem *s, uint32_t id, bool lives);
void az_mem_unlive(az_mem *s, uint32_t id, az_term instance_number, az_term condition);
az_term az_mem_object_lives(const az_mem *s, uint32_t id, az_term instance_number);
/* Returns the condition that `bytes` (pointer_bits wide) bytes at the pointer lie in a live object
 * (with `written`, one that is not constant), or that `bytes` is 0. */
az_term az_mem_valid(const az_mem *s, az_term pointer, az_term bytes, bool written);
/* Returns 0 if no object is live at the pointer, else 1 + the number of bytes from there on that
 * can be read or, if `written`, written; an arbitrary number if it is unknown. */
az_term az_mem_extent(const az_mem *s, az_term pointer, bool written,
                      const az_memory_report *report);
/* Returns the condition that the pointer is null, or the start of a live heap object. */
az_term az_mem_freeable(const az_mem *s, az_term pointer);
/* Returns the condition that the pointer is the start of a function. */
az_term az_mem_callable(const az_mem *s, az_term pointer);
/* Returns the condition under which C leaves open whether two pointers are equal: they point to
 * different objects, and either one has ended, or one pointer is at a start and the other past an
 * end, or both are literals. `places` is NULL if it is known which locals are live; else two locals
 * (of different objects) may share storage, as one may end before the other begins. */
typedef struct az_local_places {
  void *ctx;
  bool (*may_coincide)(void *ctx, uint32_t a, uint32_t b);
} az_local_places;
az_term az_mem_either(const az_mem *s, az_term a, az_term b, const az_local_places *places);
/* Ends the lifetime of the object whose start the pointer points to. The object is in the heap
 * (`heap`) or was allocated on the stack. */
void az_mem_release(az_mem *s, az_term pointer, bool heap);
/* Return the condition that no heap object is live, or that every live one is reachable from
 * globals and live locals. Sets *whole to whether all pointers were considered. */
az_term az_mem_all_freed(const az_mem *s);
az_term az_mem_all_reachable(const az_mem *s, bool *whole);
/* Ghost fields of objects: the holder of the object, and its rank. */
typedef struct az_holders {
  uint32_t holder, rank;
} az_holders;
/* Returns the condition that each object is reachable, or has a live holder of lower rank that
 * points to it. If this condition is true for all o* and o**, so is az_mem_all_reachable (with
 * `freed`: az_mem_all_freed). */
az_term az_mem_supported(const az_mem *s, const az_holders *by, bool freed);
/* Starts a new lifetime of the instance: pointers from an earlier lifetime point nowhere. */
void az_mem_renew(az_mem *s, uint32_t id);

/* Casts. */
az_term az_mem_pointer_to_int(az_memory *m, az_term pointer, const az_memory_report *report);
az_term az_mem_int_to_pointer(az_memory *m, az_term integer, const az_memory_report *report);
/* Reports facts about the addresses in the pointer's integer: an object is not at NULL, has the
 * alignment of its declaration, and does not wrap around the end of memory. */
typedef void (*az_address_fact)(void *ctx, az_term holds);
void az_mem_address_facts(az_memory *m, az_term pointer, az_address_fact fact, void *ctx);

/* Makes the instance an array of pointers, as main gets it, with the initial content `cells`. Each
 * cell points into the object that `into` points to, except for the last one, which is null. */
void az_memory_is_vector(az_memory *m, uint32_t id, az_term cells, az_term into);
/* Reports facts about the cells that were read since the last call. */
void az_mem_cell_facts(az_memory *m, az_address_fact fact, void *ctx);
