/* Symbolic memory. An *instance* is an object of the execution: a global, a local of one activation
 * (named by its call path), one allocation. Each leaf of an instance has a *slot*; a memory state
 * maps slots to terms (0: not alive, or content unknown). Instances and slots outlive a formula:
 * the same call path gets the same ones at every unwinding, so that terms are found again by
 * hash-consing.
 *
 * Accesses resolve a pointer into targets (instance, offset) under conditions, and an offset into
 * (leaf, index). What does not resolve is any value (reads) or an escape (writes),
 * docs/soundness.md 8:
 * reads through invalid pointers give any value, writes change no named object. */
#ifndef AZ_MEMORY_MEMORY_H
#define AZ_MEMORY_MEMORY_H

#include "ansatz/limits.h"
#include "memory/layout.h"

typedef struct az_instance {
  uint32_t object; /* of the program; AZ_NONE for allocations */
  const char *name;
  const char *path; /* call path, "" for what exists once */
  az_type type;
  const az_layout *layout;
  uint32_t slot; /* of its first leaf; the others follow */
  az_term size;  /* bytes, pointer_bits wide; constant where known */
  bool is_const;
  bool is_allocated; /* by the program: no pointer to it exists where it does not */
  bool is_heap;      /* allocated, and to be freed by free */
  bool is_site;      /* stands for all objects of an allocation site in a loop (docs/soundness.md
                        6): an object part names one by its identity, its leaves are arrays */
  uint32_t sizes;    /* site: slot of their sizes (an array), AZ_NONE: all have `size` */
  uint32_t ghosts;   /* slot of the first of its ghost fields (ghosts.c), AZ_NONE: it has none */
} az_instance;

/* What a pointer-valued variable may point to. */
enum {
  AZ_PTS_WILD = 1 /* anything, named objects included */,
  AZ_PTS_EXTERN = 2, /* memory that no named object is */
  AZ_PTS_INVALID = 4 /* nothing: it was never initialised */
};
typedef struct az_points_to {
  uint32_t *ids; /* stb_ds, sorted; 0 is null */
  uint32_t flags;
  bool inside; /* not only to the starts of objects */
} az_points_to;

typedef struct az_memory az_memory; /* instances, slots, points-to of variables */
typedef struct az_mem az_mem;       /* one state */

/* Reports of what could not be done precisely. `guard` is relative: the access's own condition; the
 * executor adds the path's. */
typedef struct az_memory_report {
  void *ctx;
  void (*approximate)(void *ctx, az_term condition,
                      const char *cause); /* where it holds, something unknown is read */
  void (*escape)(void *ctx, az_term condition,
                 const char *cause); /* a write that may change anything */
} az_memory_report;

/* `limits` may be NULL (the defaults), else lives as long as the result. */
az_memory *az_memory_new(const az_program *p, az_limits *limits);
void az_memory_free(az_memory *m);

/* ---- instances ------------------------------------------------------------------------------- */

/* Each instance has one more slot behind its leaves', for the bit "lives" (sites: an array of
 * bits; 0 where nobody sets it). Globals, strings and functions have their address
 * as id. Returns the id of a new instance; 0 when ids run out. */
uint32_t az_memory_add(az_memory *m, uint32_t object, const char *name, const char *path,
                       az_type type, const az_layout *layout, az_term size);
/* All objects that one allocation makes in a loop; in every state they are there from the start,
 * none living. `sized`: they differ in size. */
uint32_t az_memory_add_site(az_memory *m, const char *name, az_type type, const az_layout *layout,
                            az_term size, bool sized);
void az_memory_of_heap(az_memory *m, uint32_t id);
uint32_t az_memory_live_slot(const az_memory *m, uint32_t id);
/* A fixed but arbitrary object of the site, o*: its identity. */
az_term az_memory_fixed(const az_memory *m, uint32_t site);
/* Another one, for claims about any two. */
az_term az_memory_second(const az_memory *m, uint32_t site);
/* A fixed but arbitrary index of arrays. */
az_term az_memory_index(const az_memory *m);
/* Is this object part the instance, or an object of the site? */
az_term az_memory_is(const az_memory *m, az_term object, uint32_t id);
/* Identity in an object part. */
az_term az_memory_identity(const az_memory *m, az_term object);
/* A formula speaks of the object that the pointer leads to, if that is of a site. Where formulas
 * spoke of so many that identities may not suffice to tell them apart, they prove nothing: with
 * fewer, a state with any number of objects is one of the formula's, too, as all that it says of
 * the others is true of none. */
void az_memory_speak_of(az_memory *m, az_term pointer);
bool az_memory_identities_suffice(const az_memory *m);
/* As long as no address becomes an integer, a pointer made of an integer leads to no object. That
 * is a guess: how many there were, and whether they turned out wrong. */
