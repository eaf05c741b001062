/* The parametric array segmentation functor [cousot2011]: contents of arrays by consecutive
 * segments with symbolic bounds. Parameters: the form of bound expressions; the domain of elements,
 * over a cell's value and its index; the domain of variables; how the order of expressions is
 * decided; where segmentations are reduced; the coarseness of unification.
 *
 * The two domains exchange facts (facts.h): the domain of elements gets facts about the term that
 * is written and its index, the domain of variables about a cell that is read. */
#include "ansatz/found_claims.h"
#include "lattice.h"
#include <stb/stb_ds.h>
#include <stdio.h>

/* ---- opening --------------------------------------------------------------------------------- */

static uint32_t var_of_cell(const az_transfer_context *context, az_term term) {
  const cell_domain *c = context->of;
  for (uint32_t v = 0; v < CELL_VARS; v++)
    if (context->vars[v].term == term) return v;
  if (!c->of) return AZ_NONE;
  uint32_t outer = c->outer->var_of(c->outer, term);
  if (outer != AZ_NONE)
    return c->outer->vars[outer].kind == AZ_ABSTRACT_NUMBER ? c->of[outer] : AZ_NONE;
  for (uint32_t v = CELL_READ; v < c->last_cell; v++)
    if (context->vars[v].term == term) return v;
  return AZ_NONE;
}

/* Returns the domain of elements for cells of the array's form. */
static const cell_domain *cells_for(segments *d, const az_abstract_variable *array,
                                    const az_desc *elements, az_error *err) {
  for (size_t i = 0; i < arrlenu(d->cells); i++) {
    const az_abstract_variable *vars = d->cells[i]->vars;
    if (vars[CELL_VALUE].bits == array->bits && vars[CELL_VALUE].is_signed == array->is_signed &&
        vars[CELL_INDEX].bits == array->index_bits)
      return d->cells[i];
  }
  az_store *store = d->context->store;
  cell_domain *c = AZ_NEW(d->arena, cell_domain);
  uint32_t count = CELL_VARS;
  c->outer = d->context;
  c->vars = AZ_NEWN(d->arena, az_abstract_variable, CELL_OWN + d->context->var_count + 1);
  c->vars[CELL_VALUE] =
      (az_abstract_variable){.name = "value",
                             .term = az_fresh(store, az_sort_bv(array->bits), "value"),
                             .bits = array->bits,
                             .is_signed = array->is_signed};
  c->vars[CELL_INDEX] =
      (az_abstract_variable){.name = "index",
                             .term = az_fresh(store, az_sort_bv(array->index_bits), "index"),
                             .bits = array->index_bits};
  if (d->relate != RELATE_NOTHING) relations_see(d, c, &count);
  c->context = (az_transfer_context){.store = store,
                                     .vars = c->vars,
                                     .var_count = count,
                                     .var_of = var_of_cell,
                                     .of = c,
                                     .registry = d->context->registry};
  if (az_transfer_open(&c->context, elements, &c->domain, err) != AZ_OK) return NULL;
  arrput(d->cells, c);
  return c;
}

static bool open_arrays(segments *d, const az_desc *elements, az_error *err) {
  d->arrays = AZ_NEWN(d->arena, array_kind, d->context->var_count + 1);
  for (uint32_t v = 0; v < d->context->var_count; v++) {
    const az_abstract_variable *var = &d->context->vars[v];
    if (var->kind != AZ_ABSTRACT_ARRAY || var->bits < 1 || var->bits > 64 || var->index_bits > 64)
      continue;
    array_kind *kind = &d->arrays[v];
    kind->cells = cells_for(d, var, elements, err);
    if (!kind->cells) return false;
    char *name = az_asprintf("|%s|", var->name);
    kind->length = az_fresh(d->context->store, az_sort_bv(var->index_bits), name);
    free(name);
  }
  return true;
}

static int choice(const az_desc *options, const char *option, const char *const *choices) {
  const char *given = az_desc_string(options, option);
  for (int i = 0; choices[i]; i++)
    if (!strcmp(choices[i], given)) return i;
  return 0;
}

static const char *const bound_forms[] = {"constants", "variables", "linear", NULL};
static const char *const levels[] = {"symbolic", "variables", "segments", "relational", NULL};
static const char *const reductions[] = {"never", "tests", "always", NULL};
static const char *const coarsenesses[] = {"split", "common", "smash", NULL};
static const char *const related[] = {"nothing", "variables", "arrays", NULL};

static void close_segments(void *self) {
  segments *d = self;
  if (!d) return;
  entries_free(d);
  for (size_t i = 0; i < arrlenu(d->cells); i++) az_transfer_close(&d->cells[i]->domain);
  arrfree(d->cells);
  if (d->variables.ops) az_transfer_close(&d->variables);
  az_arena_free(d->arena);
}

