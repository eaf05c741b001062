/* Terms compiled to three-address code on 128-bit words. Each distinct subterm of a block is
 * computed once, when the first statement needs it: the registers that the subterm mentions are set
 * by then and do not change. az_eval computes terms for which operations.c has no operation on
 * words (other float formats, arrays). */
#include "replay/machine.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

bool code_constant(const az_store *s, az_term t, word *value) {
  if (!az_is_const(s, t)) return false;
  uint32_t width = az_sort_width(az_sort_of(s, t));
  if (width > 128) return false;
  const uint64_t *limbs = az_const_limbs(s, t);
  *value = limbs[0] | (width > 64 ? (word)limbs[1] << 64 : 0);
  return true;
}

az_term code_term(az_store *s, az_sort sort, word value) {
  uint64_t limbs[2] = {(uint64_t)value, (uint64_t)(value >> 64)};
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return az_bool(s, value != 0);
  case AZ_SORT_BV:
    return az_sort_width(sort) <= 128 ? az_bv_limbs(s, az_sort_width(sort), limbs) : AZ_NO_TERM;
  case AZ_SORT_FLOAT:
    return az_sort_width(sort) <= 128 ? az_float_bits(s, sort, limbs) : AZ_NO_TERM;
  default: return AZ_NO_TERM;
  }
}

static bool fits(az_sort s) {
  return az_sort_kind_of(s) != AZ_SORT_ARRAY && az_sort_width(s) >= 1 && az_sort_width(s) <= 128;
}

typedef struct compiler {
  const az_program *p;
  code *out;
  code_block *block;
  uint32_t next;       /* slot */
  const char *problem; /* the problem with the current statement */
  struct {
    az_term key;
    uint32_t value;
  } *locals; /* address variable -> slot */
} compiler;

static bool has_host_op(const az_store *s, az_term t) {
  az_kind kind = az_kind_of(s, t);
  if (!fits(az_sort_of(s, t)) || kind == AZ_K_SELECT || kind == AZ_K_STORE ||
      kind == AZ_K_CONST_ARRAY)
    return false;
  for (uint32_t i = 0; i < az_arity(s, t); i++)
    if (!fits(az_sort_of(s, az_operand(s, t, i)))) return false;
  if (kind < AZ_K_F_NEG) return true;
  if (kind == AZ_K_F_REM) return false;
  if (az_sort_kind_of(az_sort_of(s, t)) == AZ_SORT_FLOAT && !code_is_host_float(az_sort_of(s, t)))
    return false;
  az_sort from = az_sort_of(s, az_operand(s, t, 0));
  return az_sort_kind_of(from) != AZ_SORT_FLOAT || code_is_host_float(from);
}

static void emit(compiler *c, az_term t) {
  const az_store *s = c->p->store;
  code_op op = {.kind = (uint8_t)az_kind_of(s, t),
                .to = c->next++,
                .a = NO_SLOT,
                .b = NO_SLOT,
                .c = NO_SLOT,
                .term = t};
  op.sort = az_sort_of(s, t);
  op.width = (uint8_t)az_sort_width(op.sort);
  if (has_host_op(s, t)) {
    uint32_t n = az_arity(s, t), *operands[3] = {&op.a, &op.b, &op.c};
    for (uint32_t i = 0; i < n; i++) *operands[i] = hmget(c->block->slots, az_operand(s, t, i));
    op.from_sort = az_sort_of(s, az_operand(s, t, 0));
    op.from = (uint8_t)az_sort_width(op.from_sort);
    if (op.kind == AZ_K_EXTRACT) op.low = (uint8_t)az_extract_low(s, t);
    if (az_rounds(op.kind)) op.low = (uint8_t)az_round_mode(s, t);
  } else {
    op.kind = OP_FALLBACK;
  }
  arrput(c->block->ops, op);
  hmput(c->block->slots, t, op.to);
}

