/* SSA with guards of a whole program [kroening2023, sec. 4.2], by symbolic execution of the
 * statement
 * form: a variable is a name for a term, a join is an ite, a loop has k copies of its body, calls
 * are expanded where they stand.
 *
 * Two formulas are made by the same code.
 *   step: at a loop head  x = ls ? x#lb : x_pre  with ls and x#lb free, for what the loop changes;
 * k copies of every loop. base: all ls are false and lb never appears, so that constants propagate;
 * a loop whose next round is certain (no exit possible in this copy) goes on beyond k as long as
 * the work budget lasts. In both, k grows without rebuilding what follows the loops. Which
 * instances of checks and rows are checked and which assumed is docs/soundness.md 2. */
#ifndef AZ_SSA_SSA_H
#define AZ_SSA_SSA_H

#include "ansatz/domain.h"
#include "memory/memory.h"

/* What outlives a formula: memory instances, call paths, what each loop changes. One a program. */
typedef struct az_ssa_shared az_ssa_shared;
az_ssa_shared *az_ssa_shared_new(const az_program *p);
/* Before anything is built: step formulas say who last wrote a pointer into an allocated object. */
void az_ssa_keep_writers(az_ssa_shared *shared);
void az_ssa_shared_free(az_ssa_shared *shared);
az_memory *az_ssa_memory(az_ssa_shared *shared);

typedef enum az_ssa_mode { AZ_SSA_STEP, AZ_SSA_BASE } az_ssa_mode;
typedef enum az_overflow_mode { AZ_OVERFLOW_WRAP, AZ_OVERFLOW_ASSUME_NONE } az_overflow_mode;

typedef struct az_ssa_config {
  az_ssa_mode mode;
  uint32_t k;                /* copies of each loop, >= 1 */
  uint32_t recursion;        /* activations of one function on a call path */
  uint32_t classes;          /* checks that are decided: they end an execution */
  az_overflow_mode overflow; /* AZ_OVERFLOW_ASSUME_NONE: an execution also ends where a signed
                                operation overflows */
  uint64_t budget; /* statements to execute at most, beyond which certain rounds are no longer
                      followed */
  uint64_t limit;  /* statements after which the build fails (AZ_ERR_RESOURCE); 0: none */
  double deadline; /* az_clock(); 0: none */
  bool record;     /* keep events (inputs, assignments) for traces and listings */
} az_ssa_config;

/* Copies that an instance lies in: a chain, 0 is outside all loops. */
typedef struct az_copy {
  uint32_t parent;
  uint32_t loop; /* index into loops */
  uint32_t copy; /* 1 .. k */
} az_copy;

typedef struct az_check_instance {
  uint32_t check;
  az_term guard, holds; /* violated: guard and not holds */
  uint32_t copies;
  az_term
      in_order; /* AZ_NO_TERM, or: holds follows from this, too (lost memory, for any objects) */
} az_check_instance;

typedef struct az_escape { /* an execution leaves what the formula describes; a proof needs that it
                              cannot */
  const char *cause;
  az_loc loc;
  az_term guard;
  uint32_t copies;
  bool is_cut; /* recursion cut off: more depth would help */
} az_escape;

typedef struct az_loop_copy {
  az_term head;    /* guard at the head */
  az_term back;    /* G_j: guard of the back edge */
  az_term *values; /* of the site's variables in b_j (site variables' terms in order), where back is
                      feasible */
} az_loop_copy;

typedef struct az_loop_instance {
  uint32_t function, loop; /* of the program */
  uint32_t site;           /* index into sites; step only */
  uint32_t copies;         /* the chain that encloses it */
  az_term guard;           /* g_head */
  az_term ls;              /* step only */
  az_term *lb;             /* stb_ds: the site variables' terms at lb; step only */
  az_term *entry;          /* stb_ds: the same on entry */
  az_loop_copy *rounds;    /* stb_ds */
} az_loop_instance;

typedef struct az_path_literal { /* of a symbolic path */
  uint32_t loop;                 /* site of the loop */
  bool around;                   /* else it comes before */
  bool taken;                    /* its back edge */
} az_path_literal;

#define REACHED_WRITER UINT64_MAX /* no field: who last wrote a pointer into it */
typedef struct az_reached {       /* an integer field of what a pointer of the site leads to */
  uint32_t link;                  /* index in a state of the pointer's first term */
  uint64_t offset;                /* of the field in an object; or REACHED_WRITER */
  uint32_t bytes;
  const uint32_t *targets; /* instances that have such a field, as many as count */
  uint32_t count;
} az_reached;

typedef struct az_site_info {
  uint32_t function, loop, frame;
  uint32_t *slots;               /* stb_ds: memory slots of its variables, in order */
  uint32_t *at;                  /* stb_ds, beside slots: the slot's first term in a state */
  uint32_t first_var, var_count; /* in vars */
  uint32_t width;                /* terms in a state */
  uint32_t of;                   /* site of the loop itself: the first of those with its state */
  az_term fixed;   /* sites of o*: its identity; the claims are about it if it lives */
  uint32_t heap;   /* its instance */
  uint32_t live;   /* and where the state says so: index of an array of bits */
  uint32_t *apart; /* stb_ds: and if these pointers of the state (object parts) do not lead to it */
  az_path_literal *path; /* stb_ds: of a symbolic path */
  uint32_t pointer;      /* of a part by a pointer: 1 + where the state has its object part */
  bool leads;            /* to o*; else it does not */
  az_reached *reached;   /* stb_ds; sites of loops: AZ_TV_REACHED variables of all with its state */
  uint32_t plain;        /* terms of a state before those of `reached` */
} az_site_info;

