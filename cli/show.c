/* ansatz show cfg|ssa|template|formula|equations|analysis: the intermediate results of verify, with
 * the same inputs and options. */
#include "ansatz/allocate.h"
#include "cli/analysis.h"
#include "cli/cli.h"
#include "cli/show_program.h"
#include "cli/show_ssa.h"
#include "cli/task_options.h"
#include "pipeline/services.h"
#include "synth/houdini.h"
#include "synth/invariants.h"
#include "termination/recursion.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_ASKED 2.0

/* Prints the segmentation of arrays in the domain. */
static void show_segmentation(const az_domain *d, FILE *out) {
  const az_facets facets = az_domain_facets(d);
  if (facets.segmentation) fputs(facets.segmentation, out);
  const az_inner_facet *inner = facets.segmentation ? NULL : facets.inner;
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++)
    show_segmentation(inner->component(d->self, i), out);
}

/* Prints the rows of one domain, each with a parameter d. If rows have no text with a parameter,
 * prints their number at each view. */
static void show_open_rows(const az_domain_context *context, const az_domain *d, FILE *out) {
  const az_inner_facet *inner = az_domain_facets(d).inner;
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++)
    show_open_rows(context, inner->component(d->self, i), out);
  if (inner) return;
  uint32_t *others = az_calloc(context->view_count + 1, sizeof *others);
  for (uint32_t r = 0; r < d->ops->row_count(d->self); r++) {
    uint32_t view = d->ops->row(d->self, r).view;
    char *text = az_row_text(d, r);
    if (text)
      fprintf(out, "  %s: %s\n", context->views[view].name, text);
    else
      others[view]++;
    free(text);
  }
  for (uint32_t v = 0; v < context->view_count; v++)
    if (others[v])
      fprintf(out, "  %s: %u row%s of %s\n", context->views[v].name, others[v],
              others[v] == 1 ? "" : "s", d->module->name);
  free(others);
}

static void show_variable(const az_tvar *var, FILE *out) {
  static const char *const kinds[] = {"integer of", "float of", "pointer of", "array of"};
  fprintf(out, "  %-24s %s %u bits%s%s%s\n", var->name, kinds[var->kind], var->bits,
          var->kind == AZ_TV_INT && var->is_signed ? ", signed" : "",
          var->changes ? "" : ", unchanged", var->auxiliary ? ", auxiliary" : "");
}

static void show_views(const az_domain_context *context, FILE *out) {
  char where[256];
  for (uint32_t i = 0; i < context->view_count; i++) {
    const az_view *view = &context->views[i];
    bool any = view->of == i && *view->name;
    for (uint32_t v = 0; v < context->var_count; v++) any |= context->vars[v].view == i;
    if (!any) continue;
    fprintf(out, "loop %s at %s, its variables:\n", view->name,
            az_loc_text(context->program, view->loc, where, sizeof where));
    for (uint32_t v = 0; v < context->var_count; v++)
      if (context->vars[v].view == i) show_variable(&context->vars[v], out);
  }
}

static int show_rows(az_domain_context *context, const az_ssa *ssa, const az_cuts *cuts,
                     const az_desc *desc, FILE *out, az_error *err) {
  az_solver *solver =
      az_solver_new(ssa->s, context->registry, &(az_solver_config){.name = "show"}, err);
  if (!solver) return az_cli_error(err);
  for (size_t i = 0; i < arrlenu(ssa->facts); i++) az_solver_assert(solver, ssa->facts[i]);
  az_instances *instances = az_instances_new(cuts);
  az_houdini *houdini = az_houdini_new(cuts);
  az_houdini_begin(houdini, context, solver, instances, az_clock(NULL) + SECONDS_ASKED);
  az_domain domain;
  int status = 0;
  if (az_domain_open(context, desc, &domain, err)) {
    status = az_cli_error(err);
  } else {
    const uint32_t rows = domain.ops->row_count(domain.self);
    fprintf(out, "%u row%s of %s\n", rows, rows == 1 ? "" : "s", domain.module->name);
    show_segmentation(&domain, out);
    show_open_rows(context, &domain, out);
    az_domain_close(&domain);
  }
  az_houdini_free(houdini);
  az_instances_free(instances);
  az_solver_free(solver);
  return status;
}

static int show_template(const az_ssa *ssa, az_observers *observers, az_registry *registry,
                         const az_desc *desc, FILE *out, az_error *err) {
  az_cuts *cuts = az_cuts_new(ssa, observers);
  const az_form_place at = {registry, observers, cuts,
                            az_sources_new(az_services_all.sources, cuts, registry, NULL)};
  az_domain_context context;
  int status;
  if (az_form_context(&at, desc, &context, err)) {
    show_views(&context, out);
    status = show_rows(&context, ssa, cuts, desc, out, err);
  } else {
    status = az_cli_error(err);
  }
  az_sources_free((az_sources *)at.sources);
  az_cuts_free(cuts);
  return status;
}

