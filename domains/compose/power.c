/* Reduced cardinal power [cousot1979]: power{ D, on = "x", modulus = m } maps each remainder r of a
 * variable x modulo m to a state of D that describes only the program states with x = r modulo m.
 * With m = 2, it is the power of D by parities: "o -> [-16,-16], e -> [0,0]". In a segment of an
 * array, x is the cell's `value` or its `index`. */
#include "ansatz/allocate.h"
#include "ansatz/arena.h"
#include "ansatz/event.h"
#include "ansatz/found_claims.h"
#include "ansatz/transfer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 }; /* maximum number of parts */

typedef struct power {
  const az_transfer_context *context;
  az_transfer inner;
  uint32_t on; /* variable; AZ_NONE: the program has no such variable, `parts` is 1 */
  uint32_t parts;
} power;

typedef struct state {
  void *parts[MOST];
} state;

#define INNER(p, operation, ...) ((p)->inner.ops->operation((p)->inner.self, __VA_ARGS__))

static void close_power(void *self) {
  power *p = self;
  if (!p) return;
  az_transfer_close(&p->inner);
  free(p);
}

static void *open_power(const az_transfer_context *context, const az_desc *options, az_error *err) {
  az_desc *const *domains;
  power *p = az_calloc(1, sizeof *p);
  p->context = context, p->on = AZ_NONE;
  p->parts = (uint32_t)az_desc_int(options, "modulus");
  const char *on = az_desc_string(options, "on");
  for (uint32_t v = 0; v < context->var_count; v++)
    if (p->on == AZ_NONE && context->vars[v].kind == AZ_ABSTRACT_NUMBER &&
        !context->vars[v].several && !strcmp(context->vars[v].name, on))
      p->on = v;
  if (p->on == AZ_NONE) { /* the program has no such variable, so the power is the inner domain */
    p->parts = 1;
    AZ_LOG(az_store_log(context->store), synth, "skipped", "power", AZ_TEXT("no variable", on));
  }
  if (az_desc_modules(options, "domain", &domains) != 1)
    az_fail(err, AZ_ERR_INPUT, "power: one domain is needed: power{ interval(), on = \"%s\" }", on);
  else if (az_transfer_open(context, domains[0], &p->inner, err) == AZ_OK)
    return p;
  close_power(p);
  return NULL;
}

/* ---- states ---------------------------------------------------------------------------------- */

static az_facts has_rest(const power *p, uint32_t rest) {
  const az_abstract_variable *v = &p->context->vars[p->on];
  az_facts f = az_facts_any(v->bits, v->is_signed), congruent = f;
  congruent.modulus = p->parts, congruent.rest = rest;
  return az_facts_meet(f, congruent);
}

/* Refines a part by facts about a variable. Adds the remainder to facts about `on`, since an inner
 * domain without congruences loses it. */
static void learn(const power *p, void *part, uint32_t rest, uint32_t var, az_facts known) {
  const az_abstract_variable *v = &p->context->vars[var];
  if (var == p->on) {
    known = az_facts_meet(known, has_rest(p, rest));
    known = az_facts_meet(known, INNER(p, facts, part, v->term, v->is_signed));
  }
  INNER(p, refine, part, var, known);
}

static void *top(void *self) {
  power *p = self;
  state *s = az_calloc(1, sizeof *s);
  for (uint32_t r = 0; r < p->parts; r++) {
    s->parts[r] = p->inner.ops->top(p->inner.self);
    if (p->on != AZ_NONE) learn(p, s->parts[r], r, p->on, has_rest(p, r));
  }
  return s;
}

static void *copy(void *self, const void *from) {
  power *p = self;
  state *s = az_calloc(1, sizeof *s);
  for (uint32_t r = 0; r < p->parts; r++)
    s->parts[r] = INNER(p, copy, ((const state *)from)->parts[r]);
  return s;
}

static void free_parts(power *p, state *s) {
  for (uint32_t r = 0; r < p->parts; r++) INNER(p, free, s->parts[r]);
}

static void free_state(void *self, void *s) {
  if (!s) return;
  free_parts(self, s);
  free(s);
}

static void set_bottom(void *self, void *s) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++) INNER(p, set_bottom, ((state *)s)->parts[r]);
}

static bool is_bottom(void *self, const void *s) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++)
    if (!INNER(p, is_bottom, ((const state *)s)->parts[r])) return false;
  return true;
}

static bool included(void *self, const void *a, const void *b) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++)
    if (!INNER(p, included, ((const state *)a)->parts[r], ((const state *)b)->parts[r]))
      return false;
  return true;
}

