/* Abstract interpretation [cousot1977]: the operations of a domain that runs along the control
 * flow, beside the analysis by templates. A state of such a domain describes a set of program
 * states, as values of abstract variables: numbers and arrays. The core translates every statement
 * of a program into a few actions on abstract variables (equations.h), so that a numeric domain
 * needs to know neither C nor pointers. A pointer domain sees pointers as well, with the object
 * that each one points to.
 *
 * Expressions are terms over the variables' terms; cells are select(array, index) among them. Terms
 * are bit-vectors and wrap: conclusions of a domain must hold for bit-vectors (facts.h evaluates
 * terms and narrows operands soundly). A wrong conclusion cannot make a verdict wrong, as the
 * solver checks the result of the analysis before it counts. */
#ifndef ANSATZ_TRANSFER_H
#define ANSATZ_TRANSFER_H

#include "ansatz/domain.h"
#include "ansatz/facts.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef enum az_abstract_kind {
  AZ_ABSTRACT_NUMBER,
  AZ_ABSTRACT_ARRAY,
  AZ_ABSTRACT_POINTER /* the object that a pointer points to; its offset is a separate NUMBER */
} az_abstract_kind;

typedef struct az_abstract_variable {
  az_abstract_kind kind;
  const char *name;    /* in C syntax: "i", "s.x", "a" */
  az_term term;        /* a variable: NUMBER a bit-vector of `bits`; ARRAY an array of such cells;
                          POINTER 0, or 1 + the number of an object (az_abstract_target) */
  uint32_t bits;       /* 1 .. 64 */
  bool is_signed;      /* whether its value (of its cells) is read as signed */
  uint32_t index_bits; /* ARRAY */
  az_term index;       /* ARRAY: an arbitrary but fixed index, a rigid variable, for claims about
                          select(term, index) */
  /* A NUMBER or POINTER that represents several variables of the program, one for each object of an
   * allocation site in a loop, initially none. Assignments to it are weak. It is read only as the
   * whole value of an assignment, which assigns the value of any one of these variables. */
  bool several;
  bool global; /* it exists once, from program start on */
  /* Introduced by the compiler or for the analysis: it has no C name and is not printed. */
  bool made;
  uint64_t unit; /* of a pointer that moves in steps: the variable is its offset divided by that
                    many bytes; 0 and 1: the variable is the value that its name denotes */
  /* POINTER: the values that assignments can give the variable, ascending; NULL: any. Before the
   * first assignment it may have any value. */
  const uint32_t *leads_to;
  uint32_t lead_count;
} az_abstract_variable;

/* A possible target of a pointer. */
typedef struct az_abstract_target {
  const char *name; /* in C syntax; for an allocation a name derived from its line */
  bool several;     /* any one of the objects that a statement in a loop allocates */
  bool lasts;       /* its lifetime does not end while pointers to it exist */
} az_abstract_target;

/* An event at which arrays get names: a function is entered, and its parameters have their values;
 * or the program's entry function declares an array, whose content is arbitrary. */
typedef struct az_named_array {
  const char *name; /* name of the array, or of a parameter that points to its start */
  uint32_t var;
} az_named_array;
typedef struct az_entered {
  const char *function;
  const char *path;             /* prefix of the names of its variables, "main/f"; NULL: none */
  bool first;                   /* the program's entry; false: it is called */
  bool declares;                /* the event is the declaration of the array */
  const az_named_array *arrays; /* its arrays, except those that exist once */
  uint32_t array_count;
} az_entered;

typedef struct az_transfer_context {
  az_store *store;
  const az_abstract_variable *vars; /* all variables of the analysis; live as long as the context */
  uint32_t var_count;               /* pointers are the last of them */
  const struct az_transfer_context *numbers; /* the same context without pointers, for domains that
                                                do not support them; NULL: no pointers exist */
  const az_abstract_target *targets;         /* targets of pointers, by number of the object */
  uint32_t target_count;
  /* Returns the index of the variable with that term, or AZ_NONE. */
  uint32_t (*var_of)(const struct az_transfer_context *context, az_term term);
  const void *of; /* the creator of the context, for var_of */
  bool (*is_function)(const struct az_transfer_context *context, const char *name); /* or NULL */
  struct az_registry *registry; /* to open inner domains, for functors and combinators */
} az_transfer_context;

/* Thresholds of widening, ascending: the program's constants, or a given list. */
typedef struct az_thresholds {
  const az_wide *values;
  uint32_t count;
} az_thresholds;

/* Receives claims: bool terms over the variables' terms (of arrays: over select(term, index)) that
 * hold in every state that the abstract state describes; `text` is for people and copied. */