static void *open_segments(const az_transfer_context *context, const az_desc *options,
                           az_error *err) {
  az_arena *arena = az_arena_new();
  segments *d = AZ_NEW(arena, segments);
  d->arena = arena;
  d->context = context;
  d->bounds = (bound_form)choice(options, "bounds", bound_forms);
  d->order = (order_level)choice(options, "order", levels);
  d->reduce = (reduction)choice(options, "reduce", reductions);
  d->coarseness = (coarseness)choice(options, "coarseness", coarsenesses);
  d->relate = (relate)choice(options, "relate", related);
  d->accesses_within = az_desc_bool(options, "within");
  az_desc *const *elements, *const *variables;
  az_desc_modules(options, "elements", &elements);
  az_desc_modules(options, "variables", &variables);
  if (az_transfer_open(context, *variables, &d->variables, err) != AZ_OK ||
      !open_arrays(d, *elements, err) || !entries_read(d, az_desc_string(options, "entry"), err)) {
    close_segments(d);
    return NULL;
  }
  return d;
}

static const char *assumed(void *self) {
  return entries_assumed(self);
}

static void enter(void *self, void *what, const az_entered *entered) {
  if (!state_is_bottom(self, what)) entries_enter(self, what, entered);
}

static char *broken(void *self, const void *what, const az_entered *entered) {
  return state_is_bottom(self, what) ? NULL : entries_broken(self, what, entered);
}

/* ---- transfer functions ---------------------------------------------------------------------- */

static void add(void *self, void *what, uint32_t v, az_term length) {
  segments *d = self;
  state *s = what;
  const az_abstract_variable *var = &d->context->vars[v];
  if (state_is_bottom(d, s)) return;
  relations_forget(d, s, v);
  if (var->kind == AZ_ABSTRACT_NUMBER) {
    segments_forget(d, s, v);
    d->variables.ops->add(d->variables.self, s->variables, v, length);
    return;
  }
  if (!d->arrays[v].cells) return;
  segmentation *begin = segmentation_smashed(d, v);
  state_put_array(d, s, v, begin);
  if (!length) return;
  bound *last = &begin->bounds[segmentation_last(begin)];
  az_sum sum;
  if (segments_sum(d, s, length, true, &sum)) bound_grow(d, last, &sum);
  az_wide value;
  az_facts f = segments_facts(d, s, length, false);
  /* The program may declare an array of variable length that has no cells. */
  last->maybe = f.least < 1;
  if (!az_facts_is_value(&f, &value)) return;
  sum = (az_sum){.constant = value};
  bound_grow(d, last, &sum);
}

static void remove_variable(void *self, void *what, uint32_t v) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s)) return;
  state_put_array(d, s, v, NULL);
  relations_forget(d, s, v);
  if (d->context->vars[v].kind != AZ_ABSTRACT_NUMBER) return;
  segments_forget(d, s, v);
  d->variables.ops->remove(d->variables.self, s->variables, v);
}

static void rename_variable(void *self, void *what, uint32_t from, uint32_t to) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s)) return;
  if (d->context->vars[from].kind == AZ_ABSTRACT_NUMBER) {
    segments_assign(d, s, to, d->context->vars[from].term, false);
    remove_variable(self, what, from);
  } else {
    segments_fill(
        d, s, to,
        az_select(d->context->store, d->context->vars[from].term, d->context->vars[to].index),
        false);
    remove_variable(self, what, from);
  }
}

static void finish(segments *d, state *s) {
  if (state_is_bottom(d, s))
    segments_set_bottom(d, s);
  else if (d->reduce == REDUCE_ALWAYS)
    segments_reduce(d, s);
}

static void assign(void *self, void *what, uint32_t v, az_term value, bool weak) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s)) return;
  if (d->context->vars[v].kind == AZ_ABSTRACT_NUMBER)
    segments_assign(d, s, v, value, weak);
  else
    segments_fill(d, s, v, value, weak);
  finish(d, s);
}

static void write_cells(void *self, void *what, uint32_t array, az_term index, az_term behind,
                        az_term value, bool weak) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s) || !state_array(s, array)) return;
  void *cell = segments_written(d, s, array, index, behind, value);
  relations_changed(d, s, array, index, behind);
  segments_write(d, s, array, index, behind, cell, weak);
  finish(d, s);
}

static void assume(void *self, void *what, az_term condition) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s)) return;
  segments_assume(d, s, condition);
  if (!s->bottom) finish(d, s);
}