uint32_t az_memory_guesses(const az_memory *m);
bool az_memory_has_addresses(const az_memory *m);
/* So many that facts about all objects may be told of more of them: of half the identities. */
bool az_memory_identities_left(const az_memory *m);
const az_instance *az_memory_instance(const az_memory *m,
                                      uint32_t id); /* NULL: none (functions, null) */
uint32_t az_memory_instances(const az_memory *m);   /* ids are below this */
uint32_t az_memory_slots(const az_memory *m);
/* Which instance and leaf a slot is. */
const az_instance *az_memory_slot(const az_memory *m, uint32_t slot, const az_leaf **leaf,
                                  uint32_t *id);
az_term az_memory_id(const az_memory *m, uint32_t id); /* as a term, AZ_OBJECT_BITS wide */
az_arena *az_memory_arena(az_memory *m);

/* ---- points-to ------------------------------------------------------------------------------- */

/* Registers a variable (object part, pointer, or array of pointers). Returns true if its set grew.
 */
bool az_memory_points_to(az_memory *m, az_term variable, const az_points_to *set);
/* May-points-to of a pointer, object part or array of pointers. Caller frees ids. */
az_points_to az_memory_targets(const az_memory *m, az_term pointer);
/* What a pointer in the state that an entry function finds may lead to; the caller frees ids. */
az_points_to az_memory_entry_targets(az_memory *m);
/* Such a pointer is null or leads to a global. */
az_term az_memory_is_named(az_memory *m, az_term pointer);
/* The program compares the two pointers. */
void az_memory_compare(az_memory *m, az_term p, az_term q);
/* Grows where it became known too late what a pointer that was never initialised may be equal to:
 * what was built before has to be built again. */
uint32_t az_memory_compared_late(const az_memory *m);
/* The same pointer, its offset written out if it is known to lead to starts of objects only. */
az_term az_memory_at_start(az_memory *m, az_term pointer);

/* ---- states ---------------------------------------------------------------------------------- */

az_mem *az_mem_new(az_memory *m);
az_mem *az_mem_copy(const az_mem *s);
void az_mem_free(az_mem *s);
az_term az_mem_get(const az_mem *s, uint32_t slot);
void az_mem_set(az_mem *s, uint32_t slot, az_term value);
/* s := condition ? other : s, slot by slot. Not alive on one side: content unknown (0), but for
 * allocations, which nothing can reach on that side. */
void az_mem_merge(az_mem *s, const az_mem *other, az_term condition);
/* Calls visit for every slot in which the two differ. */
void az_mem_diff(const az_mem *a, const az_mem *b,
                 void (*visit)(void *ctx, uint32_t slot, az_term in_a, az_term in_b), void *ctx);

/* Slots that are read from now on are appended to *reads (stb_ds); NULL: not watched. Returns what
 * watched before. */
uint32_t **az_memory_watch(az_memory *m, uint32_t **reads);

/* ---- accesses -------------------------------------------------------------------------------- */

/* Bits of `bytes` bytes at the pointer (as_pointer: a pointer term). Never 0. */
az_term az_mem_read(az_mem *s, az_term pointer, uint32_t bytes, bool as_pointer,
                    const az_memory_report *report);
void az_mem_write(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                  const az_memory_report *report);
void az_mem_copy_bytes(az_mem *s, az_term to, az_term from, az_term size,
                       const az_memory_report *report);
/* What an assignment or an initialiser leaves open of the record of `size` bytes: its padding. */
void az_mem_forget_padding(az_mem *s, az_term pointer, uint64_t size);
/* Of the object that `from` leads to, at most so many bytes (realloc). How many. */
az_term az_mem_copy_object(az_mem *s, az_term to, az_term from, az_term most,
                           const az_memory_report *report);
void az_mem_set_bytes(az_mem *s, az_term to, az_term byte, az_term size,
                      const az_memory_report *report);
/* Every leaf of the instance gets the value that `content` answers. */
void az_mem_fill(az_mem *s, uint32_t id,
                 az_term (*content)(void *ctx, const az_leaf *leaf, uint32_t slot), void *ctx);
void az_mem_kill(az_mem *s, uint32_t id);
/* Arbitrary content where the condition holds. */
void az_mem_forget(az_mem *s, uint32_t id, az_term condition, const char *cause,
                   const az_memory_report *report);
/* All that the pointers lead to, and what that leads to in turn, may have changed. */
void az_mem_havoc(az_mem *s, const az_term *pointers, uint32_t count,
                  const az_memory_report *report);
/* An object of the site begins to live (zeroed: calloc) or, if it lives, ends. The caller takes
 * care that it did not live before, and of the condition. */
