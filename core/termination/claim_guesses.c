/* Guesses of claims about recursive functions. An output of a call is its result, or the change of
 * an integer global. Guesses are bounds of outputs by constants and by arguments, also under the
 * condition that an argument is above or below a constant; and equations with sums and differences
 * of arguments, modulo the output's width or modulo 2. They use the constants of the program. */
#include "termination/claims.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>

enum { OWN = 6, CONSTANTS = 12, CLAIMS = 3000, LARGEST = 1024 };

/* ---- constants ------------------------------------------------------------------------------- */

typedef struct constants {
  int64_t value[CONSTANTS];
  uint32_t count, most;
} constants;

static void add_constant(constants *c, int64_t value) {
  if (value > LARGEST || value < -LARGEST || c->count == c->most) return;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->value[i] == value) return;
  c->value[c->count++] = value;
}

static void scan(const az_store *s, az_term t, constants *c, uint32_t depth) {
  az_wide value;
  if (!t || depth > 12) return;
  if (az_is_const(s, t)) {
    if (az_sort_kind_of(az_sort_of(s, t)) == AZ_SORT_BV && az_sort_width(az_sort_of(s, t)) <= 64 &&
        az_const_wide(s, t, true, &value))
      add_constant(c, (int64_t)value);
    return;
  }
  for (uint32_t i = 0; i < az_arity(s, t); i++) scan(s, az_operand(s, t, i), c, depth + 1);
}

static void scan_function(const az_program *p, const az_function *f, constants *c) {
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    scan(p->store, block->condition, c, 0);
    scan(p->store, block->value, c, 0);
  }
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_STORE) scan(p->store, i.stmt->value, c, 0);
}

/* Returns the constants with which the function distinguishes cases. For a summarised function, the
 * constants of the functions that it calls follow. */
static constants constants_of(const guesses *g, uint32_t function) {
  constants c = {.value = {0, 1}, .count = 2, .most = OWN};
  scan_function(g->p, &g->p->functions[function], &c);
  bool *closure =
      g->summarised ? summaries_closure(g->p, &(az_summary){.function = function}, 1) : NULL;
  for (uint32_t i = 0; i < arrlenu(closure); i++)
    if (closure[i]) scan_function(g->p, &g->p->functions[i], &c);
  arrfree(closure);
  return c;
}

static bool calls(const az_function *caller, uint32_t function) {
  for (az_stmts i = az_stmts_in(caller); az_stmts_next(&i);)
    if (az_direct_callee(i.stmt) == function) return true;
  return false;
}

/* Returns `own` and the constants with which the result may be compared at calls: the constants of
 * the functions of the recursion or, for a summarised function, of its callers. */
static constants with_others(const guesses *g, const constants *own, uint32_t function) {
  constants c = *own;
  c.most = CONSTANTS;
  for (uint32_t i = 0; i < g->p->function_count; i++)
    if (i != function && (g->summarised || calls(&g->p->functions[i], function)))
      scan_function(g->p, &g->p->functions[i], &c);
  return c;
}

/* ---- guesses --------------------------------------------------------------------------------- */

static bool is_integer(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  return t->kind == AZ_T_INT && !t->is_bool && t->width <= 64 && t->sort == az_sort_bv(t->width);
}

/* Returns the value in a width in which adding small constants does not wrap. */
static az_term wide(const guesses *g, az_term t, az_type type) {
  return az_resize(g->s, t, g->width, g->p->types[type].is_signed);
}

static az_term number(const guesses *g, int64_t value) {
  return az_bv_signed(g->s, g->width, value);
}

void claims_add(guesses *g, az_term claim) {
  if (az_is_const(g->s, claim) || arrlenu(g->claims) >= CLAIMS) return;
  for (size_t i = 0; i < arrlenu(g->points); i++)
    if (g->points[i].summary == g->guessing &&
        az_is_false(g->s, az_subst_apply(g->points[i].subst, claim)))
      return;
  az_term active = az_fresh(g->s, az_sort_bool(), "claim");
  arrput(g->claims, claim);
  arrput(g->active, active);
  arrput(g->dropped, false);
  arrput(g->summary, g->guessing);
}

