/* The call graph. A call through a pointer may reach each function whose address is a value. */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

az_term graph_base(const az_program *p, az_term pointer, uint32_t *object) {
  az_term base = az_pointer_object(p, pointer);
  uint64_t number;
  *object = AZ_NONE;
  if (az_const_u64(p->store, base, &number)) {
    if (number && number <= p->object_count) *object = (uint32_t)number - 1;
    return AZ_NO_TERM;
  }
  return az_kind_of(p->store, base) == AZ_K_VAR ? base : AZ_NO_TERM;
}

void graph_objects_of(const az_program *p, az_visit *seen, az_term root, graph_object found,
                      void *ctx) {
  const az_store *s = p->store;
  uint32_t width = az_pointer_width(p), shift = p->pointer_bits;
  if (root) az_visit_add(seen, root);
  for (az_term t; (t = az_visit_next(seen));) {
    if (!az_is_const(s, t) || az_sort_kind_of(az_sort_of(s, t)) != AZ_SORT_BV) continue;
    const uint64_t *limbs = az_const_limbs(s, t);
    uint32_t bits = az_sort_width(az_sort_of(s, t));
    uint64_t number = 0;
    if (bits == AZ_OBJECT_BITS) number = limbs[0];
    if (bits == width) number = shift == 64 ? limbs[1] : limbs[0] >> shift;
    if (number && number <= p->object_count) found(ctx, (uint32_t)number - 1);
  }
}

static void take(void *ctx, uint32_t object) {
  call_graph *g = ctx;
  const az_object *o = &g->p->objects[object];
  if (o->kind == AZ_OBJ_FUNCTION && o->function != AZ_NONE) g->taken[o->function] = true;
}

static void scan_function(call_graph *g, uint32_t index, az_visit *seen) {
  const az_function *f = &g->p->functions[index];
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
    if (i.block->order == AZ_NONE) continue;
    for (uint32_t o = 0; o < az_stmt_operands(i.stmt); o++)
      graph_objects_of(g->p, seen, az_stmt_operand(i.stmt, o), take, g);
    uint32_t to = az_direct_callee(i.stmt);
    if (to != AZ_NONE) arrput(g->callees[index], to);
    g->indirect[index] |= to == AZ_NONE && i.stmt->kind == AZ_S_CALL;
  }
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t o = 0; f->blocks[b].order != AZ_NONE && o < az_end_operands(&f->blocks[b]); o++)
      graph_objects_of(g->p, seen, az_end_operand(&f->blocks[b], o), take, g);
}

call_graph graph_calls(const az_program *p) {
  uint32_t n = p->function_count;
  call_graph g = {.p = p};
  az_visit *seen = az_visit_new(p->store, AZ_VISIT_ANY);
  arrsetlen(g.callees, n);
  arrsetlen(g.taken, n);
  arrsetlen(g.indirect, n);
  memset(g.callees, 0, n * sizeof *g.callees);
  memset(g.taken, 0, n * sizeof *g.taken);
  memset(g.indirect, 0, n * sizeof *g.indirect);
  for (uint32_t i = 0; i < n; i++) scan_function(&g, i, seen);
  for (uint32_t i = 0; i < p->object_count; i++)
    for (uint32_t j = 0; j < p->objects[i].init_count; j++)
      graph_objects_of(p, seen, p->objects[i].init[j].value, take, &g);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n && g.indirect[i]; j++)
      if (g.taken[j]) arrput(g.callees[i], j);
  az_visit_free(seen);
  return g;
}

void graph_calls_free(call_graph *g) {
  for (size_t i = 0; i < arrlenu(g->callees); i++) arrfree(g->callees[i]);
  arrfree(g->callees);
  arrfree(g->taken);
  arrfree(g->indirect);
}

static const uint32_t *callees_of(const void *ctx, uint32_t function, uint32_t *count) {
  const call_graph *g = ctx;
  *count = (uint32_t)arrlen(g->callees[function]);
  return g->callees[function];
}

uint32_t graph_call_components(const call_graph *g, uint32_t *component) {
  return graph_components(g->p->function_count, NULL, callees_of, g, component);
}

void graph_call_closure(const call_graph *g, bool *inside) {
  uint32_t *work = NULL;
  for (uint32_t i = 0; i < g->p->function_count; i++)
    if (inside[i]) arrput(work, i);
  while (arrlen(work)) {
    uint32_t from = arrpop(work);
    for (size_t j = 0; j < arrlenu(g->callees[from]); j++) {
      uint32_t to = g->callees[from][j];
      if (inside[to]) continue;
      inside[to] = true;
      arrput(work, to);
    }
  }
  arrfree(work);
}
