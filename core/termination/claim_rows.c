/* Claims about calls that are rows of the configuration's domains, over pairs of the entry and the
 * exit of a call [kroening2023, sec. 6.2]. The parameters of the rows are found by the ordinary
 * strategies, as invariants of the loop of this program:
 *
 *   for (;;) {                    // the head's state: some pairs of each function, arguments and
 *     for each function f {       // globals at entry, result and globals at exit
 *       run f from any state, where each nested call returns as one of the pairs says;
 *       some of the pairs := the pair of this call;   // in the first iteration, all of them
 *     }
 *   }
 *
 * In the first iteration, no nested call returns. A row over one pair that holds after every
 * iteration is a guess, which is proved like all others (summaries.c), so that this program need
 * not be sound: it may miss calls, since it keeps only some pairs. */
#include "termination/claims.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { MOST_SLOTS = 2, MOST_ROWS = 400 };

/* The parts of a pair, in a fixed order: the variables of the summary. */
typedef struct part {
  const char *name;
  az_term var;
  az_type type;
} part;

typedef struct pairs {
  head_rows rows; /* first member: cast to pairs */
  guesses *g;
  az_program *to;
  uint32_t started; /* global: 1 after the first iteration */
  part **parts;     /* stb_ds of stb_ds, by summary */
  uint32_t slots;   /* number of pairs of each function */
  uint32_t
      *first; /* stb_ds, by summary: its first global; there are `slots` globals for each part */
  az_summary *nested; /* stb_ds: summaries of nested calls: each is one of the pairs */
} pairs;

/* ---- globals --------------------------------------------------------------------------------- */

/* Adds the change of a value by a call of a summarised function, or of one in a context, modulo
 * 2^w. The change may have a bound where the exact difference has none, since the value may wrap.
 */
static void add_change(const pairs *q, part **all, const part *entry, const part *exit) {
  const az_type_info *type = &q->to->types[exit->type];
  if ((!q->g->summarised && !arrlenu(q->g->contexts)) || type->kind != AZ_T_INT || type->is_bool ||
      entry->type != exit->type)
    return;
  const char *name = az_arena_printf(q->to->arena, "%s - %s", exit->name, entry->name);
  arrput(*all, ((part){name, az_bv_sub(q->g->s, exit->var, entry->var), exit->type}));
}

/* Returns the parts of a pair; stb_ds. */
static part *parts_of(const pairs *q, const az_summary *of) {
  const az_program *p = q->to;
  const az_function *f = &p->functions[of->function];
  part *all = NULL;
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *o = &p->objects[f->params[i]];
    if (of->params[i]) arrput(all, ((part){o->name, of->params[i], o->type}));
  }
  const part result = {"result", of->result, f->result_type};
  for (size_t i = arrlenu(all); of->result && i-- > 0;) add_change(q, &all, &all[i], &result);
  if (of->result) arrput(all, result);
  for (uint32_t i = 0; i < of->global_count; i++) {
    const az_summary_global *g = &of->globals[i];
    const az_object *o = &p->objects[g->object];
    const char *before = az_arena_printf(p->arena, "%s.entry", o->name);
    const part entry = {before, g->before, o->type};
    const part exit = {az_arena_printf(p->arena, "%s.exit", o->name), g->after, o->type};
    arrput(all, entry);
    arrput(all, exit);
    add_change(q, &all, &entry, &exit);
  }
  return all;
}

static uint32_t global_of(const pairs *q, size_t summary, uint32_t slot, size_t i) {
  return q->first[summary] + slot * (uint32_t)arrlenu(q->parts[summary]) + (uint32_t)i;
}

/* Returns the largest number of calls to functions with a summary in any of these functions. */
static uint32_t most_calls(const guesses *g) {
  uint32_t most = 1;
  for (size_t s = 0; s < arrlenu(g->summaries); s++) {
    uint32_t calls = 0;
    for (az_stmts i = az_stmts_in(&g->p->functions[g->summaries[s].function]); az_stmts_next(&i);)
      for (size_t k = 0; k < arrlenu(g->summaries); k++)
        calls += az_direct_callee(i.stmt) == g->summaries[k].function;
    if (calls > most) most = calls;
  }
  return most;
}

