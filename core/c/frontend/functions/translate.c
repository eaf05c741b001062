/* Translates one function: its blocks (cfg.c) with the statements of their instructions
 * (instruction.c). Phis go through objects of kind AZ_OBJ_TEMP, to which the predecessors store. */
#include "frontend/functions/functions.h"
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "frontend/calls/calls.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/llvm.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

static void set_place(fx *x, LLVMValueRef i) {
  fe *f = x->f;
  unsigned line = LLVMGetDebugLocLine(i), length = 0;
  const char *file = line ? LLVMGetDebugLocFilename(i, &length) : NULL;
  const az_function *fn = &f->functions[x->index];
  if (fn->is_model && fn->call_site != AZ_NONE)
    x->loc = fn->loc;
  else if (file)
    x->loc = (az_loc){fe_file(f, file, length), line, LLVMGetDebugLocColumn(i)};
  ptrdiff_t at = hmgeti(x->sites, i);
  x->site = at >= 0 ? x->sites[at].value : AZ_NONE;
}

/* Makes memory safety unknown where a variable ends without a mark by clang. */
static void note_unknown_end(fx *x, LLVMValueRef place, const char *cause) {
  if (!cause || !(x->f->options->classes & AZ_MEMORY_CLASSES)) return;
  set_place(x, LLVMGetUser(LLVMGetFirstUse(place)));
  fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), cause), cause);
}

/* Begins the lifetime of the local record that is returned. */
static void enter_result(fx *x) {
  uint32_t object = x->result - 1;
  LLVMValueRef place = LLVMGetParam(x->fn, 0);
  note_unknown_end(x, place, fx_ends_unknown(x, place, x->f->objects[object].name));
  fx_emit_life(x, AZ_S_LIVE, object);
}

static void enter(fx *x) {
  fe *f = x->f;
  for (LLVMValueRef i = az_first_counted(LLVMGetEntryBasicBlock(x->fn)); i;
       i = az_next_counted(i)) {
    ptrdiff_t at = LLVMIsAAllocaInst(i) ? hmgeti(x->allocas, i) : -1;
    if (at < 0 || i == x->dead_slot || fx_has_lifetime(i)) continue;
    uint32_t object = x->allocas[at].value;
    const char *name = f->objects[object].name;
    const char *cause = fx_ends_unknown(x, i, name);
    if (cause) fx_mark_lifetime(x, i, object);
    note_unknown_end(x, i, cause);
    bool copy = false; /* the alloca is a copy of a parameter, and first stored to */
    for (LLVMUseRef u = LLVMGetFirstUse(i); u && !copy; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      copy = LLVMIsAStoreInst(user) && LLVMIsAArgument(LLVMGetOperand(user, 0)) &&
             LLVMGetOperand(user, 1) == i;
    }
    if (copy || !fx_read_before_written(x, i)) continue;
    set_place(x, i);
    if (!f->functions[x->index].is_model) x->loc = f->objects[object].loc;
    fx_emit(x, AZ_S_LIVE)->object = object;
  }
  if (x->result) enter_result(x);
  x->loc = f->functions[x->index].loc;
}

static void read_phis(fx *x) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(x->bb); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    set_place(x, i);
    uint32_t object = fx_slot(x, i)->phi;
    if (object) fx_define(x, i, fx_load_object(x, object - 1, LLVMTypeOf(i)));
  }
}

/* Emits the stores for the successors' phis: reads all values before it writes the first. */
static void write_phis(fx *x, const fx_node *n) {
  struct write {
    uint32_t object;
    az_term value;
    LLVMTypeRef type;
  } *writes = NULL;
  for (size_t k = 0; k < arrlenu(n->edges); k++) {
    fx_edge e = n->edges[k];
    bool twice = false;
    for (size_t j = 0; j < k; j++)
      twice = twice || (n->edges[j].to == e.to && n->edges[j].from == e.from);
    for (LLVMValueRef i = twice ? NULL : LLVMGetFirstInstruction(e.to); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef incoming = fx_incoming(i, e.from);
      LLVMTypeRef type = LLVMTypeOf(i);
      if (!incoming || !fe_sort(x->f, type)) continue;
      az_term value = fx_value_of(x, incoming);
      fx_value *slot = fx_slot(x, i);
      if (!slot->phi) {
        uint32_t object = 1 + fx_temp(x, fe_name_of(x->f->arena, i), fe_register_type(x->f, type));
        fx_slot(x, i)->phi = object;
      }
      arrput(writes, ((struct write){fx_slot(x, i)->phi - 1, value, type}));
    }
  }
  for (size_t k = 0; k < arrlenu(writes); k++)
    fx_store_object(x, writes[k].object, writes[k].value, writes[k].type);
  arrfree(writes);
}