/* Returns the slot of a term, and emits its code. Not recursive, since terms may be deep. */
static uint32_t compile_term(compiler *c, az_term root) {
  const az_store *s = c->p->store;
  if (root == AZ_NO_TERM) return NO_SLOT;
  if (!fits(az_sort_of(s, root))) {
    c->problem = "a value of more than 128 bits";
    return NO_SLOT;
  }
  az_term *work = NULL;
  arrput(work, root);
  while (arrlen(work)) {
    az_term t = arrlast(work);
    word value;
    ptrdiff_t i;
    if (hmgeti(c->block->slots, t) >= 0) {
      (void)arrpop(work);
    } else if (code_constant(s, t, &value)) {
      hmput(c->block->slots, t, CONSTANT_SLOT | (uint32_t)arrlen(c->out->constants));
      arrput(c->out->constants, value);
    } else if (az_kind_of(s, t) == AZ_K_VAR) {
      if ((i = hmgeti(c->locals, t)) >= 0)
        hmput(c->block->slots, t, c->locals[i].value);
      else {
        c->problem = "a variable that nothing sets";
        break;
      }
    } else {
      bool ready = true;
      for (uint32_t j = 0; has_host_op(s, t) && j < az_arity(s, t); j++)
        if (hmgeti(c->block->slots, az_operand(s, t, j)) < 0) {
          arrput(work, az_operand(s, t, j));
          ready = false;
        }
      if (ready) emit(c, t);
    }
  }
  arrfree(work);
  return c->problem ? NO_SLOT : hmget(c->block->slots, root);
}

/* Omits steps whose terms are unknown. */
static code_step *compile_steps(compiler *c, const az_move *steps, uint32_t count) {
  if (!count) return NULL;
  const char *problem = c->problem;
  code_step *out = az_calloc(count, sizeof *out);
  for (uint32_t i = 0; i < count; i++) {
    c->problem = NULL;
    out[i].from = compile_term(c, steps[i].from);
    out[i].to = c->problem ? NO_SLOT : compile_term(c, steps[i].to);
    if (c->problem) out[i].from = out[i].to = NO_SLOT;
  }
  c->problem = problem;
  return out;
}

static void compile_block(compiler *c, const az_block *b) {
  const az_store *s = c->p->store;
  code_block *out = c->block;
  out->stmts = az_calloc(b->stmt_count + 1u, sizeof *out->stmts);
  c->next = (uint32_t)hmlen(c->locals);
  for (uint32_t i = 0; i < b->stmt_count; i++) {
    const az_stmt *from = &b->stmts[i];
    code_stmt *to = &out->stmts[i];
    c->problem = NULL;
    to->ptr = compile_term(c, from->ptr);
    to->value = compile_term(c, from->value);
    to->size = compile_term(c, from->size);
    /* Arguments of an input are facts about it for formulas; a run has its value. */
    const uint32_t args = from->kind == AZ_S_INPUT ? 0 : from->arg_count;
    if (args) to->args = az_calloc(args, sizeof *to->args);
    for (uint32_t j = 0; j < args; j++) to->args[j] = compile_term(c, from->args[j]);
    to->steps = compile_steps(c, from->steps, from->step_count);
    to->end = (uint32_t)arrlen(out->ops);
    to->result = NO_SLOT;
    if (from->result && fits(az_sort_of(s, from->result))) {
      to->result = c->next++;
      hmput(out->slots, from->result, to->result);
    } else if (from->result) {
      c->problem = "a value of more than 128 bits";
    }
    to->unsupported = c->problem;
  }
  c->problem = NULL;
  out->condition = compile_term(c, b->condition);
  out->value = compile_term(c, b->value);
  out->end_steps = compile_steps(c, b->end_steps, b->end_step_count);
  out->end = (uint32_t)arrlen(out->ops);
  if (b->end == AZ_END_SWITCH) {
    out->cases = az_calloc(b->successor_count, sizeof *out->cases);
    for (uint32_t i = 0; i + 1 < b->successor_count; i++)
      if (!code_constant(s, b->cases[i], &out->cases[i]))
        c->problem = "a case that is not constant";
  }
  out->unsupported = c->problem;
  if (c->next > c->out->slot_count) c->out->slot_count = c->next;
}

code *code_compile(const az_program *p, const az_function *f) {
  code *out = az_calloc(1, sizeof *out);
  compiler c = {.p = p, .out = out};
  out->blocks = az_calloc(f->block_count, sizeof *out->blocks);
  for (uint32_t i = 0; i < f->local_count; i++)
    hmput(c.locals, p->objects[f->locals[i]].address, i);
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (f->blocks[b].order == AZ_NONE) continue;
    c.block = &out->blocks[b];
    compile_block(&c, &f->blocks[b]);
  }
  hmfree(c.locals);
  return out;
}

void code_free(code *c, const az_function *f) {
  if (!c) return;
  for (uint32_t b = 0; b < f->block_count; b++) {
    code_block *block = &c->blocks[b];
    for (uint32_t i = 0; block->stmts && i < f->blocks[b].stmt_count; i++) {
      free(block->stmts[i].args);
      free(block->stmts[i].steps);
    }
    free(block->stmts);
    free(block->end_steps);
    free(block->cases);
    arrfree(block->ops);
    hmfree(block->slots);
  }
  free(c->blocks);
  arrfree(c->constants);
  free(c);
}
