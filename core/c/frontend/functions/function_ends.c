/* An infinite execution iterates some loop forever, or nests calls without end. A check for each
 * loop and each recursive component of the call graph excludes this. These checks are in no block,
 * since no single step of an execution violates them. */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

static uint32_t add(az_program *p, const char *id, const char *text, az_loc loc) {
  p->checks[p->check_count] =
      (az_check){.cls = AZ_C_TERMINATION, .id = id, .text = text, .loc = loc};
  return p->check_count++;
}

/* Adds a check for each set of functions that call each other. */
static void check_recursion(az_program *p) {
  uint32_t *component = NULL;
  call_graph g = graph_calls(p);
  arrsetlen(component, p->function_count);
  graph_call_components(&g, component);
  for (uint32_t f = 0; f < p->function_count; f++) {
    az_function *fn = &p->functions[f];
    if (!fn->recursive || fn->check != AZ_NONE || fn->is_model) continue;
    uint32_t check = add(p, az_arena_printf(p->arena, "%s.termination.recursion", fn->name),
                         "the recursion terminates", fn->loc);
    for (uint32_t other = 0; other < p->function_count; other++)
      if (component[other] == component[f]) p->functions[other].check = check;
  }
  graph_calls_free(&g);
  arrfree(component);
}

/* Returns whether some function is only assumed to return: a function without a body, or a model
 * with a loop. */
static bool assumes_returns(const az_program *p) {
  for (uint32_t f = 0; f < p->function_count; f++) {
    const az_function *fn = &p->functions[f];
    if (fn->is_model && fn->loop_count) return true;
  }
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_INPUT && i.stmt->input == AZ_IN_UNKNOWN) return true;
  return false;
}

static void note_assumption(az_program *p) {
  static const char text[] =
      "functions of the C library and functions without a body are assumed to return";
  if (!assumes_returns(p)) return;
  p->note = p->note ? az_arena_printf(p->arena, "%s; %s", p->note, text) : text;
}

void az_program_check_ends(az_program *p) {
  uint32_t count = p->check_count;
  for (uint32_t f = 0; f < p->function_count; f++) count += p->functions[f].loop_count + 1;
  az_check *checks = AZ_COPY(p->arena, p->checks, p->check_count, count + 1);
  p->checks = checks;
  for (uint32_t f = 0; f < p->function_count; f++) {
    az_function *fn = &p->functions[f];
    if (fn->is_model) continue;
    for (uint32_t l = 0; l < fn->loop_count; l++)
      fn->loops[l].check = add(p, az_arena_printf(p->arena, "%s.termination.%u", fn->name, l + 1),
                               "the loop terminates", fn->loops[l].loc);
  }
  check_recursion(p);
  note_assumption(p);
  az_program_passed(p, "ends");
}
