/* Builds __ansatz_start, the function with which a program starts: it evaluates initialisers that
 * are not constant, makes globals arbitrary if the entry is not main, and calls the entry with its
 * arguments. */
#include "frontend/functions/functions.h"
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/names/names.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/llvm.h"
#include "library/model.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

/* ---- targets of pointers of the entry state -------------------------------------------------- */

enum { most_behind = 8, deepest_behind = 2, elements_behind = 4 };

static az_term behind(fx *x, az_type element, az_term anywhere, const char *text, unsigned depth,
                      uint32_t *object);

/* Lets the pointers in the memory also point to objects that are created for them. */
static void fields_behind(fx *x, az_term memory, az_type type, uint64_t at, unsigned depth) {
  fe *f = x->f;
  az_type_info t = f->types[type]; /* a copy: types are added */
  if (depth >= deepest_behind || t.is_union) return;
  for (uint32_t i = 0; t.kind == AZ_T_RECORD && i < t.field_count; i++)
    if (!t.fields[i].bit_width)
      fields_behind(x, memory, t.fields[i].type, at + t.fields[i].bit_offset / 8, depth);
  if (t.kind != AZ_T_POINTER) return;
  az_term place = fx_offset(x, memory, at);
  az_stmt *load = fx_emit(x, AZ_S_LOAD);
  load->type = type;
  load->ptr = place;
  az_term old = load->result = fx_fresh(x, type);
  uint32_t object = AZ_NONE;
  az_term value = behind(x, t.element, old, AZ_BEHIND_FIELD, depth + 1, &object);
  if (object == AZ_NONE) {
    (void)arrpop(x->stmts); /* the load */
    return;
  }
  az_stmt *s = fx_emit(x, AZ_S_STORE);
  s->type = type;
  s->ptr = place;
  s->value = value;
  s->object = object;
  s->text = AZ_BEHIND_FIELD;
}

/* Returns an earlier object of the same type, to which the pointer may point as well. */
static uint32_t earlier_behind(fx *x, uint32_t object) {
  const az_object *o = x->f->objects;
  for (size_t i = arrlenu(x->stmts); i-- > 0;) {
    const az_stmt *s = &x->stmts[i];
    bool is_other = s->kind == AZ_S_LIVE && s->object < object && s->text &&
                    o[s->object].kind == AZ_OBJ_TEMP && o[s->object].type == o[object].type;
    if (is_other && fe_starts(s->text, AZ_BEHIND)) return s->object;
  }
  return AZ_NONE;
}

/* Returns any pointer. One choice is a pointer to a separate object, which a replay can set up. */
static az_term behind(fx *x, az_type element, az_term anywhere, const char *text, unsigned depth,
                      uint32_t *object) {
  fe *f = x->f;
  const az_type_info *t = &f->types[element];
  if (!element || !t->bytes || t->bytes > 256 || x->behind >= most_behind) return anywhere;
  bool scalar = t->kind == AZ_T_INT || t->kind == AZ_T_FLOAT;
  if (scalar) element = fe_array_of(f, element, elements_behind);
  x->behind++;
  *object = fx_temp(x, text, element);
  az_stmt *live = fx_emit(x, AZ_S_LIVE);
  live->object = *object;
  live->text = text;
  az_term memory = fe_address(f, *object);
  fields_behind(x, memory, element, 0, depth);
  fx_input(x, AZ_IN_CHOICE, LLVMInt8TypeInContext(f->context), text);
  arrlast(x->stmts).object = *object;
  az_term choice = arrlast(x->stmts).result;
  uint32_t other = earlier_behind(x, *object);
  if (other != AZ_NONE) {
    const az_term address = fe_address(f, other);
    memory = az_ite(S, az_eq_value(S, choice, AZ_BEHIND_SAME), address, memory);
  }
  return az_ite(S, az_ne(S, choice, az_bv(S, 8, 0)), memory, anywhere);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Returns whether the function is main(int, char **), and reads the second argument. */
static bool takes_strings(LLVMValueRef fn) {
  LLVMTypeRef types[3];
  if (LLVMCountParams(fn) < 2 || LLVMCountParams(fn) > 3) return false;
  LLVMGetParamTypes(LLVMGlobalGetValueType(fn), types);
  return LLVMGetTypeKind(types[0]) == LLVMIntegerTypeKind &&
         LLVMGetTypeKind(types[1]) == LLVMPointerTypeKind && fe_is_read(LLVMGetParam(fn, 1));
}

/* Returns the C type of an argument passed by value in memory; `type` is LLVM's. */
static az_type passed_type(fe *f, LLVMValueRef fn, LLVMValueRef value, az_type type) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsADbgDeclareInst(i) || LLVMGetOperand(LLVMGetOperand(i, 0), 0) != value) continue;
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
    az_type declared = fe_di_type(f, fe_di_operand(f->build, variable, 3));
    if (declared && f->types[declared].bytes == f->types[type].bytes) return declared;
  }
  return type;
}