void claims_suggest(guesses *g, uint32_t summary, az_term claim) {
  arrput(g->lines, claim);
  arrput(g->line_of, summary);
}

static void guess_bounds(guesses *g, az_term guard, az_term result, az_term base,
                         const constants *c) {
  for (uint32_t i = 0; i < c->count; i++)
    for (int sign = 1; sign >= -1; sign -= 2) {
      if (sign < 0 && c->value[i] == 0) continue;
      az_term bound = az_bv_add(g->s, base, number(g, sign * c->value[i]));
      claims_add(g, az_implies(g->s, guard, az_bv_sle(g->s, bound, result)));
      claims_add(g, az_implies(g->s, guard, az_bv_sle(g->s, result, bound)));
    }
}

/* Guesses that an output is a constant, or a constant plus a sum or difference of arguments. */
static void guess_equations(guesses *g, az_term guard, const az_term *terms, uint32_t count,
                            az_term output, const constants *c) {
  az_store *s = g->s;
  uint32_t width = az_sort_width(az_sort_of(s, output));
  for (uint32_t i = 0; i <= count; i++)
    for (uint32_t j = i; j < count || j == i; j++)
      for (uint32_t signs = 0; signs < (i == count ? 1u : i == j ? 2u : 4u); signs++) {
        az_term sum = i == count ? az_bv(s, width, 0) : terms[i];
        if (signs & 1) sum = az_bv_neg(s, sum);
        if (j > i) sum = signs & 2 ? az_bv_sub(s, sum, terms[j]) : az_bv_add(s, sum, terms[j]);
        az_term rest = az_bv_sub(s, output, sum);
        for (uint32_t k = 0; k < c->count; k++)
          for (int sign = 1; sign >= -1; sign -= 2)
            if (sign > 0 || c->value[k])
              claims_add(g, az_implies(s, guard,
                                       az_eq(s, rest, az_bv_signed(s, width, sign * c->value[k]))));
        if (signs || !az_is_true(s, guard)) continue; /* the sign does not matter modulo 2 */
        az_term odd = az_eq_value(s, az_extract(s, rest, 0, 0), 1);
        claims_add(g, odd);
        claims_add(g, az_not(s, odd));
      }
}

/* The arguments, in the width of claims. */
typedef struct terms {
  az_term wide[MOST_ARGUMENTS];
  uint32_t count;
} terms;

/* Guesses bounds of a result under conditions on the signs of two arguments. */
static void guess_for_pairs(guesses *g, const terms *t, az_term result) {
  const constants small = {.value = {0, 1}, .count = 2};
  const uint32_t most = 4;
  for (uint32_t j = 1; j < t->count && j < most; j++)
    for (uint32_t i = 0; i < j; i++)
      for (uint32_t k = 0; k < 2; k++) {
        const az_term least = number(g, k), first = az_bv_sle(g->s, least, t->wide[i]);
        az_term guard = az_and(g->s, first, az_bv_sle(g->s, least, t->wide[j]));
        guess_bounds(g, guard, result, number(g, 0), &small);
        guess_bounds(g, guard, result, t->wide[i], &small);
        guess_bounds(g, guard, result, t->wide[j], &small);
      }
}

/* Guesses about a global that is at most (or greater than) a constant before the call: it is at
 * most (or at least) another constant afterwards; it did not increase; it did not decrease. */
