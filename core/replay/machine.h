/* Private to core/replay: the concrete machine that runs programs. Values are words of up to 128
 * bits, cut to the width of their sort (floats by their bits, NaN always the quiet one); a pointer
 * is its object's handle above its offset. */
#ifndef ANSATZ_REPLAY_MACHINE_H
#define ANSATZ_REPLAY_MACHINE_H

#include "ansatz/trace.h"

__extension__ typedef unsigned __int128 word;

static inline word word_mask(uint32_t width) {
  return width >= 128 ? ~(word)0 : ((word)1 << width) - 1;
}

/* ---- code: terms compiled for a block -------------------------------------------------------- */

#define NO_SLOT UINT32_MAX
#define CONSTANT_SLOT 0x80000000u /* bit of an operand that is an index into the constants */

enum { OP_FALLBACK = AZ_K_COUNT }; /* by az_eval */

typedef struct code_op { /* slots[to] := kind(a, b, c) */
  uint8_t kind;
  uint8_t width; /* of the result */
  uint8_t from;  /* width of operand a */
  uint8_t low;   /* EXTRACT: low bit; F_ROUND_INT: the mode */
  uint32_t to, a, b, c;
  az_sort sort, from_sort; /* of the result, of operand a */
  az_term term;
} code_op;

typedef struct code_stmt {
  uint32_t end; /* this statement's operands need block->ops up to here (from the previous
                   statement's end) */
  uint32_t ptr, value, size, result;
  uint32_t *args;
  const char *unsupported; /* an operand is beyond the machine */
} code_stmt;

typedef struct code_block {
  code_op *ops; /* stb_ds */
  code_stmt *stmts;
  uint32_t end, condition, value;
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

/* Compiles a function; slots 0 .. local_count-1 are the handles of its local objects. */
code *code_compile(const az_program *p, const az_function *f);
void code_free(code *c, const az_function *f);
/* Value of a constant of at most 128 bits; false for others. */
bool code_constant(const az_store *s, az_term t, word *value);
az_term code_term(az_store *s, az_sort sort, word value);

/* ---- operations.c -------------------------------------------------------------------------- */

/* Are floats of this sort computed by the host? */
bool code_is_host_float(az_sort s);
/* One operation that is not OP_FALLBACK. */
word code_apply(const code_op *op, word a, word b, word c);

/* ---- memory -------------------------------------------------------------------------------- */

typedef enum object_state { OBJECT_FREE, OBJECT_DEAD, OBJECT_UNBORN, OBJECT_LIVE } object_state;

typedef struct object {
  uint8_t *data;
  uint64_t size, base; /* base: its address */
  uint32_t origin;     /* object of the program, AZ_NONE: allocated */
  object_state state;
  bool heap, owned, read_only; /* owned: data is freed with it */
} object;

typedef struct stray { /* a stored pointer that leads out of its object, to another one or none */
  const uint8_t *key;  /* where it is stored */
  uint64_t address;
  uint32_t handle; /* of its object */
} stray;

typedef struct memory {
  const az_program *p;
  object *objects;  /* by handle; 0 is null */
  uint32_t *unused; /* stb_ds: handles to be used again, oldest first from `unused_at` */
  size_t unused_at;
  uint32_t next;   /* handles from here on were never used */
  uint16_t *pages; /* ILP32: handle by page */
  uint32_t next_page;
  stray *strays; /* stb_ds */
  uint64_t bytes;
} memory;

bool memory_init(memory *m, const az_program *p);
void memory_free(memory *m);
/* A new object; data NULL: allocated here and zeroed. 0: out of handles or memory. */
uint32_t memory_add(memory *m, uint64_t size, uint8_t *data, uint32_t origin);
/* Ends an object for good; its handle is used again as late as possible. */
void memory_remove(memory *m, uint32_t handle);
uint64_t memory_address(const memory *m, word pointer);
word memory_pointer(const memory *m, uint64_t address);
/* The bytes at a pointer, NULL if `size` bytes are not accessible there. */
uint8_t *memory_at(memory *m, word pointer, uint64_t size, bool write);
/* Representation in memory of a value of a scalar type, both ways; false: beyond the machine. */
bool memory_load(const memory *m, const uint8_t *at, const az_type_info *type, word *value);
bool memory_store(memory *m, uint8_t *at, const az_type_info *type, word value);

static inline uint32_t pointer_handle(const memory *m, word pointer) {
  return (uint32_t)(pointer >> m->p->pointer_bits) & ((1u << AZ_OBJECT_BITS) - 1);
}
static inline uint64_t pointer_offset(const memory *m, word pointer) {
  return (uint64_t)(pointer & word_mask(m->p->pointer_bits));
}
static inline word pointer_make(const memory *m, uint32_t handle, uint64_t offset) {
  return (word)handle << m->p->pointer_bits | (offset & word_mask(m->p->pointer_bits));
}

#endif