typedef struct az_claim_sink {
  void (*claim)(void *ctx, az_term claim, const char *text);
  void *ctx;
} az_claim_sink;

/* Receives borders of an array's segments, each as one or more sums of equal value. */
typedef struct az_border_sink {
  void (*border)(void *ctx, const az_sum *sums, uint32_t count);
  void *ctx;
} az_border_sink;

/* ---- optional operations, in groups that may be left out --------------------------------------
 * Each operation of a group may be NULL. */

/* For domains that cut arrays into segments. */
typedef struct az_transfer_arrays {
  /* Notes that the program reads or writes array[index]. NULL: the domain ignores accesses. */
  void (*access)(void *self, void *state, uint32_t array, az_term index);
  /* Reports the borders of an array in the state, in ascending order, without its ends; false:
   * unknown. NULL: the domain does not cut arrays. */
  bool (*borders)(void *self, const void *state, uint32_t array, const az_border_sink *sink);
  /* Makes the state bottom, for the recurrent reanalysis of a domain with several parts (arrays and
   * variables): at the next join or widening with another state, parts that need not be recomputed
   * keep their old value. NULL: the domain has no such parts. */
  void (*restart)(void *self, void *state);
  /* Decides whether an array index is at or after the first cell, and whether it is before the end.
   * For alarms; NULL: unknown. */
  void (*within)(void *self, const void *state, uint32_t array, az_term index, az_truth *not_before,
                 az_truth *not_behind);
} az_transfer_arrays;

/* For domains with options about the states in which functions begin. */
typedef struct az_transfer_entry {
  /* Returns, as text, what the domain assumes about the program's entry, such as a state given by
   * an option; NULL: nothing. The text lives as long as the domain. The solver does not assume
   * it. */
  const char *(*assumed)(void *self);
  /* Enters a function. If an option describes the states in which functions begin, the program's
   * entry function is assumed to begin in them; see `broken` for others. NULL: no effect. */
  void (*enter)(void *self, void *state, const az_entered *entered);
  /* Returns the claim about a called function that an option gives, if it may be false in the
   * state; else NULL. The caller frees it. */
  char *(*broken)(void *self, const void *state, const az_entered *entered);
} az_transfer_entry;

/* For domains that support pointers. */
typedef struct az_transfer_pointers {
  /* Returns whether the domain supports pointers. NULL slot: no; the domain is opened on a context
   * without pointers. */
  bool (*takes)(void *self);
  /* Returns the possible values of a pointer (0: no object, else 1 + the number of an object),
   * ascending; lives as long as the domain. NULL: any. Only for a domain that supports pointers. */
  const uint32_t *(*leads_to)(void *self, const void *state, uint32_t var, uint32_t *count);
} az_transfer_pointers;

/* States are created by `top` and `copy`, changed in place, and freed. A variable that was never
 * added, or was removed, may have any value; a domain need not store it. All operations except
 * `at_most` and the groups are required. */
typedef struct az_transfer_ops {
  /* Opens the domain with the options of its module. Returns NULL and fills err on failure. */
  void *(*open)(const az_transfer_context *context, const az_desc *options, az_error *err);
  void (*close)(void *self);

  void *(*top)(void *self);
  void *(*copy)(void *self, const void *state);
  void (*free)(void *self, void *state);
  void (*set_bottom)(void *self, void *state);
  bool (*is_bottom)(void *self, const void *state);

  /* `included` is the partial order; the others compute a := a op b. In widening, a is the previous
   * iterate; b need not contain a, but the result contains both. */
  bool (*included)(void *self, const void *a, const void *b);
  void (*join)(void *self, void *a, const void *b);
  void (*meet)(void *self, void *a, const void *b);
  void (*widen)(void *self, void *a, const void *b, const az_thresholds *thresholds);
  /* Narrows a: b is included in a, and the result lies between them. */
  void (*narrow)(void *self, void *a, const void *b);

  /* `add`: the lifetime of a variable begins, with any value. For an array, `length` is the number
   * of its cells, a term of index_bits over the variables, or AZ_NO_TERM. `remove` ends the
   * lifetime of a variable; `rename` moves its value to another variable and then removes it. */
  void (*add)(void *self, void *state, uint32_t var, az_term length);
  void (*remove)(void *self, void *state, uint32_t var);
  void (*rename)(void *self, void *state, uint32_t from, uint32_t to);

  /* Assigns var := value; AZ_NO_TERM: any value. weak: the variable may also keep its value. For an
   * array, all cells get the value (as by memset), which may be `select(other, index of var)`, a
   * copy of another array. */
  void (*assign)(void *self, void *state, uint32_t var, az_term value, bool weak);
  /* Writes array[index] := value; with `behind`, writes all cells i with index <= i < behind
   * (bit-vectors of index_bits, unsigned), where AZ_NO_TERM means a single cell. value AZ_NO_TERM:
   * any. With `behind`, each cell gets some value that the term may have. */
  void (*write)(void *self, void *state, uint32_t array, az_term index, az_term behind,
                az_term value, bool weak);
  void (*assume)(void *self, void *state, az_term condition);

  /* Returns the facts of a term of at most AZ_FACTS_BITS bits. */
  az_facts (*facts)(void *self, const void *state, az_term t, bool is_signed);
  /* Assumes that v satisfies these facts: a reduction by another domain. */
  void (*refine)(void *self, void *state, uint32_t var, az_facts facts);
  /* Decides a <= b. If the slot is NULL, `facts` alone decides. */
  az_truth (*at_most)(void *self, const void *state, const az_sum *a, const az_sum *b);

  void (*claims)(void *self, const void *state, const az_claim_sink *sink);
  /* Returns a state as text: "i: [0,9] n: [10,10]"; arrays first, each on a line of its own: "A:
   * <{0},[0,0],{i}?,T,{n,10}>". The caller frees it. */
  char *(*print)(void *self, const void *state);
  /* Returns the value of a variable as text, "[0,9]", freed by the caller; NULL if it has none. */
  char *(*print_variable)(void *self, const void *state, uint32_t var);
  struct az_transfer_arrays arrays;
  struct az_transfer_entry entry;
  struct az_transfer_pointers pointers;
} az_transfer_ops;

