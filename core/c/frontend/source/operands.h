/* Operands on clang's syntax tree: what the parts of evaluation_order.c share. Positions are nodes
 * of the tree of the file in hand; 0 is none. */
#ifndef ANSATZ_FRONTEND_OPERANDS_H
#define ANSATZ_FRONTEND_OPERANDS_H

#include "frontend/source/effect_sets.h"
#include "frontend/source/evaluation_order.h"
#include "ansatz/program.h"
#include <string.h>

/* A variable or a function. */
typedef struct item {
  const char *name;
  uint32_t body;       /* node of a function that is defined; 0: none */
  uint32_t definition; /* node of the declaration that it is part of */
  uint32_t file;       /* of the body */
  uint32_t owner;      /* the function that it is declared in, AZ_NONE: none */
  bool is_local;       /* each execution of the function has one of its own */
  bool taken;          /* a pointer may lead to it */
  bool other;          /* a local that is assigned something else than new memory */
  bool is_function, is_used;
  bool is_root; /* runs without being called */
  bool reached;
  fe_effects effects; /* of a function */
  bool is_int;
  uint32_t *parameters; /* of the definition; stb_ds */
  uint32_t *callees;    /* functions; stb_ds */
  uint32_t *named;      /* functions that the body names; stb_ds */
} item;

typedef struct effects {  /* of a part of an expression */
  fe_effects own, called; /* within calls */
} effects;

typedef struct order {
  const fe_order_question *q;
  az_arena *arena;
  item *items; /* stb_ds */
  struct {
    uint64_t key;
    uint32_t value;
  } *item_of; /* clang's identity and the file -> item */
  struct {
    char *key;
    uint32_t value;
  } *by_name; /* those that several files may declare */
  struct {
    uint32_t item, file;
    const char *name;
  } *aliases; /* what the linker knows by another name; stb_ds */
  const fe_syntax_node *nodes;
  uint32_t file;
  uint32_t function;  /* item that is being walked, AZ_NONE: none */
  const char *source; /* name of the file that the function is in */
  uint32_t line;      /* the last one of that file */
  uint32_t stored;    /* node of the place that an assignment stores to */
  bool comparing;     /* the effects of functions are known */
  bool errno_used, errno_taken;
  bool rounds; /* the direction of rounding may be changed */
  bool exits;  /* what ends the execution runs functions before, or asks what is left */
  bool has_variable_lengths; /* of arrays */
  const char *found;
} order;

enum { ANY_FUNCTION = 0 }; /* the item that stands for those that pointers lead to */
static const uint32_t ORDER_NOWHERE = AZ_NONE - 1; /* a place that nothing else accesses */

/* ---- the tree ---- */

static inline const fe_syntax_node *order_node(const order *o, uint32_t n) {
  return &o->nodes[n];
}

static inline bool node_is(const fe_syntax_node *n, const char *kind) {
  return !strcmp(n->kind, kind);
}

static inline bool text_ends_in(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static inline uint32_t order_first(const order *o, uint32_t n) {
  return o->nodes[n].first;
}

static inline uint32_t order_second(const order *o, uint32_t n) {
  uint32_t a = order_first(o, n);
  return a ? o->nodes[a].next : 0;
}

/* Is one of the quoted words of the node the operator? The others are types. */
static inline bool node_has_operator(const fe_syntax_node *n, const char *operator) {
  int length = 0;
  const char *word;
  for (unsigned i = 1; (word = fe_syntax_quoted(n, i, &length)) != NULL; i++)
    if ((size_t)length == strlen(operator) && !strncmp(word, operator,(size_t) length)) return true;
  return false;
}

static inline bool node_is_step(const fe_syntax_node *n) {
  return node_is(n, "UnaryOperator") && (node_has_operator(n, "++") || node_has_operator(n, "--"));
}

/* ---- tree_declarations.c: variables and functions, and what expressions designate ---- */

/* All declarations of all files, and what pointers may lead to. */
void order_read_declarations(order *o);
/* The item that a DeclRefExpr names, AZ_NONE: a constant of an enumeration or the like. */
uint32_t order_referenced(const order *o, const fe_syntax_node *n, bool *is_function);
/* Behind parentheses and conversions. */
uint32_t order_stripped(const order *o, uint32_t n);
/* The function that is called by name, AZ_NONE: by a pointer. */
uint32_t order_called_function(const order *o, uint32_t callee);
/* May a value of the node's type be a pointer, or have one in it? */
bool node_may_be_pointer(const fe_syntax_node *n);
/* The slot of what an expression designates: FE_SLOT_POINTED, FE_SLOT_ERRNO, FE_SLOTS and the
 * number of a variable, or ORDER_NOWHERE. */
uint32_t order_place_of(const order *o, uint32_t n);
/* The functions that the tree names (stb_ds). */
void order_note_named(order *o, uint32_t n, uint32_t **named);

/* ---- operand_effects.c: what one node does ---- */

void order_access(const order *o, fe_effects *e, uint32_t slot, bool reads, bool writes);
/* What the node does itself, once its operands have been evaluated. */
void order_add_own(order *o, uint32_t n, effects *e);
/* Is the local variable assigned in the tree? */
bool order_assigns(const order *o, uint32_t n, uint32_t local);
/* Is a call of the function what reachability asks for? */
bool order_violates(const order *o, const char *name);

/* The call of the function. */
void order_call(order *o, uint32_t function, effects *e);

/* ---- array_lengths.c ---- */

typedef struct order_length { /* the length of an array, as it is printed */
  const char *text;
  int size;
} order_length;

/* May the node's type, or what it is another name of, have a length that is not constant? */
bool node_has_variable_length(const fe_syntax_node *n);
/* Those that are evaluated with the type that the node names (stb_ds), but what its children are.
 * `understood`: there are no others. */
order_length *order_lengths(const order *o, const fe_syntax_node *n, bool *understood);
/* What the evaluation does at most. */
effects order_length_effects(order *o, order_length l);
/* Does it assign? */
bool order_length_changes(order_length l);
/* Is it the same in each order of the operands within? */
bool order_length_is_clear(const effects *e, order_length l);
/* Marks what the node's lengths may lead pointers to or assign, and notes the functions that they
 * name (stb_ds), unless that is NULL. */
void order_note_lengths(order *o, const fe_syntax_node *n, uint32_t **named);

#endif