void fx_close_block(fx *x, az_block *b) {
  b->stmt_count = (uint32_t)arrlenu(x->stmts);
  b->stmts = AZ_COPY(x->f->arena, x->stmts, b->stmt_count, b->stmt_count + 1);
  arrsetlen(x->stmts, 0);
  b->end_loc = x->loc;
}

static void end_by_if(fx *x, az_block *b, az_term condition) {
  uint64_t known = 0;
  if (b->successor_count == 2 &&
      (b->successors[0] == b->successors[1] || az_const_u64(x->f->store, condition, &known))) {
    b->end = AZ_END_GOTO;
    b->successors[0] = b->successors[b->successors[0] == b->successors[1] || known ? 0 : 1];
    b->successor_count = 1;
  } else {
    b->condition = condition;
  }
}

/* Ends the block with goto *condition to a label of the function; other targets are unsupported. */
static void end_by_computed_goto(fx *x, const fx_node *n, az_block *b, az_term condition) {
  fe *f = x->f;
  az_store *s = f->store;
  uint32_t count = b->successor_count;
  az_term known = az_false(s);
  b->condition = az_pointer_object(f->p, condition);
  for (uint32_t i = 0; i < count; i++) {
    az_term label = az_pointer_object(f->p, fe_block_address(f, n->edges[i].to));
    if (i + 1 < count) b->cases[i] = label;
    known = az_or(s, known, az_eq(s, b->condition, label));
  }
  az_term start = az_bv(s, f->p->pointer_bits, 0);
  known = az_and(s, known, az_eq(s, az_pointer_offset(f->p, condition), start));
  if (az_is_true(s, known)) return;
  az_stmt *leaves = fx_emit(x, AZ_S_UNSUPPORTED); /* other targets are exact: there is no cause */
  leaves->text = "a computed goto to no label of the function";
  leaves->value = az_not(s, known);
}

static void end_by_switch(fx *x, const fx_node *n, az_block *b, az_term condition) {
  fe *f = x->f;
  uint32_t count = b->successor_count;
  assert(count && (!n->cases || arrlenu(n->cases) + 1 == count)); /* the default comes last */
  b->cases = AZ_NEWN(f->arena, az_term, count + 1);
  if (n->cases) {
    b->condition = fe_pack(f, condition);
    for (uint32_t i = 0; i + 1 < count; i++) b->cases[i] = fe_pack(f, fe_constant(f, n->cases[i]));
  } else {
    end_by_computed_goto(x, n, b, condition);
  }
  if (count == 1) {
    b->end = AZ_END_GOTO;
    b->condition = 0;
  }
}

/* Copies the returned local record to the place that the caller wants. */
static void return_result(fx *x) {
  fe *f = x->f;
  uint32_t object = x->result - 1;
  LLVMValueRef parameter = LLVMGetParam(x->fn, 0);
  const az_term result = fe_address(f, object);
  fx_copy_record(x, fx_load_object(x, x->params[0], LLVMTypeOf(parameter)), result,
                 f->objects[object].bytes);
}

static void end_by_return(fx *x, const fx_node *n, az_block *b) {
  if (x->result) return_result(x);
  LLVMValueRef value = LLVMGetNumOperands(n->terminator) ? LLVMGetOperand(n->terminator, 0) : NULL;
  az_term t = value ? fx_value_of(x, value) : 0;
  if (value) fx_note_promised_result(x, value);
  if (t) b->value = fe_to_memory(x->f, t, LLVMTypeOf(value));
  if (t) fx_note_end_steps(x, n->terminator, b);
}

