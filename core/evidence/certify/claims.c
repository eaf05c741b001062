/* Claims about calls of recursive functions (termination/recursion.h) in certificates. */
#include "certify/claims.h"
#include "certify/read_smt2.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct named_variable {
  az_term var, named;
} named_variable;

static void name(const az_program *p, named_variable **all, az_term var, const char *kind,
                 uint32_t number) {
  if (!var) return;
  const char *text = az_arena_printf(p->arena, "%s %u:bv%u", kind, number,
                                     az_sort_width(az_sort_of(p->store, var)));
  named_variable v = {var, az_var(p->store, az_sort_of(p->store, var), text)};
  arrput(*all, v);
}

/* Returns the variables of the summary, with names that are the same in all runs; stb_ds. */
static named_variable *variables_of(const az_program *p, const az_summary *of) {
  named_variable *all = NULL;
  name(p, &all, of->result, "result", 1);
  for (uint32_t i = 0; i < p->functions[of->function].param_count; i++)
    name(p, &all, of->params[i], "argument", i + 1);
  for (uint32_t i = 0; i < of->global_count; i++) {
    name(p, &all, of->globals[i].before, "before global", of->globals[i].object);
    name(p, &all, of->globals[i].after, "after global", of->globals[i].object);
  }
  return all;
}

/* ---- writing --------------------------------------------------------------------------------- */

void az_proof_claims(kiki_run *r, az_proof_part *part) {
  const az_program *p = r->step_p;
  for (uint32_t i = 0; i < r->claim_count; i++) {
    const az_summary *of = &r->claims[i];
    named_variable *variables = variables_of(p, of);
    az_subst *names = az_subst_new(r->s);
    for (size_t v = 0; v < arrlenu(variables); v++)
      az_subst_bind(names, variables[v].var, variables[v].named);
    for (uint32_t k = 0; k < of->claim_count; k++) {
      const az_term named = az_subst_apply(names, of->claims[k]);
      az_proof_claim claim = {az_arena_strdup(r->result->arena, p->functions[of->function].name),
                              az_proof_text(r->result->arena, r->s, named)};
      if (claim.claim) arrput(part->claims, claim);
    }
    az_subst_free(names);
    arrfree(variables);
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct symbols {
  const az_store *store;
  const named_variable *variables;
} symbols;

static az_term find_symbol(void *ctx, const char *text) {
  const symbols *known = ctx;
  for (size_t i = 0; i < arrlenu(known->variables); i++)
    if (!strcmp(az_var_name(known->store, known->variables[i].named), text))
      return known->variables[i].var;
  return AZ_NO_TERM;
}

/* Reads the claims about the function of the summary; returns their number. */
static size_t read_claims(const az_program *p, const az_proof_part *part, az_summary *of,
                          az_error *err) {
  named_variable *variables = variables_of(p, of);
  symbols known = {p->store, variables};
  of->claims = AZ_NEWN(p->arena, az_term, arrlenu(part->claims) + 1);
  for (size_t i = 0; i < arrlenu(part->claims) && err->status == AZ_OK; i++) {
    if (strcmp(part->claims[i].function, p->functions[of->function].name)) continue;
    az_term claim = az_read_smt2(p->store, part->claims[i].claim, find_symbol, &known, err);
    if (claim && az_sort_of(p->store, claim) != az_sort_bool())
      az_fail(err, AZ_ERR_INPUT, "not a condition");
    of->claims[of->claim_count++] = claim;
  }
  arrfree(variables);
  return of->claim_count;
}

az_summary *az_read_claims(const az_program *p, const az_proof_part *part, az_error *err) {
  az_summary *all = summaries_named(p);
  size_t read = 0;
  for (size_t i = 0; i < arrlenu(all) && err->status == AZ_OK; i++)
    read += read_claims(p, part, &all[i], err);
  if (err->status == AZ_OK && read != arrlenu(part->claims))
    az_fail(err, AZ_ERR_INPUT, "one is about no recursive function, or about several");
  if (!read) arrfree(all);
  return all;
}
