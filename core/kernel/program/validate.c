/* Checks that a program satisfies the invariants of program.h: sorts fit, registers are set before
 * they are read and are read only in their block, indices are in range, and, after analysis,
 * predecessors, order and loops are right. Reports the first violation. */
#include "ansatz/event.h"
#include "ansatz/program.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct checker {
  const az_program *p;
  const az_function *f;
  uint32_t function, block;
  uint32_t stmt; /* AZ_NONE: the terminator */
  struct {
    az_term key;
    uint32_t value;
  } *owner; /* address variable -> function (AZ_NONE: every function) */
  struct {
    az_term key;
    bool value;
  } *defined; /* registers of this block so far */
  az_error *err;
  bool failed;
} checker;

static bool require(checker *c, bool holds, const char *what) {
  if (holds || c->failed) return holds;
  c->failed = true;
  const char *block = c->f->blocks[c->block].name;
  if (c->stmt == AZ_NONE)
    az_fail(c->err, AZ_ERR_INTERNAL, "program: function %s, block %u (%s), end: %s", c->f->name,
            c->block, block ? block : "", what);
  else
    az_fail(c->err, AZ_ERR_INTERNAL, "program: function %s, block %u (%s), statement %u: %s",
            c->f->name, c->block, block ? block : "", c->stmt, what);
  return false;
}

static void check_var(void *ctx, az_term var) {
  checker *c = ctx;
  if (hmgeti(c->defined, var) >= 0) return;
  ptrdiff_t i = hmgeti(c->owner, var);
  if (i >= 0) {
    require(c, c->owner[i].value == AZ_NONE || c->owner[i].value == c->function,
            "address of another function's object");
    return;
  }
  char message[160];
  snprintf(message, sizeof message, "variable %.100s is read before it is set",
           az_var_name(c->p->store, var));
  require(c, false, message);
}

static void check_term(checker *c, az_term t, az_sort sort, const char *what) {
  if (!require(c, t != AZ_NO_TERM, what)) return;
  if (sort && !require(c, az_sort_of(c->p->store, t) == sort, what)) return;
  az_free_vars(c->p->store, &t, 1, check_var, c);
}

static void define(checker *c, const az_stmt *s, az_sort sort, bool required) {
  if (s->result == AZ_NO_TERM) {
    require(c, !required, "no result");
    return;
  }
  if (!require(c, az_kind_of(c->p->store, s->result) == AZ_K_VAR, "the result is not a variable"))
    return;
  require(c, !sort || az_sort_of(c->p->store, s->result) == sort, "sort of the result");
  require(c, hmgeti(c->defined, s->result) < 0, "register set twice");
  require(c, hmgeti(c->owner, s->result) < 0, "an address as result");
  hmput(c->defined, s->result, true);
}

static void check_call(checker *c, const az_stmt *s, az_sort ptr) {
  const az_program *p = c->p;
  for (uint32_t i = 0; i < s->arg_count; i++) check_term(c, s->args[i], 0, "argument");
  if (s->callee == AZ_NONE) {
    check_term(c, s->ptr, ptr, "sort of the function pointer");
  } else if (require(c, s->callee < p->function_count, "no such callee")) {
    const az_function *to = &p->functions[s->callee];
    require(c, to->has_body, "call of a function without body");
    require(c,
            s->arg_count == to->param_count || (to->is_variadic && s->arg_count >= to->param_count),
            "number of arguments");
    for (uint32_t i = 0; i < to->param_count && i < s->arg_count && !c->failed; i++) {
      az_sort want = p->types[p->objects[to->params[i]].type].sort;
      require(c, !want || az_sort_of(p->store, s->args[i]) == want, "sort of an argument");
    }
  }
  define(c, s, s->type < p->type_count ? p->types[s->type].sort : 0, false);
}

static void check_lifetime(checker *c, const az_stmt *s, az_sort ptr) {
  const az_program *p = c->p;
  if (s->object == AZ_NONE && s->kind == AZ_S_DEAD)
    check_term(c, s->ptr, ptr, "sort of the pointer");
  else if (require(c, s->object < p->object_count, "no such object"))
    require(c,
            p->objects[s->object].function == c->function ||
                p->objects[s->object].function == AZ_NONE,
            "object of another function");
}

