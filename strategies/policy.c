/* Max-strategy iteration ([gawlitza2007]; [kroening2023, sec. 6.1] with its footnote 6) for numeric
 * rows e_r <= d_r.
 *
 * A row's least bound is the greatest value that any path through the step gives it, over the
 * states that the bounds admit. A model in which rows are violated determines a path for each of
 * them, the row's policy: the proof obligation, the branch of every ite, how often each operation
 * wraps. Along the path, the row is a linear function of the loop-back state and the inputs, and
 * the path's conditions are linear inequalities. The policies of all rows are one linear program
 * over the bounds and a separate state for each row:
 *     maximise sum d_r  where  d_r <= e_r(path_r(x_r)),  conditions of path_r(x_r),
 *                              e_q(x_r) <= d_q for every row q that is assumed of x_r.
 * A policy is replaced only when a model improves on it, so the greatest solution is the least one
 * above the bounds so far, over the rationals. The program is solved for the rows that changed and
 * those that depend on them; all others are constants.
 *
 * The solution is floating point. It is rounded to integers, and each row's state is checked
 * against the rounded bounds in exact arithmetic. A row whose state fails keeps the bound from the
 * model. After `delay` such failures, and if a path is not linear or the program has no solution,
 * the solver searches the row as binsearch does: in doubling steps, then by bisection, with the
 * claims at the candidates.
 *
 * Queries are made row by row, under only the claims about variables on which the row's next value
 * can depend. If such a query is unsatisfiable, it remains so under all claims; otherwise it is
 * repeated under all claims. A row that was shown to hold is queried again only if its bound, or
 * one in these claims, has changed. If there are few rows, they are queried together.
 *
 * The result is inductive: if no row can be violated under (some of) these claims, none can be
 * under all of them. It is the least fixed point of the rows if optimal states are integral for
 * each policy that occurred, and no row was searched. This is so for intervals and zones on paths
 * that copy variables and add constants or inputs. Otherwise the result may lie above the least
 * fixed point. */
#include "policy.h"
#include <glpk.h>
#include <stdlib.h>

static void *open_policy(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  const az_domain *domain = az_synthesis_domain(synthesis);
  az_arena *arena = az_arena_new();
  policy *p = AZ_NEW(arena, policy);
  p->arena = arena;
  p->synthesis = synthesis;
  p->store = az_synthesis_store(synthesis);
  p->ops = domain->ops;
  p->domain = domain->self;
  p->numeric = az_domain_facets(domain).numeric;
  p->rows = p->ops->row_count(p->domain);
  p->delay = (uint32_t)az_desc_int(options, "delay");
  p->row = AZ_NEWN(arena, row_state, p->rows);
  p->violations = AZ_NEWN(arena, az_term, p->rows);
  for (uint32_t r = 0; r < p->rows; r++)
    p->numeric->range(p->domain, r, &p->row[r].least, &p->row[r].greatest);
  return p;
}

static void close_policy(void *self) {
  policy *p = self;
  for (uint32_t r = 0; r < p->rows; r++) policy_drop_path(&p->row[r]);
  if (p->top) p->ops->value_free(p->domain, p->top);
  az_arena_free(p->arena);
  glp_free_env();
}

/* ---- what rows depend on --------------------------------------------------------------------- */

/* Numbers for the variables in facts, in the order in which they are found. */
typedef struct numbering {
  az_arena *arena;
  az_term *vars; /* by slot; open hashing */
  uint32_t *numbers;
  uint32_t size, count;
  bool add;
  uint64_t *into; /* bits to set; NULL: variables only get numbers */
} numbering;

static void meet(void *ctx, az_term var) {
  numbering *n = ctx;
  uint32_t i = var * 2654435769u >> 7 & (n->size - 1);
  while (n->vars[i] && n->vars[i] != var) i = (i + 1) & (n->size - 1);
  if (!n->vars[i]) {
    if (!n->add || n->count * 2 >= n->size) return;
    n->vars[i] = var;
    n->numbers[i] = n->count++;
  }
  if (n->into) n->into[n->numbers[i] / 64] |= UINT64_C(1) << n->numbers[i] % 64;
}

