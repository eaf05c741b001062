/* Contexts of claims: conditions on arguments and globals under which the functions of a recursion
 * are called. They are rows at the heads of the loops that represent nested calls
 * (recursion_loops.c). A claim that holds only for such calls is guessed under the condition: a sum
 * over n, for example, is bounded if n is. Several heads, such as those for two calls from outside
 * the recursion, give several contexts.
 *
 * A context is a guess. A claim with a context is proved for calls from any state, and nothing is
 * assumed about nested calls that are outside the context. */
#include "termination/claims.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { MOST_CONTEXTS = 2 /* of a function */ };

typedef struct contexts {
  head_rows rows; /* first member: cast to contexts */
  uint32_t *head; /* stb_ds, by context: the loop whose rows it has */
} contexts;

/* The loops have copies of parameters. */
static az_term value_at_entry(const head_rows *rows, uint32_t summary, const az_loop_head *head,
                              uint32_t object) {
  const az_program *p = rows->g->p;
  const az_summary *of = &rows->g->summaries[summary];
  const az_function *f = &p->functions[of->function];
  const az_object *o = &rows->to->objects[object];
  if (recursion_begins_at(p, rows->to, head->function, head->loop) != of->function)
    return AZ_NO_TERM;
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *param = &p->objects[f->params[i]];
    if (o->name == param->name && o->loc.line == param->loc.line &&
        o->loc.column == param->loc.column && o->type == param->type)
      return of->params[i];
  }
  for (uint32_t i = 0; i < of->global_count; i++)
    if (of->globals[i].object == object && !p->objects[object].returned_by)
      return of->globals[i].before;
  return AZ_NO_TERM;
}

/* Adds a condition, which holds at this head, to the context of the summary. */
static void add(head_rows *rows, uint32_t summary, uint32_t head, az_term condition) {
  contexts *c = (contexts *)rows;
  guesses *g = rows->g;
  uint32_t count = 0;
  for (size_t i = 0; i < arrlenu(g->contexts); i++) {
    if (g->context_of[i] != summary) continue;
    count++;
    if (c->head[i] != head) continue;
    g->contexts[i] = az_and(g->s, g->contexts[i], condition);
    return;
  }
  if (count == MOST_CONTEXTS) return;
  arrput(g->contexts, condition);
  arrput(g->context_of, summary);
  arrput(c->head, head);
}

az_term claims_context(const guesses *g, uint32_t summary) {
  az_term any = AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(g->contexts); i++)
    if (g->context_of[i] == summary) any = any ? az_or(g->s, any, g->contexts[i]) : g->contexts[i];
  return any ? any : az_true(g->s);
}

/* Returns the program with a check that is never proved at the beginning of each function that has
 * a summary, so that the loops of its calls matter. */
static const az_program *with_open_checks(const guesses *g) {
  az_program *p = AZ_NEW(g->p->arena, az_program);
  *p = *g->p;
  p->functions = AZ_COPY(p->arena, p->functions, p->function_count, p->function_count);
  if (!(g->classes >> AZ_C_UNREACH & 1u)) claims_drop_checks(p);
  for (size_t i = 0; i < arrlenu(g->summaries); i++) {
    az_function *f = &p->functions[g->summaries[i].function];
    az_stmt *stmts = NULL;
    f->blocks = AZ_COPY(p->arena, f->blocks, f->block_count, f->block_count);
    claims_open_check(p, &stmts);
    for (uint32_t k = 0; k < f->blocks[0].stmt_count; k++) arrput(stmts, f->blocks[0].stmts[k]);
    az_block_set(p->arena, &f->blocks[0], stmts);
  }
  return p;
}

bool claims_find_contexts(guesses *g, az_registry *registry, const az_engine_config *config,
                          double cpu_end) {
  bool suffices = true;
  if (!config->form_count || !recursion_choice_type(g->p)) return false;
  az_summary *all = claims_all(g, g->summaries);
  contexts c = {.rows = {.g = g,
                         .classes = g->classes | 1u << AZ_C_UNREACH,
                         .bounds_on_entry = true,
                         .variable = value_at_entry,
                         .add = arrlenu(g->contexts) ? NULL : add}};
  c.rows.to = az_program_recursion_to_loops(with_open_checks(g), c.rows.classes, all,
                                            (uint32_t)arrlenu(all), NULL);
  arrfree(all);
  az_result *result = claims_search_heads(&c.rows, registry, config, cpu_end);
  for (size_t i = 0; result && i < result->check_count; i++)
    if (result->checks[i].check < g->p->check_count)
      suffices = suffices && result->checks[i].verdict == AZ_V_TRUE;
  suffices = suffices && result;
  az_result_free(result);
  arrfree(c.head);
  return suffices;
}
