/* Abstract interpretation [cousot1977]: what a domain adds to be run along the control flow, beside
 * templates over the same program. A state of such a domain describes a set of program states, as
 * values of abstract variables: numbers and arrays. The core translates every statement of a
 * program into a few actions on abstract variables (equations.h), so that a domain of numbers
 * neither knows C nor pointers. A domain of pointers is shown them, too: which object each one
 * leads to.
 *
 * Expressions are terms over the variables' terms; cells are select(array, index) among them. Terms
 * are bit-vectors and wrap: what a domain concludes must hold for bit-vectors (facts.h evaluates
 * terms and narrows operands soundly). A wrong conclusion cannot make a verdict wrong, as the
 * solver checks what comes out of the analysis before it counts. */
#ifndef ANSATZ_TRANSFER_H
#define ANSATZ_TRANSFER_H

#include "ansatz/domain.h"
#include "ansatz/facts.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum az_abstract_kind {
  AZ_ABSTRACT_NUMBER,
  AZ_ABSTRACT_ARRAY,
  AZ_ABSTRACT_POINTER /* which object a pointer leads to; its offset is a NUMBER of its own */
} az_abstract_kind;

typedef struct az_abstract_variable {
  az_abstract_kind kind;
  const char *name;    /* as C writes it: "i", "s.x", "a" */
  az_term term;        /* a variable: NUMBER a bit-vector of `bits`; ARRAY an array of such cells;
                          POINTER 0, or 1 + the number of an object (az_abstract_target) */
  uint32_t bits;       /* 1 .. 64 */
  bool is_signed;      /* how its value (of its cells) is read */
  uint32_t index_bits; /* ARRAY */
  az_term index;       /* ARRAY: an arbitrary but fixed index, a rigid variable, for claims about
                          select(term, index) */
  bool several; /* a NUMBER or POINTER that stands for several variables of the program, as many
                   as there are (objects of an allocation site in a loop), none when it begins:
                   assignments are weak. It is read only as the whole value of an assignment, of one
                   of them */
  bool global;  /* it exists once, from the program's start on */
  bool made; /* by the compiler or for the analysis: C has no name for it, and it is not printed */
  uint64_t unit; /* of a pointer that moves in steps: the variable is its offset divided by so many
                    bytes; 0 and 1: the variable is what it is named after */
  const uint32_t *leads_to; /* POINTER: what it may be, ascending, whatever is assigned to it. NULL:
                               anything. Before it is assigned it may have any value */
  uint32_t lead_count;
} az_abstract_variable;

/* What a pointer may lead to. */
typedef struct az_abstract_target {
  const char *name; /* as C writes it; of an allocation a name made from its line */
  bool several;     /* any one of the objects that a statement in a loop allocates */
  bool lasts;       /* it does not end while there are pointers to it */
} az_abstract_target;

/* A function begins, and its parameters have their values; or the program's entry function declares
 * an array, which begins with any content. */
typedef struct az_named_array {
  const char *name; /* of a parameter that leads to the start of the array, or of the array */
  uint32_t var;
} az_named_array;
typedef struct az_entered {
  const char *function;
  const char *path; /* in front of the names of its variables, "main/f"; NULL: nothing */
  bool first;       /* the program begins with it; else it is called */
  bool declares;    /* it is the array that is declared */
  const az_named_array *arrays; /* beside those that exist once */
  uint32_t array_count;
} az_entered;

typedef struct az_transfer_context {
  az_store *store;
  const az_abstract_variable
      *vars;          /* all that there are in the analysis; live as long as the context */
  uint32_t var_count; /* pointers are the last of them */
  const struct az_transfer_context *numbers; /* the same without pointers, for domains that do not
                                                take them; NULL: there are none */
  const az_abstract_target *targets;         /* of pointers, by number of the object */
  uint32_t target_count;
  uint32_t (*var_of)(const struct az_transfer_context *context,
                     az_term term); /* index of the variable with that
                                     term; AZ_NONE */
  const void *of;                   /* for var_of: who made the context */
  bool (*is_function)(const struct az_transfer_context *context, const char *name); /* or NULL */
  struct az_registry *registry; /* for functors and combinators: to open inner domains */
} az_transfer_context;

