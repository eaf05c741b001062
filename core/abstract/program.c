/* A program as equations: passes over all its statements. The first passes find variables. */
#include "abstract/internal.h"
#include "base/table.h"
#include <stdlib.h>
#include <string.h>

static void note_use(az_abstract *a, az_term t, uint32_t at) {
  if (!t) return;
  az_visit_forget(a->now.cone);
  az_visit_add(a->now.cone, t);
  for (az_term v; (v = az_visit_next(a->now.cone));) {
    if (az_kind_of(a->s, v) != AZ_K_VAR) continue;
    a->text.last_use =
        az_by_term(a->text.last_use, &a->text.last_use_terms, v, sizeof *a->text.last_use);
    a->text.last_use[v] = at + 1;
  }
}

static void note_uses(az_abstract *a, const az_block *block) {
  for (uint32_t i = 0; i < block->stmt_count; i++) {
    const az_stmt *s = &block->stmts[i];
    for (uint32_t k = 0; k < az_stmt_operands(s); k++) note_use(a, az_stmt_operand(s, k), i);
    if (s->kind == AZ_S_LIVE && s->object != AZ_NONE) a->text.has_live[s->object] = true;
    bool again = s->kind == AZ_S_LIVE && block->loop != AZ_NONE;
    if (again && s->object != AZ_NONE) a->text.begins_again[s->object] = true;
    bool early = s->kind == AZ_S_DEAD && block->end != AZ_END_RETURN;
    if ((again || early) && s->object != AZ_NONE) a->text.ends_early[s->object] = true;
  }
  note_use(a, block->condition, UINT32_MAX - 1);
  note_use(a, block->value, UINT32_MAX - 1);
}

/* Returns the entry function. Every program has a start function, which calls the entry function
 * after the constructors and before the functions that run at the end. */
static uint32_t called_by_start(const az_program *p) {
  uint32_t entry = p->entry;
  const az_function *start = &p->functions[p->entry];
  bool is_made = !strncmp(start->name, "__ansatz_", 9);
  for (az_stmts i = az_stmts_in(start); is_made && az_stmts_next(&i);) {
    uint32_t to = az_direct_callee(i.stmt);
    if (to != AZ_NONE && strncmp(p->functions[to].name, "__ansatz_", 9) != 0) entry = to;
  }
  return entry;
}

static void survey_program(az_abstract *a) {
  const az_program *p = a->p;
  a->text.entry = called_by_start(p);
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    az_abstract_object info = {.object = i, .frame = AZ_NONE};
    bool content = o->kind == AZ_OBJ_GLOBAL || o->kind == AZ_OBJ_STRING;
    if (content) info.layout = az_layout_of(p, a->arena, o->type, o->bytes, 1);
    (void)eq_object_new(a, info, o->name, o->type);
    if (o->kind >= AZ_OBJ_LOCAL) hmput(a->memory.address_of, o->address, ((local_address){i, 0}));
  }
  for (uint32_t f = 0; f < p->function_count; f++) {
    const az_function *fn = &p->functions[f];
    for (uint32_t l = 0; l < fn->local_count; l++) a->text.position[fn->locals[l]] = l;
    for (uint32_t b = 0; b < fn->block_count; b++) note_uses(a, &fn->blocks[b]);
  }
}

/* Does one pass over the whole program. */
static void translate(az_abstract *a, bool dry) {
  a->now.dry = dry;
  a->now.pass++;
  a->now.grew = false;
  a->now.statements = 0;
  uint32_t fr = eq_frame_of(a, AZ_NONE, a->p->entry, NULL, false);
  const az_function *f = &a->p->functions[a->p->entry];
  block_state b = {.frame = fr, .block = &f->blocks[0]};
  while (!arrlenu(a->now.substs)) arrput(a->now.substs, az_subst_new(a->s));
  b.subst = a->now.substs[0];
  a->calls.frames[fr].pass = a->now.pass;
  uint32_t start = eq_point_new(a, f->loc, NULL), entry = eq_point_new(a, f->loc, NULL);
  a->now.b = &b;
  if (dry) eq_initialise_globals(a);
  (void)eq_translate_function(a, fr, entry);
  a->now.b = &b;
  b.current = start;
  /* The start is translated last, since all variables are known only now. */
  a->now.loc = f->loc;
  if (!dry) eq_initialise_globals(a);
  if (!dry) eq_pass_arguments(a, NULL, fr);
  if (eq_is_entry(a, fr)) eq_enter_function(a, NULL, fr, true);
  eq_edge_to(a, entry);
  eq_end_block(a, &b);
  a->now.b = NULL;
}

