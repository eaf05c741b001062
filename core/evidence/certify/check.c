/* Proves the claims of a certificate again, so that it need not be trusted. The formula is built
 * from the program at the certificate's k, anew for each part; the rows are read from their text;
 * and each query goes to a new solver, of another back end than the one that found the proof. The
 * queries, which all have to be unsatisfiable:
 *
 *   step parts  (0) a claim about a call is violated whose nested calls satisfy all claims,
 *               (1) a row of a group is violated, with all rows of the group and of earlier groups,
 *                   which are already proved, as facts,
 *               (2) the ranking of a loop does not decrease in an iteration, with all rows of the
 *                   ranking's group and of earlier groups as facts,
 *               (3) a check of the part is violated, or an unwinding assertion is violated,
 *                   with all rows as facts; each loop of a check of termination must have a
 *                   ranking;
 *   base parts  a check of the part is violated, an unwinding assertion is violated, or the
 *               back edge of a last copy is feasible.
 *
 * Every check of the program must be in some part. For the meaning of the formula, and for where
 * rows count as facts, see docs/soundness.md 2; core/kernel/synth/synthesis.c implements it. */
#include "certify/check.h"
#include "ansatz/ranking.h"
#include "certify/claims.h"
#include "certify/rows.h"
#include "ansatz/frontend.h"
#include "certify/proof.h"
#include "kiki/services.h"
#include "termination/termination.h"
#include "kiki/run.h"
#include "kiki/schedule.h"
#include "module/builtin.h"
#include "certify/drat.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a domain whose rows are given ----------------------------------------------------------- */

typedef struct fixed_row {
  az_row row;
  az_term claim;           /* over the canonical state; AZ_NO_TERM: it is a ranking */
  az_read_ranking ranking; /* over the same state; decreases in the row's iterations */
} fixed_row;

typedef struct fixed_rows {
  const az_cuts *cuts;
  fixed_row *rows;     /* stb_ds */
  fixed_row *rankings; /* stb_ds: rows of a separate domain */
} fixed_rows;

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((const fixed_rows *)self)->rows);
}

static az_row row_at(void *self, uint32_t r) {
  return ((const fixed_rows *)self)->rows[r].row;
}

/* Builds the condition that the tuple decreases from the state to the state after the iteration. */
static az_term decreases(const fixed_rows *f, const fixed_row *row, const az_state *state) {
  az_store *s = az_cuts_ssa(f->cuts)->s;
  az_term *less = NULL, *not_more = NULL;
  if (!state->next) return az_false(s);
  bool bounded = az_cuts_ssa(f->cuts)->config.overflow == AZ_OVERFLOW_ASSUME_NONE;
  uint32_t count = (uint32_t)arrlenu(row->ranking.components);
  arrsetlen(less, count);
  arrsetlen(not_more, count);
  for (uint32_t i = 0; i < count; i++) {
    const az_read_component *c = &row->ranking.components[i];
    if (!c->number) {
      az_ranking_descends(s, &c->descent, state->values, state->next, &less[i], &not_more[i]);
      continue;
    }
    az_term before = az_cuts_in_state(f->cuts, row->row.view, c->number, state->values);
    az_term after = az_cuts_in_state(f->cuts, row->row.view, c->number, state->next);
    if (bounded) {
      before = az_ranking_bounded(s, before);
      after = az_ranking_bounded(s, after);
    }
    less[i] = az_bv_slt(s, after, before);
    not_more[i] = az_bv_sle(s, after, before);
  }
  az_term any = az_ranking_lexicographic(s, less, not_more, count);
  arrfree(less);
  arrfree(not_more);
  return any;
}

static az_term claim(void *self, uint32_t r, const void *value, const az_state *state) {
  const fixed_rows *f = self;
  (void)value;
  if (!f->rows[r].claim) return decreases(f, &f->rows[r], state);
  return az_cuts_in_state(f->cuts, f->rows[r].row.view, f->rows[r].claim, state->values);
}

static void value_free(void *self, void *value) {
  (void)self;
  (void)value;
}

static const az_domain_ops fixed_ops = {
    .row_count = row_count, .row = row_at, .claim = claim, .value_free = value_free};
