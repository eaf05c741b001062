/* Checks the invariants of a formula (ssa.h): guards are bool, instances lie in copies of earlier
 * loops, each cut-off is defined at most once and not by itself, facts are not false. Reports the
 * first breach. */
#include "ssa/execute.h"
#include <stb/stb_ds.h>

typedef struct checker {
  const az_ssa *ssa;
  const char *breach; /* the first one */
} checker;

static bool require(checker *c, bool holds, const char *what) {
  if (!holds && !c->breach) c->breach = what;
  return holds;
}

static bool is_bool(const checker *c, az_term t) {
  return t && az_sort_of(c->ssa->s, t) == az_sort_bool();
}

static bool is_variable(const checker *c, az_term t) {
  return t && az_kind_of(c->ssa->s, t) == AZ_K_VAR;
}

static void check_copies(checker *c) {
  const az_ssa *ssa = c->ssa;
  size_t loops = arrlenu(ssa->loops);
  require(c, arrlenu(ssa->copies) > 0 && ssa->copies[0].loop == AZ_NONE,
          "the first copy is not the outermost one");
  for (size_t i = 1; i < arrlenu(ssa->copies); i++) {
    const az_copy *copy = &ssa->copies[i];
    require(c, copy->parent < i, "a copy before the one around it");
    require(c, copy->copy > 0, "the copies of a loop are numbered from 1");
    if (copy->loop == AZ_NONE || !require(c, copy->loop < loops, "a copy of no loop")) continue;
    require(c, ssa->loops[copy->loop].copies == copy->parent,
            "a copy lies elsewhere than its loop");
  }
}

/* Returns whether the copy may contain instances: it is the outermost one, or its loop is kept. */
static bool is_copy(const checker *c, uint32_t copies) {
  return copies < arrlenu(c->ssa->copies) && (!copies || c->ssa->copies[copies].loop != AZ_NONE);
}

static void check_loop(checker *c, const az_loop_instance *l, bool step) {
  const az_ssa *ssa = c->ssa;
  require(c, is_bool(c, l->guard), "the guard of a loop is not bool");
  require(c, is_copy(c, l->copies), "a loop in a copy that is not there");
  if (!step) {
    require(c, az_is_false(ssa->s, l->ls), "base: a loop-select that is not false");
    require(c, !arrlenu(l->bodies) && !l->lb, "base: a loop-back state");
    return;
  }
  require(c, is_variable(c, l->ls) && is_bool(c, l->ls),
          "a loop-select that is not a bool variable");
  require(c, l->entry && l->lb, "a loop without its states");
  if (require(c, l->head < arrlenu(ssa->heads), "a loop without head"))
    require(c, ssa->heads[l->head].loop == l->loop && ssa->heads[l->head].function == l->function,
            "a loop at the head of another one");
  require(c, arrlenu(l->bodies) <= ssa->config.k, "more copies than k");
  for (size_t j = 0; j < arrlenu(l->bodies); j++) {
    const az_loop_copy *copy = &l->bodies[j];
    require(c, is_bool(c, copy->head) && is_bool(c, copy->back), "the guard of a copy is not bool");
    require(c, !copy->end || !az_is_false(ssa->s, copy->back),
            "a state at a back edge that no execution takes");
  }
}

static void check_loops(checker *c) {
  const az_ssa *ssa = c->ssa;
  bool step = ssa->config.mode == AZ_SSA_STEP;
  struct {
    az_term key;
    bool value;
  } *selects = NULL;
  require(c, arrlenu(ssa->resumes) == arrlenu(ssa->loops), "a loop without its resume");
  for (size_t i = 0; i < arrlenu(ssa->loops) && !c->breach; i++) {
    const az_loop_instance *l = &ssa->loops[i];
    check_loop(c, l, step);
    uint32_t around = l->copies ? ssa->copies[l->copies].loop : AZ_NONE;
    require(c, around == AZ_NONE || around < i, "a loop before the one around it");
    if (step) {
      require(c, hmgeti(selects, l->ls) < 0, "two loops with one loop-select");
      hmput(selects, l->ls, true);
    }
  }
  hmfree(selects);
  for (size_t i = 0; i < arrlenu(ssa->heads); i++)
    for (size_t j = 0; j < i; j++)
      require(
          c, ssa->heads[i].frame != ssa->heads[j].frame || ssa->heads[i].loop != ssa->heads[j].loop,
          "a loop of a frame that has two heads");
}