static int show_formula(const az_ssa *ssa, FILE *out) {
  az_term bad = az_false(ssa->s), *asserted = NULL;
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    const az_check_instance *c = &ssa->checks[i];
    az_term one = az_and(ssa->s, c->guard, az_not(ssa->s, c->holds));
    bad = az_or(ssa->s, bad, az_and(ssa->s, one, az_ssa_checked(ssa, c->copies)));
  }
  for (size_t i = 0; i < arrlenu(ssa->facts); i++) arrput(asserted, ssa->facts[i]);
  for (size_t i = 0; i < arrlenu(ssa->axioms); i++) arrput(asserted, ssa->axioms[i]);
  az_term bound[2];
  az_ssa_bound(ssa, bound);
  for (int i = 0; i < 2 && ssa->config.mode == AZ_SSA_STEP; i++) arrput(asserted, bound[i]);
  arrput(asserted, bad);
  fputs("; satisfiable: some check may be violated (step formula, no invariants)\n", out);
  az_dump_smt2(ssa->s, asserted, arrlenu(asserted), out);
  arrfree(asserted);
  return 0;
}

/* Shows the step formula, its SSA form, or the template of a domain over its cut points. */
static int show_encoding(const az_program *p, az_registry *registry, const az_task_options *o,
                         const az_ssa_config *config, const az_desc *domain, FILE *out) {
  az_error err = {.status = AZ_OK};
  az_observers *observers = az_observers_new(registry, p, &domain, domain != NULL, &err);
  if (!observers) return az_cli_error(&err);
  az_ssa_shared *shared = az_ssa_shared_new(p, az_observers_ghosts(observers), NULL);
  az_ssa *ssa = az_ssa_build(shared, config, &err);
  if (!ssa) return az_cli_error(&err);
  if (!strcmp(o->what, "ssa")) {
    az_cuts *cuts = config->mode == AZ_SSA_STEP ? az_cuts_new(ssa, observers) : NULL;
    az_ssa_print(ssa, cuts, out);
    return 0;
  }
  if (!strcmp(o->what, "formula")) return show_formula(ssa, out);
  if (domain) return show_template(ssa, observers, registry, domain, out, &err);
  az_fail(&err, AZ_ERR_INPUT,
          "the configuration selects no domain for this program (choose one with --domain EXPR)");
  return az_cli_error(&err);
}

static int work(void *ctx, FILE *out) {
  az_task_options *o = ctx;
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  az_store *store = az_store_new();
  az_frontend_options frontend = az_task_frontend(o);
  frontend.classes = o->resolved.requests[0].classes;
  const az_program *p = registry ? az_frontend(&frontend, store, &err) : NULL;
  if (!p) return az_cli_error(&err);
  if (frontend.classes >> AZ_C_TERMINATION & 1)
    p = az_program_recursion_to_loops(p, frontend.classes, NULL, 0, NULL);
  if (!strcmp(o->what, "cfg")) {
    az_program_print(p, out);
    return 0;
  }
  if (!strcmp(o->what, "equations")) return az_show_equations(p, registry, o, out);
  if (!strcmp(o->what, "analysis")) return az_show_analysis(p, registry, o, out);
  az_ssa_config c = {.mode = o->method.mode && !strcmp(o->method.mode, "bmc") ? AZ_SSA_BASE
                                                                              : AZ_SSA_STEP,
                     .k = o->method.max_unwind ? o->method.max_unwind : 1,
                     .recursion = 3,
                     .classes = o->resolved.requests[0].classes,
                     .record = true};
  if (o->reading.overflow == AZ_SO_ASSUME) c.overflow = AZ_OVERFLOW_ASSUME_NONE;
  size_t count = 0;
  bool template = !strcmp(o->what, "template");
  az_stage *stages = az_task_stages(o, registry, p, o->resolved.requests[0].name, &count, &err);
  if (template && (!stages || !count)) return az_cli_error(&err);
  /* The stages of a configuration file have a template each. */
  const size_t shown = template && o->method.config ? count : 1;
  const char *between = "";
  int status = 0;
  for (size_t i = 0; i < shown && !status; i++) {
    const az_desc *domain = template ? stages[i].domain : NULL;
    if (shown > 1 && !domain) continue;
    if (shown > 1) fprintf(out, "%sstage %zu\n", between, i + 1);
    between = "\n";
    status = show_encoding(p, registry, o, &c, domain, out);
  }
  return status;
}

static int lost(void *ctx, const az_loss *loss) {
  (void)ctx;
  fprintf(stderr, "ansatz show: the worker ended early: %s\n", loss->why);
  return 3;
}

int az_cli_show(int argc, char **argv) {
  static const char *const kinds[] = {"cfg",       "ssa",      "template", "formula",
                                      "equations", "analysis", NULL};
  az_task_options o;
  int status = az_task_options_parse(&o, argc, argv);
  if (status) return -1 - status;
  bool known = false;
  for (int i = 0; kinds[i]; i++) known |= !strcmp(o.what, kinds[i]);
  if (!known) {
    const char *near = az_suggest(o.what, kinds);
    fprintf(
        stderr,
        "ansatz show: cannot show '%s'%s%s%s (cfg, ssa, template, formula, equations, analysis)\n",
        o.what, near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
    status = 2;
  } else {
    status = az_task_run(&o, work, lost);
  }
  az_task_options_free(&o);
  return status;
}