static az_abstract *translated(const az_program *p, az_registry *registry,
                               const az_abstract_config *config, bool summaries) {
  az_abstract *a = az_calloc(1, sizeof *a);
  a->p = p;
  a->s = p->store;
  a->arena = az_arena_new();
  a->config = *config;
  a->calls.once = summaries;
  a->most_statements = az_limits_or_default(config->limits)->equation_statements;
  a->now.cone = az_visit_new(a->s, AZ_VISIT_ANY);
  a->text.position = AZ_NEWN(a->arena, uint32_t, p->object_count + 1);
  a->text.has_live = AZ_NEWN(a->arena, bool, p->object_count + 1);
  a->text.begins_again = AZ_NEWN(a->arena, bool, p->object_count + 1);
  a->text.ends_early = AZ_NEWN(a->arena, bool, p->object_count + 1);
  a->found.equations.program = p;
  a->found.equations.context = (az_transfer_context){.store = p->store, .registry = registry};
  survey_program(a);
  do {
    translate(a, true);
  } while (a->now.grew && !a->now.failed);
  if (!a->now.failed) translate(a, false);
  return a;
}

/* ---- the number of statements with every call expanded --------------------------------------- */

/* Returns whether the call is expanded. Other calls (through pointers, of recursive functions)
 * count as one statement. Statements after a call that never returns count as well. */
static bool is_expanded(const az_program *p, const az_stmt *s) {
  uint32_t to = az_direct_callee(s);
  return to != AZ_NONE && p->functions[to].has_body && !p->functions[to].recursive;
}

static bool too_many_expanded(const az_program *p, uint64_t most) {
  uint64_t *of = az_array_new(p->function_count, sizeof *of); /* by function, at most `most` + 1 */
  uint32_t *order = az_callees_first(p);
  for (size_t k = 0; k < arrlenu(order); k++) {
    const az_function *f = &p->functions[order[k]];
    uint64_t sum = f->order_count;
    for (az_stmts i = az_stmts_in(f); sum <= most && az_stmts_next(&i);)
      if (i.block->order != AZ_NONE) sum += 1 + (is_expanded(p, i.stmt) ? of[i.stmt->callee] : 0);
    of[order[k]] = sum <= most ? sum : most + 1;
  }
  bool too_many = of[p->entry] > most;
  arrfree(order);
  free(of);
  return too_many;
}

az_abstract *az_abstract_new(const az_program *p, az_registry *registry,
                             const az_abstract_config *config, az_error *err) {
  bool open = config->calls == AZ_CALLS_AUTO;
  bool once =
      config->calls == AZ_CALLS_SUMMARIES ||
      (open && too_many_expanded(p, az_limits_or_default(config->limits)->equation_statements));
  az_abstract *a = translated(p, registry, config, once);
  if (a->now.failed && !a->calls.once && open) { /* calls through pointers were expanded as well */
    az_abstract_free(a);
    a = translated(p, registry, config, true);
  }
  if (a->now.too_deep) {
    az_fail(err, AZ_ERR_RESOURCE, "abstract interpretation: more than %d nested calls",
            AZ_MOST_NESTED_CALLS);
    az_abstract_free(a);
    return NULL;
  }
  if (a->now.failed) {
    az_limits_hit(config->limits, AZ_LIMIT_equation_statements);
    az_fail(err, AZ_ERR_RESOURCE,
            "abstract interpretation: more than %llu statements (limit equation_statements)",
            (unsigned long long)a->most_statements);
    az_abstract_free(a);
    return NULL;
  }
  eq_finish_equations(a);
  return a;
}

