/* Private to core/evidence/replay: the concrete machine that runs programs. Values are words of up
 * to 128 bits, truncated to the width of their sort. A float is represented by its bits (every NaN
 * by the quiet NaN), a pointer by the object's handle above the offset. */
#pragma once

#include "ansatz/trace.h"

__extension__ typedef unsigned __int128 word;

static inline word word_mask(uint32_t width) {
  return width >= 128 ? ~(word)0 : ((word)1 << width) - 1;
}

/* ---- code: terms compiled for a block -------------------------------------------------------- */

#define NO_SLOT UINT32_MAX
#define CONSTANT_SLOT 0x80000000u /* bit of an operand that is an index into the constants */

enum { OP_FALLBACK = AZ_K_COUNT }; /* evaluated by az_eval */

typedef struct code_op { /* slots[to] := kind(a, b, c) */
  uint8_t kind;
  uint8_t width; /* of the result */
  uint8_t from;  /* width of operand a */
  uint8_t low;   /* EXTRACT: low bit; floats: the rounding mode */
  uint32_t to, a, b, c;
  az_sort sort, from_sort; /* of the result, of operand a */
  az_term term;
} code_op;

typedef struct code_step { /* az_move */
  uint32_t from, to;
} code_step;

typedef struct code_stmt {
  /* block->ops from the end of the previous statement up to this index compute the operands. */
  uint32_t end;
  uint32_t ptr, value, size, result;
  uint32_t *args;
  code_step *steps;        /* one for each az_move */
  const char *unsupported; /* why the machine has no value for an operand; NULL: it has one */
} code_stmt;

typedef struct code_block {
  code_op *ops; /* stb_ds */
  code_stmt *stmts;
  uint32_t end, condition, value;
  code_step *end_steps;
  word *cases;
  const char *unsupported;
  struct {
    az_term key;
    uint32_t value;
  } *slots; /* stb_ds: term -> slot of the block's registers and subterms */
} code_block;

typedef struct code {
  code_block *blocks;
  word *constants; /* stb_ds */
  uint32_t slot_count;
} code;

/* Compiles a function. Slots 0 .. local_count-1 hold the handles of its local objects. */
code *code_compile(const az_program *p, const az_function *f);
void code_free(code *c, const az_function *f);
/* Reads the value of a constant of at most 128 bits. Returns false for other terms. */
bool code_constant(const az_store *s, az_term t, word *value);
az_term code_term(az_store *s, az_sort sort, word value);

/* ---- operations.c -------------------------------------------------------------------------- */

/* Returns whether the host can compute with floats of this sort. */
bool code_is_host_float(az_sort s);
/* Applies one operation that is not OP_FALLBACK. */
word code_apply(const code_op *op, word a, word b, word c);

/* ---- memory -------------------------------------------------------------------------------- */

typedef enum object_state { OBJECT_FREE, OBJECT_DEAD, OBJECT_UNBORN, OBJECT_LIVE } object_state;

typedef struct object {
  uint8_t *data;
  uint16_t *types;     /* by byte: the type last stored (effective_types.c); NULL: unknown */
  uint64_t size, base; /* size; the object's address */
  uint32_t origin;     /* object of the program, AZ_NONE: allocated */
  az_type element;     /* allocated: the type of its elements; 0: unknown */
  object_state state;
  bool heap, owned, read_only; /* owned: data is freed with it */
  const az_stmt *initialiser;  /* of this const scalar local; NULL: none yet */
} object;

typedef struct stray { /* a stored pointer whose address is outside its object */
  const uint8_t *key;  /* the location where it is stored */
  uint64_t address;
  uint32_t handle; /* handle of the object that it was computed from */
  uint32_t view;
} stray;

/* The part of an object in which a pointer may move: an array of elements of one kind. */
typedef struct view {
  uint64_t low, high, bytes; /* offsets of the part; size of an element */
  uint32_t handle, kind;     /* az_type_kind of the elements */
} view;

typedef struct memory {
  const az_program *p;
  object *objects;  /* by handle; 0 is null */
  uint32_t *unused; /* stb_ds: handles to reuse, oldest first from `unused_at` */
  size_t unused_at;
  uint32_t next;   /* handles from here on were never used */
  uint16_t *pages; /* ILP32: handle by page */
  uint32_t next_page;
  stray *strays; /* stb_ds */
  view *views;   /* stb_ds: view n is views[n - 1]; view 0: the whole object */
  struct {
    view key;
    uint32_t value;
  } *view_of; /* stb_ds */
  uint64_t bytes;
} memory;

