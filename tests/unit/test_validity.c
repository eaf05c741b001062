/* Validity of accesses, what may be freed, what is reached: against the definitions, over all
 * offsets around the ends of objects. */
#include "memory/memory.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

enum { INT = 1, POINTER = 2, NODE = 3, SIZE = 12 };

static az_field fields[2];
static az_type_info types[4];
static az_object objects[1];
static az_program program;
static az_memory *memory;
static az_mem *mem;

static az_term number(uint64_t n) {
  return az_bv(program.store, 32, n);
}

static az_term pointer(uint32_t id, uint64_t offset) {
  return az_pointer(&program, az_memory_id(memory, id), number(offset));
}

/* A local that holds one pointer, unless `type` says else. */
static uint32_t add(az_type type, uint64_t bytes, bool heap) {
  const az_layout *layout = az_layout_of(&program, az_memory_arena(memory), type, bytes, 1);
  uint32_t id = az_memory_add(memory, AZ_NONE, "x", "", type, layout, number(bytes));
  if (heap) az_memory_of_heap(memory, id);
  az_mem_set_live(mem, id, true);
  return id;
}

static void hold(uint32_t in, uint64_t offset, az_term what) {
  az_mem_write(mem, pointer(in, offset), 4, true, what, NULL);
}

static void setup(void) {
  program = (az_program){.store = az_store_new(), .arena = az_arena_new(), .pointer_bits = 32};
  fields[0] = (az_field){"next", POINTER, 0, 0, false};
  fields[1] = (az_field){"other", POINTER, 32, 0, false};
  types[INT] = (az_type_info){.kind = AZ_T_INT, .name = "int", .bytes = 4, .width = 32};
  types[POINTER] = (az_type_info){.kind = AZ_T_POINTER, .name = "void *", .bytes = 4};
  types[NODE] = (az_type_info){
      .kind = AZ_T_RECORD, .name = "node", .bytes = 8, .fields = fields, .field_count = 2};
  types[INT].sort = az_sort_bv(32);
  types[POINTER].sort = az_sort_bv(az_pointer_width(&program));
  program.types = types;
  program.type_count = 4;
  objects[0] = (az_object){
      .kind = AZ_OBJ_GLOBAL, .name = "fixed", .type = INT, .bytes = 4, .is_const = true};
  objects[0].address = az_bv(program.store, AZ_OBJECT_BITS, 1);
  objects[0].function = AZ_NONE;
  program.objects = objects;
  program.object_count = 1;
  memory = az_memory_new(&program, NULL);
  mem = az_mem_new(memory);
}

static void teardown(void) {
  az_mem_free(mem);
  az_memory_free(memory);
  az_arena_free(program.arena);
  az_store_free(program.store);
}

static bool holds(az_term t, const char *what) {
  bool yes = az_is_true(program.store, t);
  ck_assert_msg(yes || az_is_false(program.store, t), "%s is not decided", what);
  return yes;
}

static bool valid(az_term p, uint64_t bytes, bool written) {
  return holds(az_mem_valid(mem, p, number(bytes), written), "validity");
}

/* The bits of t with x := value. */
static az_term with(az_term t, az_term x, uint64_t value) {
  az_subst *subst = az_subst_new(program.store);
  az_subst_bind(subst, x, number(value));
  t = az_subst_apply(subst, t);
  az_subst_free(subst);
  return t;
}

START_TEST(bounds) {
  uint32_t id = add(INT, SIZE, false);
  az_term x = az_var(program.store, az_sort_bv(32), "x");
  az_term at = az_pointer(&program, az_memory_id(memory, id), x);
  for (uint64_t bytes = 0; bytes <= SIZE + 2; bytes++)
    for (int64_t offset = -SIZE - 2; offset <= SIZE + 2; offset++) {
      bool inside = !bytes || (offset >= 0 && offset + (int64_t)bytes <= SIZE);
      uint64_t bits = (uint64_t)offset & UINT32_MAX;
      ck_assert_msg(valid(pointer(id, bits), bytes, true) == inside, "%u bytes at %d",
                    (unsigned)bytes, (int)offset);
      az_term symbolic = az_mem_valid(mem, at, number(bytes), true);
      ck_assert(holds(with(symbolic, x, bits), "validity at x") == inside);
      symbolic = az_mem_valid(mem, pointer(id, bits), x, true);
      ck_assert(holds(with(symbolic, x, bytes), "validity of x bytes") == inside);
    }
  ck_assert(!valid(pointer(id, 4), UINT32_MAX, false));
  ck_assert(!valid(pointer(id, 4), UINT32_MAX - 3, false));
}
END_TEST

