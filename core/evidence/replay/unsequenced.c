/* Side effects that are not sequenced (C17 6.5p2): two of them on one object, or one and a read of
 * the object for another purpose, in operands of one operator or arguments of one call. Compilers
 * warn where the operands are written alike; for *p = (*q)++ only a run can tell.
 *
 * Without optimisation, full expressions pass values to each other only through memory. So if the
 * value of a store, or the value that it replaces, is later used in a register, the store is a side
 * effect within the expression that uses the register. Calls are sequenced after their arguments,
 * so values are not followed through calls. */
#include "replay/rewrite.h"
#include "base/table.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct value_set {
  LLVMValueRef key;
  uint32_t value; /* in a chain: the value's position */
} value_set;      /* stb_ds */

/* Instructions that are executed one after the other: blocks, joined across branches to traps of
 * the compiler's checks. */
typedef struct chain {
  LLVMValueRef *all;
  value_set *inside;
} chain;

/* A side effect whose value is used, with the registers that hold the value. */
typedef struct effect {
  LLVMValueRef store;
  LLVMValueRef values[2];
  unsigned count;
} effect;

static bool is_in(value_set *set, LLVMValueRef v) {
  return hmgeti(set, v) >= 0;
}

/* Returns whether the instruction is a call other than of an intrinsic. */
static bool is_call(LLVMValueRef i) {
  return LLVMIsACallInst(i) &&
         (!LLVMIsAFunction(LLVMGetCalledValue(i)) || !LLVMGetIntrinsicID(LLVMGetCalledValue(i)));
}

/* Returns the values of the chain from which the value is computed. */
static value_set *computed_from(const chain *c, LLVMValueRef v) {
  value_set *found = NULL;
  LLVMValueRef *work = NULL;
  arrput(work, v);
  while (arrlenu(work) && hmlenu(found) < 256) {
    LLVMValueRef at = arrpop(work);
    if (!is_in(c->inside, at) || is_in(found, at)) continue;
    hmput(found, at, 1);
    if (LLVMIsAPHINode(at) || is_call(at)) continue;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(at); k++)
      arrput(work, LLVMGetOperand(at, k));
  }
  arrfree(work);
  return found;
}

static LLVMValueRef place_of(LLVMValueRef access) {
  return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

/* Returns whether the store is to a bit-field: it combines bits with others of the same bytes. */
static bool is_bit_field(LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMOr) return false;
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef kept = LLVMGetOperand(value, k);
    if (LLVMIsAInstruction(kept) && LLVMGetInstructionOpcode(kept) == LLVMAnd &&
        LLVMIsALoadInst(LLVMGetOperand(kept, 0)))
      return true;
  }
  return false;
}

/* Returns the position in the chain, or 0 if the value was computed before it. */
static uint32_t place_in_chain(const chain *c, LLVMValueRef v) {
  ptrdiff_t at = az_table_find(c->inside, v);
  return at < 0 ? 0 : c->inside[at].value;
}

/* Returns whether the value is used after the store. */
static bool is_used_after(const chain *c, LLVMValueRef value, LLVMValueRef store) {
  for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
    if (place_in_chain(c, LLVMGetUser(u)) > place_in_chain(c, store)) return true;
  return false;
}

static effect effect_of(const chain *c, LLVMValueRef store) {
  effect e = {.store = store};
  LLVMValueRef value = LLVMGetOperand(store, 0);
  if (!is_in(c->inside, value) || is_bit_field(store)) return e;
  value_set *from = computed_from(c, value);
  if (is_used_after(c, value, store)) e.values[e.count++] = value;
  for (size_t i = 0; i < hmlenu(from) && e.count < 2; i++) {
    LLVMValueRef old = from[i].key;
    if (LLVMIsALoadInst(old) && place_of(old) == place_of(store) && is_used_after(c, old, store))
      e.values[e.count++] = old;
  }
  hmfree(from);
  return e;
}

static bool is_part(const effect *e, value_set *of) {
  for (unsigned k = 0; k < e->count; k++)
    if (is_in(of, e->values[k])) return true;
  return false;
}

static LLVMTypeRef accessed(LLVMValueRef access) {
  return LLVMIsAStoreInst(access) ? LLVMTypeOf(LLVMGetOperand(access, 0)) : LLVMTypeOf(access);
}

static bool is_object(LLVMValueRef v) {
  return LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v);
}

/* Reports at the instruction if the two accesses have a byte in common. */
static void report_pair(rewriter *r, const chain *c, LLVMValueRef a, LLVMValueRef b,
                        LLVMValueRef at) {
  LLVMValueRef p = place_of(a), q = place_of(b);
  if (p != q && is_object(p) && is_object(q)) return;
  if (place_in_chain(c, p) >= place_in_chain(c, at) ||
      place_in_chain(c, q) >= place_in_chain(c, at))
    return;

  LLVMPositionBuilderBefore(r->b, at);
  rewriter_report(r, rewriter_apart(r, p, accessed(a), q, accessed(b)), at, NATIVE_UNSEQUENCED);
}