/* Returns whether main may be given memory of this type as an argument, which C does not provide
 * for, and the verdict can say so. Where accesses have to be valid, nothing is known about its
 * size. Nor is anything known about what pointers in it lead to. */
static bool is_given_memory(const fe *f, az_type element) {
  const unsigned of_memory = AZ_MEMORY_CLASSES | 1u << AZ_C_BOUNDS;
  return element && f->types[element].bytes && !az_has_pointers(f->types, element) &&
         f->p->pointer_bits == 64 && !(f->options->classes & of_memory) && f->p->late_causes;
}

/* Returns a pointer into the memory of main's caller. Executions whose accesses are valid are those
 * in which all such arguments lead into one object, which they may share; the larger it is, the
 * more of them are covered, and one of 2^63 bytes contains all addresses that are near enough. No
 * object is as large, so that nothing is known about its address (az_mem_address_facts). */
static az_term given_memory(fx *x, az_type element, const char *name) {
  enum { SIZE = 63, MIDDLE = 62, APART = 48 }; /* powers of two */
  fe *f = x->f;
  const uint32_t w = f->p->pointer_bits;
  const az_term other = fx_undefined(x, az_sort_bv(APART), name);
  az_term at = az_bv(S, w, UINT64_C(1) << MIDDLE);
  if (!x->given) {
    x->given = fx_allocated(x, element, az_bv(S, w, UINT64_C(1) << SIZE), AZ_NO_TERM);
    az_cause said = {"any arguments of main, whose pointers lead to memory of its caller",
                     {.file = AZ_NONE},
                     .forbids = 0};
    arrins(f->causes, 0, said); /* verdicts name the first ones */
  } else {
    const az_type_info *t = &f->types[element];
    const az_term unit = az_bv(S, w, t->kind == AZ_T_INT && t->bytes <= 8 ? t->bytes : 1);
    at = az_bv_add(S, at, az_bv_mul(S, az_resize(S, other, w, true), unit));
  }
  return az_pointer(f->p, az_pointer_object(f->p, x->given), at);
}

