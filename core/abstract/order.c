/* Finishes a system of equations: points in reverse post-order, without unreached ones, each with
 * its incoming and outgoing edges. */
#include "abstract/internal.h"
#include "base/table.h"
#include <stdlib.h>
#include <string.h>

typedef struct adjacency {
  uint32_t *first; /* by point, with one more entry */
  uint32_t *edges;
} adjacency;

/* Lists the edges at each point, by counting. */
static adjacency adjacent(az_abstract *a, bool leaving) {
  size_t points = arrlenu(a->now.points), n = arrlenu(a->now.edges);
  adjacency at = {AZ_NEWN(a->arena, uint32_t, points + 2), AZ_NEWN(a->arena, uint32_t, n + 1)};
  for (size_t e = 0; e < n; e++)
    at.first[(leaving ? a->now.edges[e].from : a->now.edges[e].to) + 2]++;
  for (size_t p = 2; p <= points + 1; p++) at.first[p] += at.first[p - 1];
  for (size_t e = 0; e < n; e++)
    at.edges[at.first[(leaving ? a->now.edges[e].from : a->now.edges[e].to) + 1]++] = (uint32_t)e;
  return at;
}

typedef struct visit {
  uint32_t point, next;
} visit;

/* Numbers the points in reverse post-order from the entry; AZ_NONE: not reached. Ignores edges that
 * only order points, so that the first point of a component is its entry. */
static uint32_t *number_points(az_abstract *a, const adjacency *out, uint32_t *count) {
  uint32_t points = (uint32_t)arrlenu(a->now.points), *post = NULL;
  uint32_t *number = AZ_NEWN(a->arena, uint32_t, points + 1);
  bool *seen = AZ_NEWN(a->arena, bool, points + 1);
  visit *stack = NULL;
  arrput(stack, ((visit){0, out->first[1]}));
  seen[0] = true;
  while (arrlenu(stack)) {
    visit *top = &arrlast(stack);
    if (top->next == out->first[top->point]) { /* last edge first: bodies follow their heads */
      arrput(post, top->point);
      (void)arrpop(stack);
      continue;
    }
    const raw_edge *edge = &a->now.edges[out->edges[--top->next]];
    uint32_t to = edge->to;
    if (seen[to] || edge->only_orders) continue;
    seen[to] = true;
    arrput(stack, ((visit){to, out->first[to + 1]}));
  }
  *count = (uint32_t)arrlenu(post);
  for (uint32_t p = 0; p < points; p++) number[p] = AZ_NONE;
  for (uint32_t i = 0; i < *count; i++) number[post[i]] = *count - 1 - i;
  arrfree(stack);
  arrfree(post);
  return number;
}

/* ---- all ------------------------------------------------------------------------------------- */

static uint32_t var_of(const az_transfer_context *context, az_term term) {
  const az_abstract *a = context->of;
  ptrdiff_t at = az_table_find(a->variables.var_of, term);
  return at < 0 || a->variables.var_of[at].value >= context->var_count
             ? AZ_NONE
             : a->variables.var_of[at].value;
}

static bool is_function(const az_transfer_context *context, const char *name) {
  const az_abstract *a = context->of;
  for (uint32_t f = 0; f < a->p->function_count; f++)
    if (a->p->functions[f].has_body && !strcmp(a->p->functions[f].name, name)) return true;
  return false;
}

static void renumber(const uint32_t *number, uint32_t *var) {
  if (*var != AZ_NONE) *var = number[*var];
}

/* Gives pointers the last numbers: the variables before them are a context without pointers. */
static void put_pointers_last(az_abstract *a) {
  uint32_t count = (uint32_t)arrlenu(a->variables.all), numbers = 0,
           pointers = count - a->variables.pointers;
  uint32_t *number = AZ_NEWN(a->arena, uint32_t, count + 1);
  az_abstract_variable *vars = NULL;
  arrsetlen(vars, count);
  for (uint32_t v = 0; v < count; v++) {
    number[v] = a->variables.all[v].kind == AZ_ABSTRACT_POINTER ? pointers++ : numbers++;
    vars[number[v]] = a->variables.all[v];
  }
  assert(pointers == count && numbers == count - a->variables.pointers);
  arrfree(a->variables.all);
  a->variables.all = vars;
  for (ptrdiff_t i = 0; i < hmlen(a->variables.var_of); i++)
    renumber(number, &a->variables.var_of[i].value);
  for (size_t i = 0; i < arrlenu(a->now.actions); i++)
    if (a->now.actions[i].kind != AZ_ACTION_ASSUME && a->now.actions[i].kind != AZ_ACTION_ENTER)
      renumber(number, &a->now.actions[i].var);
  for (size_t i = 0; i < arrlenu(a->now.edges); i++) {
    uint32_t *kept = AZ_NEWN(a->arena, uint32_t, a->now.edges[i].kept_count + 1);
    for (uint32_t k = 0; k < a->now.edges[i].kept_count; k++)
      kept[k] = number[a->now.edges[i].kept[k]];
    a->now.edges[i].kept = kept;
  }
  for (size_t i = 0; i < arrlenu(a->found.entered); i++) {
    az_named_array *arrays =
        AZ_NEWN(a->arena, az_named_array, a->found.entered[i]->array_count + 1);
    for (uint32_t k = 0; k < a->found.entered[i]->array_count; k++) {
      arrays[k] = a->found.entered[i]->arrays[k];
      renumber(number, &arrays[k].var);
    }
    a->found.entered[i]->arrays = arrays;
  }
  for (size_t i = 0; i < arrlenu(a->calls.frames); i++) {
    renumber(number, &a->calls.frames[i].result);
    renumber(number, &a->calls.frames[i].result_part);
  }
  for (size_t i = 0; i < arrlenu(a->memory.objects); i++) {
    const object *o = a->memory.objects[i];
    for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
      renumber(number, &o->cells[l].var);
      renumber(number, &o->cells[l].part);
    }
  }
}

