/* Program analyses on hand-made graphs: loops, nesting, order, irreducible regions split or cut;
 * lvalue text; recursion. Random graphs are checked by the invariants of az_program_validate and by
 * walking original and analysed graph side by side. */
#include "ansatz/program.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

typedef struct made {
  az_store *store;
  az_arena *arena;
  az_program *p;
} made;

/* A program of one function void f(void); its blocks are set by edges. Every block gets one
 * statement whose text is its number. */
static made make(uint32_t blocks) {
  made m = {az_store_new(), az_arena_new(), NULL};
  az_program *p = m.p = AZ_NEW(m.arena, az_program);
  p->store = m.store;
  p->arena = m.arena;
  p->pointer_bits = 64;
  p->types = AZ_NEWN(m.arena, az_type_info, 1);
  p->types[0] = (az_type_info){.kind = AZ_T_VOID, .name = "void"};
  p->type_count = 1;
  p->objects = AZ_NEWN(m.arena, az_object, 1);
  p->objects[0] = (az_object){
      .kind = AZ_OBJ_FUNCTION, .name = "f", .address = az_bv(m.store, AZ_OBJECT_BITS, 1)};
  p->object_count = 1;
  p->functions = AZ_NEWN(m.arena, az_function, 1);
  p->function_count = 1;
  az_function *f = &p->functions[0];
  *f = (az_function){.name = "f", .has_body = true, .block_count = blocks};
  f->blocks = AZ_NEWN(m.arena, az_block, blocks);
  for (uint32_t i = 0; i < blocks; i++) {
    az_block *b = &f->blocks[i];
    b->end = AZ_END_RETURN;
    b->stmt_count = 1;
    b->stmts = AZ_NEW(m.arena, az_stmt);
    b->stmts[0] = (az_stmt){.kind = AZ_S_HAVOC, .site = i, .text = "marker"};
  }
  return m;
}

static void release(made m) {
  az_arena_free(m.arena);
  az_store_free(m.store);
}

static void edges(made m, uint32_t from, uint32_t a, uint32_t b) {
  az_block *block = &m.p->functions[0].blocks[from];
  bool two = b != AZ_NONE;
  block->end = two ? AZ_END_IF : AZ_END_GOTO;
  block->condition = two ? az_true(m.store) : 0;
  block->successor_count = two ? 2 : 1;
  block->successors = AZ_NEWN(m.arena, uint32_t, 2);
  block->successors[0] = a;
  block->successors[1] = two ? b : 0;
}

static void analyse(made m) {
  az_error err = {0};
  ck_assert_msg(az_program_analyse(m.p, &err) == AZ_OK, "%s", err.message);
  ck_assert_msg(az_program_validate(m.p, &err) == AZ_OK, "%s", err.message);
}

START_TEST(nested_loops) {
  /* 0 -> 1 (outer head) -> 2 (inner head) -> 3 -> 2 | 2 -> 4 -> 1 | 1 -> 5 */
  made m = make(6);
  edges(m, 0, 1, AZ_NONE);
  edges(m, 1, 5, 2);
  edges(m, 2, 4, 3);
  edges(m, 3, 2, AZ_NONE);
  edges(m, 4, 1, AZ_NONE);
  analyse(m);
  const az_function *f = &m.p->functions[0];
  ck_assert_uint_eq(f->loop_count, 2);
  ck_assert_uint_eq(f->loops[0].head, 1);
  ck_assert_uint_eq(f->loops[1].head, 2);
  ck_assert_uint_eq(f->loops[1].parent, 0);
  ck_assert_uint_eq(f->loops[1].depth, 2);
  ck_assert_uint_eq(f->loops[0].block_count, 4);
  ck_assert_uint_eq(f->loops[1].block_count, 2);
  ck_assert_uint_eq(f->order[5], 5); /* the exit comes behind the whole loop */
  release(m);
}
END_TEST

