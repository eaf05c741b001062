/* The main function of the rewritten program: it does what the front end's start function does. */
#include "ansatz/statement.h"
#include "frontend/bitcode/llvm.h"
#include "replay/rewrite.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Random pointers would point nowhere, unlike pointers of an entry state. So in runs on random
 * inputs, objects with pointers are zero. */
static bool stays_zero(const rewriter *r, const az_object *o) {
  return r->makes_up && az_has_pointers(r->p->types, o->type);
}

/* Builds the memory of an object of the start function; the trace has its content. */
static LLVMValueRef filled(rewriter *r, const az_stmt *s, const az_object *o) {
  LLVMTypeRef bytes = LLVMArrayType2(r->i8, o->bytes);
  LLVMValueRef memory = LLVMBuildAlloca(r->b, bytes, "");
  LLVMSetAlignment(memory, 16);
  if (stays_zero(r, o)) {
    LLVMBuildStore(r->b, LLVMConstNull(bytes), memory);
    return memory;
  }
  rewriter_call_fill(r, native_site(r->p, s), memory, LLVMConstInt(r->i64, o->bytes, false),
                     NATIVE_ZEROED);
  return memory;
}

static LLVMValueRef behind(rewriter *r, LLVMValueRef memory, uint64_t bytes) {
  LLVMValueRef at = LLVMConstInt(r->i64, bytes, false);
  return LLVMBuildGEP2(r->b, r->i8, memory, &at, 1, "");
}

/* Returns __ansatz_start if the bitcode has it, else the last function of the bitcode that
 * __ansatz_start calls: constructors come first; the bitcode has no caller of destructors. */
static LLVMValueRef find_entry(const rewriter *r) {
  const az_function *start = &r->p->functions[r->p->entry];
  LLVMValueRef entry = LLVMGetNamedFunction(r->module, start->name);
  bool made = entry != NULL;
  for (az_stmts i = az_stmts_in(start); !made && az_stmts_next(&i);) {
    uint32_t to = az_direct_callee(i.stmt);
    LLVMValueRef callee =
        to == AZ_NONE ? NULL : LLVMGetNamedFunction(r->module, r->p->functions[to].name);
    if (callee) entry = callee;
  }
  return entry && !LLVMIsDeclaration(entry) ? entry : NULL;
}

/* The call of the entry, while it is built. */
typedef struct entry_call {
  LLVMValueRef entry;
  LLVMValueRef *args; /* NULL: not known yet */
  unsigned count, next;
  LLVMValueRef strings, vector; /* of argv; NULL: argv is not filled */
  uint64_t tail;                /* displacement of the last string */
  LLVMValueRef chosen;          /* the object of the last CHOICE; NULL: none */
  uint32_t *objects;            /* stb_ds: objects that pointers may point to */
  struct {
    uint32_t key;
    LLVMValueRef value;
  } *memory; /* stb_ds: of the start function's objects */
} entry_call;

static bool has_text(const az_stmt *s, const char *text) {
  return s->text && !strcmp(s->text, text);
}

static bool is_behind(const az_stmt *s) {
  return has_text(s, AZ_BEHIND_ARGUMENT) || has_text(s, AZ_BEHIND_FIELD);
}

/* Returns the trace's value of the input, or 0. */
static uint64_t value_of(const rewriter *r, const az_stmt *s) {
  uint64_t value = 0;
  for (size_t i = 0; r->trace && i < r->trace->count; i++) {
    const az_event *e = &r->trace->events[i];
    if (e->kind == AZ_EV_INPUT && e->stmt == s && !az_const_u64(r->p->store, e->value, &value))
      value = 0;
  }
  return value;
}

/* Chooses the object that was created for the pointer, if the trace says so. */
static void take_choice(rewriter *r, entry_call *c, const az_stmt *s) {
  uint64_t value = value_of(r, s);
  c->chosen = NULL;
  uint32_t object = s->object;
  for (size_t i = arrlenu(c->objects); value == AZ_BEHIND_SAME && i-- > 0 && object == s->object;)
    if (c->objects[i] < object && r->p->objects[c->objects[i]].type == r->p->objects[object].type)
      object = c->objects[i];
  if (value) c->chosen = hmget(c->memory, object);
  if (c->chosen && has_text(s, AZ_BEHIND_ARGUMENT) && c->next) c->args[c->next - 1] = c->chosen;
}

/* Returns the object that has the term as its address, or AZ_NONE. */
static uint32_t object_at(const az_program *p, az_term address) {
  for (uint32_t i = 0; i < p->object_count; i++)
    if (p->objects[i].address == address) return i;
  return AZ_NONE;
}