/* Initialise the operations of a domain from functions with these names in scope; the domain adds
 * `open`, `close`, `is_bottom`, `narrow`, `claims`, `print`, and the groups that it has. */
#define AZ_TRANSFER_LATTICE                                                                        \
  .top = top, .copy = copy, .free = free_state, .set_bottom = set_bottom, .included = included,    \
  .join = join, .meet = meet, .widen = widen
#define AZ_TRANSFER_ACTIONS                                                                        \
  .add = add, .remove = remove_var, .rename = rename_var, .assign = assign, .write = write_cells,  \
  .assume = assume, .facts = facts, .refine = refine, .at_most = at_most,                          \
  .print_variable = print_variable

/* An opened abstract domain. */
typedef struct az_transfer {
  const az_transfer_ops *ops;
  void *self;
} az_transfer;

/* Opens a domain; AZ_ERR_INPUT without transfer functions. The context must outlive the domain. */
az_status az_transfer_open(const az_transfer_context *context, const az_desc *desc,
                           az_transfer *out, az_error *err);
void az_transfer_close(az_transfer *t);
/* Returns whether the domain receives actions on this variable of the context. */
static inline bool az_transfer_takes(const az_transfer *t, const az_transfer_context *context,
                                     uint32_t var) {
  return context->vars[var].kind != AZ_ABSTRACT_POINTER ||
         (t->ops->pointers.takes && t->ops->pointers.takes(t->self));
}
/* Returns an oracle for facts.h that queries a state; fills `memory`, which must outlive it. */
typedef struct az_transfer_asked {
  const az_transfer *transfer;
  const void *state;
} az_transfer_asked;
az_oracle az_transfer_oracle(az_transfer_asked *memory, const az_transfer *transfer,
                             const void *state);
/* Reports the claims that facts imply about x, a term of at most 64 bits called `name`: "x >= 0",
 * "x <= 9", "x % 2 == 1". Claims that hold for all values are left out. */
void az_facts_claims(az_store *store, const az_facts *facts, az_term x, bool is_signed,
                     const char *name, const az_claim_sink *sink);
/* Reports the claim that a sum of the context's variables is 0 (`equal`), or at least 0. */
void az_sum_claim(const az_transfer_context *context, const az_sum *sum, bool equal,
                  const az_claim_sink *sink);
/* For az_sum_of and az_sum_modulo: returns whether the C type of a variable of the context (an
 * az_transfer_context) is signed; terms that are not variables are read signed. */
bool az_transfer_is_signed(void *context, az_term var);
/* Returns the name of a value or an array's cell, "i", "a[#]"; freed by the caller. */
char *az_abstract_value_name(const az_abstract_variable *v);
/* Returns the term of a number, or select(term, index) of an array. */
az_term az_abstract_value_term(az_store *store, const az_abstract_variable *v);
/* Returns what a domain assumes about the program's entry (az_transfer_entry.assumed), or NULL. */
const char *az_transfer_assumed(const az_transfer *transfer);
/* Decides a <= b by at_most, or by facts if the domain has no at_most. */
az_truth az_transfer_at_most(const az_transfer *transfer, const void *state, const az_sum *a,
                             const az_sum *b);

AZ_END_C
#endif