START_TEST(shared_head_is_one_loop) {
  made m = make(5);
  edges(m, 0, 1, AZ_NONE);
  edges(m, 1, 2, 3);
  edges(m, 2, 1, 4);
  edges(m, 3, 1, AZ_NONE);
  analyse(m);
  ck_assert_uint_eq(m.p->functions[0].loop_count, 1);
  ck_assert_uint_eq(m.p->functions[0].loops[0].latch_count, 2);
  release(m);
}
END_TEST

START_TEST(entry_without_predecessors) {
  made m = make(2);
  edges(m, 0, 0, 1);
  analyse(m);
  const az_function *f = &m.p->functions[0];
  ck_assert_uint_eq(f->block_count, 3);
  ck_assert_uint_eq(f->blocks[0].predecessor_count, 0);
  ck_assert_uint_eq(f->loop_count, 1);
  release(m);
}
END_TEST

START_TEST(irreducible_is_split) {
  made m = make(4);
  edges(m, 0, 1, 2);
  edges(m, 1, 2, 3);
  edges(m, 2, 1, 3);
  analyse(m);
  const az_function *f = &m.p->functions[0];
  ck_assert_uint_ge(f->loop_count, 1);
  ck_assert_uint_gt(f->block_count, 4);
  for (uint32_t b = 0; b < f->block_count; b++)
    ck_assert_int_ne(f->blocks[b].stmts[0].kind, AZ_S_UNSUPPORTED);
  release(m);
}
END_TEST

/* Same labels, same choices: walks both graphs in lockstep over all pairs that can be reached
 * together. A cut ends the walk. */
static void same_walks(const az_block *old, const az_function *f, bool may_cut) {
  uint32_t n = f->block_count, head = 0, tail = 0;
  bool *seen = calloc((size_t)n, 1);
  uint32_t *queue = calloc(n, sizeof *queue);
  queue[tail++] = 0;
  seen[0] = true;
  while (head < tail) {
    const az_block *now = &f->blocks[queue[head++]];
    if (now->stmt_count == 0) { /* the entry put in front */
      ck_assert_uint_eq(now->successor_count, 1);
      ck_assert_uint_eq(f->blocks[now->successors[0]].stmts[0].site, 0);
    } else if (now->stmts[0].kind == AZ_S_UNSUPPORTED) {
      ck_assert(may_cut);
      continue;
    } else {
      const az_block *was = &old[now->stmts[0].site];
      ck_assert_uint_eq(was->successor_count, now->successor_count);
      for (uint32_t i = 0; i < now->successor_count; i++) {
        const az_block *to = &f->blocks[now->successors[i]];
        ck_assert(to->stmts[0].kind == AZ_S_UNSUPPORTED || to->stmts[0].site == was->successors[i]);
      }
    }
    for (uint32_t i = 0; i < now->successor_count; i++)
      if (!seen[now->successors[i]]) {
        seen[now->successors[i]] = true;
        queue[tail++] = now->successors[i];
      }
  }
  free(seen);
  free(queue);
}

static uint32_t random_below(unsigned *state, uint32_t n) {
  *state = *state * 1103515245u + 12345u;
  return (*state >> 8) % n;
}

START_TEST(random_graphs) {
  unsigned state = 12345u + 977u * (unsigned)_i;
  for (int round = 0; round < 40; round++) {
    uint32_t n = 2 + random_below(&state, _i < 8 ? 8 : 24);
    made m = make(n);
    for (uint32_t b = 0; b < n; b++)
      if (random_below(&state, 8)) {
        uint32_t first = random_below(&state, n), second = random_below(&state, n);
        edges(m, b, first, random_below(&state, 3) ? second : AZ_NONE);
      }
    az_block *old = calloc(n, sizeof *old);
    memcpy(old, m.p->functions[0].blocks, n * sizeof *old);
    uint32_t *copies =
        calloc(2 * (size_t)n, sizeof *copies); /* successors are redirected in place */
    for (uint32_t b = 0; b < n; b++) {
      if (old[b].successor_count)
        memcpy(copies + 2 * b, old[b].successors, old[b].successor_count * sizeof *copies);
      old[b].successors = copies + 2 * b;
    }
    analyse(m);
    same_walks(old, &m.p->functions[0], n > 10);
    free(old);
    free(copies);
    release(m);
  }
}
END_TEST

