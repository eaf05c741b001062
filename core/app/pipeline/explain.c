/* Explains why nothing was decided: names the rows for which only the bounds of their types were
 * found, and the domains of the registry that have other rows for these variables. */
#include "pipeline/pipeline.h"
#include "module/builtin.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS_SHOWN = 8 };

/* Returns the subject of a bound: "x - y (above)" for the row "x - y <= 3". The caller frees it. */
static char *subject(const az_domain *d, const az_numeric_facet *numeric, uint32_t row,
                     const void *value) {
  az_wide least, greatest, bound;
  numeric->range(d->self, row, &least, &greatest);
  if (!numeric->bound(d->self, row, value, &bound) || bound < greatest) return NULL;
  char *text = az_row_text(d, row), *end = text ? strstr(text, " <= d") : NULL;
  const char *side = end ? "above" : "below";
  if (text && !end) end = strstr(text, " >= d");
  char *out = end ? az_asprintf("%.*s (%s)", (int)(end - text), text, side) : NULL;
  free(text);
  return out;
}

/* Adds the domain's notes about rows that it omitted. */
static void explain_notes(kiki_run *r, const az_domain *d) {
  const az_facets facets = az_domain_facets(d);
  const az_inner_facet *inner = facets.inner;
  if (facets.note) arrput(r->result->hints, run_text(r, "%s: %s", d->module->name, facets.note));
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++)
    explain_notes(r, inner->component(d->self, i));
}

void az_explain_rows(kiki_run *r, const az_invariants *found) {
  const az_domain *d = &found->domain;
  const az_numeric_facet *numeric = az_domain_facets(d).numeric;
  arrsetlen(r->result->hints, 0);
  explain_notes(r, d);
  if (!d->ops->row_count(d->self))
    arrput(r->result->hints, run_text(r, "%s: it has no rows for this program", d->module->name));
  if (!numeric) return;
  uint32_t rows = d->ops->row_count(d->self), shown = 0, unbounded = 0;
  char text[600] = "";
  for (uint32_t i = 0; i < rows; i++) {
    char *about = subject(d, numeric, i, found->value);
    if (!about) continue;
    unbounded++;
    size_t n = strlen(text);
    if (shown < MOST_ROWS_SHOWN && n + strlen(about) + 4 < sizeof text) {
      snprintf(text + n, sizeof text - n, "%s%s", shown ? ", " : "", about);
      shown++;
    }
    free(about);
  }
  if (!unbounded) return;
  const char *hint = unbounded > shown ? run_text(r, "%s: no bound for %s and %u more of %u rows",
                                                  d->module->name, text, unbounded - shown, rows)
                                       : run_text(r, "%s: no bound for %s (of %u rows)",
                                                  d->module->name, text, rows);
  arrput(r->result->hints, hint);
}

static bool was_used(const az_desc *desc, const az_module *module) {
  if (!desc) return false;
  if (desc->module == module) return true;
  for (size_t i = 0; i < desc->count; i++) {
    const az_value_desc *v = &desc->values[i];
    if (v->type != AZ_OPT_DOMAIN && v->type != AZ_OPT_DOMAINS) continue;
    for (size_t k = 0; k < v->as.modules.count; k++)
      if (was_used(v->as.modules.items[k], module)) return true;
  }
  return false;
}

static bool asks_for_ends(const kiki_run *r) {
  for (uint32_t c = 0; c < r->p->check_count; c++)
    if (r->open[c] && r->p->checks[c].cls == AZ_C_TERMINATION) return true;
  return false;
}

/* Returns whether the domain's rows could help. Rows about iterations help only termination; rows
 * for claims of an analysis are not the domain's own. */
static bool could_help(const kiki_run *r, const az_domain *d) {
  if (az_domain_facets(d).found_claims) return false;
  bool ends = asks_for_ends(r);
  uint32_t count = d->ops->row_count(d->self), row = 0;
  while (row < count && !ends && d->ops->row(d->self, row).is_transition) row++;
  return row < count;
}