void az_mem_begin(az_mem *s, uint32_t site, az_term identity, az_term size, bool zeroed);
void az_mem_end(az_mem *s, uint32_t site, az_term identity, az_term condition);
/* ---- ghost cells (ghosts.c) ------------------------------------------------------------------ */

/* Before any object is allocated: every one has one more field, of that many bits, which is
 * `initial` when the object is made. Fields are numbered in the order of these calls. */
void az_memory_add_ghost_field(az_memory *m, const char *name, uint32_t bits, uint64_t initial);
uint32_t az_memory_ghost_fields(const az_memory *m);
/* AZ_NONE: the instance is no allocated one. */
uint32_t az_memory_ghost_slot(const az_memory *m, uint32_t id, uint32_t field);
/* A cell of its own, which is there from the start: its slot. */
uint32_t az_memory_ghost_cell(az_memory *m, const char *name, uint32_t bits, uint64_t initial);
/* An object was made, of that identity where the instance is a site. */
void az_mem_begin_ghosts(az_mem *s, uint32_t id, az_term identity);
/* The field of the object that the pointer leads to becomes what `update` answers for the old one.
 */
typedef az_term (*az_ghost_update)(void *ctx, az_term old);
void az_mem_update_ghosts(az_mem *s, uint32_t field, az_term pointer, az_ghost_update update,
                          void *ctx);
/* The bits of a float where it is stored. Which NaN an operation gives, IEEE 754 does not say, nor
 * do compilers that compute it themselves: any. */
az_term az_memory_float_bits(az_memory *m, az_term value);
/* Content of a global by its initialiser. */
void az_mem_initialise(az_mem *s, uint32_t id);

/* ---- validity (validity.c, lost.c): where the bit "lives" is kept ---------------------------- */

/* A local begins or ends to live; an allocated object is freed or ends where the condition holds.
 */
void az_mem_set_live(az_mem *s, uint32_t id, bool lives);
void az_mem_unlive(az_mem *s, uint32_t id, az_term identity, az_term condition);
/* `bytes` (pointer_bits wide) bytes at the pointer lie in an object that lives and, to be written,
 * is not constant; or bytes is 0. */
az_term az_mem_valid(const az_mem *s, az_term pointer, az_term bytes, bool written);
/* Null, or the start of a heap object that lives. */
az_term az_mem_freeable(const az_mem *s, az_term pointer);
/* The start of a function. */
az_term az_mem_callable(const az_mem *s, az_term pointer);
/* Where C leaves open whether two pointers are equal: to different objects of which one has ended,
 * or one pointer is to the start and the other behind the end, or both are literals, or one is a
 * number that was made a pointer. `places`,
 * NULL: it is known which locals live; else not, and it is asked whether two of them (instances, of
 * different objects) may have one place, as one has ended before the other began. */
typedef struct az_local_places {
  void *ctx;
  bool (*may_coincide)(void *ctx, uint32_t a, uint32_t b);
} az_local_places;
az_term az_mem_either(const az_mem *s, az_term a, az_term b, const az_local_places *places);
/* Ends the life of the object that a pointer to its start leads to: one of the heap, or one that
 * the stack allocated. */
void az_mem_release(az_mem *s, az_term pointer, bool heap);
/* No heap object lives / every one that lives is led to, by globals, locals that live or other such
 * heap objects; *whole: and no pointer was left out that may lead there, too. */
az_term az_mem_all_freed(const az_mem *s);
az_term az_mem_all_reachable(const az_mem *s, bool *whole);
/* An order of objects, total on the identities of those that live: does one precede the other? */
typedef struct az_object_order {
  void *ctx;
  az_term (*precedes)(void *ctx, az_term a, az_term b);
} az_object_order;
/* The latter once more, as what follows from the order; AZ_NO_TERM: the state has no objects of
 * sites, or of too many. `name`: the state's, different from others of the formula. */
az_term az_mem_reachable_in_order(const az_mem *s, const az_object_order *order, const char *name);
/* The instance begins a new life: pointers that are left from an earlier one lead nowhere. */
void az_mem_renew(az_mem *s, uint32_t id);

/* Casts. */
az_term az_mem_pointer_to_int(az_memory *m, az_term pointer, const az_memory_report *report);
az_term az_mem_int_to_pointer(az_memory *m, az_term integer, const az_memory_report *report);
/* What is known of the addresses that the integer of such a pointer is computed from: an object is
 * not at NULL, is aligned as its declaration says, and does not go round the end of memory. */
typedef void (*az_address_fact)(void *ctx, az_term holds);
void az_mem_address_facts(az_memory *m, az_term pointer, az_address_fact fact, void *ctx);

#endif