/* Thresholds of widening, ascending: the constants of the program, or what a list says. */
typedef struct az_thresholds {
  const az_wide *values;
  uint32_t count;
} az_thresholds;

/* Receives claims: bool terms over the variables' terms (of arrays: over select(term, index)), that
 * hold in every state described; `text` as people read it, copied. */
typedef struct az_claim_sink {
  void (*claim)(void *ctx, az_term claim, const char *text);
  void *ctx;
} az_claim_sink;

/* Receives borders of an array's segments: sums with equal values, at least one. */
typedef struct az_border_sink {
  void (*border)(void *ctx, const az_sum *sums, uint32_t count);
  void *ctx;
} az_border_sink;

/* States are created by `top` and `copy`, changed in place, and freed. A variable that was never
 * added, or was removed, may have any value; a domain need not keep it. All slots are required
 * unless they say otherwise. */
typedef struct az_transfer_ops {
  /* `options`: those of the domain's module. NULL and err on failure. */
  void *(*open)(const az_transfer_context *context, const az_desc *options, az_error *err);
  void (*close)(void *self);

  void *(*top)(void *self);
  void *(*copy)(void *self, const void *state);
  void (*free)(void *self, void *state);
  void (*set_bottom)(void *self, void *state);
  bool (*is_bottom)(void *self, const void *state);

  /* The order, and a := a op b. Widening: a is the iterate before, b contains it or not; the result
   * contains both. */
  bool (*included)(void *self, const void *a, const void *b);
  void (*join)(void *self, void *a, const void *b);
  void (*meet)(void *self, void *a, const void *b);
  void (*widen)(void *self, void *a, const void *b, const az_thresholds *thresholds);
  void (*narrow)(void *self, void *a,
                 const void *b); /* b is included in a; the result lies between them */

  /* A variable begins to live with any value; of an array `length` is the number of its cells, a
   * term of index_bits over the variables, or AZ_NO_TERM. It ends; another variable takes its value
   * (and the first one ends). */
  void (*add)(void *self, void *state, uint32_t var, az_term length);
  void (*remove)(void *self, void *state, uint32_t var);
  void (*rename)(void *self, void *state, uint32_t from, uint32_t to);

  /* var := value; AZ_NO_TERM: any value. weak: or it keeps its value. Of an array: all its cells
   * get the value (as a memset does), which may be the element `select(other, index of var)` of
   * another array: a copy. */
  void (*assign)(void *self, void *state, uint32_t var, az_term value, bool weak);
  /* array[index] := value, where first <= index < behind (bit-vectors of index_bits, unsigned) is
   * known for a single cell as behind == AZ_NO_TERM. value AZ_NO_TERM: any. A range of cells is
   * written with `behind` given: each gets some value of that kind. */
  void (*write)(void *self, void *state, uint32_t array, az_term index, az_term behind,
                az_term value, bool weak);
  void (*assume)(void *self, void *state, az_term condition);
  /* The program reads or writes array[index]. NULL: that says nothing to the domain. */
  void (*access)(void *self, void *state, uint32_t array, az_term index);

  /* What is known of the value of a term of at most AZ_FACTS_BITS bits. */
  az_facts (*facts)(void *self, const void *state, az_term t, bool is_signed);
  /* v satisfies these facts, too: reduction by another domain. */
  void (*refine)(void *self, void *state, uint32_t var, az_facts facts);
  /* a <= b? NULL: from `facts` alone. */
  az_truth (*at_most)(void *self, const void *state, const az_sum *a, const az_sum *b);

  void (*claims)(void *self, const void *state, const az_claim_sink *sink);
  /* All of a state in the field's notation: "i: [0,9] n: [10,10]"; arrays first, as the slides do,
   * each on a line of its own: "A: <{0},[0,0],{i}?,T,{n,10}>". Caller frees. */
  char *(*print)(void *self, const void *state);
  /* The value of one variable, "[0,9]"; NULL: none of its own. Caller frees. */
  char *(*print_variable)(void *self, const void *state, uint32_t var);
  /* Where the state cuts an array, in ascending order, without its ends; false: nothing is known of
   * it. NULL: the domain cuts no arrays. */
  bool (*borders)(void *self, const void *state, uint32_t array, const az_border_sink *sink);
  /* For recurrent reanalysis of a domain of several parts (arrays and variables): the state becomes
   * bottom, but when it is joined or widened with another one, parts that need not be found again
   * begin with what it was. NULL: it has no such parts. */
  void (*restart)(void *self, void *state);
  /* Of an array's index: is it not before the first cell, and is it before the end? For alarms;
   * NULL: not known. */
  void (*within)(void *self, const void *state, uint32_t array, az_term index, az_truth *not_before,
                 az_truth *not_behind);
  /* What its states take for granted beside the program, such as an entry state that an option
   * gives; NULL (or no such slot): nothing. Lives as long as the domain. The solver does not assume
   * it. */
  const char *(*assumed)(void *self);
  /* A function begins. Of the first one an option may say in which state it does: that is taken for
   * granted. Of others it is compared with the state by `broken`. NULL (or no such slots): no
   * option says anything. */
  void (*enter)(void *self, void *state, const az_entered *entered);
  /* What an option says of a called function that need not hold in the state; NULL: nothing. Caller
   * frees. */
  char *(*broken)(void *self, const void *state, const az_entered *entered);
  /* Does it take pointers? NULL (or no such slot): no, it is opened on the context without them and
   * told nothing of them. */
  bool (*takes_pointers)(void *self);
  /* What a pointer may be (0: no object, else 1 + the number of an object), ascending; lives as
   * long as the domain. NULL: any. Only of a domain that takes pointers. */
  const uint32_t *(*leads_to)(void *self, const void *state, uint32_t var, uint32_t *count);
} az_transfer_ops;