/* Returns whether a function that is declared not to return ends here, not in a call before. */
static bool returns_in_vain(const fx *x, LLVMValueRef terminator) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  LLVMValueRef before = LLVMGetPreviousInstruction(terminator);
  return LLVMGetEnumAttributeAtIndex(x->fn, LLVMAttributeFunctionIndex, kind) &&
         (LLVMIsAReturnInst(terminator) ||
          !(before && LLVMIsACallInst(before) && !LLVMIsAIntrinsicInst(before)));
}

/* Notes where the loop statement of a jump back starts: `!llvm.loop !{self, start, end, ...}`. */
static void note_loop_start(fx *x, LLVMValueRef terminator, az_block *b) {
  const az_function *fn = &x->f->functions[x->index];
  LLVMValueRef node = LLVMGetMetadata(terminator, x->loop), parts[16];
  unsigned count = node ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  if (count < 2 || count > 16 || fn->is_model) return;
  LLVMGetMDNodeOperands(node, parts);
  LLVMMetadataRef start = parts[1] ? LLVMValueAsMetadata(parts[1]) : NULL;
  if (!start || LLVMGetMetadataKind(start) != LLVMDILocationMetadataKind) return;
  LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(start));
  unsigned length = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
  if (!name) return;
  b->loop_start = (az_loc){fe_file(x->f, name, length), LLVMDILocationGetLine(start),
                           LLVMDILocationGetColumn(start)};
}

static void end_block(fx *x, const fx_node *n, az_block *b) {
  static const char in_vain[] = "the return of a function that is declared not to return";
  if (x->stopped) {
    b->end = AZ_END_STOP;
    return;
  }
  set_place(x, n->terminator);
  b->end_site = x->site;
  b->end = n->end;
  if (n->end == AZ_END_STOP) {
    if (n->terminator && !LLVMIsAUnreachableInst(n->terminator))
      fx_unsupported(x, "a jump out of inline assembly");
    else if (n->terminator && returns_in_vain(x, n->terminator))
      fx_unsupported(x, in_vain);
    return;
  }
  if (n->end == AZ_END_RETURN) {
    if (returns_in_vain(x, n->terminator)) fx_unsupported_if(x, az_true(x->f->store), in_vain);
    end_by_return(x, n, b);
    return;
  }
  uint32_t count = (uint32_t)arrlenu(n->successors);
  assert(count == arrlenu(n->edges)); /* phis read the edges in the order of successors */
  b->successors = AZ_COPY(x->f->arena, n->successors, count, count + 1);
  b->successor_count = count;
  az_term condition = n->condition ? fx_value_of(x, n->condition) : 0;
  write_phis(x, n);
  note_loop_start(x, n->terminator, b);
  if (n->end == AZ_END_IF) end_by_if(x, b, condition);
  if (n->end == AZ_END_SWITCH) end_by_switch(x, n, b, condition);
}

/* Removes blocks that no edge reaches (after a STOP, or because of a constant condition). */
static void prune(az_function *fn) {
  uint32_t n = fn->block_count, *map = az_calloc(n, sizeof *map), *stack = NULL, count = 0;
  map[0] = 1;
  arrput(stack, 0);
  while (arrlenu(stack)) {
    const az_block *b = &fn->blocks[arrpop(stack)];
    for (uint32_t k = 0; k < b->successor_count; k++)
      if (!map[b->successors[k]]) {
        map[b->successors[k]] = 1;
        arrput(stack, b->successors[k]);
      }
  }
  for (uint32_t i = 0; i < n; i++)
    if (map[i]) {
      map[i] = count;
      fn->blocks[count++] = fn->blocks[i];
    }
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < fn->blocks[i].successor_count; k++)
      fn->blocks[i].successors[k] = map[fn->blocks[i].successors[k]];
  assert(count && count <= n); /* the entry stays, as block 0 */
  fn->block_count = count;
  arrfree(stack);
  free(map);
}

void fx_close(fx *x) {
  fx_graph_free(x);
  arrfree(x->stmts);
  arrfree(x->blocks);
  arrfree(x->landings);
  hmfree(x->values);
  hmfree(x->sites);
  hmfree(x->allocas);
  hmfree(x->declares);
  arrfree(x->marks);
  hmfree(x->marked);
}

