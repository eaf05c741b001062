/* Functions without an LLVM body: __ansatz_start (start.c), and wrappers of library functions whose
 * address is taken. */
#include "frontend/functions/functions.h"
#include "frontend/calls/argument.h"
#include "frontend/calls/calls.h"
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "base/check.h"

void fx_open_made(fx *x, fe *f, uint32_t function) {
  *x = (fx){
      .f = f, .index = function, .site = AZ_NONE, .stamp = 1, .loc = f->functions[function].loc};
}

void fx_close_made(fx *x, az_end_kind end, az_term value) {
  az_function *fn = &x->f->functions[x->index];
  assert(!fn->has_body); /* a body is built once */
  fn->blocks = AZ_NEW(x->f->arena, az_block);
  fn->block_count = 1;
  fn->has_body = true;
  az_block *b = &fn->blocks[0];
  *b = (az_block){
      .loop = AZ_NONE, .order = AZ_NONE, .name = "entry", .end = x->stopped ? AZ_END_STOP : end};
  if (b->end == AZ_END_RETURN) b->value = value;
  fx_close_block(x, b);
  fx_close(x);
}

az_status fe_translate_wrapper(fe *f, uint32_t function) {
  fx wrapper, *x = &wrapper;
  fx_open_made(x, f, function);
  LLVMValueRef fn = f->pending[function];
  LLVMTypeRef type = LLVMGlobalGetValueType(fn);
  uint32_t count = LLVMCountParamTypes(type);
  fx_call c = {.name = f->functions[function].name,
               .callee = fn,
               .result = LLVMGetReturnType(type),
               .count = count};
  c.args = AZ_NEWN(f->arena, az_term, count + 1);
  c.types = AZ_NEWN(f->arena, LLVMTypeRef, count + 1);
  uint32_t *params = AZ_NEWN(f->arena, uint32_t, count + 1);
  LLVMGetParamTypes(type, c.types);
  for (uint32_t i = 0; i < count; i++) {
    params[i] = fe_add_object(f, AZ_OBJ_PARAM, az_arena_printf(f->arena, "arg.%u", i),
                              fe_register_type(f, c.types[i]), function, x->loc);
    c.args[i] = fx_load(x, fe_address(f, params[i]), c.types[i]);
  }
  f->functions[function].params = params;
  f->functions[function].param_count = count;
  az_term value = fx_library(x, &c);
  if (value) value = fe_to_memory(f, value, c.result);
  fx_close_made(x, AZ_END_RETURN, value);
  return f->err->status;
}