static void guess_change(guesses *g, az_term before, az_term after, const constants *own,
                         const constants *all) {
  const constants zero = {.count = 1};
  for (uint32_t k = 0; k < own->count; k++) {
    az_term below = az_bv_sle(g->s, before, number(g, own->value[k]));
    for (uint32_t j = 0; j < all->count; j++) {
      az_term bound = number(g, all->value[j]);
      claims_add(g, az_implies(g->s, below, az_bv_sle(g->s, after, bound)));
      claims_add(g, az_or(g->s, below, az_bv_sle(g->s, bound, after)));
    }
    guess_bounds(g, below, after, before, &zero);
    guess_bounds(g, az_not(g->s, below), after, before, &zero);
  }
}

static void guess_result(guesses *g, const terms *t, az_term result, const constants *own,
                         const constants *all) {
  az_term always = az_true(g->s);
  guess_bounds(g, always, result, number(g, 0), all);
  for (uint32_t i = 0; i < t->count; i++) guess_bounds(g, always, result, t->wide[i], own);
  for (uint32_t i = 0; i < t->count; i++)
    for (uint32_t k = 0; k < own->count; k++) {
      az_term below = az_bv_sle(g->s, t->wide[i], number(g, own->value[k]));
      for (uint32_t negated = 0; negated < 2; negated++) {
        az_term guard = negated ? az_not(g->s, below) : below;
        guess_bounds(g, guard, result, number(g, 0), all);
        guess_bounds(g, guard, result, t->wide[i], own);
      }
    }
  if (g->values) guess_for_pairs(g, t, result);
}

/* Guesses equations for an output: unconditional ones, and one for each sign of an argument. */
static void guess_values(guesses *g, const terms *t, az_term output, const constants *own) {
  const claim_terms *of = &g->terms[g->guessing];
  const constants small = {.value = {0, 1}, .count = 2};
  uint32_t width = az_sort_width(az_sort_of(g->s, output));
  az_term same[MOST_ARGUMENTS];
  for (uint32_t i = 0; i < t->count; i++)
    same[i] = az_resize(g->s, of->argument[i], width, of->is_signed[i]);
  guess_equations(g, az_true(g->s), same, t->count, output, own);
  for (uint32_t i = 0; i < t->count; i++) {
    az_term below = az_bv_sle(g->s, t->wide[i], number(g, 0));
    guess_equations(g, below, same, t->count, output, &small);
    guess_equations(g, az_not(g->s, below), same, t->count, output, &small);
  }
}

static bool returned(const guesses *g, const az_summary_global *of) {
  return g->p->objects[of->object].returned_by != 0;
}

/* Returns the integer globals that a call of the function may write; stb_ds. */
static az_summary_global *globals_of(const guesses *g, uint32_t function) {
  const az_program *p = g->p;
  az_summary_global *found = NULL;
  bool *closure = summaries_closure(p, &(az_summary){.function = function}, 1);
  call_effects e = effects_of_calls(p, closure);
  const uint32_t *written = e.through_pointers ? e.named : e.written;
  for (size_t i = 0; i < arrlenu(written) && arrlenu(found) < MOST_GLOBALS; i++) {
    const az_object *o = &p->objects[written[i]];
    if (!is_integer(p, o->type) || o->bytes != p->types[o->type].bytes ||
        (o->returned_by && o->returned_by != function + 1))
      continue;
    az_summary_global of = {.object = written[i]};
    of.before = az_fresh(g->s, p->types[o->type].sort, "before");
    of.after = az_fresh(g->s, p->types[o->type].sort, "after");
    arrput(found, of);
  }
  effects_free(&e);
  arrfree(closure);
  return found;
}

/* ---- terms ----------------------------------------------------------------------------------- */

typedef struct deciders {
  const az_program *p;
  const az_function *f;
  bool decides[MOST_ARGUMENTS];
  const az_summary *of;
  uint32_t copies; /* number of copies that were followed */
} deciders;

/* Marks the parameter whose content is in the register. The function may read it from a local to
 * which it was copied. */