/* Translates the instructions of the current LLVM block. */
static void translate_instructions(fx *x) {
  for (LLVMValueRef v = az_first_counted(x->bb); v && !x->stopped; v = az_next_counted(v)) {
    if (LLVMIsAPHINode(v)) continue;
    fx_lifetimes(x, v);
    if (LLVMIsATerminatorInst(v)) continue;
    set_place(x, v);
    x->inserted = LLVMHasMetadata(v) && !LLVMIsACallInst(v) && LLVMGetMetadata(v, x->nosanitize);
    if (fx_jump(x, v)) continue;
    fx_instruction(x, v);
    fx_behind_call(x, v);
  }
  x->inserted = false;
}

/* Returns whether an alias with an error function's name is called through a pointer. */
static bool is_error_by_alias(fe *f, LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef alias = LLVMGetUser(u);
    if (LLVMIsAGlobalAlias(alias) && fe_error_name(f->build, alias) && fe_is_passed_on(alias))
      return true;
  }
  return false;
}

/* Adds the check at the entry of an error function that may be called through a pointer. */
static void check_error_function(fx *x) {
  fe *f = x->f;
  const char *name = fe_error_name(f->build, x->fn);
  if (!name && is_error_by_alias(f, x->fn))
    fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), "called by another name"),
                      "an error function that has another name, too");
  if (!name || !fe_is_passed_on(x->fn)) return;
  set_place(x, az_first_counted(x->bb));
  fx_check(x, AZ_C_UNREACH, az_false(f->store),
           az_arena_printf(f->arena, "%s() is not reached", name));
}

static void translate_node(fx *x, uint32_t index) {
  const fx_node *n = &x->nodes[index];
  assert(arrlenu(n->guards) == arrlenu(n->more) + 1); /* one for each LLVM block */
  x->piece = index;
  x->bb = n->bb;
  x->stamp = index + 1;
  x->stopped = false;
  x->blocks[index].name = az_arena_strdup(x->f->arena, LLVMGetBasicBlockName(n->bb));
  if (index == 0) {
    enter(x);
    fx_note_restrict(x);
    fx_note_promises(x);
    check_error_function(x);
    if (LLVMGetEnumAttributeAtIndex(x->fn, LLVMAttributeFunctionIndex,
                                    LLVMGetEnumAttributeKindForName("naked", 5)))
      fx_unsupported(x, "a naked function");
  }
  read_phis(x);
  for (size_t k = 0; k <= arrlenu(n->more) && !x->stopped; k++) {
    x->bb = k ? n->more[k - 1] : n->bb;
    translate_instructions(x);
    const fx_guard *g = &n->guards[k];
    if (!g->condition || x->stopped) continue;
    set_place(x, g->trap);
    az_term condition = fx_value_of(x, g->condition);
    fx_trap(x, g->trap, g->traps_if ? az_not(x->f->store, condition) : condition);
  }
  end_block(x, n, &x->blocks[x->piece]);
  fx_close_block(x, &x->blocks[x->piece]);
}

az_status fe_translate(fe *f, uint32_t function) {
  assert(function < arrlenu(f->pending) && f->pending[function]);
  fx x = {.f = f, .index = function, .fn = f->pending[function], .site = AZ_NONE};
  x.loc = f->functions[function].loc;
  x.nosanitize = LLVMGetMDKindIDInContext(f->context, "nosanitize", 10);
  x.loop = LLVMGetMDKindIDInContext(f->context, "llvm.loop", 9);
  fx_graph(&x);
  fx_survey(&x);
  fx_add_params(&x);
  uint32_t count = (uint32_t)arrlenu(x.nodes);
  for (uint32_t i = 0; i < count; i++)
    arrput(x.blocks, ((az_block){.loop = AZ_NONE, .order = AZ_NONE}));
  fx_begin_jumps(&x);
  for (uint32_t i = 0; i < count && f->err->status == AZ_OK; i++) translate_node(&x, i);
  az_function *fn = &f->functions[function];
  fn->block_count = (uint32_t)arrlenu(x.blocks);
  fn->blocks = AZ_COPY(f->arena, x.blocks, fn->block_count, fn->block_count);
  fn->has_body = true;
  if (f->err->status == AZ_OK) prune(fn);
  fx_close(&x);
  return f->err->status;
}