static void add_pairs(pairs *q) {
  const guesses *g = q->g;
  const uint32_t calls = most_calls(g);
  q->slots = calls < MOST_SLOTS ? calls : MOST_SLOTS;
  q->started = program_add_global(q->to, recursion_choice_type(q->to), "pairs");
  for (size_t s = 0; s < arrlenu(g->summaries); s++) {
    arrput(q->parts, parts_of(q, &g->summaries[s]));
    arrput(q->first, q->to->object_count);
    for (uint32_t slot = 0; slot < q->slots; slot++)
      for (size_t i = 0; i < arrlenu(q->parts[s]); i++) {
        const az_function *f = &q->to->functions[g->summaries[s].function];
        const char *of = slot ? az_arena_printf(q->to->arena, "%s#%u", f->name, slot) : f->name;
        const part *is = &q->parts[s][i];
        program_add_global(q->to, is->type, az_arena_printf(q->to->arena, "%s.%s", of, is->name));
      }
  }
}

/* ---- the program ----------------------------------------------------------------------------- */

static az_term read_before(const pairs *q, az_summary *of, uint32_t object) {
  az_sort sort = q->to->types[q->to->objects[object].type].sort;
  az_summary_global *read = &of->globals[of->global_count++];
  *read = (az_summary_global){.object = object};
  read->after = az_fresh(q->g->s, sort, "pair");
  return read->before = az_fresh(q->g->s, sort, "pair");
}

/* Adds the summary of nested calls, which states that the call is one of the pairs. */
static void add_nested(pairs *q, size_t s) {
  az_store *store = q->g->s;
  const az_summary *known = &q->g->summaries[s];
  az_summary of = *known;
  az_term any = az_false(store);
  const size_t n = arrlenu(q->parts[s]);
  of.globals =
      AZ_COPY(q->to->arena, known->globals, of.global_count, of.global_count + q->slots * n + 1);
  for (uint32_t slot = 0; slot < q->slots; slot++) {
    az_term is = az_true(store);
    for (size_t i = 0; i < n; i++)
      is = az_and(store, is,
                  az_eq(store, q->parts[s][i].var, read_before(q, &of, global_of(q, s, slot, i))));
    any = az_or(store, any, is);
  }
  of.claims = AZ_NEWN(q->to->arena, az_term, 1);
  of.claims[0] =
      az_and(store, any, az_not(store, az_eq_value(store, read_before(q, &of, q->started), 0)));
  of.claim_count = 1;
  arrput(q->nested, of);
}

static az_term load(const pairs *q, uint32_t object, az_stmt **stmts) {
  const az_program *p = q->to;
  const az_summary_global g = {.object = object};
  az_term value = az_fresh(p->store, p->types[p->objects[object].type].sort, "value");
  arrput(*stmts, load_global(p, &g, p->functions[p->entry].loc, value));
  return value;
}

static void store(const pairs *q, uint32_t object, az_term value, az_stmt **stmts) {
  const az_program *p = q->to;
  az_stmt s = az_stmt_at(AZ_S_STORE, p->functions[p->entry].loc);
  s.type = p->objects[object].type;
  s.ptr = az_pointer(p, p->objects[object].address, az_bv(p->store, p->pointer_bits, 0));
  s.value = value;
  arrput(*stmts, s);
}

static az_term input(const pairs *q, az_type type, const char *name, az_stmt **stmts) {
  az_term value = az_fresh(q->to->store, q->to->types[type].sort, name);
  any_call_input(stmts, type, value);
  return value;
}

/* Adds a call from any state of its contexts, which is then stored in some of the pairs. */
static void add_call(const pairs *q, size_t s, az_stmt **stmts) {
  az_program *p = q->to;
  az_store *terms = p->store;
  const az_summary *of = &q->g->summaries[s];
  const az_function *f = &p->functions[of->function];
  az_type choice = recursion_choice_type(p);
  az_subst *is = az_subst_new(terms);
  az_stmt call = {.kind = AZ_S_CALL, .site = AZ_NONE, .check = AZ_NONE, .type = f->result_type};
  call.callee = of->function;
  call.args = AZ_NEWN(p->arena, az_term, f->param_count + 1);
  call.arg_count = f->param_count;
  if (of->result) {
    call.result = az_fresh(terms, az_sort_of(terms, of->result), "result");
    az_subst_bind(is, of->result, call.result);
  }
  for (uint32_t i = 0; i < f->param_count; i++) {
    call.args[i] = input(q, p->objects[f->params[i]].type, "argument", stmts);
    if (of->params[i]) az_subst_bind(is, of->params[i], call.args[i]);
  }
  for (uint32_t i = 0; i < of->global_count; i++)
    az_subst_bind(is, of->globals[i].before, load(q, of->globals[i].object, stmts));
  az_stmt enter = {.kind = AZ_S_ASSUME, .site = AZ_NONE, .check = AZ_NONE};
  enter.value = az_subst_apply(is, claims_context(q->g, (uint32_t)s));
  arrput(*stmts, enter);
  arrput(*stmts, call);
  for (uint32_t i = 0; i < of->global_count; i++)
    az_subst_bind(is, of->globals[i].after, load(q, of->globals[i].object, stmts));
  az_term first = az_eq_value(terms, load(q, q->started, stmts), 0);
  for (uint32_t slot = 0; slot < q->slots; slot++) {
    az_term now = az_or(terms, first, az_eq_value(terms, input(q, choice, "which", stmts), 0));
    for (size_t i = 0; i < arrlenu(q->parts[s]); i++) {
      uint32_t object = global_of(q, s, slot, i);
      az_term new = az_subst_apply(is, q->parts[s][i].var), old = load(q, object, stmts);
      store(q, object, az_ite(terms, now, new, old), stmts);
    }
  }
  az_subst_free(is);
}