static void store_pointer(rewriter *r, entry_call *c, const az_stmt *s) {
  uint64_t at;
  uint32_t parent = object_at(r->p, az_pointer_object(r->p, s->ptr));
  if (!c->chosen || parent == AZ_NONE ||
      !az_const_u64(r->p->store, az_pointer_offset(r->p, s->ptr), &at))
    return;
  LLVMValueRef memory = hmget(c->memory, parent);
  if (!memory) memory = rewriter_global(r, &r->p->objects[parent]);
  if (!memory || (LLVMIsAGlobalValue(memory) && LLVMIsDeclaration(memory))) return;
  LLVMBuildStore(r->b, c->chosen, behind(r, memory, at));
}

/* Fills argv as the start function does: argv[0 .. argc - 1] are strings, the rest is null. */
static void set_arguments(rewriter *r, const entry_call *c) {
  LLVMValueRef none = LLVMConstNull(r->ptr), strings = c->strings, argc = c->args[0];
  LLVMValueRef last = behind(r, strings, (AZ_ARGV_COUNT - 1) * AZ_ARGV_LENGTH + c->tail);
  for (unsigned i = 0; i <= AZ_ARGV_COUNT; i++) {
    LLVMValueRef value = none;
    if (i < AZ_ARGV_COUNT) {
      LLVMValueRef end = behind(r, strings, (i + 1) * AZ_ARGV_LENGTH - 1);
      LLVMBuildStore(r->b, LLVMConstNull(r->i8), end);
      LLVMValueRef given =
          LLVMBuildICmp(r->b, LLVMIntULT, LLVMConstInt(LLVMTypeOf(argc), i, false), argc, "");
      LLVMValueRef is_last =
          LLVMBuildICmp(r->b, LLVMIntEQ, LLVMConstInt(LLVMTypeOf(argc), i + 1, false), argc, "");
      LLVMValueRef string = behind(r, strings, i * AZ_ARGV_LENGTH);
      string = LLVMBuildSelect(r->b, is_last, last, string, "");
      value = LLVMBuildSelect(r->b, given, string, none, "");
    }
    LLVMBuildStore(r->b, value, behind(r, c->vector, i * (r->p->pointer_bits / 8)));
  }
}

/* Begins a lifetime in the start function: of argv, a global, or memory for a by-value argument. */
static void begin_object(rewriter *r, entry_call *c, const az_stmt *s) {
  const az_object *o = &r->p->objects[s->object];
  if (is_behind(s)) {
    if (r->makes_up) return;
    hmput(c->memory, s->object, filled(r, s, o));
    arrput(c->objects, s->object);
    return;
  }
  if (s->text && !strcmp(s->text, AZ_ARGV_STRINGS)) {
    c->strings = filled(r, s, o);
    return;
  }
  if (s->text && !strcmp(s->text, AZ_ARGV_VECTOR)) {
    c->vector = filled(r, s, o);
    set_arguments(r, c);
    return;
  }
  LLVMValueRef global = rewriter_global(r, o);
  if (global && LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalLinkage &&
      !az_linker_defines(o->name)) { /* another file defines it */
    LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
    LLVMSetGlobalConstant(global, false);
  }
  bool is_variable = global && !LLVMIsDeclaration(global) && !LLVMIsGlobalConstant(global);
  if (is_variable && stays_zero(r, o))
    LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
  else if (is_variable)
    rewriter_call_fill(r, native_site(r->p, s), global, LLVMConstInt(r->i64, o->bytes, false),
                       NATIVE_ZEROED);
  else if (o->kind >= AZ_OBJ_LOCAL && c->next < c->count)
    hmput(c->memory, s->object, c->args[c->next++] = filled(r, s, o));
}

/* Returns whether the input is the next argument of the call. Other inputs are initial values of
 * variables; their texts are not parameter names. */
static bool is_argument(const entry_call *c, const az_stmt *s) {
  if (s->input == AZ_IN_CHOICE || has_text(s, AZ_ARGV_SIZE) || c->next >= c->count) return false;
  if (s->input != AZ_IN_APPROX || !s->text) return true;
  size_t length = 0;
  const char *name = LLVMGetValueName2(LLVMGetParam(c->entry, c->next), &length);
  if (!length) return !strncmp(s->text, "argument ", 9);
  const char *rest = s->text + length;
  return !strncmp(s->text, name, length) && (!*rest || !strcmp(rest, AZ_ODD_ARGUMENT));
}