static az_term argument(fx *x, LLVMValueRef fn, unsigned i, bool is_main) {
  fe *f = x->f;
  const uint32_t function = fe_function_index(f, fn);
  LLVMValueRef value = LLVMGetParam(fn, i);
  LLVMTypeRef type = LLVMTypeOf(value);
  size_t length = 0;
  const char *name = LLVMGetValueName2(value, &length);
  name = length ? az_arena_strdup(f->arena, name) : az_arena_printf(f->arena, "argument %u", i);
  static const char *const by_pointer[] = {"byval", "sret"};
  for (size_t k = 0; k < 2; k++) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        fn, i + 1, LLVMGetEnumAttributeKindForName(by_pointer[k], strlen(by_pointer[k])));
    if (!attribute) continue;
    az_type passed = fe_llvm_type(f, LLVMGetTypeAttributeValue(attribute));
    uint32_t object = fx_temp(x, name, passed_type(f, fn, value, passed));
    fx_emit(x, AZ_S_LIVE)->object = object;
    if (f->p->arbitrary_entry)
      fields_behind(x, fe_address(f, object), f->objects[object].type, 0, 0);
    return fe_address(f, object);
  }
  bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  /* arguments() creates the strings that are read; an unread argument can be anything. */
  if (is_main && is_pointer && (!fe_is_read(value) || (i == 1 && takes_strings(fn))))
    return az_null(f->p);
  const bool is_count =
      i == 0 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32;
  const az_type pointed = f->types[f->objects[f->functions[function].params[i]].type].element;
  const bool is_given = is_main && is_pointer && is_given_memory(f, pointed);
  /* The system calls main as if it had C's type: no run shows what other arguments are. */
  const bool is_odd = is_main && (is_given || (!is_pointer && !is_count)) && fe_is_read(value);
  if (is_odd) name = az_arena_printf(f->arena, "%s" AZ_ODD_ARGUMENT, name);
  if (is_odd) fe_cause(f, f->functions[function].loc, name);
  if (is_given) return given_memory(x, pointed, name);
  if ((is_pointer || fe_is_aggregate(type)) && fe_is_read(value))
    fe_cause(f, f->functions[function].loc,
             az_arena_printf(f->arena, "pointer argument %s of the entry", name));
  if ((is_pointer && is_main) || fe_is_aggregate(type)) {
    az_term vector = fx_input(x, AZ_IN_APPROX, type, name);
    if (is_pointer && is_main) fx_promise(x, az_ne(S, vector, az_null(f->p)));
    return fe_to_memory(f, vector, type);
  }
  az_term t = fx_input(x, is_odd ? AZ_IN_APPROX : AZ_IN_ARGUMENT, type, name);
  az_term bits = arrlast(x->stmts).result;
  az_type declared = f->objects[f->functions[function].params[i]].type;
  /* A record of one pointer is passed as this pointer. */
  const az_type_info *record = &f->types[declared];
  if (is_pointer && record->kind == AZ_T_RECORD && record->field_count)
    declared = record->fields[0].type;
  if (f->types[declared].sort == f->types[arrlast(x->stmts).type].sort)
    arrlast(x->stmts).type = declared;
  uint32_t width = az_sort_width(az_sort_of(S, bits));
  if (az_sort_of(S, t) == az_sort_bool() || f->types[declared].is_bool)
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_ule(S, bits, az_bv(S, width, 1));
  else if (is_main && is_count)
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_sle(S, az_bv(S, width, 0), bits);
  az_term given = fe_to_memory(f, t, type);
  if (!is_pointer) return given;
  if (f->types[declared].kind != AZ_T_POINTER) return given;
  uint32_t object = AZ_NONE;
  return behind(x, f->types[declared].element, given, AZ_BEHIND_ARGUMENT, 0, &object);
}

static az_stmt *live_temp(fx *x, const char *name, LLVMTypeRef type) {
  uint32_t object = fx_temp(x, name, fe_llvm_type(x->f, type));
  az_stmt *s = fx_emit(x, AZ_S_LIVE);
  s->object = object;
  s->text = name;
  return s;
}

static void set(fx *x, az_term ptr, uint64_t at, LLVMTypeRef type, az_term value) {
  az_stmt *s = fx_emit(x, AZ_S_STORE);
  s->type = fe_register_type(x->f, type);
  s->ptr = fx_offset(x, ptr, at);
  s->value = value;
}

/* Returns any number of strings of any length. They are in one object, whose last byte is null.
 * Each may be the last string there, so a read behind it is out of bounds in some execution. C does
 * not say where strings are, so no program can rely on two of them being disjoint. */
static az_term any_arguments(fx *x, az_term argc, az_term few) {
  fe *f = x->f;
  LLVMTypeRef byte = LLVMInt8TypeInContext(f->context);
  uint32_t w = f->p->pointer_bits;
  az_term one = az_bv(S, w, 1), word = az_bv(S, w, w / 8);
  az_term size = fx_input(x, AZ_IN_ARGUMENT, LLVMIntTypeInContext(f->context, w), AZ_ARGV_SIZE);
  az_term count = az_bv_add(S, az_resize(S, argc, w, false), one);
  /* Linux passes at most 6 megabytes, so an int can count them. */
  const az_term most = az_bv(S, w, INT32_MAX);
  fx_promise(x, az_or(S, few, az_bv_ult(S, az_bv_sub(S, size, one), most)));
  fx_promise(x, az_or(S, few, az_not(S, az_mul_overflows(S, count, word, true))));
  az_term strings = fx_allocated(x, fe_llvm_type(f, byte), az_ite(S, few, one, size), AZ_NO_TERM);
  az_term last = az_bv_sub(S, az_ite(S, few, one, size), one);
  az_stmt *end = fx_emit(x, AZ_S_STORE);
  end->type = fe_llvm_type(f, byte);
  end->ptr = az_pointer(f->p, az_pointer_object(f->p, strings), last);
  end->value = az_bv(S, 8, 0);
  return fx_allocated(x, f->pointer_type, az_ite(S, few, word, az_bv_mul(S, count, word)), strings);
}

