/* Definitions for the parts of the translation. */
#pragma once

#include "abstract/abstract.h"
#include "ansatz/statement.h"
#include <assert.h>
#include <stb/stb_ds.h>

/* The possible targets of a pointer, as a set that only grows. */
typedef struct pointees {
  uint32_t *objects; /* stb_ds, sorted */
  bool null;
  bool anything; /* every object whose address is known somewhere, and every global */
  bool inside;   /* inside objects, not only at their starts */
  uint64_t step; /* a divisor of all offsets in the objects; 0: all offsets are 0 */
} pointees;

/* A leaf of an object. */
typedef struct cell {
  uint32_t var;  /* abstract variable; AZ_NONE: it has none, or none yet (see `open`) */
  bool open;     /* it gets a variable when one is first needed */
  uint32_t part; /* of pointers: abstract variable of the target */
  bool part_open;
  pointees points; /* of pointers: targets of all elements together */
} cell;

typedef struct object {
  az_abstract_object info;
  const char *name; /* as C writes it */
  const char *path; /* call path in front of the name, or NULL */
  az_type type;
  cell *cells;  /* by leaf; NULL: functions */
  bool exposed; /* a pointer to it is stored somewhere in memory */
  bool freed;   /* some statement may free it */
} object;

typedef struct frame {
  az_abstract_frame info;
  bool in_loop;         /* a call on its path is in a loop, or recursive */
  bool repeats;         /* it stands for several activations that are nested */
  uint32_t entry, end;  /* points */
  uint32_t pass;        /* the last pass that translated it, if its equations stand for all calls */
  uint32_t depth;       /* number of callers when it was first found */
  uint32_t *locals;     /* object numbers, by position among the function's locals */
  uint32_t result;      /* abstract variable of the result, or of its offset; AZ_NONE */
  uint32_t result_part; /* of a pointer: variable of its target; AZ_NONE */
  pointees result_to;   /* targets of a returned pointer */
} frame;

/* A register and its term over abstract variables, valid while these variables are unchanged. */
typedef struct held {
  az_term reg, value;
  uint32_t last_use; /* last statement that reads it, by number; the terminator's is the largest */
} held;

/* The block that is being translated. */
typedef struct block_state {
  struct block_state *outer; /* the block of the call */
  uint32_t depth;            /* number of outer blocks */
  uint32_t frame;
  const az_block *block;
  uint32_t at;      /* statement, by number */
  held *live;       /* stb_ds */
  uint32_t stamp;   /* stamp of the addresses in the substitution */
  uint32_t *temps;  /* stb_ds: abstract variables that are removed at the end of the block */
  az_subst *subst;  /* registers and addresses */
  uint32_t current; /* point; AZ_NONE if not reached */
} block_state;

typedef struct local_address {
  uint32_t object; /* object of the program */
  uint32_t stamp;  /* stamp of the last block that has a binding for it */
} local_address;

typedef struct site_key {
  uint32_t frame, what;
  const az_stmt *stmt;
} site_key;

typedef struct raw_edge {
  uint32_t from, to;
  size_t first, count; /* in `actions` */
  uint32_t call;       /* this and the next fields: as in az_edge */
  const uint32_t *kept;
  uint32_t kept_count;
  bool only_orders;
} raw_edge;

typedef struct raw_point {
  az_loc loc;
  const char *head;
} raw_point;

/* Facts about the program, computed before translation and then constant. */
typedef struct survey {
  uint32_t entry;     /* main or the chosen function; p->entry calls it */
  uint32_t *last_use; /* by register term: 1 + number of its last statement */
  size_t last_use_terms;
  /* By program object; for locals: */
  uint32_t *position; /* among the function's locals */
  bool *has_live;     /* some statement declares it */
  bool *begins_again; /* a loop contains its declaration */
  bool *ends_early;   /* its lifetime may end before its function does */
} survey;

/* Objects, and targets of pointers. From pass to pass, objects keep their numbers and sets of
 * targets only grow: the last pass, which emits, relies on both. */