static void note_decider(void *ctx, az_term var) {
  enum { COPIES = 1 };
  deciders *d = ctx;
  uint32_t object, at = 0;
  az_term base = AZ_NO_TERM;
  for (az_stmts i = az_stmts_in(d->f); az_stmts_next(&i) && !base;)
    if (i.stmt->kind == AZ_S_LOAD && i.stmt->result == var)
      base = graph_base(d->p, i.stmt->ptr, &object);
  for (uint32_t k = 0; k < d->f->param_count && base; k++) {
    if (!d->of->params[k]) continue;
    if (d->p->objects[d->f->params[k]].address == base) d->decides[at] = true;
    at++;
  }
  if (!base || d->copies == COPIES) return;
  d->copies++;
  for (az_stmts i = az_stmts_in(d->f); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_STORE && graph_base(d->p, i.stmt->ptr, &object) == base)
      az_free_vars(d->p->store, &i.stmt->value, 1, note_decider, d);
  d->copies--;
}

/* Marks the arguments that branches depend on; marks all if there is no such argument. */
static void find_deciders(const az_program *p, const az_function *f, const az_summary *of,
                          claim_terms *t) {
  deciders d = {.p = p, .f = f, .of = of};
  bool any = false;
  for (uint32_t b = 0; b < f->block_count; b++)
    if (f->blocks[b].condition)
      az_free_vars(p->store, &f->blocks[b].condition, 1, note_decider, &d);
  for (uint32_t i = 0; i < t->count; i++) any |= t->decides[i] = d.decides[i];
  for (uint32_t i = 0; i < t->count && !any; i++) t->decides[i] = true;
}

/* Adds differences of values that are returned and arguments on which no branch depends. */
static void add_differences(const guesses *g, const az_summary *of, claim_terms *t) {
  t->with_differences = t->output_count;
  for (uint32_t o = 0; o < t->output_count; o++) {
    t->of_output[o] = o;
    if (o >= (of->result != AZ_NO_TERM) &&
        !returned(g, &of->globals[o - (of->result != AZ_NO_TERM)]))
      continue;
    for (uint32_t i = 0; i < t->count && t->with_differences < MOST_OUTPUTS; i++) {
      if (t->decides[i] || az_sort_of(g->s, t->argument[i]) != az_sort_of(g->s, t->output[o]))
        continue;
      t->of_output[t->with_differences] = o;
      t->output[t->with_differences++] = az_bv_sub(g->s, t->output[o], t->argument[i]);
    }
  }
}

void claims_name_one(guesses *g, uint32_t function) {
  const az_program *p = g->p;
  const az_function *f = &p->functions[function];
  az_summary of = {.function = function};
  claim_terms t = {.count = 0};
  az_summary_global *globals = g->values ? globals_of(g, function) : NULL;
  of.params = AZ_NEWN(p->arena, az_term, f->param_count + 1);
  if (is_integer(p, f->result_type))
    t.output[t.output_count++] = of.result =
        az_fresh(g->s, p->types[f->result_type].sort, "result");
  of.global_count = (uint32_t)arrlenu(globals);
  of.globals = AZ_NEWN(p->arena, az_summary_global, of.global_count + 1);
  for (uint32_t i = 0; i < of.global_count; i++) {
    of.globals[i] = globals[i];
    t.output[t.output_count++] = returned(g, &globals[i])
                                     ? globals[i].after
                                     : az_bv_sub(g->s, globals[i].after, globals[i].before);
  }
  arrfree(globals);
  for (uint32_t i = 0; i < f->param_count && t.count < MOST_ARGUMENTS; i++) {
    az_type type = p->objects[f->params[i]].type;
    if (!is_integer(p, type)) continue;
    t.is_signed[t.count] = p->types[type].is_signed;
    t.argument[t.count++] = of.params[i] = az_fresh(g->s, p->types[type].sort, "argument");
  }
  if (!t.output_count) return;
  find_deciders(p, f, &of, &t);
  add_differences(g, &of, &t);
  arrput(g->summaries, of);
  arrput(g->terms, t);
}