/* Returns argv. One choice is a few short strings, which a replay can set up. */
static az_term arguments(fx *x, az_term argc) {
  fe *f = x->f;
  LLVMTypeRef byte = LLVMInt8TypeInContext(f->context),
              ptr = LLVMPointerTypeInContext(f->context, 0);
  uint32_t word = f->p->pointer_bits / 8;
  az_term strings = fe_address(
      f,
      live_temp(x, AZ_ARGV_STRINGS, LLVMArrayType2(byte, AZ_ARGV_COUNT * AZ_ARGV_LENGTH))->object);
  fx_input(x, AZ_IN_CHOICE, byte, AZ_ARGV_CHOICE);
  az_term choice = arrlast(x->stmts).result;
  az_term vector =
      fe_address(f, live_temp(x, AZ_ARGV_VECTOR, LLVMArrayType2(ptr, AZ_ARGV_COUNT + 1))->object);
  az_term few = az_ne(S, choice, az_bv(S, 8, 0));
  az_term tail = az_bv_and(S, choice, az_bv(S, 8, AZ_ARGV_LENGTH - 1));
  const az_term before = az_bv(S, f->p->pointer_bits, (AZ_ARGV_COUNT - 1) * AZ_ARGV_LENGTH);
  tail = az_bv_add(S, az_zext(S, tail, f->p->pointer_bits), before);
  az_term last = az_pointer(f->p, az_pointer_object(f->p, strings), tail);
  uint32_t w = az_sort_width(az_sort_of(S, argc));
  for (uint32_t i = 0; i < AZ_ARGV_COUNT; i++) {
    set(x, strings, (i + 1) * AZ_ARGV_LENGTH - 1, byte, az_bv(S, 8, 0));
    az_term given = az_bv_ult(S, az_bv(S, w, i), argc), at = az_bv(S, w, i + 1);
    az_term string = fx_offset(x, strings, i * AZ_ARGV_LENGTH);
    string = az_ite(S, az_eq(S, at, argc), last, string);
    set(x, vector, i * word, ptr, az_ite(S, given, string, az_null(f->p)));
  }
  set(x, vector, AZ_ARGV_COUNT * word, ptr, az_null(f->p));
  const az_term fits = az_bv_ule(S, argc, az_bv(S, w, AZ_ARGV_COUNT));
  fx_promise(x, az_or(S, az_not(S, few), fits));
  return az_ite(S, few, vector, any_arguments(x, argc, few));
}

/* Translates the functions and initialisers that were requested, until there are no more. */
static az_status drain(fe *f, size_t *functions) {
  while (f->err->status == AZ_OK &&
         (*functions < arrlenu(f->functions) || arrlenu(f->initialised))) {
    if (arrlenu(f->initialised)) {
      fe_initialise(f, arrpop(f->initialised));
      continue;
    }
    uint32_t next = (uint32_t)(*functions)++;
    if (!f->pending[next]) continue;
    if (f->is_wrapper[next])
      fe_translate_wrapper(f, next);
    else
      fe_translate(f, next);
  }
  return f->err->status;
}

/* Evaluates initialisers without a constant term. */
static void late(fx *x, size_t from, bool only_constant) {
  fe *f = x->f;
  for (size_t i = from; i < arrlenu(f->late); i++) {
    struct fe_late l = f->late[i];
    if (only_constant && !hmget(f->constant, l.object)) continue;
    az_term ptr = fx_offset(x, fe_address(f, l.object), l.offset);
    if (l.value) {
      fx_store(x, ptr, fx_value_of(x, l.value), LLVMTypeOf(l.value));
    } else if (l.type) {
      az_term any = fx_undefined(x, f->types[l.type].sort, "padding of a variable");
      const az_term zero = az_zero_of(S, f->types[l.type].sort);
      fx_note_results(x, az_true(S), &zero, 1);
      az_stmt *s = fx_emit(x, AZ_S_STORE);
      s->type = l.type;
      s->ptr = ptr;
      s->value = any;
    } else {
      fx_havoc(x, &ptr, 1, "large padding");
    }
  }
}