/* Makes two passes over the facts: the first numbers their variables, the second records them. */
static void find_support(policy *p) {
  az_arena *scratch = az_arena_new();
  size_t count, room = 0;
  for (uint32_t r = 0; r < p->rows; r++)
    az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count), room += count;
  p->facts = AZ_NEWN(p->arena, row_fact, room);
  p->assumptions = AZ_NEWN(p->arena, az_term, room + 1);
  p->support = AZ_NEWN(p->arena, uint64_t *, p->rows);
  numbering n = {.size = 1 << 16, .add = true};
  n.vars = AZ_NEWN(scratch, az_term, n.size);
  n.numbers = AZ_NEWN(scratch, uint32_t, n.size);
  for (uint32_t r = 0; r < p->rows; r++) {
    const az_obligation *obligations =
        az_synthesis_assumed(p->synthesis, p->ops->row(p->domain, r).view, &count);
    for (size_t i = 0; i < count; i++) {
      az_term e = p->numeric->expression(p->domain, r, &obligations[i].state);
      az_free_vars(p->store, &e, 1, meet, &n);
      p->facts[p->fact_count++] = (row_fact){.row = r, .obligation = &obligations[i]};
    }
  }
  n.add = false;
  p->words = n.count / 64 + 1;
  for (size_t i = 0; i < p->fact_count; i++) {
    row_fact *f = &p->facts[i];
    n.into = f->support = AZ_NEWN(p->arena, uint64_t, p->words);
    az_term e = p->numeric->expression(p->domain, f->row, &f->obligation->state);
    az_free_vars(p->store, &e, 1, meet, &n);
  }
  for (uint32_t r = 0; r < p->rows; r++) {
    const az_obligation *obligations =
        az_synthesis_obligations(p->synthesis, p->ops->row(p->domain, r).view, &count);
    n.into = p->support[r] = AZ_NEWN(p->arena, uint64_t, p->words);
    for (size_t i = 0; i < count; i++) {
      az_term e[] = {p->numeric->expression(p->domain, r, &obligations[i].state),
                     obligations[i].condition};
      az_free_vars(p->store, e, 2, meet, &n);
    }
  }
  az_arena_free(scratch);
}

static bool bears(const policy *p, const row_fact *f, uint32_t row) {
  for (uint32_t i = 0; i < p->words; i++)
    if (f->support[i] & ~p->support[row][i]) return false;
  return true;
}

/* Updates facts whose claims have changed. The solver only gets them as assumptions. */
static void update_facts(policy *p, const void *value) {
  bool first = !p->top;
  if (first) {
    p->top = p->ops->value_new(p->domain);
    for (uint32_t r = 0; r < p->rows; r++) p->ops->value_top(p->domain, p->top, r);
  }
  az_synthesis_assume(p->synthesis, p->top);
  for (uint32_t r = 0; first && r < p->rows; r++) az_synthesis_why(p->synthesis, r, "start");
  for (size_t i = 0; i < p->fact_count; i++) {
    row_fact *f = &p->facts[i];
    if (f->term && p->row[f->row].changed != p->step) continue;
    az_term holds = p->ops->claim(p->domain, f->row, value, &f->obligation->state);
    f->term = az_implies(p->store, f->obligation->condition, holds);
  }
}

/* Decides whether the violation and the facts are satisfiable together; uses only facts that
 * concern the row, or all if `row` is UINT32_MAX. */