/* An opened abstract domain. */
typedef struct az_transfer {
  const az_transfer_ops *ops;
  void *self;
} az_transfer;

/* AZ_ERR_INPUT where the domain has no transfer functions. The context lives as long as it. */
az_status az_transfer_open(const az_transfer_context *context, const az_desc *desc,
                           az_transfer *out, az_error *err);
void az_transfer_close(az_transfer *t);
/* Are actions on this variable of the context for the domain? */
static inline bool az_transfer_takes(const az_transfer *t, const az_transfer_context *context,
                                     uint32_t var) {
  return context->vars[var].kind != AZ_ABSTRACT_POINTER ||
         (t->ops->takes_pointers && t->ops->takes_pointers(t->self));
}
/* An oracle for facts.h that asks a state; `memory` is filled and lives as long as the oracle. */
typedef struct az_transfer_asked {
  const az_transfer *transfer;
  const void *state;
} az_transfer_asked;
az_oracle az_transfer_oracle(az_transfer_asked *memory, const az_transfer *transfer,
                             const void *state);
/* What facts say of x, a term of at most 64 bits that people call `name`, as claims: "x >= 0", "x
 * <= 9", "x % 2
 * == 1". What holds of all values is left out. */
void az_facts_claims(az_store *store, const az_facts *facts, az_term x, bool is_signed,
                     const char *name, const az_claim_sink *sink);
/* Claims that a sum of the context's variables is 0 (`equal`), or at least 0. */
void az_sum_claim(const az_transfer_context *context, const az_sum *sum, bool equal,
                  const az_claim_sink *sink);
/* For az_sum_of and az_sum_modulo: the C type of a variable of the context (an az_transfer_context)
 * is signed; what is no variable of it is read signed. */
bool az_transfer_is_signed(void *context, az_term var);
/* The name of a variable's value, or of an array's cell: "i", "a[#]". Caller frees. */
char *az_abstract_value_name(const az_abstract_variable *v);
/* Its term: that of a number, select(term, index) of an array. */
az_term az_abstract_value_term(az_store *store, const az_abstract_variable *v);
/* What a domain assumes, or NULL. */
const char *az_transfer_assumed(const az_transfer *transfer);
/* a <= b by at_most, else by facts. */
az_truth az_transfer_at_most(const az_transfer *transfer, const void *state, const az_sum *a,
                             const az_sum *b);

#ifdef __cplusplus
}
#endif
#endif