/* Returns the functions that run before main or after it, the lowest priority first; stb_ds. */
static uint32_t *outside_main(fe *f, const char *which) {
  LLVMValueRef list = LLVMGetNamedGlobal(f->module, which);
  LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
  uint32_t *functions = NULL;
  uint64_t *priorities = NULL;
  int count = all ? LLVMGetNumOperands(all) : 0;
  for (int i = 0; i < count; i++) {
    LLVMValueRef entry = LLVMGetOperand(all, (unsigned)i);
    LLVMValueRef function =
        LLVMIsAConstantStruct(entry) ? fe_behind_aliases(LLVMGetOperand(entry, 1)) : NULL;
    if (!function || !LLVMIsAFunction(function) || LLVMIsDeclaration(function)) {
      if (!LLVMIsNull(entry)) fe_unread(f, "functions that run outside main");
      continue;
    }
    uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0));
    size_t at = arrlenu(priorities);
    while (at && priorities[at - 1] > priority) at--;
    arrins(priorities, at, priority);
    arrins(functions, at, fe_function_index(f, function));
  }
  arrfree(priorities);
  return functions;
}

/* Calls the function as the loader does: with main's arguments before main, with none after it. */
static void call_outside(fx *x, uint32_t function) {
  fe *f = x->f;
  LLVMValueRef fn = f->pending[function];
  uint32_t count = LLVMCountParams(fn);
  az_term *args = AZ_NEWN(f->arena, az_term, count + 1);
  for (uint32_t i = 0; i < count && !x->stopped; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(fn, i));
    if (fe_is_read(LLVMGetParam(fn, i)) || !fe_sort(f, type))
      fx_unsupported(x, "parameters of a function that runs before or after main");
    else
      args[i] = fe_to_memory(f, az_zero_of(S, fe_sort(f, type)), type);
  }
  if (x->stopped) return;
  az_stmt *s = fx_emit(x, AZ_S_CALL);
  s->callee = function;
  s->args = args;
  s->arg_count = count;
  fx_refuse_jump(x);
}

static uint32_t add_made(fe *f, const char *name, az_type result) {
  uint32_t index = (uint32_t)arrlenu(f->functions);
  az_function made = {.name = name, .loc = {.file = AZ_NONE}, .result_type = result};
  made.object = fe_add_object(f, AZ_OBJ_FUNCTION, name, 0, index, made.loc);
  arrput(f->functions, made);
  arrput(f->pending, NULL);
  arrput(f->is_wrapper, false);
  arrput(f->check_names, name);
  return index;
}

/* Returns whether functions that run after main may call exit again, which is undefined (C17
 * 7.22.4.4). The functions of atexit are left to library/atexit.c. */
static bool may_exit(fe *f, uint32_t const *functions) {
  LLVMValueRef *reached = NULL;
  bool found = false;
  for (size_t i = 0; i < arrlenu(functions); i++)
    if (!az_library_has(f->pending[functions[i]])) arrput(reached, f->pending[functions[i]]);
  for (size_t i = 0; i < arrlenu(reached) && !found; i++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(reached[i]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef c = LLVMGetFirstInstruction(b); c; c = LLVMGetNextInstruction(c)) {
        if (!LLVMIsACallInst(c)) continue;
        LLVMValueRef callee = fe_behind_aliases(LLVMGetCalledValue(c));
        size_t length = 0, known = 0;
        bool named = callee && LLVMIsAFunction(callee);
        if (!named || fx_runs_destructors(LLVMGetValueName2(callee, &length))) found = true;
        while (known < arrlenu(reached) && reached[known] != callee) known++;
        if (named && known == arrlenu(reached)) arrput(reached, callee);
      }
  arrfree(reached);
  return found;
}

/* Creates a caller of the functions after main, in the loader's order (.fini_array backwards). */
static void translate_after(fe *f) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext(f->context);
  uint32_t *functions = outside_main(f, "llvm.global_dtors");
  f->after = AZ_NONE;
  if (!functions) return;
  uint32_t index = f->after = add_made(f, "__ansatz_after_main", fe_register_type(f, nothing));
  fx made, *x = &made;
  f->functions[index].loc = f->functions[functions[0]].loc;
  fx_open_made(x, f, index);
  if (may_exit(f, functions)) fx_unsupported(x, "a call of exit in functions that run after main");
  for (size_t i = arrlenu(functions); i-- > 0 && !x->stopped;) call_outside(x, functions[i]);
  fx_close_made(x, AZ_END_RETURN, 0);
  arrfree(functions);
}