static az_answer ask(policy *p, az_term violation, uint32_t row, double deadline) {
  size_t n = 0;
  p->assumptions[n++] = violation;
  for (size_t i = 0; i < p->fact_count; i++)
    if (!az_is_true(p->store, p->facts[i].term) &&
        (row == UINT32_MAX || bears(p, &p->facts[i], row)))
      p->assumptions[n++] = p->facts[i].term;
  return az_synthesis_check(p->synthesis, p->assumptions, n, deadline);
}

/* Returns whether the row was shown to hold under bounds that are still the same. */
static bool is_shown(const policy *p, uint32_t row) {
  uint32_t when = p->row[row].shown;
  if (!when || p->row[row].changed > when) return false;
  for (size_t i = 0; i < p->fact_count; i++)
    if (p->row[p->facts[i].row].changed > when && bears(p, &p->facts[i], row)) return false;
  return true;
}

/* ---- rows without a policy ------------------------------------------------------------------- */

/* Joins the row with the model's values at the violated proof obligations. Returns the obligation
 * with the greatest value, or NULL if none is violated. */
static const az_obligation *join(policy *p, uint32_t r, void *value) {
  const az_model *model = az_synthesis_model(p->synthesis);
  const az_obligation *obligation, *last = NULL;
  while ((obligation = az_synthesis_violated_obligation(p->synthesis, r, value)) &&
         p->ops->improve(p->domain, r, value, model, &obligation->state))
    last = obligation;
  if (last && !p->numeric->bound(p->domain, r, value, &p->row[r].bound)) return NULL;
  return last;
}

/* Searches the bounds of rows together, with claims that move with the candidates, and stores them
 * in `value`. */
static bool search(policy *p, const uint32_t *targets, uint32_t n, void *value, double deadline) {
  for (uint32_t i = 0; i < n; i++) {
    row_state *row = &p->row[targets[i]];
    row->low = row->bound, row->high = row->greatest, row->jump = 0;
  }
  for (;;) {
    bool open = false;
    for (uint32_t i = 0; i < n; i++) {
      row_state *row = &p->row[targets[i]];
      az_wide half = (row->high - row->low - 1) / 2;
      row->bound = row->low;
      if (row->low < row->high)
        open = true, row->bound += row->jump >= 0 && row->jump < half ? row->jump : half;
      p->numeric->set_bound(p->domain, targets[i], value, row->bound);
      az_synthesis_why(p->synthesis, targets[i], row->jump < 0 ? "bisection" : "jump");
    }
    if (!open) return true;
    az_synthesis_assume(p->synthesis, value);
    for (uint32_t i = 0; i < n; i++)
      p->violations[i] = az_synthesis_violation(p->synthesis, targets[i], value);
    az_term any = az_or_n(p->store, p->violations, n);
    az_answer answer = az_synthesis_check(p->synthesis, &any, 1, deadline);
    if (answer == AZ_UNKNOWN) return false;
    bool raised = answer == AZ_UNSAT;
    for (uint32_t i = 0; i < n; i++) {
      row_state *row = &p->row[targets[i]];
      if (answer == AZ_UNSAT) {
        if (row->low < row->high) row->high = row->bound, row->jump = -1;
      } else if (join(p, targets[i], value)) {
        row->low = row->bound < row->high ? row->bound : row->high;
        if (row->jump >= 0) row->jump = row->jump * 2 + 1;
        raised = true;
      }
    }
    if (!raised) return false;
  }
}

/* Joins the model, which violates claims, and makes its paths the policies of the violated rows. */
static bool improve(policy *p, void *value) {
  model_forms *s = policy_forms_new(p);
  bool improved = false;
  for (uint32_t r = 0; r < p->rows; r++) {
    const az_obligation *obligation = join(p, r, value);
    if (!obligation) continue;
    improved = p->row[r].fresh = true;
    if (!policy_find_path(p, s, r, obligation)) p->row[r].failures++;
  }
  policy_forms_leave(s);
  return improved;
}

/* Reads the bounds, which other strategies may have changed since the last step. If some bounds are
 * lower, all policies belong to another run; if a row's bound is higher, its policy is useless. */