static void take_argument(rewriter *r, entry_call *c, const az_block *block, const az_stmt *s) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(c->entry, c->next));
  if (s->input == AZ_IN_ARGUMENT) {
    LLVMValueRef slot = LLVMBuildAlloca(r->b, type, "");
    rewriter_call_fill(r, native_site(r->p, s), slot,
                       LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), false),
                       NATIVE_ZEROED | NATIVE_SINGLE |
                           rewriter_kind_flags(r, type, native_is_limited(block, s)));
    c->args[c->next] = LLVMBuildLoad2(r->b, type, slot, "");
  }
  c->next++;
}

/* Refuses runs that could depend on data that the trace lacks: other parameters of main, such as
 * the environment, or more arguments than the vector has. */
static void refuse_unknown(rewriter *r, const entry_call *c) {
  if (r->p->arbitrary_entry) return;
  LLVMValueRef is_known = LLVMConstInt(r->i1, 1, false);
  if (c->vector)
    is_known = LLVMBuildICmp(r->b, LLVMIntULE, c->args[0],
                             LLVMConstInt(LLVMTypeOf(c->args[0]), AZ_ARGV_COUNT, false), "");
  rewriter_call_check(r, is_known, AZ_NONE, NATIVE_STUB);
  for (unsigned i = 0; i < c->count; i++)
    if (!c->args[i] && fe_is_read(LLVMGetParam(c->entry, i)))
      rewriter_call_check(r, LLVMConstInt(r->i1, 0, false), AZ_NONE, NATIVE_STUB);
}

/* Sets up globals and arguments from the trace, and calls the entry. Pointer arguments are null,
 * since executions that read one do not count; records passed by value get separate memory. */
const char *rewriter_make_main(rewriter *r, uint32_t ends) {
  const az_function *start = &r->p->functions[r->p->entry];
  LLVMValueRef old = LLVMGetNamedFunction(r->module, "main");
  entry_call c = {.entry = find_entry(r)};
  if (!c.entry) return "no entry function in the bitcode";
  if (old) LLVMSetValueName2(old, "ansatz.main", 11);
  LLVMValueRef f = LLVMAddFunction(r->module, "main", LLVMFunctionType(r->i32, NULL, 0, false));
  LLVMPositionBuilderAtEnd(r->b, LLVMAppendBasicBlockInContext(r->context, f, ""));
  for (uint32_t i = 0; i < r->p->object_count; i++)
    if (r->p->objects[i].is_open_ended)
      rewriter_call_check(r, LLVMConstInt(r->i1, 0, false), AZ_NONE, NATIVE_STUB);
  c.count = LLVMCountParams(c.entry);
  c.args = az_calloc(c.count + 1u, sizeof *c.args);
  for (az_stmts i = az_stmts_in(start); az_stmts_next(&i);) {
    const az_stmt *s = i.stmt;
    if (s->kind == AZ_S_LIVE)
      begin_object(r, &c, s);
    else if (s->kind == AZ_S_INPUT && s->input == AZ_IN_CHOICE && is_behind(s))
      take_choice(r, &c, s);
    else if (s->kind == AZ_S_INPUT && has_text(s, AZ_ARGV_CHOICE))
      c.tail = value_of(r, s) % AZ_ARGV_LENGTH;
    else if (s->kind == AZ_S_STORE && is_behind(s))
      store_pointer(r, &c, s);
    else if (s->kind == AZ_S_INPUT && is_argument(&c, s))
      take_argument(r, &c, i.block, s);
  }
  if (c.vector) c.args[1] = c.vector;
  refuse_unknown(r, &c);
  for (unsigned i = 0; i < c.count; i++)
    if (!c.args[i]) c.args[i] = LLVMConstNull(LLVMTypeOf(LLVMGetParam(c.entry, i)));
  LLVMTypeRef type = LLVMGlobalGetValueType(c.entry);
  LLVMValueRef result = LLVMBuildCall2(r->b, type, c.entry, c.args, c.count, "");
  if (r->p->arbitrary_entry && LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMPointerTypeKind) {
    LLVMValueRef kept = LLVMAddGlobal(r->module, LLVMTypeOf(result), "ansatz.result");
    LLVMSetInitializer(kept, LLVMConstNull(LLVMTypeOf(result)));
    LLVMBuildStore(r->b, result, kept);
  }
  free(c.args);
  hmfree(c.memory);
  arrfree(c.objects);
  if (ends >> AZ_C_MEMTRACK & 1u) rewriter_call_leaks(r, AZ_NONE, AZ_C_MEMTRACK);
  if (ends >> AZ_C_MEMCLEANUP & 1u) rewriter_call_leaks(r, AZ_NONE, AZ_C_MEMCLEANUP);
  LLVMBuildRet(r->b, LLVMTypeOf(result) == r->i32 ? result : rewriter_number(r, 0));
  return NULL;
}