void claims_name(guesses *g) {
  for (uint32_t i = 0; i < g->p->function_count; i++) {
    const az_function *f = &g->p->functions[i];
    if (f->has_body && f->recursive && !f->is_variadic) claims_name_one(g, i);
  }
}

az_summary *claims_all(const guesses *g, const az_summary *own) {
  az_summary *all = NULL;
  for (size_t i = 0; i < arrlenu(g->known); i++) arrput(all, g->known[i]);
  for (size_t i = 0; i < arrlenu(own); i++) arrput(all, own[i]);
  return all;
}

/* ---- the guesses of one function ------------------------------------------------------------- */

/* Sets the width of comparisons in claims: it has room for a sign and sums with small constants. */
static void set_width(guesses *g) {
  const claim_terms *t = &g->terms[g->guessing];
  const uint32_t room = 12;
  g->width = 0;
  for (uint32_t i = 0; i < t->count + t->output_count; i++) {
    az_term term = i < t->count ? t->argument[i] : t->output[i - t->count];
    uint32_t width = az_sort_width(az_sort_of(g->s, term));
    if (width > g->width) g->width = width;
  }
  g->width += room;
}

/* Returns the constants, behind the bounds of the context: n <= 9 may be the term n < 10. */
static constants with_bounds(const guesses *g, const constants *all, az_term context) {
  constants c = {.value = {0, 1}, .count = 2, .most = CONSTANTS};
  scan(g->s, context, &c, 0);
  for (uint32_t i = 0, n = c.count; i < n; i++) add_constant(&c, c.value[i] - 1);
  for (uint32_t i = 0; i < all->count; i++) add_constant(&c, all->value[i]);
  return c;
}

/* Guesses that a value has bounds by constants and arguments; steep ones are bounds by multiples of
 * an argument and by powers of 2, too. */
static void guess_value(guesses *g, const terms *t, az_term context, az_term value, bool steep,
                        const constants *all) {
  const constants zero = {.count = 1}, small = {.value = {0, 1}, .count = 2};
  guess_bounds(g, context, value, number(g, 0), all);
  for (uint32_t i = 0; i < t->count; i++) {
    guess_bounds(g, context, value, t->wide[i], &small);
    if (steep) guess_bounds(g, context, value, az_bv_shl(g->s, number(g, 1), t->wide[i]), &small);
    for (uint32_t k = 0; k < all->count && steep; k++)
      if (all->value[k] > 1)
        guess_bounds(g, context, value, az_bv_mul(g->s, number(g, all->value[k]), t->wide[i]),
                     &zero);
  }
}

/* Guesses equations for an output, also where one argument is less than another. */
static void guess_orders(guesses *g, const terms *t, az_term context, const az_term *same,
                         az_term output) {
  const constants small = {.value = {0, 1}, .count = 2};
  guess_equations(g, context, same, t->count, output, &small);
  for (uint32_t i = 0; i < t->count; i++)
    for (uint32_t j = 0; j < t->count; j++) {
      const az_term less = az_bv_slt(g->s, t->wide[i], t->wide[j]);
      if (i == j) continue;
      guess_equations(g, az_and(g->s, context, less), same, t->count, output, &small);
      guess_equations(g, az_and(g->s, context, az_not(g->s, less)), same, t->count, output, &small);
    }
}

