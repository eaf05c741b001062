/* The inputs of an infinite execution in the form that certificates have (docs/certificates.md):
 * statements as numbers, values as text. */
#include "ansatz/statement.h"
#include "termination/nontermination.h"
#include <stdio.h>
#include <stdlib.h>

const char *az_proof_text(az_arena *arena, const az_store *store, az_term term) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = az_open_memstream(&text, &size);
  az_print_smt2(store, term, out);
  az_close_memstream(out);
  const char *kept = az_arena_strdup(arena, text);
  free(text);
  return kept;
}

az_term az_proof_state(const az_program *p, az_sort sort) {
  return az_var(p->store, sort, az_arena_printf(p->arena, "state:bv%u", az_sort_width(sort)));
}

const az_stmt *az_proof_statement(const az_program *p, uint32_t number, uint32_t *function) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    if (i.stmt->kind != AZ_S_INPUT && i.stmt->kind != AZ_S_LIVE) continue;
    *function = (uint32_t)(i.f - p->functions);
    if (!number--) return i.stmt;
  }
  return NULL;
}

static uint32_t number_of(const az_program *p, const az_stmt *stmt) {
  uint32_t function;
  for (uint32_t n = 0;; n++) {
    const az_stmt *at = az_proof_statement(p, n, &function);
    if (!at || at == stmt) return at ? n : AZ_NONE;
  }
}

static az_proof_choice written(const az_program *p, const az_input_choice *choice,
                               az_arena *arena) {
  char at[512];
  az_proof_choice c = {.statement = number_of(p, choice->stmt),
                       .at =
                           az_arena_strdup(arena, az_loc_text(p, choice->stmt->loc, at, sizeof at)),
                       .values = AZ_NEWN(arena, const char *, choice->count + 1),
                       .count = choice->count,
                       .again = choice->again,
                       .object = choice->state ? choice->object : AZ_NONE,
                       .text = choice->state ? az_arena_strdup(arena, choice->text) : NULL};
  az_subst *subst = az_subst_new(p->store);
  if (choice->state)
    az_subst_bind(subst, choice->state, az_proof_state(p, az_sort_of(p->store, choice->state)));
  for (uint32_t i = 0; i < choice->count; i++)
    c.values[i] = az_proof_text(arena, p->store, az_subst_apply(subst, choice->values[i]));
  az_subst_free(subst);
  return c;
}

const az_proof_inputs *az_policy_inputs(const az_program *p, const az_policy *policy,
                                        az_arena *arena) {
  az_proof_inputs *inputs = AZ_NEW(arena, az_proof_inputs);
  inputs->choices = AZ_NEWN(arena, az_proof_choice, policy->count + 1);
  for (size_t i = 0; i < policy->count; i++)
    inputs->choices[inputs->count++] = written(p, &policy->choices[i], arena);
  if (policy->recursive != AZ_NONE)
    inputs->recursive = az_arena_strdup(arena, p->functions[policy->recursive].name);
  return inputs;
}