typedef struct memory {
  object **objects; /* stb_ds of pointers; program objects first, by their number */
  struct {
    site_key key;
    uint32_t value;
  } *allocated; /* (frame, how often, statement) -> object */
  struct {
    az_term key;
    local_address value;
  } *address_of;     /* variables that are addresses of locals */
  uint32_t *globals; /* stb_ds: objects that exist once and have variables */
  struct {
    az_term key;
    pointees value;
  } *object_parts; /* variables that are the object part of some pointer */
  struct {
    az_term key;
    uint64_t value;
  } *steps; /* variables for unknown offsets that were read -> step of the offset */
} memory;

/* Abstract variables, each with its own number and term. Only temporaries are reused. */
typedef struct variables {
  az_abstract_variable *all; /* stb_ds */
  struct {
    az_term key;
    uint32_t value;
  } *var_of;         /* term -> number */
  uint32_t *pool;    /* stb_ds: temporaries that are free */
  uint32_t pointers; /* number of variables of kind AZ_ABSTRACT_POINTER */
} variables;

/* Activations. A caller has a smaller number than the frames that it enters. */
typedef struct calls {
  frame *frames; /* stb_ds; [0] is the program's start */
  struct {
    site_key key;
    uint32_t value;
  } *frame_of; /* (parent, function, call) */
  bool once;   /* the equations of a function stand for all its calls */
} calls;

/* The current pass. The actions of the pass that emits outlive the pass, as edges point to them. */
typedef struct building {
  uint32_t pass;       /* its number */
  bool dry;            /* it finds pointers only: nothing is emitted */
  bool grew;           /* a set of pointees grew */
  bool failed;         /* too many statements, or: */
  bool too_deep;       /* calls are nested too deeply */
  uint64_t statements; /* translated so far */
  az_loc loc;          /* location of the statement */
  block_state *b;      /* the block that is being translated */
  az_subst **substs;   /* stb_ds: by depth of the block */
  uint32_t stamp;      /* stamp of the last block */
  az_visit *cone;      /* scratch */
  raw_point *points;   /* stb_ds */
  raw_edge *edges;     /* stb_ds; with actions in the same order */
  az_action *actions;  /* stb_ds: of all edges, then those of the current one */
  size_t pending;      /* first action of the current edge: at most the number of actions */
} building;

/* The results. */
typedef struct results {
  az_equations equations;
  az_transfer_context numbers; /* without pointers */
  az_wide *constants;
  az_abstract_head *heads; /* stb_ds */
  az_entered **entered;    /* stb_ds */
  const char **causes;     /* stb_ds */
} results;

struct az_abstract {
  const az_program *p;
  az_store *s;
  az_arena *arena;
  az_abstract_config config;
  uint64_t most_statements; /* limit equation_statements */
  survey text;
  memory memory;
  variables variables;
  calls calls;
  building now;
  results found;
};

/* ---- pointees.c: sets of objects ------------------------------------------------------------- */

/* Adds the other set; notes whether something grew. */
void eq_pointees_join(az_abstract *a, pointees *into, const pointees *from);
void eq_pointees_free(pointees *p);
/* Adds the other set to a temporary one, whose growth needs no other pass. */
void eq_pointees_include(pointees *into, const pointees *from);
bool eq_pointees_put(pointees *into, uint32_t number); /* false: it is in the set */
/* Returns a divisor of all offsets of such pointers; 1 if nothing is known. */
uint64_t eq_pointees_step(const pointees *set);

/* ---- edges.c --------------------------------------------------------------------------------- */

void eq_emit(az_abstract *a, az_action action);
void eq_emit_assume(az_abstract *a, az_term condition);
uint32_t eq_point_new(az_abstract *a, az_loc loc, const char *head);
/* Adds an edge from the current point with the actions since the last edge. */
void eq_edge_to(az_abstract *a, uint32_t point);
/* Adds a point after an assignment of the program if the configuration asks for it. */
void eq_statement_done(az_abstract *a);
void eq_note_cause(az_abstract *a, const char *cause);

/* ---- cells.c: objects, cells, abstract variables --------------------------------------------- */