/* This module is never opened; descriptions of it carry the observations of a group. */
static const az_module fixed_module = {
    .abi = AZ_ABI, .kind = AZ_MODULE_DOMAIN, .name = "certificate", .operations = &fixed_ops};

/* ---- a check --------------------------------------------------------------------------------- */

typedef struct checking {
  kiki_run r;
  const az_certified_proof *proof;
  const az_proof_part *part;
  az_certify_report *report;
  const az_certify_options *options;
  az_form *forms;     /* stb_ds: one for each group of the part, with the group's observations */
  fixed_rows *groups; /* stb_ds: of the part */
  az_summary *claims; /* stb_ds: of the part, by function */
  const az_program *copied; /* the program that the claims are about */
  bool of_sizes;            /* some row mentions the size of an object whose size is not constant */
} checking;

static bool fails(checking *c, az_certification result, const char *format, ...) AZ_PRINTF(3, 4);
static bool fails(checking *c, az_certification result, const char *format, ...) {
  va_list args;
  assert(result != AZ_CERTIFIED);
  if (c->report->result == AZ_REFUTED) return false;
  c->report->result = result;
  va_start(args, format);
  vsnprintf(c->report->reason, sizeof c->report->reason, format, args);
  va_end(args);
  return false;
}

static bool is_over(checking *c) {
  if (!schedule_is_over(&c->r)) return false;
  c->report->out_of_time = true;
  fails(c, AZ_NOT_CERTIFIED, "time");
  return true;
}

/* ---- solvers --------------------------------------------------------------------------------- */

/* Returns a back end other than the proof's, or NULL if there is none. If the proof needs floats,
 * the result has circuits for floats: back ends with their own float arithmetic are too slow. */
static const char *backend(const checking *c) {
  const az_module *const *modules;
  size_t n = az_registry_list(c->r.registry, &modules);
  const char *other = NULL;
  for (size_t i = 0; i < n; i++) {
    if (modules[i]->kind != AZ_MODULE_SOLVER || !strcmp(modules[i]->name, c->part->solver))
      continue;
    const uint32_t features = ((const az_backend_ops *)modules[i]->operations)->features;
    if (!(features & AZ_BACKEND_OWN_FLOATS)) return modules[i]->name;
    other = modules[i]->name;
  }
  return other;
}

static kiki_formula *formula_of(checking *c) {
  return c->part->is_step ? &c->r.step : &c->r.base;
}

/* Returns the context whose variables come from the group's observations. */
static const az_domain_context *context_of(checking *c, size_t group) {
  az_observer_set set = az_observers_of(c->r.observers, c->forms[group].domain);
  const az_domain_context *shown =
      az_cuts_observe(formula_of(c)->cuts, &set, c->r.registry, c->r.err);
  az_observer_set_free(&set);
  return shown;
}

/* Builds the formula of the part anew, with the positions that its rows mention. */
static bool build(checking *c) {
  kiki_run *r = &c->r;
  kiki_formula *f = formula_of(c);
  formula_close(r, f);
  r->limits.activations = c->part->recursion;
  bool built = c->part->is_step || formula_at(r, f, c->part->built);
  if (!built || !formula_at(r, f, c->part->k)) {
    c->report->out_of_time = r->result->out_of_time;
    return fails(c, AZ_NOT_CERTIFIED, "%s",
                 r->result->out_of_time ? "time"
                 : r->result->reason    ? r->result->reason
                                        : "the formula cannot be built");
  }
  c->report->solver = az_solver_backend(f->solver);
  for (size_t g = 0; g < arrlenu(c->part->groups); g++)
    if (!context_of(c, g)) return fails(c, AZ_NOT_CERTIFIED, "%s", r->err->message);
  return true;
}

/* Opens a new solver, which has not answered any query. */
static bool fresh(checking *c) {
  kiki_formula *f = formula_of(c);
  if (!formula_reopen(&c->r, f)) return fails(c, AZ_NOT_CERTIFIED, "%s", c->r.err->message);
  c->report->solver = az_solver_backend(f->solver);
  if (f->instances) az_instances_update(f->instances);
  if (c->part->axioms) formula_assert_axioms(f);
  return true;
}

