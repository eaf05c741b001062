/* How many statements a program has once every call is replaced by the body of what it calls. */
#include "abstract/internal.h"
#include <stdlib.h>

typedef struct counter {
  const az_program *p;
  uint64_t *of; /* by function; UNKNOWN */
  uint64_t most;
} counter;

static const uint64_t UNKNOWN = UINT64_MAX;

static bool is_expanded(const az_program *p, const az_stmt *s) {
  return s->kind == AZ_S_CALL && s->callee != AZ_NONE && p->functions[s->callee].has_body &&
         !p->functions[s->callee].recursive;
}

/* As deep as calls nest, which is at most the number of functions. */
static uint64_t count(counter *c, uint32_t function) {
  if (c->of[function] != UNKNOWN) return c->of[function];
  const az_function *f = &c->p->functions[function];
  uint64_t sum = 0;
  for (uint32_t i = 0; i < f->order_count; i++) {
    const az_block *block = &f->blocks[f->order[i]];
    sum += block->stmt_count + 1;
    for (uint32_t k = 0; k < block->stmt_count && sum <= c->most; k++)
      if (is_expanded(c->p, &block->stmts[k])) sum += count(c, block->stmts[k].callee);
  }
  return c->of[function] = sum <= c->most ? sum : c->most + 1;
}

bool eq_too_many_expanded(const az_program *p, uint64_t most) {
  counter c = {.p = p, .of = az_array_new(p->function_count, sizeof *c.of), .most = most};
  for (uint32_t f = 0; f < p->function_count; f++) c.of[f] = UNKNOWN;
  bool too_many = count(&c, p->entry) > most;
  free(c.of);
  return too_many;
}