uint32_t eq_object_of_local(az_abstract *a, uint32_t frame, uint32_t program_object);
uint32_t eq_object_new(az_abstract *a, az_abstract_object info, const char *name, az_type type);
az_term eq_object_part(const az_abstract *a, uint32_t object); /* a constant */
/* Decodes object_part. Returns false if the term is not an object. */
bool eq_object_of_part(const az_abstract *a, az_term part, uint32_t *object);
uint32_t eq_cell_variable(az_abstract *a, uint32_t object, uint32_t leaf);
/* The same as the last two functions, for use in actions; AZ_NONE in passes that emit nothing. */
uint32_t eq_var_of_cell(az_abstract *a, uint32_t object, uint32_t leaf);
uint32_t eq_part_of_cell(az_abstract *a, uint32_t object, uint32_t leaf);
/* Returns a pointer variable that belongs to no cell. `set` is NULL for any target. */
uint32_t eq_pointer_new(az_abstract *a, az_abstract_variable v, const pointees *set);
/* Returns a temporary, a number that exists until the end of the block. */
uint32_t eq_temporary(az_abstract *a, uint32_t bits, bool is_signed);
uint32_t eq_pointer_temporary(az_abstract *a, bool several);
/* Returns a temporary that counts an offset in units. */
uint32_t eq_counter(az_abstract *a, uint64_t unit);
/* Returns a temporary that is assigned weakly and has no value at first. */
uint32_t eq_accumulator(az_abstract *a, uint32_t bits, bool is_signed);
uint32_t eq_variable_new(az_abstract *a, az_abstract_variable v);
az_term eq_variable_term(const az_abstract *a, uint32_t var);
/* The variable of a pointer counts its offset in units (az_abstract_variable.unit). These functions
 * return the offset, and the variable's value for an offset; AZ_NO_TERM if unknown. */
uint64_t eq_unit_of(const az_abstract *a, uint64_t step); /* within the limit */
az_term eq_offset_of(const az_abstract *a, uint32_t var);
az_term eq_in_units(const az_abstract *a, uint64_t unit, az_term offset);
az_term eq_array_length(az_abstract *a, uint32_t object, uint32_t leaf, az_term bytes);

/* ---- points_to.c ----------------------------------------------------------------------------- */

/* Returns the targets of a pointer term (object part and offset); the caller frees them. */
pointees eq_pointees_of(az_abstract *a, az_term pointer);
/* Returns a pointer to the set: the object part is a constant if there is one choice. */
az_term eq_pointer_to(az_abstract *a, const pointees *set, az_term offset);
/* As eq_pointer_to if the object part is a known term over abstract pointers; else AZ_NO_TERM. */
az_term eq_pointer_with(az_abstract *a, const pointees *set, az_term part, az_term offset);
/* Returns the object part of a pointer as a term over abstract pointers. The object part of a
 * choice between pointers is a choice with an arbitrary condition: the variables of the actual
 * condition may be assigned at the same time. */
az_term eq_part_of(az_abstract *a, az_term pointer);
/* Returns a divisor of the offset in all executions without overflow; 0 if the offset is 0. */
uint64_t eq_step_of(const az_abstract *a, az_term offset);
/* Returns all objects that are reachable from the set; some may occur twice. */
uint32_t *eq_pointees_closure(az_abstract *a, const pointees *set);
/* Returns the targets of a pointer to anything; stb_ds, the caller frees them. */
uint32_t *eq_exposed_objects(az_abstract *a);

/* ---- values.c: registers and actions --------------------------------------------------------- */

az_term eq_translated(az_abstract *a, az_term t); /* over abstract variables */
void eq_bind(az_abstract *a, az_term reg, az_term value);
void eq_emit_add(az_abstract *a, uint32_t var, az_term length);
void eq_emit_remove(az_abstract *a, uint32_t var);
/* Emits var := value (AZ_NO_TERM: any); registers that read the variable keep their values. */
void eq_emit_assign(az_abstract *a, uint32_t var, az_term value, bool weak);
void eq_emit_write(az_abstract *a, uint32_t var, az_term index, az_term behind, az_term value,
                   bool weak);