static void read_bounds(policy *p, const void *value) {
  bool anew = !p->step++;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (!p->numeric->bound(p->domain, r, value, &row->bound)) row->bound = row->least - 1;
    row->fresh = false;
    anew |= row->bound < row->left;
    if (row->bound > row->left) policy_drop_path(row);
    if (row->bound != row->left) row->changed = p->step;
  }
  for (uint32_t r = 0; r < p->rows && anew; r++) {
    row_state *row = &p->row[r];
    policy_drop_path(row);
    row->failures = row->shown = 0;
    row->changed = p->step;
  }
}

/* Up to this number, rows are queried together. */
enum { FEW = 12 };

/* Decides whether rows can be violated, and joins the models. Returns AZ_UNSAT if none can be. */
static az_answer improve_all(policy *p, void *value, double deadline) {
  for (uint32_t r = 0; r < p->rows; r++)
    p->violations[r] = az_synthesis_violation(p->synthesis, r, value);
  if (p->rows <= FEW) {
    az_answer answer = ask(p, az_or_n(p->store, p->violations, p->rows), UINT32_MAX, deadline);
    return answer == AZ_SAT && !improve(p, value) ? AZ_UNKNOWN : answer;
  }
  az_answer result = AZ_UNSAT;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    if (row->fresh || az_is_false(p->store, p->violations[r]) || is_shown(p, r)) continue;
    az_answer answer = ask(p, p->violations[r], r, deadline);
    if (answer == AZ_UNSAT) row->shown = p->step;
    if (answer == AZ_SAT) answer = ask(p, p->violations[r], UINT32_MAX, deadline);
    if (answer == AZ_UNKNOWN || (answer == AZ_SAT && !improve(p, value))) return AZ_UNKNOWN;
    if (answer == AZ_SAT) result = AZ_SAT;
  }
  return result;
}

static az_step policy_step(void *self, void *value, double deadline) {
  policy *p = self;
  if (deadline > 0 && az_synthesis_clock(p->synthesis) > deadline) return AZ_STEP_STOPPED;
  if (!p->support) find_support(p);
  read_bounds(p, value);
  update_facts(p, value);
  az_answer answer = improve_all(p, value, deadline);
  if (answer == AZ_UNKNOWN) return AZ_STEP_STOPPED;
  if (answer == AZ_SAT) policy_solve(p, deadline);

  az_arena *scratch = az_arena_new();
  uint32_t *targets = AZ_NEWN(scratch, uint32_t, p->rows), n = 0;
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    p->numeric->set_bound(p->domain, r, value, row->bound);
    az_synthesis_why(p->synthesis, r, "policy");
    if (row->fresh && !row->path.forms && row->failures > p->delay) targets[n++] = r;
  }
  bool found = !n || search(p, targets, n, value, deadline);
  az_arena_free(scratch);
  for (uint32_t r = 0; r < p->rows; r++) {
    row_state *row = &p->row[r];
    row->left = row->bound;
    if (row->fresh || row->free) row->changed = p->step + 1; /* takes effect in the next step */
  }
  if (answer == AZ_SAT) return found ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
  az_synthesis_assume(p->synthesis, value);
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops policy_operations = {
    .needs = AZ_NEEDS_NUMERIC, .open = open_policy, .close = close_policy, .step = policy_step};

static const az_option policy_options[] = {
    {.name = "delay",
     .type = AZ_OPT_INT,
     .summary = "models that are joined into a row without a usable policy before it is searched",
     .initial = "1",
     .least = 0,
     .greatest = INT32_MAX},
    {0}};

AZ_MODULE(policy) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "policy", "1.0"),
    .summary = "max-strategy iteration: models choose paths, a linear program (GLPK) gives bounds, "
               "and the solver checks them; the result is inductive",
    .options = policy_options,
    AZ_MODULE_OPERATIONS(policy_operations),
};