typedef enum az_record_kind {
  AZ_REC_INPUT,
  AZ_REC_MEMORY_INPUT,
  AZ_REC_ASSIGN,
  AZ_REC_ENTER,
  AZ_REC_LEAVE,
  AZ_REC_CHECK,
  AZ_REC_LOOP
} az_record_kind;
typedef struct az_record {
  az_record_kind kind;
  az_term guard;
  const az_stmt *stmt;
  uint32_t function;
  az_term value;                 /* INPUT, ASSIGN */
  az_term pointer;               /* ASSIGN: where */
  uint32_t first_slot, instance; /* MEMORY_INPUT */
  uint32_t terms;                /* MEMORY_INPUT: index of its leaves' terms in record_terms */
  az_term kept;                  /* MEMORY_INPUT: bytes that realloc kept, no inputs; or 0 */
  uint32_t index;                /* CHECK: index into checks; LOOP: into loops */
  uint32_t next;                 /* in order of execution; AZ_NONE: the last one */
} az_record;

typedef struct az_definition {
  az_term var, term;
} az_definition;

/* `array` is read at `index`, rigid variables (concatenated), by the claims of template rows: they
 * are instantiated at the indices that the program reads there. */
typedef struct az_rigid {
  az_term array; /* loop-back variable of an array */
  az_term index;
  bool read; /* what is claimed of another rigid index is told at this one, too */
} az_rigid;

typedef struct az_ssa {
  const az_program *p;
  az_store *s;
  az_ssa_shared *shared;
  az_ssa_config config;
  az_copy *copies;           /* stb_ds; [0] is the outermost */
  az_check_instance *checks; /* stb_ds */
  az_escape *escapes;        /* stb_ds */
  az_loop_instance *loops;   /* stb_ds */
  az_term *frontier;         /* stb_ds; base: guards of back edges beyond the last copies */
  az_term *facts;            /* stb_ds: hold of the free variables */
  az_term *births;           /* stb_ds: the same of what lives at allocations (cutpoint/births.c) */
  az_definition *definitions;     /* stb_ds: holes that are filled, in order */
  struct az_ssa_resume **resumes; /* stb_ds, beside loops */
  az_site *sites;                 /* stb_ds; step: as many as parts behind the others */
  az_site_part *parts;            /* stb_ds */
  az_site_info *site_info;        /* stb_ds */
  az_tvar *vars;                  /* stb_ds */
  az_rigid *rigids;               /* stb_ds */
  az_record *records;             /* stb_ds */
  uint32_t first_record;          /* AZ_NONE: there is none */
  az_term *record_terms;          /* stb_ds */
  const char **causes;            /* stb_ds: approximations met */
  az_term *handy;                 /* stb_ds; base: hold of executions that are easy to run */
  uint64_t executed;              /* statements */
  bool guesses;                   /* integers were taken for no address, without knowing */
  az_arena *arena;
} az_ssa;

az_ssa *az_ssa_build(az_ssa_shared *shared, const az_ssa_config *config, az_error *err);
void az_ssa_free(az_ssa *ssa);

/* One more copy of every loop. What follows the loops is not rebuilt: the value that
 * leaves a loop after copy k is a hole, which the new copy defines. Checks, loops, facts,
 * definitions and copies are appended to; terms and instances that are there stay.
 * AZ_ERR_UNSUPPORTED: a loop turned out to change or leave more than the holes have room for: build
 * again with the larger k. */
az_status az_ssa_extend(az_ssa *ssa, az_error *err);
/* What is assumed while k is the bound: nothing leaves a loop beyond copy k. Two
 * terms. */
void az_ssa_bound(const az_ssa *ssa, az_term assumptions[2]);

/* "A loop is left after copy k": at bound k false, later defined by what the next copies do. */
az_term az_ssa_left(const az_ssa *ssa);

/* The site of the loop whose states a site has: its own or, for one of o*, the loop's. */
uint32_t az_ssa_site_of(const az_ssa *ssa, uint32_t site);
/* Which states of a loop instance the site's claims are about: all, or those in which o* lives (and
 * no pointer of the loop leads to it), those of a part. */
az_term az_ssa_concerns(const az_ssa *ssa, uint32_t site, uint32_t loop, const az_term *values);
/* "for every loop around it: copy = k or not ls" of an instance in the chain `copies`. */
az_term az_ssa_checked(const az_ssa *ssa, uint32_t copies);
/* The sites that are parts of others, for a step formula just built. */
void az_ssa_add_parts(az_ssa *ssa);
/* Sites without the parts. */
uint32_t az_ssa_sites(const az_ssa *ssa);
/* `show ssa`. */
void az_ssa_print(const az_ssa *ssa, FILE *out);

#endif