/* Returns whether the variable belongs to the C library and has no model (environ,
 * program_invocation_name): only the library knows its value. */
static bool is_of_library(LLVMValueRef variable) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(variable, &length);
  return LLVMIsDeclaration(variable) && LLVMGetFirstUse(variable) &&
         !LLVMIsGlobalConstant(variable) && LLVMTypeIsSized(LLVMGlobalGetValueType(variable)) &&
         fx_in_c_library(name + (*name == 1));
}

/* Returns the C library's variables that no model has; stb_ds. */
static LLVMValueRef *variables_of_library(fx *x) {
  LLVMValueRef *found = NULL;
  for (LLVMValueRef g = LLVMGetFirstGlobal(x->f->module); g; g = LLVMGetNextGlobal(g)) {
    if (!is_of_library(g)) continue;
    fx_value_of(x, g);
    arrput(found, g);
  }
  return found;
}

/* Returns whether the object has its initial value in an arbitrary entry state. The standard
 * streams are open, as at the program's start; neither an option nor an environment variable was
 * read; floats are rounded to nearest. For atexit and hcreate, models have a variable for what was
 * registered or created before the entry. */
static bool is_steady(fe *f, const az_object *o) {
  static const char *const names[] = {"stdin",
                                      "stdout",
                                      "stderr",
                                      "__ansatz_open",
                                      "__ansatz_getopt",
                                      "__ansatz_environment",
                                      "__ansatz_rounding",
                                      "__ansatz_handlers",
                                      "__ansatz_in_thread",
                                      "__ansatz_table"};
  if (fe_is_of_jumps(o)) return true;
  LLVMValueRef variable = LLVMGetNamedGlobal(f->module, o->name);
  if (variable && is_of_library(variable) &&
      fe_global_object(f, variable) == (uint32_t)(o - f->objects))
    return true; /* see leave_to_library; a static local may have the same name */
  if (fe_starts(o->name, "__ansatz_file_")) return true; /* the content is arbitrary anyway */
  if (o->loc.file == AZ_NONE || !fe_starts(f->files[o->loc.file], "<library>")) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], o->name)) return true;
  return false;
}

/* Makes the further input of a stream independent of the entry state. The standard streams are read
 * or written as at the program's start. */
static void begin_stream(fx *x, uint32_t object) {
  fe *f = x->f;
  const char *name = f->objects[object].name;
  if (!fe_starts(name, "__ansatz_stream_")) return;
  bool reads = !strcmp(name, "__ansatz_stream_in");
  const az_type_info *type = &f->types[f->objects[object].type];
  for (uint32_t i = 0; i < type->field_count; i++) {
    const az_field *field = &type->fields[i];
    bool is_reads = !strcmp(field->name, "reads"), is_writes = !strcmp(field->name, "writes");
    bool is_new = !strcmp(field->name, "known") || !strcmp(field->name, "detached");
    if (!is_new && !is_reads && !is_writes) continue;
    az_term at = fx_offset(x, fe_address(f, object), field->bit_offset / 8);
    az_term is = fx_load(x, at, LLVMInt8TypeInContext(f->context));
    bool holds = (is_reads && reads) || (is_writes && !reads);
    fx_emit(x, AZ_S_ASSUME)->value = az_eq(S, is, az_bv(S, 8, holds));
    type = &f->types[f->objects[object].type];
  }
}

/* Makes the content of variables that are defined elsewhere inputs, which a replay can set. What
 * pointers there lead to is not known, so that they remain as they are. */
static void begin_undefined(fx *x) {
  fe *f = x->f;
  size_t length = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    ptrdiff_t at = hmgeti(f->object_of, g);
    const char *name = LLVMGetValueName2(g, &length);
    if (at < 0 || !LLVMIsDeclaration(g) || LLVMGetLinkage(g) != LLVMExternalLinkage ||
        az_linker_defines(name) || fx_in_c_library(name + (*name == 1)) ||
        fe_starts(name, "__ansatz_"))
      continue;
    const uint32_t object = f->object_of[at].value;
    if (f->objects[object].bytes && !f->objects[object].is_open_ended &&
        !az_has_pointers(f->types, f->objects[object].type))
      fx_emit(x, AZ_S_LIVE)->object = object;
  }
}