static void go_to(const az_program *p, az_block *b, uint32_t target) {
  b->end = AZ_END_GOTO;
  b->successor_count = 1;
  b->successors = AZ_NEW(p->arena, uint32_t);
  b->successors[0] = target;
}

static void make_program(pairs *q) {
  const az_program *p = q->g->p;
  const size_t n = arrlenu(q->g->summaries);
  az_program *with_pairs = AZ_NEW(p->arena, az_program);
  *with_pairs = *p;
  q->to = with_pairs;
  add_pairs(q);
  for (size_t s = 0; s < n; s++) add_nested(q, s);
  az_summary *all = claims_all(q->g, q->nested);
  recursion_options o = {.summaries = all,
                         .summary_count = (uint32_t)arrlenu(all),
                         .returning = true,
                         .summarised = q->g->summarised,
                         .only = q->g->summaries[0].function};
  q->to = recursion_replaced(with_pairs, &o);
  arrfree(all);
  az_function *start = any_call_function(q->to, 2);
  bool *closure = summaries_closure(p, q->g->summaries, (uint32_t)n);
  call_effects e = effects_of_calls(p, closure);
  az_stmt *stmts = NULL;
  go_to(q->to, any_call_block(q->to, start, NULL), 1);
  any_call_state(q->to, e.named, &stmts);
  for (size_t s = 0; s < n; s++) add_call(q, s, &stmts);
  az_type choice = recursion_choice_type(q->to);
  store(q, q->started, az_bv(p->store, q->to->types[choice].width, 1), &stmts);
  claims_drop_checks(q->to);
  claims_open_check(q->to, &stmts);
  go_to(q->to, any_call_block(q->to, start, stmts), 1);
  graph_analyse_function(q->to, start);
  for (uint32_t l = 0; l < start->loop_count; l++) start->loops[l].check = AZ_NONE;
  effects_free(&e);
  arrfree(closure);
  az_program_passed(q->to, "pairs of calls");
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns the part of the first pair of the summary that the global has. */
static az_term part_in(const head_rows *rows, uint32_t summary, const az_loop_head *head,
                       uint32_t object) {
  const pairs *q = (const pairs *)rows;
  const part *parts = q->parts[summary];
  const uint32_t at = object - q->first[summary];
  if (head->function != rows->to->entry || object < q->first[summary] || at >= arrlenu(parts))
    return AZ_NO_TERM;
  return parts[at].var;
}

/* Suggests the row, in contexts if there are any. */
static void suggest(head_rows *rows, uint32_t summary, uint32_t head, az_term row) {
  (void)head;
  guesses *g = rows->g;
  bool always = true;
  if (arrlenu(g->lines) >= MOST_ROWS) return;
  for (size_t i = 0; i < arrlenu(g->contexts); i++) {
    if (g->context_of[i] != summary) continue;
    claims_suggest(g, summary, az_implies(g->s, g->contexts[i], row));
    always = false;
  }
  if (always) claims_suggest(g, summary, row);
}

void claims_find_rows(guesses *g, az_registry *registry, const az_engine_config *config,
                      double cpu_end) {
  if (!config->form_count || !recursion_choice_type(g->p)) return;
  pairs q = {.g = g};
  make_program(&q);
  q.rows = (head_rows){
      .g = g, .to = q.to, .classes = 1u << AZ_C_UNREACH, .variable = part_in, .add = suggest};
  az_result_free(claims_search_heads(&q.rows, registry, config, cpu_end));
  for (size_t s = 0; s < arrlenu(q.parts); s++) arrfree(q.parts[s]);
  arrfree(q.parts);
  arrfree(q.first);
  arrfree(q.nested);
}
