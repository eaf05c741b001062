/* The parts of the C printer: the form of a term (print_c_form.c), its C type and conversions
 * (print_c_type.c), its text (print_c.c). Each subterm is requested in one of three readings: its
 * exact signed value, its exact unsigned value, or any value that is equal modulo 2^width. */
#pragma once

#include "term/term_internal.h"

/* Readings; a bool is plain or negated. The result NONNEG is right as signed and as unsigned. */
typedef enum reading { MODULO, SIGNED, UNSIGNED, NONNEG, PLAIN = MODULO, NEGATED = SIGNED } reading;
/* Variants of a printed constant: -c, c - 1, ~c. */
typedef enum tweak { AS_IS, MINUS, PREDECESSOR, COMPLEMENT } tweak;

typedef enum precedence {
  P_TERNARY = 3,
  P_OR,
  P_AND,
  P_BITOR,
  P_BITXOR,
  P_BITAND,
  P_EQUAL,
  P_COMPARE,
  P_SHIFT,
  P_SUM,
  P_PRODUCT,
  P_UNARY,
  P_ATOM
} precedence;

typedef enum shape { NAME, CONSTANT, PREFIX, INFIX, CHOICE, CALL, INDEX, SAME } shape;

typedef struct child {
  az_term t;
  reading reading;
  tweak tweak;
} child;

/* The form of (term, reading) before conversion. */
typedef struct form {
  shape shape;
  const char *op; /* operator, function or cast */
  precedence level;
  uint32_t n;
  child child[3];
  reading gives;
  uint32_t container;           /* width of the C type that the operation needs; 0: any */
  bool is_integer, is_unsigned; /* C type of names and calls */
  uint32_t c_width;
} form;

typedef enum conversion { KEEP, CAST, MASK, SHIFTS } conversion;

typedef struct look {
  precedence level, raw_level;
  uint32_t c_width; /* 32, 64, 128; 0 for floats and arrays */
  bool is_unsigned;
  conversion conversion;
  bool cast_child; /* convert the first operand to the type of the operation */
  uint32_t operand_width;
  bool operand_unsigned;
  uint32_t cast_width; /* CAST: width of its type */
  bool cast_unsigned;
} look;

typedef struct look_entry {
  uint64_t key;
  look value;
} look_entry;

typedef struct printer {
  const az_store *s;
  az_namer name;
  az_is_unsigned is_unsigned;
  void *ctx;
  look_entry *looks;
  char *text;   /* stb_ds array */
  bool defined; /* the text must not have undefined behaviour: arithmetic wraps as unsigned */
  const char *inexpressible; /* `defined`: the part that standard C cannot express; NULL: none */
} printer;

static inline az_sort_kind sort_kind(const az_store *s, az_term t) {
  return az_sort_kind_of(node_of(s, t)->sort);
}

static inline uint32_t container_of(uint32_t w) {
  return w <= 32 ? 32 : w <= 64 ? 64 : 128;
}
static inline bool is_native(uint32_t w) {
  return w == 8 || w == 16 || w == 32 || w == 64 || w == 128;
}

/* ---- print_c_form.c -------------------------------------------------------------------------- */

/* Returns the reading in which a bit-vector needs the fewest casts. */
reading c_preferred(const printer *p, az_term t);
/* Returns the form of a term in a reading. */
form c_form(const printer *p, child c);

/* ---- print_c_type.c -------------------------------------------------------------------------- */

const char *c_type_name(uint32_t width, bool is_unsigned);
void c_decimal(u128 v, char *text);
/* Prints a bit-vector constant as a C literal and returns its C width. */
uint32_t c_literal(const az_store *s, child c, char *text, size_t size, precedence *level);
/* Computes the forms of all subterms that the text of `root` contains. */
void c_look_all(printer *p, child root);
look c_look_of(printer *p, child c);