static void leave_to_library(fx *x, LLVMValueRef variable) {
  size_t length = 0;
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  const char *text = az_arena_printf(x->f->arena, "%s, a variable of the C library",
                                     LLVMGetValueName2(variable, &length));
  az_term at = fx_value_of(x, variable);
  if (fe_is_aggregate(type))
    fx_havoc(x, &at, 1, text);
  else
    fx_store(x, at, fx_approx(x, type, text), type);
}

az_status fe_translate_start(fe *f, LLVMValueRef entry) {
  size_t translated = 0, done = 0;
  LLVMTypeRef type = LLVMGlobalGetValueType(entry), result = LLVMGetReturnType(type);
  uint32_t index = add_made(f, "__ansatz_start", fe_register_type(f, result));
  f->p->entry = index;
  translate_after(f);
  uint32_t callee = fe_function_index(f, entry);
  f->functions[index].loc = f->functions[callee].loc;
  fx made, *x = &made;
  fx_open_made(x, f, index);
  bool arbitrary = az_frontend_is_arbitrary(f->options);
  f->p->arbitrary_entry = arbitrary;
  uint32_t *before = arbitrary ? NULL : outside_main(f, "llvm.global_ctors");
  LLVMValueRef *of_library = variables_of_library(x);
  drain(f, &translated);
  while (done < arrlenu(f->late) && f->err->status == AZ_OK) {
    size_t from = done;
    done = arrlenu(f->late);
    late(x, from, arbitrary);
    drain(f, &translated);
  }
  for (uint32_t i = 0; arbitrary && i < arrlenu(f->objects); i++)
    if (f->objects[i].kind == AZ_OBJ_GLOBAL && !hmget(f->constant, i) &&
        !f->objects[i].is_open_ended && !is_steady(f, &f->objects[i])) {
      fx_emit(x, AZ_S_LIVE)->object = i;
      f->objects[i].init_count = 0;
      begin_stream(x, i);
    }
  for (uint32_t i = 0, n = (uint32_t)arrlenu(f->objects); arbitrary && i < n; i++)
    if (f->objects[i].kind == AZ_OBJ_GLOBAL && !hmget(f->constant, i) && !f->objects[i].is_const &&
        !is_steady(f, &f->objects[i]))
      fields_behind(x, fe_address(f, i), f->objects[i].type, 0, 0);
  if (!arbitrary) begin_undefined(x);
  for (size_t i = 0; i < arrlenu(of_library) && !x->stopped; i++)
    leave_to_library(x, of_library[i]);
  arrfree(of_library);
  if (f->err->status == AZ_OK) {
    for (size_t i = 0; i < arrlenu(before) && !x->stopped; i++) call_outside(x, before[i]);
    uint32_t count = LLVMCountParams(entry);
    az_term *args = AZ_NEWN(f->arena, az_term, count + 1);
    for (uint32_t i = 0; i < count; i++) args[i] = argument(x, entry, i, !arbitrary);
    if (!arbitrary && takes_strings(entry)) args[1] = arguments(x, args[0]);
    const char *unread = fe_what_is_unread(f);
    if (unread) fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), unread), unread);
    if (fe_assembly_defines(f->build))
      fx_unsupported_if(x, az_true(S), "assembly that may define what the program declares");
    az_stmt *s = fx_emit(x, AZ_S_CALL);
    s->callee = callee;
    s->args = args;
    s->arg_count = count;
    s->type = f->functions[index].result_type;
    az_term value =
        f->types[s->type].sort ? s->result = az_fresh(f->store, f->types[s->type].sort, "r") : 0;
    fx_refuse_jump(x);
    if (!arbitrary) fx_call_after(x);
    bool tracks = arbitrary && f->options->classes >> AZ_C_MEMTRACK & 1u;
    if (tracks && fe_is_pointer(result) && !x->stopped) { /* the caller keeps the result */
      uint32_t kept = fe_add_object(f, AZ_OBJ_GLOBAL, "result", f->pointer_type, AZ_NONE, x->loc);
      fx_store_object(x, kept, value, result);
    }
    if (!x->stopped) fx_check_leaks(x);
    if (!x->stopped) fx_check_unsupported(x);
    fx_close_made(x, AZ_END_RETURN, value);
  } else {
    fx_close_made(x, AZ_END_STOP, 0);
  }
  arrfree(before);
  return f->err->status;
}