#define POINTWISE(operation)                                                                       \
  static void operation(void *self, void *a, const void *b) {                                      \
    power *p = self;                                                                               \
    for (uint32_t r = 0; r < p->parts; r++)                                                        \
      INNER(p, operation, ((state *)a)->parts[r], ((const state *)b)->parts[r]);                   \
  }                                                                                                \
  _Static_assert(sizeof(state) > 0, "a state")

POINTWISE(join);
POINTWISE(meet);
POINTWISE(narrow);

static void widen(void *self, void *a, const void *b, const az_thresholds *thresholds) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++)
    INNER(p, widen, ((state *)a)->parts[r], ((const state *)b)->parts[r], thresholds);
}

/* ---- transfer functions ---------------------------------------------------------------------- */

/* After a change of `on`, moves the states of all parts to the parts of their new remainders. */
static void distribute(power *p, state *s) {
  state now;
  for (uint32_t r = 0; r < p->parts; r++) {
    now.parts[r] = p->inner.ops->top(p->inner.self);
    INNER(p, set_bottom, now.parts[r]);
    for (uint32_t from = 0; from < p->parts; from++) {
      void *part = INNER(p, copy, s->parts[from]);
      learn(p, part, r, p->on, has_rest(p, r));
      INNER(p, join, now.parts[r], part);
      INNER(p, free, part);
    }
  }
  free_parts(p, s);
  *s = now;
}

static void add(void *self, void *s, uint32_t var, az_term length) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++) INNER(p, add, ((state *)s)->parts[r], var, length);
  if (var == p->on) distribute(p, s);
}

static void remove_var(void *self, void *s, uint32_t var) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++) INNER(p, remove, ((state *)s)->parts[r], var);
  if (var == p->on) distribute(p, s);
}

static void rename_var(void *self, void *s, uint32_t from, uint32_t to) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++) INNER(p, rename, ((state *)s)->parts[r], from, to);
  if (from == p->on || to == p->on) distribute(p, s);
}

static void assign(void *self, void *s, uint32_t var, az_term value, bool weak) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++)
    INNER(p, assign, ((state *)s)->parts[r], var, value, weak);
  if (var == p->on) distribute(p, s);
}

static void write_cells(void *self, void *s, uint32_t array, az_term index, az_term behind,
                        az_term value, bool weak) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++)
    INNER(p, write, ((state *)s)->parts[r], array, index, behind, value, weak);
}

static void assume(void *self, void *s, az_term condition) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++) INNER(p, assume, ((state *)s)->parts[r], condition);
}

static az_facts facts(void *self, const void *s, az_term t, bool is_signed) {
  power *p = self;
  az_facts f = az_facts_none();
  for (uint32_t r = 0; r < p->parts; r++)
    f = az_facts_join(f, INNER(p, facts, ((const state *)s)->parts[r], t, is_signed));
  return f;
}

static void refine(void *self, void *s, uint32_t var, az_facts known) {
  power *p = self;
  for (uint32_t r = 0; r < p->parts; r++) learn(p, ((state *)s)->parts[r], r, var, known);
}

static az_truth at_most(void *self, const void *s, const az_sum *a, const az_sum *b) {
  power *p = self;
  az_truth all = AZ_MAYBE;
  bool first = true;
  for (uint32_t r = 0; r < p->parts; r++) {
    const void *part = ((const state *)s)->parts[r];
    if (INNER(p, is_bottom, part)) continue;
    az_truth t = az_transfer_at_most(&p->inner, part, a, b);
    if (!first && t != all) return AZ_MAYBE;
    all = t, first = false;
  }
  return all;
}

/* ---- claims and printing --------------------------------------------------------------------- */

typedef struct guarded {
  const power *p;
  const az_claim_sink *sink;
  uint32_t rest;
} guarded;

/* Passes on the claim with the text "x mod 2 == 0: claim". */
static void claim_of_part(void *ctx, az_term claim, const char *text) {
  const guarded *g = ctx;
  const power *p = g->p;
  az_store *store = p->context->store;
  const az_abstract_variable *v = &p->context->vars[p->on];
  az_term x = az_resize(store, v->term, v->bits + 1, v->is_signed);
  az_wide least = az_facts_any(v->bits, v->is_signed).least, m = p->parts;
  az_term above = az_bv_sub(store, x, az_bv_wide(store, v->bits + 1, least));
  az_wide rest = (((az_wide)g->rest - least) % m + m) % m;
  const az_term wanted = az_bv_wide(store, v->bits + 1, rest);
  const az_term modulus = az_bv_wide(store, v->bits + 1, m);
  const az_term is_rest = az_eq(store, az_bv_urem(store, above, modulus), wanted);
  char *line = az_asprintf("%s mod %u == %u implies %s", v->name, p->parts, g->rest, text);
  g->sink->claim(g->sink->ctx, az_implies(store, is_rest, claim), line);
  free(line);
}