/* ---- proofs of the solver's answers ---------------------------------------------------------- */

/* Writes the query just found to be unsatisfiable, with its proof, and checks the proof. */
static bool prove(checking *c, az_solver *solver) {
  const az_certify_options *o = c->options;
  if (!o->proofs) return true;
  double start = az_clock(NULL);
  az_error err = {.status = AZ_OK};
  const char *query = run_text(&c->r, "%s-%04u.cnf", o->proofs, c->report->queries);
  const char *proof = run_text(&c->r, "%s-%04u.drat", o->proofs, c->report->queries);
  az_status status =
      az_solver_prove(solver, query, proof, run_clock(&c->r) + run_left(&c->r), &err);
  if (status == AZ_ERR_UNSUPPORTED) {
    c->report->without++;
    return true;
  }
  az_drat_report checked = {.result = AZ_DRAT_REFUSED};
  if (status == AZ_OK) checked = az_drat_check(query, proof, o->cpu_end, &err);
  c->report->proof_seconds += az_clock(NULL) - start;
  c->report->out_of_time |= status == AZ_ERR_RESOURCE || checked.result == AZ_DRAT_TIME;
  if (err.status != AZ_OK)
    return fails(c, AZ_NOT_CERTIFIED, "no proof of an answer: %s", err.message);
  if (checked.result != AZ_DRAT_PROVED)
    return fails(c, AZ_NOT_CERTIFIED, "the proof of an answer is not accepted: %s: %s", proof,
                 checked.reason);
  c->report->proofs++;
  return true;
}

/* ---- answers --------------------------------------------------------------------------------- */