/* Guesses in a context: outputs, and their differences from arguments modulo 2^w. */
static void guess_in_context(guesses *g, const terms *t, const constants *own, bool steep,
                             az_term context) {
  const az_program *p = g->p;
  const az_summary *of = &g->summaries[g->guessing];
  const claim_terms *known = &g->terms[g->guessing];
  const constants all = with_bounds(g, own, context);
  if (of->result)
    guess_value(g, t, context, wide(g, of->result, p->functions[of->function].result_type), steep,
                &all);
  for (uint32_t i = 0; i < of->global_count; i++)
    guess_value(g, t, context,
                wide(g, of->globals[i].after, p->objects[of->globals[i].object].type), steep, &all);
  for (uint32_t o = 0; o < known->output_count; o++) {
    const az_term output = known->output[o];
    const uint32_t width = az_sort_width(az_sort_of(g->s, output));
    az_term same[MOST_ARGUMENTS];
    for (uint32_t i = 0; i < t->count; i++)
      same[i] = az_resize(g->s, known->argument[i], width, known->is_signed[i]);
    if (!steep) guess_orders(g, t, context, same, output);
    for (uint32_t i = 0; i < t->count; i++) {
      const az_term change = az_bv_sub(g->s, output, same[i]);
      guess_value(g, t, context, az_sext(g->s, change, g->width), steep, &all);
    }
  }
}

static void guess_of(guesses *g, claims_kind kind) {
  const az_program *p = g->p;
  const az_summary *of = &g->summaries[g->guessing];
  const claim_terms *known = &g->terms[g->guessing];
  const az_function *f = &p->functions[of->function];
  constants own = constants_of(g, of->function);
  constants all = g->values || g->summarised ? with_others(g, &own, of->function) : own;
  const constants small = {.value = {0, 1}, .count = 2};
  terms t = {.count = known->count};
  set_width(g);
  for (uint32_t i = 0; i < t.count; i++)
    t.wide[i] = az_resize(g->s, known->argument[i], g->width, known->is_signed[i]);
  for (size_t i = 0; i < arrlenu(g->contexts) && kind >= IN_CONTEXTS; i++)
    if (g->context_of[i] == g->guessing)
      guess_in_context(g, &t, &all, kind == STEEP_IN_CONTEXTS, g->contexts[i]);
  if (kind != ANYWHERE) return;
  if (of->result) guess_result(g, &t, wide(g, of->result, f->result_type), &own, &all);
  for (uint32_t i = 0; i < of->global_count; i++) {
    const az_summary_global *v = &of->globals[i];
    az_type type = p->objects[v->object].type;
    az_term before = wide(g, v->before, type), after = wide(g, v->after, type);
    if (returned(g, v)) {
      guess_result(g, &t, after, &own, &all);
      continue;
    }
    guess_bounds(g, az_true(g->s), after, number(g, 0), &all);
    guess_bounds(g, az_true(g->s), after, before, &small);
    if (g->summarised) guess_change(g, before, after, &own, &all);
  }
  for (uint32_t i = 0; i < known->output_count && g->values; i++)
    guess_values(g, &t, known->output[i], &own);
}

void claims_guess(guesses *g, claims_kind kind) {
  for (g->guessing = 0; g->guessing < arrlenu(g->summaries); g->guessing++) {
    az_summary *of = &g->summaries[g->guessing];
    size_t before = arrlenu(g->claims);
    for (size_t i = 0; i < arrlenu(g->lines); i++)
      if (g->line_of[i] == g->guessing) claims_add(g, g->lines[i]);
    guess_of(g, kind);
    if (g->search != NO_POINTS) claims_add_slots(g);
    of->claim_count = (uint32_t)(arrlenu(g->claims) - before);
    of->claims = AZ_NEWN(g->p->arena, az_term, of->claim_count + 1);
    for (uint32_t k = 0; k < of->claim_count; k++)
      of->claims[k] = az_implies(g->s, g->active[before + k], g->claims[before + k]);
  }
}

void claims_clear(guesses *g) {
  arrfree(g->claims);
  arrfree(g->active);
  arrfree(g->dropped);
  arrfree(g->summary);
  arrfree(g->slots);
}

void claims_free(guesses *g) {
  claims_clear(g);
  for (size_t i = 0; i < arrlenu(g->points); i++) az_subst_free(g->points[i].subst);
  arrfree(g->points);
  arrfree(g->lines);
  arrfree(g->line_of);
  arrfree(g->contexts);
  arrfree(g->context_of);
  arrfree(g->terms);
}