/* Compares the effect, in operand `in` of the instruction, with effects in operand `other`. */
static void compare_operands(rewriter *r, const chain *c, effect const *effects, const effect *e,
                             LLVMValueRef at, LLVMValueRef in, LLVMValueRef other) {
  value_set *here = computed_from(c, in), *there = computed_from(c, other);
  for (size_t i = 0; !is_part(e, there) && i < hmlenu(there); i++)
    if (LLVMIsALoadInst(there[i].key) && !is_in(here, there[i].key))
      report_pair(r, c, e->store, there[i].key, at);
  for (size_t i = 0; !is_part(e, there) && i < arrlenu(effects); i++)
    if (is_part(&effects[i], there) && !is_part(&effects[i], here))
      report_pair(r, c, e->store, effects[i].store, at);
  hmfree(here);
  hmfree(there);
}

/* Examines an instruction that uses the effect's value in operand k. */
static void examine_use(rewriter *r, const chain *c, effect const *effects, const effect *e,
                        LLVMValueRef at, unsigned k) {

  unsigned count = (unsigned)LLVMGetNumOperands(at);
  for (unsigned j = 0; j < count; j++)
    if (j != k)
      compare_operands(r, c, effects, e, at, LLVMGetOperand(at, k), LLVMGetOperand(at, j));
  if (LLVMIsAStoreInst(at) && !is_bit_field(at)) report_pair(r, c, e->store, at, at);
}

/* Follows the effect's value to its uses. */
static void follow(rewriter *r, const chain *c, effect const *effects, const effect *e) {
  value_set *seen = NULL;
  LLVMValueRef *work = NULL, *at = NULL;
  unsigned *operand = NULL;
  for (unsigned k = 0; k < e->count; k++) arrput(work, e->values[k]);
  while (arrlenu(work) && hmlenu(seen) < 256) {
    LLVMValueRef v = arrpop(work);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (place_in_chain(c, user) <= place_in_chain(c, e->store) || is_in(seen, user)) continue;
      hmput(seen, user, 1);
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
        if (LLVMGetOperand(user, k) == v) {
          arrput(at, user);
          arrput(operand, k);
        }
      if (!is_call(user) && !LLVMIsAStoreInst(user)) arrput(work, user);
    }
  }
  /* The uses were collected first, since inserted instructions use the values, too. */
  for (size_t i = 0; i < arrlenu(at); i++) examine_use(r, c, effects, e, at[i], operand[i]);
  hmfree(seen);
  arrfree(work);
  arrfree(at);
  arrfree(operand);
}

static void examine_chain(rewriter *r, const chain *c) {
  effect *effects = NULL;
  for (size_t i = 0; i < arrlenu(c->all); i++)
    if (LLVMIsAStoreInst(c->all[i])) {
      effect e = effect_of(c, c->all[i]);
      if (e.count) arrput(effects, e);
    }
  for (size_t i = 0; i < arrlenu(effects); i++) follow(r, c, effects, &effects[i]);
  arrfree(effects);
}

/* Returns the block after a check of the compiler if only this branch leads to it, else NULL. */
static LLVMBasicBlockRef behind_check(LLVMBasicBlockRef block, value_set *joins) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return NULL;
  for (unsigned k = 0; k < 2; k++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, 1 - k);
    if (rewriter_trap_of(LLVMGetSuccessor(end, k)) && !is_in(joins, LLVMBasicBlockAsValue(next)))
      return next;
  }
  return NULL;
}

/* Collects the blocks to which several branches lead, and those after a check of another block. */
static void classify(LLVMValueRef f, value_set **joins, value_set **behind) {
  value_set *reached = NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); k++) {
      LLVMValueRef next = LLVMBasicBlockAsValue(LLVMGetSuccessor(end, k));
      if (is_in(reached, next)) hmput(*joins, next, 1);
      hmput(reached, next, 1);
    }
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMBasicBlockRef next = behind_check(b, *joins);
    if (next) hmput(*behind, LLVMBasicBlockAsValue(next), 1);
  }
  hmfree(reached);
}

static void start_again(chain *c) {
  arrfree(c->all);
  hmfree(c->inside);
  *c = (chain){0};
}

void rewriter_unsequenced(rewriter *r, LLVMValueRef f) {
  value_set *joins = NULL, *behind = NULL;
  chain *chains = NULL; /* all chains are found before the first is instrumented */
  classify(f, &joins, &behind);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    if (is_in(behind, LLVMBasicBlockAsValue(b))) continue;
    chain c = {0};
    for (LLVMBasicBlockRef at = b; at; at = behind_check(at, joins))
      for (LLVMValueRef i = LLVMGetFirstInstruction(at); i; i = LLVMGetNextInstruction(i)) {
        /* Later expressions use registers that hold lengths of variable length arrays. */
        if (LLVMIsAAllocaInst(i) && !LLVMIsConstant(LLVMGetOperand(i, 0))) start_again(&c);
        if (LLVMIsADbgInfoIntrinsic(i) || LLVMIsAAllocaInst(i)) continue;
        arrput(c.all, i);
        hmput(c.inside, i, (uint32_t)arrlenu(c.all));
      }
    arrput(chains, c);
  }
  for (size_t i = 0; i < arrlenu(chains); i++) {
    examine_chain(r, &chains[i]);
    start_again(&chains[i]);
  }
  arrfree(chains);
  hmfree(joins);
  hmfree(behind);
}
