/* Weak topological orders of random graphs against their definition [bourdoncle1993, def. 1], and
 * solutions of random programs against the equations: each edge leads from a state into the one at
 * its end, whatever widening and narrowing did. */
#include "abstract/abstract.h"
#include "ansatz/strategy.h"
#include "../../strategies/weak_topological_order.h"
#include "step_of_program.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;
static uint32_t draw(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

/* ---- orders ---------------------------------------------------------------------------------- */

enum { POINTS = 12, EDGES = 24 };

typedef struct graph {
  az_equations e;
  az_point points[POINTS];
  az_edge edges[EDGES];
  uint32_t out[POINTS][EDGES];
} graph;

static void random_graph(graph *g) {
  memset(g, 0, sizeof *g);
  g->e.points = g->points;
  g->e.edges = g->edges;
  g->e.point_count = 1 + draw(POINTS);
  g->e.edge_count = draw(EDGES);
  for (uint32_t p = 0; p < g->e.point_count; p++) g->points[p].out = g->out[p];
  for (uint32_t i = 0; i < g->e.edge_count; i++) {
    uint32_t from = draw(g->e.point_count);
    g->edges[i].from = from;
    g->edges[i].to = draw(g->e.point_count);
    g->out[from][g->points[from].out_count++] = i;
  }
}

START_TEST(orders) {
  for (seed = 1; seed < 4000; seed += 2) {
    uint64_t kept = seed;
    graph g;
    random_graph(&g);
    order_element *order = weak_topological_order(&g.e);
    uint32_t n = g.e.point_count, at[POINTS], times[POINTS] = {0};
    for (uint32_t i = 0; i < n; i++) {
      at[order[i].point] = i;
      times[order[i].point]++;
      ck_assert(order[i].end == 0 || (order[i].end > i && order[i].end <= n));
      for (uint32_t k = i + 1; k < order[i].end; k++) ck_assert_uint_le(order[k].end, order[i].end);
    }
    for (uint32_t p = 0; p < n; p++) ck_assert_uint_eq(times[p], 1);
    for (uint32_t i = 0; i < g.e.edge_count; i++) {
      uint32_t from = at[g.edges[i].from], to = at[g.edges[i].to];
      /* Backwards: to the head of a component that has the source in it. */
      if (to <= from) ck_assert_uint_gt(order[to].end, from);
    }
    free(order);
    seed = kept;
  }
}
END_TEST

/* ---- solutions ------------------------------------------------------------------------------- */

static void random_statements(FILE *out, uint32_t depth, uint32_t count) {
  static const char *const names[] = {"x", "y", "z", "a[1]", "*p"};
  for (uint32_t i = 0; i < count; i++) {
    const char *v = names[draw(5)], *w = names[draw(5)];
    switch (draw(depth ? 7 : 4)) {
    case 0: fprintf(out, "%s = %s + %u;\n", v, w, draw(5)); break;
    case 1: fprintf(out, "%s = %u;\n", v, draw(100)); break;
    case 2: fprintf(out, "%s = in();\n", v); break;
    case 3: fprintf(out, "p = in() ? &%s : p;\n", names[draw(3)]); break;
    case 4:
    case 5:
      fprintf(out, "while (%s < %u) {\n", v, draw(50));
      random_statements(out, depth - 1, 2);
      fprintf(out, "%s = %s + 1;\n}\n", v, v);
      break;
    default:
      fprintf(out, "if (%s > %s) {\n", v, w);
      random_statements(out, depth - 1, 2);
      fprintf(out, "} else {\n");
      random_statements(out, depth - 1, 1);
      fprintf(out, "}\n");
    }
  }
}

static void check_solution(const az_equations *e, const az_transfer *t, const az_solution *s) {
  for (uint32_t i = 0; i < e->edge_count; i++) {
    const az_edge *edge = &e->edges[i];
    if (!s->states[edge->from]) continue;
    void *state = t->ops->copy(t->self, s->states[edge->from]);
    az_edge_apply(e, edge, t, state);
    bool bottom = t->ops->is_bottom(t->self, state);
    ck_assert_msg(
        bottom || (s->states[edge->to] && t->ops->included(t->self, state, s->states[edge->to])),
        "edge from point %u to point %u, seed %llu", edge->from, edge->to,
        (unsigned long long)seed);
    t->ops->free(t->self, state);
  }
}

/* An order that is decided of equal states only, as those of some domains is of many states. */
static const az_transfer_ops *decided;
static bool included_if_equal(void *self, const void *a, const void *b) {
  return decided->included(self, a, b) && decided->included(self, b, a);
}

static void solve_and_check(const az_equations *e, const az_strategy_ops *ops,
                            const az_desc *strategy, const az_transfer *by, const az_transfer *t) {
  az_error err = {.status = AZ_OK};
  az_solution s = az_solution_new(e);
  ck_assert_int_eq(ops->solve(e, by, strategy, &s, 0, &err), AZ_OK);
  check_solution(e, t, &s);
  az_solution_free(&s, e, t);
}

START_TEST(solutions) {
  seed = (uint64_t)_i * 2 + 1;
  char *text;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fprintf(out, "extern int in(void);\nint main(void) {\nint x = 0, y = 1, z = 2, a[3], *p = &x;\n");
  random_statements(out, 3, 8);
  fprintf(out, "return 0;\n}\n");
  az_close_memstream(out);
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  az_store *store = az_store_new();
  az_program *p = program_of_text(store, text, 1u << AZ_C_UNREACH);
  az_abstract *a = az_abstract_new(p, registry, &(az_abstract_config){0}, &err);
  const az_equations *e = az_abstract_equations(a);
  static const char *const domains[] = {"interval", "congruence", "constant", "heap"};
  const az_module *kleene = az_registry_find(registry, AZ_MODULE_STRATEGY, "kleene", &err);
  const az_strategy_ops *ops = kleene->operations;
  az_desc *strategy = az_desc_new(kleene);
  for (size_t d = 0; d < sizeof domains / sizeof *domains; d++) {
    az_desc *desc = az_desc_new(az_registry_find(registry, AZ_MODULE_DOMAIN, domains[d], &err));
    az_transfer t;
    ck_assert_int_eq(az_transfer_open(&e->context, desc, &t, &err), AZ_OK);
    solve_and_check(e, ops, strategy, &t, &t);
    decided = t.ops;
    az_transfer_ops undecided = *t.ops;
    undecided.included = included_if_equal;
    solve_and_check(e, ops, strategy, &(az_transfer){&undecided, t.self}, &t);
    az_transfer_close(&t);
    az_desc_free(desc);
  }
  az_desc_free(strategy);
  az_abstract_free(a);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
  free(text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("kleene");
  TCase *cases = tcase_create("all");
  tcase_add_test(cases, orders);
  tcase_add_loop_test(cases, solutions, 0, 8);
  suite_add_tcase(suite, cases);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