static void check_instances(checker *c) {
  const az_ssa *ssa = c->ssa;
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    const az_check_instance *check = &ssa->checks[i];
    require(c, check->check < ssa->p->check_count, "an instance of no check");
    require(c, is_copy(c, check->copies), "a check in a copy that is not there");
    require(c, is_bool(c, check->guard) && is_bool(c, check->holds), "a check that is not bool");
    require(c, !check->supported || is_bool(c, check->supported),
            "a condition on holders is not bool");
  }
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++) {
    require(c, is_bool(c, ssa->unwinding_assertions[i].guard),
            "the guard of an unwinding assertion is not bool");
    require(c, ssa->unwinding_assertions[i].cause != NULL,
            "an unwinding assertion without a cause");
    require(c, is_copy(c, ssa->unwinding_assertions[i].copies),
            "an unwinding assertion in a copy that is not there");
  }
  for (size_t i = 0; i < arrlenu(ssa->causes); i++)
    require(c, is_bool(c, ssa->causes[i].guard), "the guard of an approximation is not bool");
  require(c, ssa->config.mode == AZ_SSA_BASE || !arrlenu(ssa->frontier),
          "a step formula with a frontier");
  for (size_t i = 0; i < arrlenu(ssa->frontier); i++)
    require(c, is_bool(c, ssa->frontier[i]), "the frontier is not bool");
}

static void check_facts(checker *c) {
  const az_ssa *ssa = c->ssa;
  for (size_t i = 0; i < arrlenu(ssa->facts); i++)
    require(c, is_bool(c, ssa->facts[i]) && !az_is_false(ssa->s, ssa->facts[i]),
            "a fact that is false, or not bool");
  for (size_t i = 0; i < arrlenu(ssa->axioms); i++)
    require(c, is_bool(c, ssa->axioms[i]), "an axiom that is not bool");
  for (size_t i = 0; i < arrlenu(ssa->readings); i++)
    require(c, is_bool(c, ssa->readings[i].fact) && is_bool(c, ssa->readings[i].differs),
            "a reading that is not bool");
}

static void check_records(checker *c) {
  const az_ssa *ssa = c->ssa;
  size_t count = arrlenu(ssa->records), seen = 0;
  for (uint32_t at = ssa->first_record; at != AZ_NONE && seen <= count; seen++) {
    if (!require(c, at < count, "a record that is not there")) return;
    require(c, is_bool(c, ssa->records[at].guard), "the guard of a record is not bool");
    at = ssa->records[at].next;
  }
  require(c, seen == count, "records that are not in one list");
}

/* ---- definitions ----------------------------------------------------------------------------- */

typedef struct definition_of {
  az_term key, value;
} definition_of;

/* Searches terms and the definitions of their variables depth-first: a term that is reached again
 * while its descendants are visited lies on a cycle. */
static void check_acyclic(checker *c, definition_of *terms) {
  const az_store *s = c->ssa->s;
  enum { NEW, OPEN, DONE };
  size_t count = (size_t)az_store_statistics(s).terms + 1;
  uint8_t *state = az_calloc(count, 1);
  az_term *stack = NULL;
  for (size_t i = 0; i < hmlenu(terms); i++) arrput(stack, terms[i].key);
  while (arrlenu(stack) && !c->breach) {
    az_term t = stack[arrlenu(stack) - 1];
    if (state[t] != NEW) {
      state[t] = DONE;
      (void)arrpop(stack);
      continue;
    }
    state[t] = OPEN;
    for (uint32_t i = 0; i < az_arity(s, t); i++) {
      az_term below = az_operand(s, t, i);
      require(c, state[below] != OPEN, "a term below itself");
      if (state[below] == NEW) arrput(stack, below);
    }
    ptrdiff_t at = az_arity(s, t) ? -1 : hmgeti(terms, t);
    if (at < 0) continue;
    require(c, state[terms[at].value] != OPEN, "a cut-off that is defined by itself");
    if (state[terms[at].value] == NEW) arrput(stack, terms[at].value);
  }
  arrfree(stack);
  free(state);
}

static void check_definitions(checker *c) {
  const az_ssa *ssa = c->ssa;
  definition_of *terms = NULL;
  for (size_t i = 0; i < arrlenu(ssa->definitions); i++) {
    az_definition d = ssa->definitions[i];
    require(c, is_variable(c, d.var), "a definition of a term that is not a variable");
    require(c, az_sort_of(ssa->s, d.var) == az_sort_of(ssa->s, d.term),
            "a definition of another sort");
    require(c, hmgeti(terms, d.var) < 0, "a cut-off that is defined twice");
    hmput(terms, d.var, d.term);
  }
  for (size_t i = 0; i < arrlenu(ssa->resumes); i++) {
    const struct az_ssa_resume *r = ssa->resumes[i];
    for (size_t h = 0; r && h < arrlenu(r->cutoffs); h++) {
      require(c, hmgeti(terms, r->cutoffs[h].guard) < 0,
              "the guard of a cut-off is defined already");
      for (size_t k = 0; k < arrlenu(r->cutoffs[h].slots); k++)
        require(c, hmgeti(terms, r->cutoffs[h].slots[k].var) < 0, "a cut-off is defined already");
    }
  }
  if (az_store_statistics(ssa->s).terms < AZ_SSA_CHECKED_TERMS) check_acyclic(c, terms);
  hmfree(terms);
}

const char *az_ssa_breach(const az_ssa *ssa) {
  checker c = {.ssa = ssa};
  check_copies(&c);
  check_loops(&c);
  check_instances(&c);
  check_facts(&c);
  check_records(&c);
  check_definitions(&c);
  return c.breach;
}