static bool judge(checking *c, az_solver *solver, az_answer answer, const char *what) {
  char met[256];
  c->report->queries++;
  if (answer == AZ_UNSAT) return prove(c, solver);
  if (answer == AZ_UNKNOWN) {
    c->report->out_of_time = true;
    fails(c, AZ_NOT_CERTIFIED, "time");
  } else if (az_solver_abstracted(solver)) {
    fails(c, AZ_NOT_CERTIFIED, "%s in an abstraction of the formula", what);
  } else if (arrlenu(c->part->left_out)) {
    fails(c, AZ_NOT_CERTIFIED, "%s", c->part->left_out[0]);
  } else if (c->of_sizes) {
    fails(c, AZ_NOT_CERTIFIED, "%s, where rows mention sizes that are not constant", what);
  } else if (az_limits_met(&c->r.limits, met, sizeof met)) {
    fails(c, AZ_NOT_CERTIFIED, "%s, where limits are met: %s", what, met);
  } else {
    fails(c, AZ_REFUTED, "%s", what);
  }
  return false;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void forget_groups(checking *c) {
  for (size_t g = 0; g < arrlenu(c->groups); g++) {
    for (size_t i = 0; i < arrlenu(c->groups[g].rankings); i++)
      az_read_ranking_free(&c->groups[g].rankings[i].ranking);
    arrfree(c->groups[g].rankings);
    arrfree(c->groups[g].rows);
  }
  arrfree(c->groups);
}

static bool read_row(checking *c, az_row_reader *reader, const az_proof_row *from,
                     fixed_rows *into) {
  az_error wrong = {.status = AZ_OK};
  az_read_row row;
  if (!az_read_row_of(reader, from, &row, &wrong))
    return fails(c, AZ_NOT_CERTIFIED, "%s", wrong.message);
  arrput(into->rows, ((fixed_row){.row = {.view = row.view}, .claim = row.claim}));
  c->of_sizes |= row.of_sizes;
  c->report->rows++;
  return true;
}

static bool read_ranking(checking *c, az_row_reader *reader, const az_domain_context *context,
                         const az_proof_ranking *from, fixed_rows *into) {
  az_error wrong = {.status = AZ_OK};
  az_read_ranking read = {0};
  const kiki_formula *f = &c->r.step;
  bool fine = az_read_ranking_of(reader, context, from, &read, &wrong);
  if (!fine) fails(c, AZ_NOT_CERTIFIED, "%s", wrong.message);
  if (fine && !arrlenu(read.components) && f->overflow == AZ_OVERFLOW_ASSUME_NONE)
    fine = fails(c, AZ_NOT_CERTIFIED, "a ranking without components, where overflow is left out");
  if (fine && read.row.step > f->ssa->config.k)
    fine = fails(c, AZ_NOT_CERTIFIED, "a ranking over more iterations than the formula has");
  arrput(into->rankings, ((fixed_row){.row = read.row, .ranking = read}));
  c->of_sizes |= read.of_sizes;
  c->report->rows++;
  return fine;
}

static bool read_group(checking *c, az_row_reader *reader, size_t g, fixed_rows *into) {
  const az_proof_group *group = &c->part->groups[g];
  bool fine = true;
  for (size_t i = 0; fine && i < arrlenu(group->rows); i++)
    fine = read_row(c, reader, &group->rows[i], into);
  if (!fine || !arrlenu(group->rankings)) return fine;
  const az_domain_context *context = context_of(c, g);
  if (!context) return fails(c, AZ_NOT_CERTIFIED, "%s", c->r.err->message);
  for (size_t i = 0; fine && i < arrlenu(group->rankings); i++)
    fine = read_ranking(c, reader, context, &group->rankings[i], into);
  return fine;
}

static bool read_rows(checking *c) {
  az_row_reader *reader = az_row_reader_new(c->r.step.cuts, false);
  bool fine = true;
  forget_groups(c);
  for (size_t g = 0; fine && g < arrlenu(c->part->groups); g++) {
    fixed_rows rows = {.cuts = c->r.step.cuts};
    fine = read_group(c, reader, g, &rows);
    arrput(c->groups, rows);
  }
  az_row_reader_free(reader);
  return fine;
}

/* Asserts the rows of the first `count` groups as permanent facts. */
static void assert_rows(checking *c, size_t count) {
  kiki_formula *f = &c->r.step;
  for (size_t g = 0; g < count; g++) {
    az_invariants known = {
        .cuts = f->cuts,
        .domain = {.module = &fixed_module, .ops = &fixed_ops, .self = &c->groups[g]}};
    az_invariants_assert(&known, f->instances, f->solver);
    arrfree(known.asserted);
  }
}

/* Returns whether the rows are inductive: none can be violated if these rows and those of the first
 * `known` groups are facts. */
static bool rows_hold(checking *c, fixed_rows *rows, size_t known, const char *violated) {
  assert(known <= arrlenu(c->groups)); /* only groups that were checked before are facts */
  if (is_over(c) || !fresh(c)) return false;
  kiki_formula *f = &c->r.step;
  az_invariants asked = {.cuts = f->cuts,
                         .domain = {.module = &fixed_module, .ops = &fixed_ops, .self = rows}};
  assert_rows(c, known);
  asked.synthesis = az_synthesis_new(f->cuts, f->solver, &asked.domain);
  az_synthesis_instantiate(asked.synthesis, f->instances);
  az_answer answer = az_invariants_violated(&asked, run_clock(&c->r) + run_left(&c->r));
  bool holds = judge(c, f->solver, answer, violated);
  az_synthesis_free(asked.synthesis);
  return holds;
}

/* Checks (1) and (2) for one group. */
static bool group_holds(checking *c, size_t group) {
  fixed_rows *rows = &c->groups[group], rankings = {.cuts = rows->cuts, .rows = rows->rankings};
  bool holds = true;
  if (arrlenu(rows->rows)) holds = rows_hold(c, rows, group, "a row can be violated");
  if (holds && arrlenu(rankings.rows))
    holds = rows_hold(c, &rankings, group + 1, "a ranking need not decrease");
  for (size_t i = 0; holds && i < arrlenu(rankings.rows); i++) {
    const az_loop_head *head =
        &az_cuts_ssa(rows->cuts)
             ->heads[az_cuts_head_of_view(rows->cuts, rankings.rows[i].row.view)];
    arrput(c->r.known.ranked, ((kiki_ranked_loop){.frame = head->frame, .loop = head->loop}));
  }
  return holds;
}

/* Evaluates the rows in runs on random inputs. The formula, whose cut points define what rows mean,
 * was built before. */
static void run_rows(checking *c) {
  const kiki_formula *f = &c->r.step;
  if (!c->options->runs || !c->part->is_step || !f->cuts) return;
  uint32_t undefined = 1u << AZ_C_DIV_BY_ZERO | 1u << AZ_C_SHIFT | 1u << AZ_C_CONVERSION;
  az_invariant_options o = {
      .runs = c->options->runs, .classes = c->r.classes, .cpu_end = c->options->cpu_end};
  if (f->overflow == AZ_OVERFLOW_ASSUME_NONE) o.classes |= 1u << AZ_C_OVERFLOW;
  if (f->defined) o.classes |= undefined;
  az_invariants_run(f->cuts, c->part, &o, c->options->arena, &c->report->run);
  if (*c->report->run.violated) fails(c, AZ_REFUTED, "%s", c->report->run.violated);
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool *checks_of(const checking *c, const az_proof_part *part) {
  const az_program *p = c->r.p;
  bool *is = az_calloc(p->check_count + 1, sizeof *is);
  for (uint32_t k = 0; k < p->check_count; k++)
    for (size_t i = 0; i < arrlenu(part->checks); i++)
      is[k] |= c->r.open[k] && !strcmp(p->checks[k].id, part->checks[i]);
  return is;
}

/* Returns whether each loop of a check of termination has a ranking. */
static bool loops_end(checking *c, const bool *which) {
  const az_program *p = c->r.p;
  const bool *ends = az_rankings_checks(&c->r);
  for (uint32_t k = 0; k < p->check_count; k++)
    if (which[k] && p->checks[k].cls == AZ_C_TERMINATION && !ends[k])
      return fails(c, AZ_NOT_CERTIFIED, "%s",
                   arrlenu(c->part->left_out) ? c->part->left_out[0] : "a loop has no ranking");
  return true;
}

/* Checks (3), or the query of base parts. */
static bool checks_hold(checking *c) {
  if (is_over(c) || !fresh(c)) return false;
  kiki_run *r = &c->r;
  kiki_formula *f = formula_of(c);
  if (c->part->is_step) assert_rows(c, arrlenu(c->groups));
  bool *which = checks_of(c, c->part);
  if (c->part->is_step && !loops_end(c, which)) {
    free(which);
    return false;
  }
  const az_term unmodelled = formula_incomplete(f);
  az_term bad = az_or(r->s, formula_violations(f, which), unmodelled);
  free(which);
  az_answer answer = formula_query(r, f, bad, run_left(r), "violated checks, or executions beyond");
  return judge(c, f->solver, answer,
               c->part->is_step ? "a check can be violated"
                                : "a check can be violated, or not everything is unwound");
}

/* Returns whether the claims are inductive over the nesting depth of calls. */
static bool claims_hold(checking *c) {
  const kiki_run *r = &c->r;
  const uint32_t count = (uint32_t)arrlenu(c->claims);
  if (!count) return true;
  const az_program *q = az_program_of_summaries(c->copied, c->claims, count, 0, NULL);
  if (!q) return fails(c, AZ_NOT_CERTIFIED, "the program of the claims cannot be built");
  const az_solver_config config = {.backend = r->backend ? r->backend : r->config->solver,
                                   .dump_directory = r->config->dump,
                                   .name = "claims",
                                   .proofs = r->config->proofs};
  const double end = run_clock(r) + run_left(r);
  claims_formula f;
  bool holds = false;
  if (!claims_formula_open(&f, q, r->registry, &config, end, r->err))
    fails(c, AZ_NOT_CERTIFIED, "time");
  else
    holds =
        judge(c, f.solver, claims_violated(&f, end), "a claim about a function can be violated");
  claims_formula_close(&f);
  return holds;
}

static bool part_holds(checking *c) {
  if (!claims_hold(c)) return false;
  if (!build(c) || (c->part->is_step && !read_rows(c))) return false;
  assert(!c->part->is_step || arrlenu(c->groups) == arrlenu(c->part->groups));
  bool holds = true;
  for (size_t g = 0; holds && g < arrlenu(c->groups); g++) holds = group_holds(c, g);
  return holds && checks_hold(c);
}

/* Returns whether each check is in some part. */
static bool is_complete(checking *c) {
  const kiki_run *r = &c->r;
  bool *covered = az_calloc(r->p->check_count + 1, sizeof *covered), fine = true;
  for (size_t i = 0; i < arrlenu(c->proof->parts); i++) {
    bool *is = checks_of(c, &c->proof->parts[i]);
    for (uint32_t k = 0; k < r->p->check_count; k++) covered[k] |= is[k];
    free(is);
  }
  for (uint32_t k = 0; fine && k < r->p->check_count; k++)
    if (r->open[k] && !covered[k])
      fine = fails(c, AZ_NOT_CERTIFIED, "the proof does not cover %s", r->p->checks[k].id);
  free(covered);
  const char *forbidden = r->open_count ? NULL : run_forbidden(&c->r);
  return fine && forbidden ? fails(c, AZ_NOT_CERTIFIED, "%s", forbidden) : fine;
}

static bool check_part(checking *c) {
  run_open_formulas(&c->r);
  if (!c->options->solver) c->r.backend = c->options->proofs ? NULL : backend(c);
  const az_module *trusted = az_observers_with_axioms(c->r.observers);
  if (c->part->axioms && (!trusted || strcmp(trusted->name, c->part->axioms)))
    return fails(c, AZ_NOT_CERTIFIED, "no observation of the proof has the axioms of '%s'",
                 c->part->axioms);
  if (c->part->axioms) c->report->axioms = trusted->name;
  bool holds = part_holds(c);
  run_rows(c);
  const char *solver = c->report->solver;
  c->report->same_solver |= !c->options->solver && !c->options->proofs && !c->r.backend && solver &&
                            !strcmp(solver, c->part->solver);
  return holds && c->report->result != AZ_REFUTED;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Returns a description of fixed_module with the group's observations. */
static az_desc *observing(az_registry *registry, const az_proof_group *group, az_error *err) {
  az_desc **items = NULL; /* stb_ds */
  bool fine = true;
  for (size_t i = 0; fine && i < arrlenu(group->observations); i++) {
    az_desc *d = az_desc_from_json(registry, group->observations[i], err);
    fine = d && d->module->kind == AZ_MODULE_OBSERVATION;
    if (d) arrput(items, d);
  }
  az_desc *all = fine ? az_desc_new(&fixed_module) : NULL;
  if (all) {
    az_value_desc value = {.option = "observe", .type = AZ_OPT_OBSERVATIONS};
    value.as.modules.items = items;
    value.as.modules.count = arrlenu(items);
    az_desc_set(all, &value);
  }
  for (size_t i = 0; i < arrlenu(items); i++) az_desc_free(items[i]);
  arrfree(items);
  return all;
}

static bool open_forms(checking *c, az_registry *registry, az_error *err) {
  for (size_t g = 0; c->part && g < arrlenu(c->part->groups); g++) {
    az_desc *d = observing(registry, &c->part->groups[g], err);
    if (!d) return fails(c, AZ_NOT_CERTIFIED, "the observations of a row: %s", err->message);
    arrput(c->forms, ((az_form){.domain = d}));
  }
  return true;
}

/* Returns the treatment of overflow of the part. Without one, nothing is queried. */
static az_signed_overflow overflow_of(const checking *c) {
  if (c->part && c->part->strict) return AZ_SO_STRICT;
  return c->options->overflow == AZ_SO_STATED ? AZ_SO_ASSUME : c->options->overflow;
}

/* Returns the program of the step formula, with the claims of the part. */
static const az_program *step_program(kiki_run *r) {
  const checking *c = (const checking *)(const void *)r; /* the run is its first member */
  if (!c->part->recursion_loops) return r->p;
  return az_program_recursion_to_loops(c->copied, r->classes, c->claims,
                                       (uint32_t)arrlenu(c->claims), NULL);
}

static bool read_part_claims(checking *c) {
  az_error wrong = {.status = AZ_OK};
  c->copied = az_program_arguments_copied(c->r.p);
  c->claims = az_read_claims(c->copied, c->part, &wrong);
  return wrong.status == AZ_OK ||
         fails(c, AZ_NOT_CERTIFIED, "a claim about a function: %s", wrong.message);
}

/* Checks a part in a separate run, so that no part depends on objects of another. Without a part,
 * checks that the parts are complete. */
static bool run_part(checking *c, const az_program *program, az_registry *registry,
                     uint32_t classes, az_error *err) {
  const az_certify_options *o = c->options;
  bool holds = open_forms(c, registry, err);
  static const az_termination_ops ends = {.step_program = step_program};
  static const az_services services = {.termination = &ends};
  az_engine_config config = {.mode = AZ_MODE_KIKI,
                             .services = &services,
                             .forms = c->forms,
                             .form_count = arrlenu(c->forms),
                             .solver = o->solver,
                             .overflow = overflow_of(c),
                             .limits = &c->proof->limits,
                             .cpu_end = o->cpu_end,
                             .trust = o->trust,
                             .lemmas = arrlenu(c->proof->parts) ? c->proof->parts[0].lemmas : 0,
                             .proofs = o->proofs != NULL,
                             .dump = o->dump,
                             .certify = true}; /* the formulas are those of the proof */
  if (holds) {
    c->r = run_begin(program, registry, classes, &config, err);
    memset(c->r.limits.hits, 0, sizeof c->r.limits.hits);
    c->r.switches.candidates = false;
    c->r.switches.calls = AZ_CALLS_EXPAND;
    c->r.switches.recursion_loops = c->part && c->part->recursion_loops;
    if (!c->part)
      holds = is_complete(c);
    else if (!read_part_claims(c))
      holds = false;
    else if (run_open_memory(&c->r))
      holds = check_part(c);
    else
      holds = fails(c, AZ_NOT_CERTIFIED, "%s", err->message);
    az_result_free(run_end(&c->r));
  }
  forget_groups(c);
  arrfree(c->claims);
  for (size_t i = 0; i < arrlenu(c->forms); i++)
    az_desc_free((az_desc *)(uintptr_t)c->forms[i].domain);
  arrfree(c->forms);
  return holds;
}

/* Lemmas are checks of classes with which the program was read. All parts have the same lemmas, and
 * is_complete requires all of them. A strict part proves more: overflows that give any value, or
 * wrap, add executions, and what holds for all of these holds for those without overflow. */
static bool parts_fit(checking *c, uint32_t classes) {
  const az_proof_part *parts = c->proof->parts;
  az_frontend_options options = {.classes = 0};
  const az_signed_overflow overflow = c->options->overflow;
  const bool may_be_strict = overflow == AZ_SO_ASSUME || overflow == AZ_SO_STATED;
  az_frontend_for(&options, classes, overflow == AZ_SO_WRAP);
  for (size_t i = 0; i < arrlenu(parts); i++) {
    if (parts[i].strict && !may_be_strict)
      return fails(c, AZ_NOT_CERTIFIED, "a part with another treatment of signed overflow");
    if (parts[i].lemmas & ~options.classes || parts[i].lemmas != parts[0].lemmas)
      return fails(c, AZ_NOT_CERTIFIED, "lemmas that are not proved for this property");
  }
  return true;
}

az_certify_report az_certify(const az_program *program, az_registry *registry, uint32_t classes,
                             const az_certified_proof *proof, const az_certify_options *options,
                             az_error *err) {
  az_certify_report report = {.result = AZ_NOT_CERTIFIED};
  checking c = {.proof = proof, .report = &report, .options = options};
  if (!parts_fit(&c, classes)) return report;
  bool assumes = false;
  bool holds = run_part(&c, program, registry, classes, err);
  for (size_t i = 0; holds && i < arrlenu(proof->parts); i++) {
    c.part = &proof->parts[i];
    holds = run_part(&c, program, registry, classes, err);
    assumes |= overflow_of(&c) == AZ_SO_ASSUME;
  }
  assumes &= options->overflow == AZ_SO_STATED && !(classes >> AZ_C_OVERFLOW & 1u);
  if (holds && assumes)
    snprintf(report.reason, sizeof report.reason, "assuming no signed overflow");
  assert(!holds || report.result == AZ_NOT_CERTIFIED); /* a refuted proof does not hold */
  if (holds) report.result = AZ_CERTIFIED;
  return report;
}
