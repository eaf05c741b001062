/* The reduced product along the control flow [cousot1979]: a state has a state of each component,
 * and after each action the components exchange facts (bounds, congruences) about the variables
 * that the action concerned. Expressions are evaluated over the facts that all components have
 * about their leaves. */
#include "product_transfer.h"
#include "ansatz/arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct product {
  const az_transfer_context *context;
  az_transfer *components;
  size_t count;
} product;

typedef void *states; /* one for each component */

static void close_product(void *self) {
  product *p = self;
  if (!p) return;
  for (size_t i = 0; i < p->count; i++) az_transfer_close(&p->components[i]);
  free(p->components);
  free(p);
}

static void *open_product(const az_transfer_context *context, const az_desc *options,
                          az_error *err) {
  az_desc *const *components;
  product *p = az_calloc(1, sizeof *p);
  p->context = context;
  size_t count = az_desc_modules(options, "components", &components);
  p->components = az_calloc(count + 1, sizeof *p->components);
  for (; p->count < count; p->count++)
    if (az_transfer_open(context, components[p->count], &p->components[p->count], err) != AZ_OK) {
      close_product(p);
      return NULL;
    }
  return p;
}

#define EACH(p, i) for (size_t i = 0; i < (p)->count; i++)
#define OPS(p, i) ((p)->components[i].ops)
#define SELF(p, i) ((p)->components[i].self)

/* ---- states ---------------------------------------------------------------------------------- */

static void *top(void *self) {
  product *p = self;
  states *s = az_calloc(p->count + 1, sizeof *s);
  EACH(p, i) s[i] = OPS(p, i)->top(SELF(p, i));
  return s;
}

static void *copy(void *self, const void *state) {
  product *p = self;
  const states *from = state;
  states *s = az_calloc(p->count + 1, sizeof *s);
  EACH(p, i) s[i] = OPS(p, i)->copy(SELF(p, i), from[i]);
  return s;
}

static void free_state(void *self, void *state) {
  product *p = self;
  states *s = state;
  if (!s) return;
  EACH(p, i) OPS(p, i)->free(SELF(p, i), s[i]);
  free(s);
}

static bool is_bottom(void *self, const void *state) {
  product *p = self;
  const states *s = state;
  EACH(p, i) if (OPS(p, i)->is_bottom(SELF(p, i), s[i])) return true;
  return false;
}

static void set_bottom(void *self, void *state) {
  product *p = self;
  states *s = state;
  EACH(p, i) OPS(p, i)->set_bottom(SELF(p, i), s[i]);
}

/* If a component is bottom, makes all components bottom and returns false. */
static bool spread_bottom(product *p, void *state) {
  if (!is_bottom(p, state)) return true;
  set_bottom(p, state);
  return false;
}

static bool included(void *self, const void *a, const void *b) {
  product *p = self;
  const states *s = a, *t = b;
  if (is_bottom(self, a)) return true;
  EACH(p, i) if (!OPS(p, i)->included(SELF(p, i), s[i], t[i])) return false;
  return true;
}

static void join(void *self, void *a, const void *b) {
  product *p = self;
  states *s = a;
  const states *t = b;
  EACH(p, i) OPS(p, i)->join(SELF(p, i), s[i], t[i]);
}

static void meet(void *self, void *a, const void *b) {
  product *p = self;
  states *s = a;
  const states *t = b;
  EACH(p, i) OPS(p, i)->meet(SELF(p, i), s[i], t[i]);
  spread_bottom(p, a);
}

/* A widening is not followed by a reduction, since that might undo the widening. */
static void widen(void *self, void *a, const void *b, const az_thresholds *thresholds) {
  product *p = self;
  states *s = a;
  const states *t = b;
  EACH(p, i) OPS(p, i)->widen(SELF(p, i), s[i], t[i], thresholds);
}

static void narrow(void *self, void *a, const void *b) {
  product *p = self;
  states *s = a;
  const states *t = b;
  EACH(p, i) OPS(p, i)->narrow(SELF(p, i), s[i], t[i]);
  spread_bottom(p, a);
}

