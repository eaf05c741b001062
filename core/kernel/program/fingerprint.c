/* A hash of a program, to detect that a module that is not compiled in has written to it. Hashes of
 * different programs are not comparable, since they include the values of pointers. */
#include "ansatz/program.h"
#include <string.h>

/* Adds bytes to the hash, FNV-1a. Padding may be included: only writes change it. */
static void add(uint64_t *hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) *hash = (*hash ^ at[i]) * UINT64_C(0x100000001b3);
}

static void add_text(uint64_t *hash, const char *text) {
  if (text) add(hash, text, strlen(text) + 1);
}

static void add_block(uint64_t *hash, const az_block *b) {
  add(hash, b->stmts, b->stmt_count * sizeof *b->stmts);
  add(hash, b->successors, b->successor_count * sizeof *b->successors);
  if (b->cases) add(hash, b->cases, (b->successor_count - 1) * sizeof *b->cases);
  for (uint32_t i = 0; i < b->stmt_count; i++) {
    const az_stmt *s = &b->stmts[i];
    add(hash, s->args, s->arg_count * sizeof *s->args);
    add_text(hash, s->text);
  }
}

uint64_t az_program_fingerprint(const az_program *p) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  add(&hash, p, sizeof *p);
  add(&hash, p->types, p->type_count * sizeof *p->types);
  add(&hash, p->objects, p->object_count * sizeof *p->objects);
  add(&hash, p->checks, p->check_count * sizeof *p->checks);
  add(&hash, p->functions, p->function_count * sizeof *p->functions);
  for (uint32_t i = 0; i < p->object_count; i++) add_text(&hash, p->objects[i].name);
  for (uint32_t i = 0; i < p->check_count; i++) add_text(&hash, p->checks[i].text);
  for (uint32_t i = 0; i < p->function_count; i++) {
    const az_function *fn = &p->functions[i];
    add(&hash, fn->blocks, fn->block_count * sizeof *fn->blocks);
    add(&hash, fn->loops, fn->loop_count * sizeof *fn->loops);
    for (uint32_t b = 0; b < fn->block_count; b++) add_block(&hash, &fn->blocks[b]);
  }
  return hash;
}