START_TEST(lives) {
  uint32_t id = add(INT, SIZE, true), local = add(INT, 4, false);
  az_term p = pointer(id, 0), c = az_var(program.store, az_sort_bool(), "c");
  ck_assert(!valid(az_null(&program), 1, false));
  ck_assert(valid(pointer(1, 0), 4, false));
  ck_assert_msg(!valid(pointer(1, 0), 4, true), "a constant is written to");
  ck_assert(valid(p, 4, true));
  ck_assert(holds(az_mem_freeable(mem, p), "freeable"));
  ck_assert(holds(az_mem_freeable(mem, az_null(&program)), "freeable"));
  ck_assert(!holds(az_mem_freeable(mem, pointer(id, 4)), "freeable"));
  ck_assert(!holds(az_mem_freeable(mem, pointer(local, 0)), "freeable"));
  az_term either = az_ite(program.store, c, p, az_null(&program));
  ck_assert(az_mem_valid(mem, either, number(4), true) == c);
  az_mem *before = az_mem_copy(mem);
  az_mem_release(mem, either, true); /* freed where c */
  ck_assert(az_mem_valid(mem, p, number(4), true) == az_not(program.store, c));
  az_mem_release(mem, p, true);
  ck_assert(!valid(p, 4, false));
  ck_assert(!holds(az_mem_freeable(mem, p), "freeable"));
  az_mem_merge(mem, before, c); /* freed on the other side only */
  ck_assert(az_mem_valid(mem, p, number(4), true) == c);
  az_mem_free(before);
  az_mem_kill(mem, local);
  ck_assert(!valid(pointer(local, 0), 4, false));
}
END_TEST

START_TEST(unknown_pointers) {
  az_term wild = az_var(program.store, az_sort_bv(az_pointer_width(&program)), "wild");
  uint32_t id = add(INT, 4, false);
  ck_assert_msg(!valid(wild, 1, false), "a pointer of which nothing is known");
  az_points_to set = {.flags = AZ_PTS_WILD};
  az_memory_points_to(memory, wild, &set);
  ck_assert(!valid(wild, 1, false));
  /* What is left from a life before leads nowhere. */
  uint32_t holder = add(POINTER, 4, false);
  hold(holder, 0, pointer(id, 0));
  az_mem_renew(mem, id);
  az_term left = az_mem_read(mem, pointer(holder, 0), 4, true, NULL);
  ck_assert(!valid(left, 4, false));
  ck_assert(valid(pointer(id, 0), 4, false));
}
END_TEST

START_TEST(reach) {
  bool whole;
  uint32_t root = add(POINTER, 4, false), node[40];
  ck_assert(holds(az_mem_all_reachable(mem, &whole), "reach"));
  for (int i = 0; i < 40; i++) node[i] = add(NODE, 8, true);
  hold(root, 0, pointer(node[39], 4));
  for (int i = 39; i > 0; i--) hold(node[i], i % 2 * 4, pointer(node[i - 1], i % 3 * 4));
  ck_assert(holds(az_mem_all_reachable(mem, &whole), "reach"));
  ck_assert(!holds(az_mem_all_freed(mem), "freed"));
  hold(root, 0, pointer(node[38], 0)); /* the head alone is lost */
  ck_assert(!holds(az_mem_all_reachable(mem, &whole), "reach"));
  az_mem_release(mem, pointer(node[39], 0), true);
  ck_assert(holds(az_mem_all_reachable(mem, &whole), "reach"));
  az_mem_release(mem, pointer(node[20], 0), true); /* what only freed memory leads to is lost */
  ck_assert(!holds(az_mem_all_reachable(mem, &whole), "reach"));
  az_mem_kill(mem, root);
  for (int i = 0; i < 40; i++) az_mem_release(mem, pointer(node[i], 0), true);
  ck_assert(holds(az_mem_all_reachable(mem, &whole), "reach"));
  ck_assert(holds(az_mem_all_freed(mem), "freed"));
}
END_TEST