START_TEST(complete_graph_is_cut) {
  made m = make(40);
  for (uint32_t b = 0; b < 40; b++) {
    az_block *block = &m.p->functions[0].blocks[b];
    block->end = AZ_END_SWITCH;
    block->condition = az_bv(m.store, 8, 0);
    block->successor_count = 39;
    block->successors = AZ_NEWN(m.arena, uint32_t, 39);
    block->cases = AZ_NEWN(m.arena, az_term, 39);
    for (uint32_t i = 0; i < 39; i++) block->successors[i] = 1 + i;
    for (uint32_t i = 0; i < 38; i++) block->cases[i] = az_bv(m.store, 8, i);
  }
  analyse(m);
  ck_assert_uint_lt(m.p->functions[0].block_count, 1000);
  release(m);
}
END_TEST

START_TEST(lvalues) {
  made m = make(1);
  az_field point[] = {{"x", 1, 0, 0, false}, {"y", 1, 32, 0, false}};
  az_field outer[] = {{"c", 4, 0, 0, false},
                      {"p", 3, 32, 0, false},
                      {NULL, 5, 160, 0, false},
                      {"b", 1, 224, 3, false}};
  az_field either[] = {{"i", 1, 0, 0, false}, {"bytes", 6, 0, 0, false}};
  az_type_info types[] = {
      [0] = {.kind = AZ_T_VOID, .name = "void"},
      [1] = {.kind = AZ_T_INT, .name = "int", .bytes = 4, .width = 32},
      [2] = {.kind = AZ_T_RECORD,
             .name = "struct point",
             .bytes = 8,
             .fields = point,
             .field_count = 2},
      [3] = {.kind = AZ_T_ARRAY, .name = "struct point [2]", .bytes = 16, .element = 2, .count = 2},
      [4] = {.kind = AZ_T_INT, .name = "char", .bytes = 1, .width = 8},
      [5] = {.kind = AZ_T_RECORD,
             .is_union = true,
             .name = "union",
             .bytes = 4,
             .fields = either,
             .field_count = 2},
      [6] = {.kind = AZ_T_ARRAY, .name = "char [4]", .bytes = 4, .element = 4, .count = 4},
      [7] = {
          .kind = AZ_T_RECORD, .name = "struct s", .bytes = 32, .fields = outer, .field_count = 4}};
  m.p->types = types;
  m.p->type_count = 8;
  const struct {
    az_type type;
    uint64_t offset, bytes;
    const char *text;
  } cases[] = {{1, 0, 4, "v"},    {3, 12, 4, "v[1].y"},
               {7, 0, 1, "v.c"},  {7, 4, 4, "v.p[0].x"},
               {7, 20, 4, "v.i"}, {7, 21, 1, "v.bytes[1]"},
               {7, 28, 4, "v.b"}, {3, 8, 8, "v[1]"},
               {3, 0, 16, "v"},   {2, 2, 4, "*(int *)((char *)&v + 2)"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = az_lvalue_text(m.p, "v", cases[i].type, cases[i].offset, cases[i].bytes);
    ck_assert_str_eq(text, cases[i].text);
    free(text);
  }
  release(m);
}
END_TEST

int main(void) {
  Suite *s = suite_create("program");
  TCase *c = tcase_create("analyses");
  tcase_add_test(c, nested_loops);
  tcase_add_test(c, shared_head_is_one_loop);
  tcase_add_test(c, entry_without_predecessors);
  tcase_add_test(c, irreducible_is_split);
  tcase_add_test(c, complete_graph_is_cut);
  tcase_add_loop_test(c, random_graphs, 0, 16);
  tcase_add_test(c, lvalues);
  suite_add_tcase(s, c);
  SRunner *runner = srunner_create(s);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