/* Assigns a target to a pointer cell; any target if `part` is AZ_NO_TERM. */
void eq_assign_part(az_abstract *a, uint32_t object, uint32_t leaf, az_term part, bool weak);
/* Returns the value, a number (or a pointer's offset), in a temporary. */
az_term eq_kept(az_abstract *a, az_term value);
/* Copies registers that are still needed but that other statements may change. */
void eq_keep_all(az_abstract *a);

/* ---- access.c: reads and writes through pointers; blocks.c: of many bytes at once ------------ */

az_term eq_read_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool as_pointer);
void eq_write_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool is_pointer,
                     az_term value);
void eq_copy_memory(az_abstract *a, az_term to, az_term from, az_term size);
void eq_set_memory(az_abstract *a, az_term to, az_term byte, az_term size);
/* Gives the object any content from now on, including pointers to anything. */
void eq_havoc_object(az_abstract *a, uint32_t object);
void eq_havoc_exposed(az_abstract *a);

/* ---- lifetime.c ------------------------------------------------------------------------------ */

/* Begins an object with any content, or with zeros. `bytes`: its size, over abstract variables;
 * AZ_NO_TERM: the size of its type. */
void eq_begin_object(az_abstract *a, uint32_t object, az_term bytes, bool zeroed);
void eq_end_object(az_abstract *a, uint32_t object);
/* Begins one more of the objects that the object represents. `written`: leaves that are written
 * before they are read. */
void eq_begin_another(az_abstract *a, uint32_t object, const bool *written, bool zeroed);
void eq_initialise_globals(az_abstract *a);

/* ---- initialised.c --------------------------------------------------------------------------- */

/* Returns, by leaf, whether it is written after the allocation before it is read; the caller frees
 * the array. */
bool *eq_written_first(az_abstract *a, const az_stmt *s, const az_layout *layout);

/* ---- frames.c -------------------------------------------------------------------------------- */

/* Returns the activation of the call (NULL: none) in the activation `parent` (AZ_NONE: none). */
uint32_t eq_frame_of(az_abstract *a, uint32_t parent, uint32_t function, const az_stmt *call,
                     bool in_loop);
/* Returns the waiting activation of the function, or AZ_NONE. */
uint32_t eq_active_frame(const az_abstract *a, uint32_t frame, uint32_t function);
/* Returns whether the frame is the entry function's at the start of the program. */
bool eq_is_entry(const az_abstract *a, uint32_t frame);
/* Adds the action ENTER to the edge from the current point. */
void eq_emit_entered(az_abstract *a, az_entered entered);
/* Emits that a local of the entry function begins. */
void eq_declared(az_abstract *a, uint32_t object);
/* Returns whether the object lives until the end of the execution once pointers to it exist. */
bool eq_never_ends(const az_abstract *a, uint32_t object);

/* ---- functions.c, statements.c, calls.c ------------------------------------------------------ */

/* Translates from the point `entry` on. Returns the point after the function, or AZ_NONE. */
uint32_t eq_translate_function(az_abstract *a, uint32_t frame, uint32_t entry);
void eq_end_block(az_abstract *a, block_state *b);
/* Return the variables of the frame's result: of a value of this width; of a pointer's target. */
uint32_t eq_result_variable(az_abstract *a, uint32_t frame, uint32_t width);
uint32_t eq_result_part_of(az_abstract *a, uint32_t frame);
void eq_translate_statement(az_abstract *a, const az_stmt *s);
/* Expands the call; the point after the call becomes the current one. */
void eq_translate_call(az_abstract *a, const az_stmt *s);
/* Assigns the arguments, over the caller's variables, to the frame's parameters; NULL: any. */
void eq_pass_arguments(az_abstract *a, const az_term *args, uint32_t frame);
void eq_enter_function(az_abstract *a, const az_term *args, uint32_t frame, bool first);

/* ---- order.c --------------------------------------------------------------------------------- */

/* Puts points in reverse post-order, without unreached ones, and attaches edges to their points. */
void eq_finish_equations(az_abstract *a);

/* ---- conditions.c: conditions on variables that hold truth values ---------------------------- */

void eq_follow_conditions(az_abstract *a);