/* ---- facts of all components together -------------------------------------------------------- */

typedef struct asked {
  product *p;
  const states *s;
} asked;

static az_facts leaf_facts(void *ctx, az_term leaf, bool is_signed) {
  const asked *a = ctx;
  az_facts f = az_facts_any(az_sort_width(az_sort_of(a->p->context->store, leaf)), is_signed);
  EACH(a->p, i)
  f = az_facts_meet(f, OPS(a->p, i)->facts(SELF(a->p, i), a->s[i], leaf, is_signed));
  return f;
}

static az_facts facts(void *self, const void *state, az_term t, bool is_signed) {
  asked a = {self, state};
  az_store *store = a.p->context->store;
  az_facts f = az_facts_of_term(store, t, is_signed, &(az_oracle){leaf_facts, &a});
  /* A relational component may have better facts about a sum or a difference. */
  EACH(a.p, i) f = az_facts_meet(f, OPS(a.p, i)->facts(SELF(a.p, i), a.s[i], t, is_signed));
  return f;
}

/* Iterates over the components whose states have the variable. */
#define TAKING(p, i, var) EACH(p, i) if (az_transfer_takes(&(p)->components[i], (p)->context, var))

static void refine(void *self, void *state, uint32_t var, az_facts known) {
  product *p = self;
  states *s = state;
  TAKING(p, i, var) OPS(p, i)->refine(SELF(p, i), s[i], var, known);
  spread_bottom(p, state);
}

/* Refines each component by the others' facts about a variable. */
static void reduce(product *p, void *state, uint32_t var) {
  const az_abstract_variable *v = &p->context->vars[var];
  if (v->kind != AZ_ABSTRACT_NUMBER || !spread_bottom(p, state)) return;
  asked a = {p, state};
  refine(p, state, var, leaf_facts(&a, v->term, v->is_signed));
}

static az_truth at_most(void *self, const void *state, const az_sum *a, const az_sum *b) {
  product *p = self;
  const states *s = state;
  EACH(p, i) {
    az_truth t = OPS(p, i)->at_most ? OPS(p, i)->at_most(SELF(p, i), s[i], a, b) : AZ_MAYBE;
    if (t != AZ_MAYBE) return t;
  }
  return AZ_MAYBE;
}

/* ---- transfer functions ---------------------------------------------------------------------- */

static const char *assumed(void *self) {
  product *p = self;
  const char *first = NULL;
  EACH(p, i) if (!first) first = az_transfer_assumed(&p->components[i]);
  return first;
}

static void add(void *self, void *state, uint32_t var, az_term length) {
  product *p = self;
  states *s = state;
  TAKING(p, i, var) OPS(p, i)->add(SELF(p, i), s[i], var, length);
}

static void remove_var(void *self, void *state, uint32_t var) {
  product *p = self;
  states *s = state;
  TAKING(p, i, var) OPS(p, i)->remove(SELF(p, i), s[i], var);
}

static void rename_var(void *self, void *state, uint32_t from, uint32_t to) {
  product *p = self;
  states *s = state;
  TAKING(p, i, from) OPS(p, i)->rename(SELF(p, i), s[i], from, to);
}

static void assign(void *self, void *state, uint32_t var, az_term value, bool weak) {
  product *p = self;
  states *s = state;
  const az_abstract_variable *v = &p->context->vars[var];
  bool known = value && !weak && !v->several && v->kind == AZ_ABSTRACT_NUMBER;
  az_facts f;
  if (known) f = facts(p, state, value, v->is_signed);
  TAKING(p, i, var) OPS(p, i)->assign(SELF(p, i), s[i], var, value, weak);
  if (known) refine(p, state, var, f);
  spread_bottom(p, state);
}

static void write_cells(void *self, void *state, uint32_t array, az_term index, az_term behind,
                        az_term value, bool weak) {
  product *p = self;
  states *s = state;
  TAKING(p, i, array) OPS(p, i)->write(SELF(p, i), s[i], array, index, behind, value, weak);
  spread_bottom(p, state);
}

typedef struct variables_of {
  product *p;
  void *state;
} variables_of;