/* Checks accesses of memory: LOAD, STORE, COPY, SET. */
static void validate_access(checker *c, const az_stmt *s, az_sort ptr, az_sort sort) {
  check_term(c, s->ptr, ptr, "sort of the address");
  switch (s->kind) {
  case AZ_S_LOAD:
    require(c, sort != 0, "load of a type without sort");
    define(c, s, sort, true);
    break;
  case AZ_S_STORE:
    require(c, sort != 0, "store of a type without sort");
    check_term(c, s->value, sort, "sort of the value");
    break;
  default:
    check_term(c, s->value, s->kind == AZ_S_COPY ? ptr : az_sort_bv(8), "sort of the source");
    check_term(c, s->size, az_sort_bv(c->p->pointer_bits), "sort of the size");
  }
}

static void check_alloc(checker *c, const az_stmt *s, az_sort ptr) {
  check_term(c, s->size, az_sort_bv(c->p->pointer_bits), "sort of the size");
  if (s->alloc == AZ_ALLOC_REALLOC) check_term(c, s->ptr, ptr, "sort of the old pointer");
  if (s->value) check_term(c, s->value, az_sort_bool(), "sort of the condition");
  define(c, s, ptr, true);
}

static void check_stmt(checker *c, const az_stmt *s) {
  const az_program *p = c->p;
  const az_sort ptr = az_sort_bv(az_pointer_width(p)), word = az_sort_bv(p->pointer_bits);
  if (!require(c, s->type < p->type_count, "no such type")) return;
  const az_sort sort = p->types[s->type].sort;
  switch (s->kind) {
  case AZ_S_LIVE:
  case AZ_S_DEAD: check_lifetime(c, s, ptr); break;
  case AZ_S_LOAD:
  case AZ_S_STORE:
  case AZ_S_COPY:
  case AZ_S_SET: validate_access(c, s, ptr, sort); break;
  case AZ_S_INPUT: define(c, s, sort, true); break;
  case AZ_S_HAVOC:
    for (uint32_t i = 0; i < s->arg_count; i++) check_term(c, s->args[i], ptr, "sort of a pointer");
    break;
  case AZ_S_PTR_TO_INT:
    check_term(c, s->ptr, ptr, "sort of the pointer");
    define(c, s, word, true);
    break;
  case AZ_S_INT_TO_PTR:
    check_term(c, s->value, word, "sort of the integer");
    define(c, s, ptr, true);
    break;
  case AZ_S_SAME:
    check_term(c, s->ptr, ptr, "sort of the pointer");
    check_term(c, s->value, ptr, "sort of the other pointer");
    define(c, s, az_sort_bool(), true);
    break;
  case AZ_S_ALLOC: check_alloc(c, s, ptr); break;
  case AZ_S_FREE: check_term(c, s->ptr, ptr, "sort of the pointer"); break;
  case AZ_S_ASSUME: check_term(c, s->value, az_sort_bool(), "sort of the condition"); break;
  case AZ_S_CHECK:
    check_term(c, s->value, az_sort_bool(), "sort of the condition");
    require(c, s->check < p->check_count, "no such check");
    break;
  case AZ_S_LEAK: require(c, s->check < p->check_count, "no such check"); break;
  case AZ_S_CALL: check_call(c, s, ptr); break;
  case AZ_S_UNSUPPORTED:
    require(c, s->text != NULL, "no cause");
    if (s->value) check_term(c, s->value, az_sort_bool(), "sort of the condition");
    break;
  default: require(c, false, "no such kind of statement");
  }
}

static void check_end(checker *c, const az_block *b) {
  const az_program *p = c->p;
  static const uint32_t counts[] = {
      [AZ_END_GOTO] = 1, [AZ_END_IF] = 2, [AZ_END_RETURN] = 0, [AZ_END_STOP] = 0};
  c->stmt = AZ_NONE;
  for (uint32_t i = 0; i < b->successor_count; i++) {
    require(c, b->successors[i] < c->f->block_count, "no such successor");
    require(c, b->successors[i] != 0, "a branch to the entry");
  }
  if (b->end == AZ_END_SWITCH) {
    if (!require(c, b->successor_count >= 1, "a switch without default")) return;
    check_term(c, b->condition, 0, "no condition");
    for (uint32_t i = 0; i + 1 < b->successor_count && !c->failed; i++)
      require(c,
              az_is_const(p->store, b->cases[i]) &&
                  az_sort_of(p->store, b->cases[i]) == az_sort_of(p->store, b->condition),
              "a case that is not a constant of the condition's sort");
    return;
  }
  if (!require(c, b->end <= AZ_END_STOP, "no such kind of end")) return;
  require(c, b->successor_count == counts[b->end], "number of successors");
  if (b->end == AZ_END_IF) check_term(c, b->condition, az_sort_bool(), "sort of the condition");
  if (b->end == AZ_END_RETURN && b->value) {
    az_sort sort = p->types[c->f->result_type].sort;
    check_term(c, b->value, sort, "sort of the result");
  }
}

