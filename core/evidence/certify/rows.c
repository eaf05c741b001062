/* Reads rows from their text. */
#include "certify/rows.h"
#include "certify/read_smt2.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

struct az_row_reader {
  const az_cuts *cuts;
  az_store *store;
  az_state_names **names; /* stb_ds, by view; NULL: not created yet */
  bool named_sizes;
};

az_row_reader *az_row_reader_new(const az_cuts *cuts, bool named_sizes) {
  az_row_reader *reader = az_calloc(1, sizeof *reader);
  *reader =
      (az_row_reader){.cuts = cuts, .store = az_cuts_ssa(cuts)->s, .named_sizes = named_sizes};
  return reader;
}

void az_row_reader_free(az_row_reader *reader) {
  for (size_t i = 0; i < arrlenu(reader->names); i++) az_state_names_free(reader->names[i]);
  arrfree(reader->names);
  free(reader);
}

az_state_names *az_row_reader_names(az_row_reader *reader, uint32_t view) {
  while (arrlenu(reader->names) <= view) arrput(reader->names, NULL);
  if (!reader->names[view]) reader->names[view] = az_state_names_new(reader->cuts, view);
  return reader->names[view];
}

typedef struct symbols {
  const az_row_reader *reader;
  const az_state_names *names;
  bool of_sizes;
  bool of_objects; /* it depends on the numbers of objects */
} symbols;

/* Returns whether values of the sort are, or are indexed by, numbers of objects. */
static bool numbers_objects(az_sort sort) {
  if (az_sort_kind_of(sort) != AZ_SORT_ARRAY) return sort == az_sort_bv(AZ_OBJECT_BITS);
  return az_sort_index_width(sort) == AZ_INSTANCE_NUMBER_BITS ||
         numbers_objects(az_sort_element(sort));
}

static az_term find_symbol(void *ctx, const char *name) {
  symbols *known = ctx;
  az_term found = az_state_names_find(known->names, name);
  known->of_objects |= found && numbers_objects(az_sort_of(known->reader->store, found));
  if (!az_state_names_is_size(name)) return found;
  known->of_sizes = true;
  az_store *s = known->reader->store;
  return found && known->reader->named_sizes ? az_var(s, az_sort_of(s, found), name) : found;
}

static uint32_t view_of(const az_cuts *cuts, const char *loop) {
  uint32_t count;
  const az_view *views = az_cuts_views(cuts, &count);
  for (uint32_t v = 0; v < count; v++)
    if (az_cuts_view_of_all(cuts, v) == v && !strcmp(views[v].name, loop)) return v;
  return AZ_NONE;
}

/* Returns the view's pointer variable that has this object part and an order, or NULL. */
static const az_tvar *pointer_of(const az_domain_context *context, const az_state_names *names,
                                 uint32_t view, az_term object) {
  const az_term *state = az_state_names_formals(names);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->view == view && var->kind == AZ_TV_POINTER && !var->there && state[var->at] == object)
      return var;
  }
  return NULL;
}

static void find_sites(const az_domain_context *context, az_read_ranking *into) {
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].view == into->row.view && az_tvar_live_site(&context->vars[v]))
      arrput(into->live_sets, &context->vars[v]);
}

/* Returns the problem, or NULL if there is none. */
static const char *read_component(const symbols *known, const az_domain_context *context,
                                  const az_proof_component *from, az_term e,
                                  az_read_ranking *into) {
  az_read_component component = {.number = e};
  if (from->order == AZ_PROOF_NUMBER) {
    if (az_sort_kind_of(az_sort_of(known->reader->store, e)) != AZ_SORT_BV) return "not a number";
    /* Each formula assigns the numbers of objects anew (docs/soundness.md, termination). */
    if (known->of_objects) return "of numbers of objects";
  } else {
    const az_tvar *pointer = pointer_of(context, known->names, into->row.view, e);
    if (!pointer) return "over a value that is not a pointer";
    component.number = AZ_NO_TERM;
    component.descent = (az_descent){.pointer = pointer,
                                     .live_sets = into->live_sets,
                                     .sites = (uint32_t)arrlenu(into->live_sets),
                                     .younger = from->order == AZ_PROOF_LATER};
  }
  arrput(into->components, component);
  return NULL;
}

bool az_read_ranking_of(az_row_reader *reader, const az_domain_context *context,
                        const az_proof_ranking *ranking, az_read_ranking *into, az_error *err) {
  uint32_t view = view_of(reader->cuts, ranking->loop);
  if (view == AZ_NONE)
    return az_fail(err, AZ_ERR_INPUT, "there is no loop '%s'", ranking->loop), false;
  into->row = (az_row){.view = view,
                       .is_transition = true,
                       .step = ranking->step,
                       .after_first = ranking->after_first};
  find_sites(context, into);
  for (size_t i = 0; i < arrlenu(ranking->components); i++) {
    const az_proof_component *from = &ranking->components[i];
    symbols known = {.reader = reader, .names = az_row_reader_names(reader, view)};
    az_error wrong = {.status = AZ_OK};
    az_term e = az_read_smt2(reader->store, from->expression, find_symbol, &known, &wrong);
    if (!e)
      return az_fail(err, AZ_ERR_INPUT, "the ranking of loop %s: %s", ranking->loop, wrong.message),
             false;
    const char *fault = read_component(&known, context, from, e, into);
    if (fault)
      return az_fail(err, AZ_ERR_INPUT, "the ranking of loop %s is %s", ranking->loop, fault),
             false;
    into->of_sizes |= known.of_sizes;
  }
  return true;
}

void az_read_ranking_free(az_read_ranking *ranking) {
  arrfree(ranking->components);
  arrfree(ranking->live_sets);
}

bool az_read_row_of(az_row_reader *reader, const az_proof_row *row, az_read_row *into,
                    az_error *err) {
  az_store *s = reader->store;
  az_error wrong = {.status = AZ_OK};
  uint32_t view = view_of(reader->cuts, row->loop);
  if (view == AZ_NONE) return az_fail(err, AZ_ERR_INPUT, "there is no loop '%s'", row->loop), false;
  symbols known = {.reader = reader, .names = az_row_reader_names(reader, view)};
  az_term guard = az_read_smt2(s, row->guard, find_symbol, &known, &wrong);
  az_term holds = guard ? az_read_smt2(s, row->claim, find_symbol, &known, &wrong) : AZ_NO_TERM;
  if (!holds)
    return az_fail(err, AZ_ERR_INPUT, "a row of loop %s: %s", row->loop, wrong.message), false;
  if (az_sort_of(s, guard) != az_sort_bool() || az_sort_of(s, holds) != az_sort_bool())
    return az_fail(err, AZ_ERR_INPUT, "a row of loop %s is not a condition", row->loop), false;
  *into = (az_read_row){view, az_implies(s, guard, holds), known.of_sizes};
  return true;
}