static void claims(void *self, const void *s, const az_claim_sink *sink) {
  power *p = self;
  if (p->on == AZ_NONE) {
    INNER(p, claims, ((const state *)s)->parts[0], sink);
    return;
  }
  for (uint32_t r = 0; r < p->parts; r++) {
    guarded g = {.p = p, .sink = sink, .rest = r};
    const void *part = ((const state *)s)->parts[r];
    if (INNER(p, is_bottom, part))
      claim_of_part(&g, az_false(p->context->store), "false");
    else
      INNER(p, claims, part, &(az_claim_sink){claim_of_part, &g});
  }
}

/* Prints odd before even, as in the slides of [cousot2011]. */
static char *by_part(power *p, const state *s, uint32_t var) {
  if (p->on == AZ_NONE)
    return var == AZ_NONE ? INNER(p, print, s->parts[0])
                          : INNER(p, print_variable, s->parts[0], var);
  char *text;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fputc('(', out);
  for (uint32_t i = 0; i < p->parts; i++) {
    uint32_t r = p->parts == 2 ? 1 - i : i;
    bool bottom = INNER(p, is_bottom, s->parts[r]);
    char *part = bottom           ? az_strdup("_|_")
                 : var == AZ_NONE ? INNER(p, print, s->parts[r])
                                  : INNER(p, print_variable, s->parts[r], var);
    if (i) fputs(", ", out);
    if (p->parts == 2)
      fprintf(out, "%c -> %s", r ? 'o' : 'e', part ? part : "T");
    else
      fprintf(out, "%u -> %s", r, part ? part : "T");
    free(part);
  }
  fputc(')', out);
  az_close_memstream(out);
  return text;
}

static char *print(void *self, const void *s) {
  return by_part(self, s, AZ_NONE);
}

static char *print_variable(void *self, const void *s, uint32_t var) {
  return by_part(self, s, var);
}

static const az_transfer_ops transfer = {
    .open = open_power,
    .close = close_power,
    .is_bottom = is_bottom,
    .narrow = narrow,
    .claims = claims,
    .print = print,
    AZ_TRANSFER_LATTICE,
    AZ_TRANSFER_ACTIONS,
};

/* Returns whether a variable has this name, at a loop or elsewhere in the program. */
static bool is_known(const az_domain_context *context, const char *name) {
  bool known = false;
  for (uint32_t v = 0; v < context->var_count; v++)
    known |= context->vars[v].name && !strcmp(context->vars[v].name, name);
  for (uint32_t i = 0; context->program && i < context->program->object_count; i++) {
    const az_object *o = &context->program->objects[i];
    known |= o->name && o->kind <= AZ_OBJ_PARAM && !strcmp(o->name, name);
  }
  return known;
}

static void *open_rows(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  az_found_claims *f = az_found_claims_new(context, "kleene");
  const char *on = az_desc_string(options, "on");
  if (is_known(context, on)) return f;
  const char **names = az_calloc(context->var_count + 1u, sizeof *names);
  uint32_t count = 0;
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].name) names[count++] = context->vars[v].name;
  const char *near = az_suggest(on, names);
  char *note = az_asprintf("power.on: nothing is called '%s'%s%s%s", on,
                           near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
  az_found_claims_note(f, note);
  free(note);
  free(names);
  return f;
}

static const az_domain_ops operations = {
    .open = open_rows, .transfer = &transfer, AZ_FOUND_CLAIMS_OPS};

static const az_option options[] = {
    {.name = "domain",
     .type = AZ_OPT_DOMAINS,
     .summary = "the domain, one state of which is kept for each remainder: power{ interval(), on "
                "= \"index\" }",
     .required = true},
    {.name = "on",
     .type = AZ_OPT_STRING,
     .initial = "value",
     .summary = "the variable whose remainder is taken; of a segment's cells: value or index"},
    {.name = "modulus",
     .type = AZ_OPT_INT,
     .initial = "2",
     .least = 1,
     .greatest = MOST,
     .summary = "the modulus"},
    {0}};

AZ_MODULE(power) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "power", "1.0"),
    .summary = "the reduced cardinal power of a domain by the remainders of a variable, along the "
               "control flow",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