/* Returns whether the domain with default options has rows that could help. Skips composites. */
static bool has_rows(kiki_run *r, const az_module *module) {
  for (const az_option *o = module->options; o && o->name; o++)
    if (o->type == AZ_OPT_DOMAIN || o->type == AZ_OPT_DOMAINS || o->required) return false;
  az_desc *desc = az_desc_new(module);
  az_error err = {.status = AZ_OK};
  az_domain domain;
  az_domain_context context;
  bool helps = false;
  az_form_place at = run_form_place(r);
  if (az_form_context(&at, desc, &context, &err) &&
      az_domain_open(&context, desc, &domain, &err) == AZ_OK) {
    helps = could_help(r, &domain);
    az_domain_close(&domain);
  }
  az_desc_free(desc);
  return helps;
}

static const char *name_of_check(kiki_run *r, char *where, size_t size) {
  for (uint32_t c = 0; c < r->p->check_count; c++) {
    if (!r->open[c]) continue;
    char loc[256];
    snprintf(where, size, "%s at %s", r->p->checks[c].id,
             az_loc_text(r->p, r->p->checks[c].loc, loc, sizeof loc));
    return where;
  }
  return NULL;
}

/* Names domains of the registry that were not tried and have rows for these loops. */
static void explain_domains(kiki_run *r) {
  char names[400] = "";
  if (!r->step.ssa || !r->sources || r->config->mode == AZ_MODE_BMC) return;
  if (!arrlenu(r->step.ssa->heads)) return;
  const az_module *const *modules;
  size_t n = az_registry_list(r->registry, &modules);
  for (size_t i = 0; i < n; i++) {
    /* Domains from outside are only opened if the configuration has them. */
    bool used =
        modules[i]->kind != AZ_MODULE_DOMAIN || !az_registry_is_own(r->registry, modules[i]);
    for (size_t k = 0; k < r->config->form_count && !used; k++)
      used = was_used(r->config->forms[k].domain, modules[i]);
    if (used || !has_rows(r, modules[i])) continue;
    size_t length = strlen(names);
    if (length + strlen(modules[i]->name) + 3 < sizeof names)
      snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", modules[i]->name);
  }
  if (*names)
    arrput(r->result->hints, run_text(r, "not tried, with rows for these loops: %s", names));
}

/* Returns whether the configured back end has no float arithmetic. */
static bool lacks_floats(const kiki_run *r) {
  const az_module *m = az_registry_find(r->registry, AZ_MODULE_SOLVER, r->config->solver, NULL);
  return m && !(((const az_backend_ops *)m->operations)->features & AZ_BACKEND_FLOATS);
}

/* Adds the cause that ended the search to the reason, unless the reason names a share of time. */
static void explain_end(kiki_run *r) {
  const char *end = NULL, *reason = r->result->reason;
  const az_limit asked = AZ_LIMIT_unanswered_turns;
  if (!reason || strncmp(reason, "not decided", 11) != 0 || r->cut) return;
  if (r->stuck)
    end = "a larger k would not decide more";
  else if (r->limits.hits[asked])
    end = run_text(r, "the limit unanswered_turns = %llu ended the induction",
                   (unsigned long long)az_limits_value(&r->limits, asked));
  else if (r->config->max_unwind)
    end = run_text(r, "max_unwind = %u ended it", r->config->max_unwind);
  if (end) r->result->reason = run_text(r, "%s: %s", reason, end);
}

void az_explain_unknown(kiki_run *r) {
  char where[400], met[600];
  explain_end(r);
  const char *check = name_of_check(r, where, sizeof where);
  if (check)
    arrput(r->result->hints,
           r->open_count > 1 ? run_text(r, "open: %s and %u more, tried up to k = %u", check,
                                        r->open_count - 1, r->result->k)
                             : run_text(r, "open: %s, tried up to k = %u", check, r->result->k));
  explain_domains(r);
  if (r->abstracted && lacks_floats(r))
    arrput(r->result->hints,
           run_text(r, "floats are approximated: %s has no float arithmetic", r->config->solver));
  if (az_limits_met(&r->limits, met, sizeof met))
    arrput(r->result->hints,
           run_text(r, "limits reached: %s: raise them with limits = { ... }", met));
}
