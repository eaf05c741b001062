/* A hash of a program, to detect that a module that is not compiled in has written to it. Hashes of
 * different programs are not comparable, since they include the values of pointers. */
#include "ansatz/program.h"
#include <string.h>

typedef struct fingerprint {
  uint64_t hash;
} fingerprint;

/* Adds bytes to the hash, FNV-1a. Padding may be included: only writes change it. */
static void add(fingerprint *f, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) f->hash = (f->hash ^ at[i]) * UINT64_C(0x100000001b3);
}

static void add_text(fingerprint *f, const char *text) {
  if (text) add(f, text, strlen(text) + 1);
}

static void add_block(fingerprint *f, const az_block *b) {
  add(f, b->stmts, b->stmt_count * sizeof *b->stmts);
  add(f, b->successors, b->successor_count * sizeof *b->successors);
  if (b->cases) add(f, b->cases, (b->successor_count - 1) * sizeof *b->cases);
  for (uint32_t i = 0; i < b->stmt_count; i++) {
    const az_stmt *s = &b->stmts[i];
    add(f, s->args, s->arg_count * sizeof *s->args);
    add_text(f, s->text);
  }
}

uint64_t az_program_fingerprint(const az_program *p) {
  fingerprint f = {UINT64_C(0xcbf29ce484222325)};
  add(&f, p, sizeof *p);
  add(&f, p->types, p->type_count * sizeof *p->types);
  add(&f, p->objects, p->object_count * sizeof *p->objects);
  add(&f, p->checks, p->check_count * sizeof *p->checks);
  add(&f, p->functions, p->function_count * sizeof *p->functions);
  for (uint32_t i = 0; i < p->object_count; i++) add_text(&f, p->objects[i].name);
  for (uint32_t i = 0; i < p->check_count; i++) add_text(&f, p->checks[i].text);
  for (uint32_t i = 0; i < p->function_count; i++) {
    const az_function *fn = &p->functions[i];
    add(&f, fn->blocks, fn->block_count * sizeof *fn->blocks);
    add(&f, fn->loops, fn->loop_count * sizeof *fn->loops);
    for (uint32_t b = 0; b < fn->block_count; b++) add_block(&f, &fn->blocks[b]);
  }
  return f.hash;
}
