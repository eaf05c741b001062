/* Claims of a state, for the solver. For an array A with the arbitrary but fixed index j, and for
 * each segment, bounds_i <= j and j < bounds_{i+1} imply the claims of the domain of elements about
 * (j, A[j]). Further claims are the equalities in each set and the order of the sets, over integers
 * that are wide enough not to wrap. */
#include "segments.h"
#include <stb/stb_ds.h>
#include <stdio.h>

typedef struct claim_writer {
  const segments *d;
  const az_claim_sink *sink;
  const az_abstract_variable *array;
  const cell_domain *cells;
  az_term within;   /* bool: the index is in the segment */
  const char *text; /* name of the array's cell or segment */
} claim_writer;

static const char *name_of(void *ctx, az_term var) {
  const segments *d = ctx;
  return d->context->vars[d->context->var_of(d->context, var)].name;
}

static char *text_of(const segments *d, const az_sum *sum) {
  return az_sum_text(d->context->store, sum, name_of, (void *)d);
}

/* Returns whether all variables have names in the program; the length of an array may have none. */
static bool is_printable(const segments *d, const az_sum *sum) {
  for (uint32_t i = 0; i < sum->count; i++)
    if (d->context->var_of(d->context, sum->of[i].var) == AZ_NONE) return false;
  return true;
}

/* Returns an expression of the set for claims, preferably one with names in C. */
static const az_sum *printable_first(const segments *d, const bound *b) {
  for (size_t i = 0; i < arrlenu(b->of); i++)
    if (sum_is_named(d, &b->of[i])) return &b->of[i];
  for (size_t i = 0; i < arrlenu(b->of); i++)
    if (is_printable(d, &b->of[i])) return &b->of[i];
  return NULL;
}

/* Returns x < y, or x <= y. */
static az_term below(az_store *store, const az_sum *x, const az_sum *y, bool strictly) {
  uint32_t a = az_sum_bits(store, x), b = az_sum_bits(store, y), bits = a > b ? a : b;
  az_term s = az_sum_term(store, x, bits), t = az_sum_term(store, y, bits);
  return strictly ? az_bv_slt(store, s, t) : az_bv_sle(store, s, t);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static bool is_name(char c) {
  return c == '_' || c == ':' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

/* Returns a text about "value" and "index" as a text about "A[#]" and "#". */
static char *renamed(const claim_writer *s, const char *text) {
  char *out = NULL, *cell = az_abstract_value_name(s->array);
  size_t size;
  FILE *to = az_open_memstream(&out, &size);
  for (const char *at = text; *at;) {
    size_t length = 0;
    while (is_name(at[length])) length++;
    if (length == strlen("value") && !strncmp(at, "value", length))
      fputs(cell, to);
    else if (length == strlen("index") && !strncmp(at, "index", length))
      fputs("#", to);
    else
      fwrite(at, 1, length ? length : 1, to);
    at += length ? length : 1;
  }
  az_close_memstream(to);
  free(cell);
  return out;
}

typedef struct sought {
  az_term var;
  bool found;
} sought;

static void seek(void *ctx, az_term var) {
  sought *s = ctx;
  s->found = s->found || var == s->var;
}

/* Passes on a claim of the domain of elements, over value and index, as a claim about the array's
 * cell. Drops a claim about only the index, since it is true of all indices of the segment. */
static void write_cell_claim(void *ctx, az_term claim, const char *text) {
  const claim_writer *s = ctx;
  az_store *store = s->d->context->store;
  sought value = {.var = s->cells->vars[CELL_VALUE].term};
  az_free_vars(store, &claim, 1, seek, &value);
  if (!value.found && !az_is_false(store, claim)) return;
  az_subst *subst = az_subst_new(store);
  az_subst_bind(subst, s->cells->vars[CELL_VALUE].term,
                az_select(store, s->array->term, s->array->index));
  az_subst_bind(subst, s->cells->vars[CELL_INDEX].term, s->array->index);
  relations_bind(s->d, s->cells, s->array->index, subst);
  az_term of_cell = az_subst_apply(subst, claim);
  az_subst_free(subst);
  char *of_array = renamed(s, text), *line = az_asprintf("%s: %s", s->text, of_array);
  free(of_array);
  s->sink->claim(s->sink->ctx, az_implies(store, s->within, of_cell), line);
  free(line);
}

/* Returns the condition that the index is in a segment; AZ_NO_TERM if no term expresses it. */
static az_term inside(const segments *d, const az_abstract_variable *array, const bound *low,
                      const bound *high, char **text) {
  az_store *store = d->context->store;
  const az_sum *x = printable_first(d, low), *y = printable_first(d, high);
  if (!x || !y || !array->index) return AZ_NO_TERM;
  az_sum index = {.count = 1, .of = {{array->index, false, 1}}};
  char *from = text_of(d, x), *to = text_of(d, y);
  *text = az_asprintf("forall # in [%s, %s)", from, to);
  free(from);
  free(to);
  const az_term before_y = below(store, &index, y, true);
  return az_and(store, below(store, x, &index, false), before_y);
}

static void claim_segments(const segments *d, uint32_t a, const segmentation *s,
                           const az_claim_sink *sink) {
  for (size_t i = 0; i < arrlenu(s->values); i++) {
    char *text = NULL;
    az_term within = inside(d, &d->context->vars[a], &s->bounds[i], &s->bounds[i + 1], &text);
    if (within) {
      claim_writer one = {d, sink, &d->context->vars[a], s->cells, within, text};
      az_claim_sink inner = {write_cell_claim, &one};
      s->cells->domain.ops->claims(s->cells->domain.self, s->values[i], &inner);
    }
    free(text);
  }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void claim_order(const segments *d, const az_sum *x, const az_sum *y, const char *relation,
                        const az_claim_sink *sink) {
  az_store *store = d->context->store;
  az_term claim = below(store, x, y, relation[1] == 0);
  if (relation[0] == '=') claim = az_and(store, claim, below(store, y, x, false));
  if (az_is_true(store, claim)) return;
  char *left = text_of(d, x), *right = text_of(d, y),
       *text = az_asprintf("%s %s %s", left, relation, right);
  sink->claim(sink->ctx, claim, text);
  free(left);
  free(right);
  free(text);
}

static void claim_bounds(const segments *d, const segmentation *s, const az_claim_sink *sink) {
  const az_sum *before = NULL;
  bool maybe = true;
  for (size_t i = 0; i < arrlenu(s->bounds); i++) {
    const bound *b = &s->bounds[i];
    const az_sum *first = printable_first(d, b);
    maybe = maybe && b->maybe;
    if (!first) continue;
    if (before) claim_order(d, before, first, maybe ? "<=" : "<", sink);
    for (size_t k = 0; k < arrlenu(b->of); k++)
      if (&b->of[k] != first && is_printable(d, &b->of[k]))
        claim_order(d, first, &b->of[k], "==", sink);
    before = first;
    maybe = true;
  }
}

void segments_claims(const segments *d, const state *s, const az_claim_sink *sink) {
  d->variables.ops->claims(d->variables.self, s->variables, sink);
  for (uint32_t a = 0; (a = state_next_array(s, a)) != AZ_NONE; a++) {
    if (d->context->vars[a].several) continue;
    claim_bounds(d, state_array(s, a), sink);
    claim_segments(d, a, state_array(s, a), sink);
  }
}