static void access_cell(void *self, void *what, uint32_t array, az_term index) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s)) return;
  segments_access(d, s, array, index);
  finish(d, s);
}

static az_facts facts_of_term(void *self, const void *what, az_term t, bool is_signed) {
  segments *d = self;
  const state *s = what;
  if (state_is_bottom(d, s)) return az_facts_none();
  az_facts f = segments_facts(d, s, t, is_signed);
  return az_facts_meet(f, d->variables.ops->facts(d->variables.self, s->variables, t, is_signed));
}

static void refine(void *self, void *what, uint32_t v, az_facts f) {
  segments *d = self;
  state *s = what;
  if (state_is_bottom(d, s)) return;
  if (d->context->vars[v].kind == AZ_ABSTRACT_NUMBER) {
    d->variables.ops->refine(d->variables.self, s->variables, v, f);
  } else if (state_array(s, v)) { /* all cells satisfy the facts */
    segmentation *a = segmentation_own(d, s, v);
    for (size_t i = 0; i < arrlenu(a->values); i++)
      a->cells->domain.ops->refine(a->cells->domain.self, a->values[i], CELL_VALUE, f);
  }
  finish(d, s);
}

static az_truth at_most(void *self, const void *what, const az_sum *a, const az_sum *b) {
  segments *d = self;
  const state *s = what;
  if (state_is_bottom(d, s)) return AZ_MAYBE;
  const order o = {.d = d, .s = s};
  if (order_at_most(&o, a, b, 0)) return AZ_YES;
  return order_at_most(&o, b, a, 1) ? AZ_NO : AZ_MAYBE;
}

static void within(void *self, const void *what, uint32_t array, az_term index,
                   az_truth *not_before, az_truth *not_behind) {
  segments *d = self;
  const state *s = what;
  az_sum sum, zero = {0};
  *not_before = *not_behind = AZ_MAYBE;
  if (state_is_bottom(d, s) || !state_array(s, array) || !segments_sum(d, s, index, true, &sum))
    return;
  const order o = {.d = d, .s = s};
  const segmentation *of = state_array(s, array);
  const bound *last = &of->bounds[segmentation_last(of)];
  if (order_at_most(&o, &zero, &sum, 0))
    *not_before = AZ_YES;
  else if (order_at_most(&o, &sum, &zero, 1))
    *not_before = AZ_NO;
  if (order_sum_bound(&o, &sum, last, 1))
    *not_behind = AZ_YES;
  else if (order_bound_sum(&o, last, &sum, 0))
    *not_behind = AZ_NO;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void claims(void *self, const void *what, const az_claim_sink *sink) {
  segments *d = self;
  if (state_is_bottom(d, what))
    sink->claim(sink->ctx, az_false(d->context->store), "false");
  else
    segments_claims(d, what, sink);
}

static bool borders(void *self, const void *what, uint32_t array, const az_border_sink *sink) {
  segments *d = self;
  const state *s = what;
  if (state_is_bottom(d, s) || !state_array(s, array)) return false;
  const segmentation *of = state_array(s, array);
  for (uint32_t i = 1; i < segmentation_last(of); i++) {
    const bound *b = &of->bounds[i];
    sink->border(sink->ctx, b->of, (uint32_t)arrlenu(b->of));
  }
  return true;
}

/* Returns the known facts about a variable as text: for a product, the values of all components
 * after their reduction. Returns NULL if the domain has no values for single variables. */
static char *reduced_value(const segments *d, const state *s, uint32_t v) {
  const az_transfer *t = &d->variables;
  const az_abstract_variable *var = &d->context->vars[v];
  void *copy = t->ops->copy(t->self, s->variables);
  t->ops->refine(t->self, copy, v, t->ops->facts(t->self, copy, var->term, var->is_signed));
  char *text = t->ops->print_variable(t->self, copy, v);
  t->ops->free(t->self, copy);
  return text;
}

/* Prints "i: [0,9] n: [10,10]", without variables that may have any value. */
static void print_variables(const segments *d, const state *s, FILE *out) {
  const az_transfer *t = &d->variables;
  void *top = t->ops->top(t->self);
  const char *gap = "";
  for (uint32_t v = 0; v < d->context->var_count; v++) {
    if (d->context->vars[v].kind != AZ_ABSTRACT_NUMBER || d->context->vars[v].made) continue;
    char *text = reduced_value(d, s, v), *any = t->ops->print_variable(t->self, top, v);
    if (text && any && strcmp(text, any)) {
      fprintf(out, "%s%s: %s", gap, d->context->vars[v].name, text);
      gap = " ";
    }
    free(text);
    free(any);
  }
  t->ops->free(t->self, top);
}

/* Returns false for a relational domain, whose state is printed instead of values of variables. */
static bool has_values(const segments *d, const state *s) {
  for (uint32_t v = 0; v < d->context->var_count; v++) {
    if (d->context->vars[v].kind != AZ_ABSTRACT_NUMBER) continue;
    char *text = d->variables.ops->print_variable(d->variables.self, s->variables, v);
    free(text);
    return text != NULL;
  }
  return false;
}

static char *print_state(void *self, const void *what) {
  segments *d = self;
  const state *s = what;
  if (state_is_bottom(d, s)) return az_strdup("_|_");
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t v = 0; (v = state_next_array(s, v)) != AZ_NONE; v++) {
    char *of = segmentation_print(d, state_array(s, v));
    fprintf(out, "%s: %s\n", d->context->vars[v].name, of);
    free(of);
  }
  if (has_values(d, s)) {
    print_variables(d, s, out);
  } else {
    char *variables = d->variables.ops->print(d->variables.self, s->variables);
    fputs(variables, out);
    free(variables);
  }
  az_close_memstream(out);
  return text;
}