static const az_abstract_target *targets_of(az_abstract *a) {
  az_abstract_target *targets =
      AZ_NEWN(a->arena, az_abstract_target, arrlenu(a->memory.objects) + 1);
  for (size_t i = 0; i < arrlenu(a->memory.objects); i++) {
    const object *o = a->memory.objects[i];
    targets[i].lasts = eq_never_ends(a, (uint32_t)i);
    targets[i].name = o->path ? az_arena_printf(a->arena, "%s::%s", o->path, o->name) : o->name;
    targets[i].several =
        o->info.several || (o->info.frame != AZ_NONE && a->calls.frames[o->info.frame].repeats);
  }
  return targets;
}

static const uint32_t *kept_edges(az_abstract *a, const adjacency *at, uint32_t point,
                                  const uint32_t *edge_number, uint32_t *count) {
  uint32_t n = at->first[point + 1] - at->first[point], *edges = AZ_NEWN(a->arena, uint32_t, n + 1);
  *count = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t e = edge_number[at->edges[at->first[point] + i]];
    if (e != AZ_NONE) edges[(*count)++] = e;
  }
  return edges;
}

void eq_finish_equations(az_abstract *a) {
  az_equations *e = &a->found.equations;
  if (a->variables.pointers) put_pointers_last(a);
  adjacency out = adjacent(a, true), in = adjacent(a, false);
  uint32_t *number = number_points(a, &out, &e->point_count);
  size_t edges = arrlenu(a->now.edges);
  uint32_t *edge_number = AZ_NEWN(a->arena, uint32_t, edges + 1);
  az_edge *kept = AZ_NEWN(a->arena, az_edge, edges + 1);
  for (size_t i = 0; i < edges; i++) {
    const raw_edge *r = &a->now.edges[i];
    edge_number[i] = AZ_NONE;
    if (number[r->from] == AZ_NONE || number[r->to] == AZ_NONE ||
        (r->call != AZ_NONE && number[r->call] == AZ_NONE))
      continue;
    assert(r->first + r->count <= arrlenu(a->now.actions));
    edge_number[i] = e->edge_count;
    kept[e->edge_count++] = (az_edge){.from = number[r->from],
                                      .to = number[r->to],
                                      .actions = a->now.actions + r->first,
                                      .action_count = (uint32_t)r->count,
                                      .call = r->call == AZ_NONE ? AZ_NONE : number[r->call],
                                      .kept = r->kept,
                                      .kept_count = r->kept_count,
                                      .only_orders = r->only_orders};
  }
  az_point *points = AZ_NEWN(a->arena, az_point, e->point_count + 1);
  for (uint32_t p = 0; p < arrlenu(a->now.points); p++) {
    if (number[p] == AZ_NONE) continue;
    az_point *q = &points[number[p]];
    q->loc = a->now.points[p].loc;
    q->head = a->now.points[p].head;
    q->in = kept_edges(a, &in, p, edge_number, &q->in_count);
    q->out = kept_edges(a, &out, p, edge_number, &q->out_count);
  }
  for (size_t i = 0; i < arrlenu(a->found.heads); i++)
    a->found.heads[i].point = number[a->found.heads[i].point];
  e->points = points;
  e->edges = kept;
  e->causes = a->found.causes;
  e->cause_count = (uint32_t)arrlenu(a->found.causes);
  e->context.vars = a->variables.all;
  e->context.var_count = (uint32_t)arrlenu(a->variables.all);
  e->context.var_of = var_of;
  e->context.of = a;
  e->context.is_function = is_function;
  e->context.targets = targets_of(a);
  e->context.target_count = (uint32_t)arrlenu(a->memory.objects);
  a->found.numbers = e->context;
  a->found.numbers.var_count -= a->variables.pointers;
  e->context.numbers = &a->found.numbers;
  eq_follow_conditions(a);
  e->constants = a->found.constants =
      az_equations_constants(e, NULL, e->edge_count, a->now.cone, &e->constant_count);
}