bool memory_init(memory *m, const az_program *p);
void memory_free(memory *m);
/* Adds an object (`data` NULL: zeroed bytes of its own). Returns 0 if out of handles or memory. */
uint32_t memory_add(memory *m, uint64_t size, uint8_t *data, uint32_t origin);
/* Ends an object for good. Its handle is reused as late as possible. */
void memory_remove(memory *m, uint32_t handle);
uint64_t memory_address(const memory *m, word pointer);
word memory_pointer(const memory *m, uint64_t address);
/* Returns the bytes at a pointer; NULL if `size` bytes are not accessible there. */
uint8_t *memory_at(memory *m, word pointer, uint64_t size, bool write);
/* Returns 1 + the number of accessible bytes from the pointer on; 0 if no object is live there. */
uint64_t memory_extent(const memory *m, word pointer, bool write);
/* Returns the pointer whose bytes are at `at`, with the object that it belongs to. */
word memory_stored_pointer(const memory *m, const uint8_t *at);
/* Convert between a scalar value and its bytes. Return false if the machine has no such value. */
bool memory_load(const memory *m, const uint8_t *at, const az_type_info *type, word *value);
bool memory_store(memory *m, uint8_t *at, const az_type_info *type, word value);

/* The object part of a pointer: a handle, and above it a view. */
static inline uint32_t pointer_handle(const memory *m, word pointer) {
  return (uint32_t)(pointer >> m->p->pointer_bits) & ((1u << AZ_INSTANCE_BITS) - 1);
}
static inline uint32_t pointer_view(const memory *m, word pointer) {
  return (uint32_t)(pointer >> (m->p->pointer_bits + AZ_INSTANCE_BITS)) &
         ((1u << AZ_INSTANCE_NUMBER_BITS) - 1);
}
static inline uint64_t pointer_offset(const memory *m, word pointer) {
  return (uint64_t)(pointer & word_mask(m->p->pointer_bits));
}
static inline word pointer_make(const memory *m, uint32_t handle, uint64_t offset) {
  return (word)handle << m->p->pointer_bits | (offset & word_mask(m->p->pointer_bits));
}
static inline word pointer_with_view(const memory *m, word pointer, uint32_t number) {
  return pointer_make(m, pointer_handle(m, pointer) | number << AZ_INSTANCE_BITS,
                      pointer_offset(m, pointer));
}

/* ---- subobjects.c ---------------------------------------------------------------------------- */

/* Sets the view of *to, a pointer that a step has computed from `from`: the array in which *to may
 * move from then on. Returns false if the step leaves the array. */
bool memory_step(memory *m, word from, word *to, const az_move *step);
/* Returns whether an access of this size stays in the pointer's view. */
bool memory_is_in_view(const memory *m, word pointer, uint64_t size);
/* Returns whether an argument of this type may be read at the pointer (C17 7.16.1.1). False only if
 * variable arguments of another type are there. */
bool memory_is_argument(const memory *m, word pointer, az_type type);
/* Returns whether one of the bytes belongs to a const object or member. */
bool memory_is_const(const memory *m, word pointer, uint64_t size);

/* ---- access types: filled by access_types.c, used by effective_types.c ----------------------- */

typedef struct alias_field {
  uint64_t offset;
  uint32_t type;
} alias_field;

typedef struct alias_tag { /* an access of the part at `offset` of a value of the type */
  uint64_t offset;
  uint32_t type;
} alias_tag;

/* Types as alias analysis sees them. A record has its fields; another type has at most one field, a
 * more general type. */
struct az_access_types {
  alias_field **fields; /* stb_ds of stb_ds, by type */
  alias_tag *tags;      /* stb_ds; tag n is tags[n - 1] */
  struct {
    uint32_t key, value;
  } *at_site; /* stb_ds: site -> tag */
};

/* Returns NULL if the program's files are bitcode, or if the two builds do not match. */
az_access_types *access_types_new(const az_program *p, const az_replay_options *o);
void access_types_free(az_access_types *types);

/* ---- effective_types.c ----------------------------------------------------------------------- */

/* Return whether the bytes' effective types allow the access. A store sets the types. */
bool memory_typed_load(const memory *m, const az_access_types *types, word pointer, uint64_t size,
                       uint32_t site);
bool memory_typed_store(memory *m, const az_access_types *types, word pointer, uint64_t size,
                        uint32_t site);
/* Copies the types of copied bytes. If `from` is null, the bytes at `to` lose their types. */
void memory_typed_copy(memory *m, word to, word from, uint64_t size);