void az_abstract_free(az_abstract *a) {
  if (!a) return;
  for (size_t i = 0; i < arrlenu(a->calls.frames); i++)
    eq_pointees_free(&a->calls.frames[i].result_to);
  for (size_t i = 0; i < arrlenu(a->memory.objects); i++) {
    const object *o = a->memory.objects[i];
    for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++)
      eq_pointees_free(&o->cells[l].points);
  }
  for (ptrdiff_t i = 0; i < hmlen(a->memory.object_parts); i++)
    eq_pointees_free(&a->memory.object_parts[i].value);
  for (size_t i = 0; i < arrlenu(a->now.substs); i++) az_subst_free(a->now.substs[i]);
  arrfree(a->now.substs);
  arrfree(a->calls.frames);
  arrfree(a->memory.objects);
  arrfree(a->variables.all);
  arrfree(a->variables.pool);
  arrfree(a->memory.globals);
  arrfree(a->found.heads);
  arrfree(a->found.causes);
  arrfree(a->found.entered);
  arrfree(a->now.points);
  arrfree(a->now.edges);
  arrfree(a->now.actions);
  hmfree(a->calls.frame_of);
  hmfree(a->memory.allocated);
  hmfree(a->memory.address_of);
  hmfree(a->memory.object_parts);
  hmfree(a->memory.steps);
  hmfree(a->variables.var_of);
  free(a->text.last_use);
  free(a->found.constants);
  az_visit_free(a->now.cone);
  az_arena_free(a->arena);
  free(a);
}

const az_equations *az_abstract_equations(const az_abstract *a) {
  return &a->found.equations;
}

uint32_t az_abstract_frames(const az_abstract *a) {
  return (uint32_t)arrlenu(a->calls.frames);
}

uint32_t az_abstract_called_frame(const az_abstract *a, uint32_t caller, uint32_t function,
                                  const az_stmt *call) {
  site_key key = {caller, function, call};
  ptrdiff_t at = az_table_find(a->calls.frame_of, key);
  return at < 0 ? AZ_NONE : a->calls.frame_of[at].value;
}

uint32_t az_abstract_calls(const az_abstract *a) {
  return (uint32_t)hmlenu(a->calls.frame_of);
}

az_abstract_call az_abstract_call_at(const az_abstract *a, uint32_t number) {
  site_key key = a->calls.frame_of[number].key;
  return (az_abstract_call){key.frame, key.what, key.stmt, a->calls.frame_of[number].value};
}

const az_abstract_head *az_abstract_heads(const az_abstract *a, uint32_t *count) {
  *count = (uint32_t)arrlenu(a->found.heads);
  return a->found.heads;
}

uint32_t az_abstract_objects(const az_abstract *a) {
  return (uint32_t)arrlenu(a->memory.objects);
}

const az_abstract_object *az_abstract_object_at(const az_abstract *a, uint32_t number) {
  return &a->memory.objects[number]->info;
}

uint32_t az_abstract_variable_of(const az_abstract *a, uint32_t number, uint32_t leaf) {
  const cell *cells = a->memory.objects[number]->cells;
  return cells ? cells[leaf].var : AZ_NONE;
}

uint32_t az_abstract_part_of(const az_abstract *a, uint32_t number, uint32_t leaf) {
  const cell *cells = a->memory.objects[number]->cells;
  return cells ? cells[leaf].part : AZ_NONE;
}

bool az_abstract_at_start(const az_abstract *a, uint32_t number, uint32_t leaf) {
  const cell *cells = a->memory.objects[number]->cells;
  return cells && a->memory.objects[number]->info.layout->leaves[leaf].is_pointer &&
         !cells[leaf].points.inside;
}