static char *print_variable(void *self, const void *what, uint32_t v) {
  segments *d = self;
  const state *s = what;
  if (state_is_bottom(d, s)) return az_strdup("_|_");
  if (state_array(s, v)) return segmentation_print(d, state_array(s, v));
  if (d->context->vars[v].kind == AZ_ABSTRACT_NUMBER) return reduced_value(d, s, v);
  return NULL;
}

/* ---- the module ------------------------------------------------------------------------------ */

static const az_transfer_ops transfer = {
    .open = open_segments,
    .close = close_segments,
    .top = state_top,
    .copy = state_copy,
    .free = state_free,
    .set_bottom = state_set_bottom,
    .is_bottom = state_is_bottom,
    .included = state_included,
    .join = state_join,
    .meet = state_meet,
    .widen = state_widen,
    .narrow = state_narrow,
    .add = add,
    .remove = remove_variable,
    .rename = rename_variable,
    .assign = assign,
    .write = write_cells,
    .assume = assume,
    .facts = facts_of_term,
    .refine = refine,
    .at_most = at_most,
    .claims = claims,
    .print = print_state,
    .print_variable = print_variable,
    .arrays = {.access = access_cell,
               .borders = borders,
               .restart = state_restart,
               .within = within},
    .entry = {.assumed = assumed, .enter = enter, .broken = broken},
};

static void *open_rows(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options, (void)err;
  return az_found_claims_new(context, "kleene");
}

static const az_domain_ops operations = {
    .open = open_rows, .transfer = &transfer, AZ_FOUND_CLAIMS_OPS};

static const az_option options[] = {
    {.name = "elements",
     .type = AZ_OPT_DOMAIN,
     .summary = "domain of the cells of a segment: segments{ elements = interval(), .. }",
     .required = true},
    {.name = "variables",
     .type = AZ_OPT_DOMAIN,
     .summary = "domain of the scalar variables",
     .required = true},
    {.name = "bounds",
     .type = AZ_OPT_ENUM,
     .summary = "expressions in bounds: constants, also variable + constant, or all linear sums",
     .initial = "variables",
     .choices = bound_forms},
    {.name = "order",
     .type = AZ_OPT_ENUM,
     .summary = "how bounds are compared; each method includes those before",
     .initial = "relational",
     .choices = levels},
    {.name = "reduce",
     .type = AZ_OPT_ENUM,
     .summary = "how it is decided whether bounds that may be equal are distinct",
     .initial = "tests",
     .choices = reductions},
    {.name = "coarseness",
     .type = AZ_OPT_ENUM,
     .summary = "unification: a bound of one segmentation is placed in the other, or dropped; "
                "smash: widening keeps none",
     .initial = "split",
     .choices = coarsenesses},
    {.name = "relate",
     .type = AZ_OPT_ENUM,
     .summary =
         "quantities that the domain of elements sees besides a cell and its index: nothing, the "
         "variables, or also cells of other arrays at the same index",
     .initial = "nothing",
     .choices = related},
    {.name = "within",
     .type = AZ_OPT_BOOL,
     .summary = "after an access, assume that its index was within the array",
     .initial = "true"},
    {.name = "entry",
     .type = AZ_OPT_STRING,
     .summary = "segmentations assumed at function entries, \"A: {0} [-100,100] {n}; f: B: ..\": "
                "those of the program's entry function are assumed (verdicts do not rest on them), "
                "those of a function f are compared with the state at each call"},
    {0}};

AZ_MODULE(segments) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "segments", "1.0"),
    .summary = "contents of arrays by segments with symbolic bounds, along the control flow",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