START_TEST(cycles) { /* objects that lead to each other, and nobody to them */
  bool whole;
  uint32_t root = add(POINTER, 4, false), a = add(NODE, 8, true), b = add(NODE, 8, true);
  hold(a, 0, pointer(b, 0));
  hold(b, 4, pointer(a, 0));
  hold(root, 0, pointer(b, 0));
  ck_assert(holds(az_mem_all_reachable(mem, &whole), "reach"));
  hold(root, 0, az_null(&program));
  ck_assert(!holds(az_mem_all_reachable(mem, &whole), "reach"));
}
END_TEST

START_TEST(sites) { /* of the objects of a site those live that were begun */
  bool whole;
  const az_layout *layout = az_layout_of(&program, az_memory_arena(memory), NODE, 8, 1);
  uint32_t site = az_memory_add_site(memory, "dyn", NODE, layout, number(8), false);
  az_memory_of_heap(memory, site);
  az_store *s = program.store;
  az_term one = az_bv(s, AZ_INSTANCE_NUMBER_BITS, 5), two = az_bv(s, AZ_INSTANCE_NUMBER_BITS, 6);
  az_term id = az_bv(s, AZ_INSTANCE_BITS, site);
  az_term p = az_pointer(&program, az_concat(s, one, id), number(0));
  az_term q = az_pointer(&program, az_concat(s, two, id), number(0));
  ck_assert(!valid(p, 4, false));
  az_mem_begin(mem, site, one, number(8), false);
  ck_assert(valid(p, 8, true) && !valid(p, 9, true) && !valid(q, 4, false));
  ck_assert(holds(az_mem_freeable(mem, p), "freeable"));
  ck_assert(!holds(az_mem_freeable(mem, q), "freeable"));
  az_term lost = az_mem_all_reachable(mem, &whole); /* of o*, whichever it is */
  ck_assert(!az_is_true(s, lost));
  az_mem_release(mem, p, true);
  ck_assert(!valid(p, 4, false));
  ck_assert(holds(az_mem_all_reachable(mem, &whole), "reach"));
}
END_TEST

/* As many objects as identities, and one is left for all others, or nothing is proved. */
START_TEST(identities) {
  for (uint32_t i = 0; i < 1u << AZ_INSTANCE_NUMBER_BITS; i++)
    az_memory_mention(memory, az_fresh(program.store, az_sort_bv(az_pointer_width(&program)), "p"));
  ck_assert(az_memory_instance_numbers_suffice(memory)); /* no sites: they are of no object */
  const az_layout *layout = az_layout_of(&program, az_memory_arena(memory), NODE, 8, 1);
  uint32_t site = az_memory_add_site(memory, "dyn", NODE, layout, number(8), false);
  for (uint32_t i = 0; i < 1u << AZ_INSTANCE_NUMBER_BITS; i++) { /* these lead to another object */
    az_term p = az_fresh(program.store, az_sort_bv(az_pointer_width(&program)), "q");
    az_points_to other = {0};
    arrput(other.ids, 1);
    az_memory_points_to(memory, p, &other);
    az_memory_mention(memory, p);
    arrfree(other.ids);
  }
  ck_assert(az_memory_instance_numbers_suffice(memory));
  for (uint32_t i = 0; i < 1u << AZ_INSTANCE_NUMBER_BITS; i++) {
    az_term p = az_fresh(program.store, az_sort_bv(az_pointer_width(&program)), "r");
    az_points_to there = {0};
    arrput(there.ids, site);
    az_memory_points_to(memory, p, &there);
    az_memory_mention(memory, p);
    arrfree(there.ids);
  }
  ck_assert(!az_memory_instance_numbers_suffice(memory));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("validity");
  TCase *c = tcase_create("all");
  tcase_add_checked_fixture(c, setup, teardown);
  tcase_add_test(c, bounds);
  tcase_add_test(c, lives);
  tcase_add_test(c, unknown_pointers);
  tcase_add_test(c, reach);
  tcase_add_test(c, cycles);
  tcase_add_test(c, sites);
  tcase_add_test(c, identities);
  suite_add_tcase(suite, c);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