static bool loop_contains(const az_function *f, uint32_t loop, uint32_t block) {
  for (uint32_t l = f->blocks[block].loop; l != AZ_NONE; l = f->loops[l].parent)
    if (l == loop) return true;
  return false;
}

/* Checks that every edge goes forward in the order or back to the head of an enclosing loop, and
 * that a loop is entered at its head and is contiguous. */
static void check_graph(checker *c) {
  const az_function *f = c->f;
  c->stmt = AZ_NONE;
  for (uint32_t i = 0; i < f->order_count; i++) {
    uint32_t at = c->block = f->order[i];
    const az_block *b = &f->blocks[at];
    require(c, b->order == i, "order");
    for (uint32_t j = 0; j < b->successor_count; j++) {
      uint32_t s = b->successors[j];
      const az_block *to = &f->blocks[s];
      bool listed = false;
      for (uint32_t k = 0; k < to->predecessor_count; k++)
        listed = listed || to->predecessors[k] == at;
      require(c, listed, "not among the predecessors of its successor");
      if (to->order <= i)
        require(c,
                to->loop != AZ_NONE && f->loops[to->loop].head == s &&
                    loop_contains(f, to->loop, at),
                "a backward edge that closes no loop");
      for (uint32_t l = to->loop; l != AZ_NONE; l = f->loops[l].parent)
        require(c, f->loops[l].head == s || loop_contains(f, l, at),
                "a loop entered beside its head");
    }
  }
  for (uint32_t l = 0; l < f->loop_count; l++) {
    const az_loop *loop = &f->loops[l];
    c->block = loop->head;
    require(c, loop->parent == AZ_NONE || loop->parent < l, "an inner loop before the outer one");
    require(c, loop->latch_count > 0 && loop->block_count > 0 && loop->blocks[0] == loop->head,
            "loop without head or latch");
    for (uint32_t i = 0; i < loop->block_count && !c->failed; i++) {
      require(c, loop_contains(f, l, loop->blocks[i]), "a block of the loop is outside");
      require(c, f->blocks[loop->blocks[i]].order == f->blocks[loop->head].order + i,
              "the loop is not contiguous");
    }
  }
}

az_status az_program_validate(const az_program *p, az_error *err) {
  checker c = {.p = p, .err = err};
  if (p->entry >= p->function_count)
    return az_fail(err, AZ_ERR_INTERNAL, "program: no entry function");
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    if (!o->address || az_sort_of(p->store, o->address) != az_sort_bv(AZ_OBJECT_BITS))
      return az_fail(err, AZ_ERR_INTERNAL, "program: object %u (%s) has no address", i, o->name);
    uint64_t number;
    if (az_const_u64(p->store, o->address, &number)) {
      if (number != i + 1u)
        return az_fail(err, AZ_ERR_INTERNAL, "program: object %u (%s): address", i, o->name);
      continue;
    }
    hmput(c.owner, o->address, o->function);
  }
  for (uint32_t i = 0; i < p->unknown_count; i++) hmput(c.owner, p->unknowns[i], AZ_NONE);
  for (uint32_t i = 0; i < p->function_count && !c.failed; i++) {
    c.f = &p->functions[i];
    c.function = i;
    for (uint32_t b = 0; b < c.f->block_count && !c.failed; b++) {
      const az_block *block = &c.f->blocks[b];
      c.block = b;
      hmfree(c.defined);
      for (c.stmt = 0; c.stmt < block->stmt_count && !c.failed; c.stmt++)
        check_stmt(&c, &block->stmts[c.stmt]);
      if (!c.failed) check_end(&c, block);
    }
    if (c.f->order_count && !c.failed) check_graph(&c);
  }
  hmfree(c.owner);
  hmfree(c.defined);
  return c.failed ? AZ_ERR_INTERNAL : AZ_OK;
}

static uint64_t statements_of(const az_program *p) {
  uint64_t count = 0;
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t b = 0; b < p->functions[f].block_count; b++)
      count += p->functions[f].blocks[b].stmt_count;
  return count;
}

void az_program_passed(const az_program *p, const char *pass) {
#ifdef ANSATZ_CHECK
  az_error err = {.status = AZ_OK};
  if (az_program_validate(p, &err) != AZ_OK)
    fprintf(stderr, "ansatz: after the pass '%s': %s\n", pass, err.message);
  assert(err.status == AZ_OK);
#endif
  AZ_LOG(az_store_log(p->store), program, "pass", pass, AZ_COUNT("functions", p->function_count),
         AZ_COUNT("statements", statements_of(p)), AZ_COUNT("checks", p->check_count));
}