static void reduce_var(void *ctx, az_term var) {
  const variables_of *m = ctx;
  uint32_t v = m->p->context->var_of(m->p->context, var);
  if (v != AZ_NONE) reduce(m->p, m->state, v);
}

static void assume(void *self, void *state, az_term condition) {
  product *p = self;
  states *s = state;
  variables_of m = {p, state};
  EACH(p, i) OPS(p, i)->assume(SELF(p, i), s[i], condition);
  az_free_vars(p->context->store, &condition, 1, reduce_var, &m);
  spread_bottom(p, state);
}

/* ---- functions that begin -------------------------------------------------------------------- */

static void enter(void *self, void *state, const az_entered *entered) {
  product *p = self;
  states *s = state;
  EACH(p, i) if (OPS(p, i)->entry.enter) OPS(p, i)->entry.enter(SELF(p, i), s[i], entered);
  spread_bottom(p, state);
}

static char *broken(void *self, const void *state, const az_entered *entered) {
  product *p = self;
  const states *s = state;
  char *text = NULL;
  EACH(p, i)
  if (!text && OPS(p, i)->entry.broken) text = OPS(p, i)->entry.broken(SELF(p, i), s[i], entered);
  return text;
}

/* ---- pointers -------------------------------------------------------------------------------- */

static bool takes_pointers(void *self) {
  product *p = self;
  EACH(p, i)
  if (OPS(p, i)->pointers.takes && OPS(p, i)->pointers.takes(SELF(p, i))) return true;
  return false;
}

/* Returns the smallest of the components' sets of targets of the pointer. */
static const uint32_t *leads_to(void *self, const void *state, uint32_t var, uint32_t *count) {
  product *p = self;
  const states *s = state;
  const uint32_t *least = NULL;
  EACH(p, i) {
    uint32_t n;
    const uint32_t *all = OPS(p, i)->pointers.leads_to
                              ? OPS(p, i)->pointers.leads_to(SELF(p, i), s[i], var, &n)
                              : NULL;
    if (all && (!least || n < *count)) least = all, *count = n;
  }
  return least;
}

/* ---- claims and printing --------------------------------------------------------------------- */

static void claims(void *self, const void *state, const az_claim_sink *sink) {
  product *p = self;
  const states *s = state;
  EACH(p, i) OPS(p, i)->claims(SELF(p, i), s[i], sink);
}

/* Returns "(a, b)", the texts of the components; NULL if all are NULL. */
static char *together(product *p, const states *s, uint32_t var) {
  char *text;
  size_t size, printed = 0;
  FILE *out = az_open_memstream(&text, &size);
  fputc('(', out);
  EACH(p, i) {
    bool takes = az_transfer_takes(&p->components[i], p->context, var);
    char *part = takes ? OPS(p, i)->print_variable(SELF(p, i), s[i], var) : NULL;
    if (!part) continue;
    fprintf(out, "%s%s", printed++ ? ", " : "", part);
    free(part);
  }
  fputc(')', out);
  az_close_memstream(out);
  if (printed) return text;
  free(text);
  return NULL;
}

static char *print_variable(void *self, const void *state, uint32_t var) {
  return together(self, state, var);
}

static char *print(void *self, const void *state) {
  product *p = self;
  const states *s = state;
  char *text;
  size_t size;
  if (is_bottom(self, state)) return az_strdup("_|_");
  FILE *out = az_open_memstream(&text, &size);
  EACH(p, i) {
    char *part = OPS(p, i)->print(SELF(p, i), s[i]);
    fprintf(out, "%s%s", i && *part ? " | " : "", part);
    free(part);
  }
  az_close_memstream(out);
  return text;
}

const az_transfer_ops az_product_transfer = {
    .open = open_product,
    .close = close_product,
    .is_bottom = is_bottom,
    .narrow = narrow,
    .claims = claims,
    .print = print,
    .entry = {.assumed = assumed, .enter = enter, .broken = broken},
    .pointers = {.takes = takes_pointers, .leads_to = leads_to},
    AZ_TRANSFER_LATTICE,
    AZ_TRANSFER_ACTIONS,
};
