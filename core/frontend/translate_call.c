/* Calls: of functions of the program, of the verification functions (assertions, assumptions,
 * inputs), of the library functions whose meaning we know, of unknown functions (docs/soundness.md
 * 9).
 */
#include "frontend/internal.h"
#include <dlfcn.h>
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

static bool is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}
static bool is_integer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

/* ---- functions of the program ---------------------------------------------------------------- */

/* A value as another LLVM type, as an argument passed to or a result taken by the wrong type would
 * be. */
static az_term as_type(fx *x, az_term t, LLVMTypeRef from, LLVMTypeRef to) {
  if (from == to) return t;
  if (t && is_integer(from) && is_integer(to)) {
    uint32_t width = LLVMGetIntTypeWidth(to);
    az_term bits = az_resize(S, fe_pack(x->f, t), width, false);
    return width == 1 ? fe_unpack(x->f, bits, to) : bits;
  }
  if (t && is_pointer(from) && is_integer(to) && LLVMGetIntTypeWidth(to) > 1)
    return fx_ptr_to_int(x, t, LLVMGetIntTypeWidth(to));
  if (t && is_integer(from) && is_pointer(to) && LLVMGetIntTypeWidth(from) == x->f->p->pointer_bits)
    return fx_int_to_ptr(x, t);
  return fx_approx(x, to, "call of a function by another type");
}

/* The type of what the result of a call is taken to lead to. */
static az_type pointee_of(fx *x, const fx_call *c) {
  for (LLVMUseRef u = c->instruction ? LLVMGetFirstUse(c->instruction) : NULL; u;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == c->instruction) {
      az_type type = fx_pointee(x, LLVMGetOperand(user, 1));
      if (type) return type;
    }
  }
  return 0;
}

static az_term call(fx *x, uint32_t callee, az_term ptr, az_term *args, uint32_t count,
                    const fx_call *c, LLVMTypeRef type) {
  fe *f = x->f;
  bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;
  if (!is_void && !fe_sort(f, type)) {
    fx_unsupported(x, "a result that is a large aggregate");
    return 0;
  }
  az_stmt *s = fx_emit(x, AZ_S_CALL);
  s->callee = callee;
  s->pointee = is_pointer(type) ? pointee_of(x, c) : 0;
  s->ptr = ptr;
  s->args = AZ_NEWN(f->arena, az_term, count ? count : 1);
  if (count) memcpy(s->args, args, count * sizeof *args);
  s->arg_count = count;
  if (callee == AZ_NONE) fx_check_access(x, AZ_C_DEREF, "what is called is a function");
  if (is_void) return 0;
  s = &arrlast(x->stmts);
  s->type = fe_register_type(f, type);
  s->result = az_fresh(S, f->types[s->type].sort, "r");
  return fe_from_memory(f, s->result, type);
}

static az_term call_function(fx *x, const fx_call *c) {
  fe *f = x->f;
  uint32_t callee = fe_function_index(f, c->callee);
  LLVMTypeRef type = LLVMGlobalGetValueType(c->callee), result = LLVMGetReturnType(type);
  uint32_t count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = calloc(count + 1, sizeof *types);
  az_term *args = calloc(count + 1, sizeof *args);
  LLVMGetParamTypes(type, types);
  for (uint32_t i = 0; i < count; i++) {
    az_term t = i < c->count ? as_type(x, c->args[i], c->types[i], types[i])
                             : fx_approx(x, types[i], "missing argument");
    if (t) args[i] = fe_to_memory(f, t, types[i]);
    if (!t && !x->stopped) fx_unsupported(x, "an argument that is a large aggregate");
  }
  az_term value = 0;
  if (!x->stopped) {
    value = call(x, callee, 0, args, count, c, result);
    if (LLVMGetTypeKind(c->result) == LLVMVoidTypeKind)
      value = 0;
    else if (result != c->result)
      value = as_type(x, value, result, c->result);
  }
  free(types);
  free(args);
  return value;
}

static az_term call_pointer(fx *x, const fx_call *c) {
  fe *f = x->f;
  az_term ptr = fx_value_of(x, c->callee);
  az_term *args = calloc(c->count + 1, sizeof *args);
  for (uint32_t i = 0; i < c->count; i++) args[i] = fe_to_memory(f, c->args[i], c->types[i]);
  az_term value = call(x, AZ_NONE, ptr, args, c->count, c, c->result);
  free(args);
  return value;
}

/* ---- library --------------------------------------------------------------------------------- */

typedef enum action {
  A_NONE,
  A_ASSERT_FAIL,
  A_ASSERT,
  A_ASSERT_TEXT,
  A_ERROR,
  A_ASSUME,
  A_STOP,
  A_UNSUPPORTED,
  A_MALLOC,
  A_CALLOC,
  A_REALLOC,
  A_ALIGNED,
  A_FREE,
  A_COPY,
  A_COPY_END,
  A_SET,
  A_ZERO,
  A_NOTHING, /* changes no memory of the program; any result */
  A_DONE,    /* changes nothing, returns 0 */
  A_TIME,    /* any number, stored through the argument too */
  A_NATURAL, /* an int that is not negative */
  A_FLOAT,   /* a float function that fx_float_function knows or not; no side effects */
  A_READ,    /* changes what its arguments point to; known, so no warning */
} action;

static const struct {
  const char *name;
  action action;
} library[] = {
    {"__assert_fail", A_ASSERT_FAIL},
    {"__assert", A_ASSERT_FAIL},
    {"__assert_rtn", A_ASSERT_FAIL},
    {"__assert_perror_fail", A_ASSERT_FAIL},
    {"assert", A_ASSERT},
    {"__VERIFIER_assert", A_ASSERT},
    {"__CPROVER_assert", A_ASSERT_TEXT},
    {"fesetround", A_UNSUPPORTED},
    {"fesetenv", A_UNSUPPORTED},
    {"feupdateenv", A_UNSUPPORTED}, /* floats are rounded to nearest */
    {"reach_error", A_ERROR},
    {"__VERIFIER_error", A_ERROR},
    {"__VERIFIER_assume", A_ASSUME},
    {"__CPROVER_assume", A_ASSUME},
    {"assume", A_ASSUME},
    {"abort", A_STOP},
    {"exit", A_STOP},
    {"_exit", A_STOP},
    {"_Exit", A_STOP},
    {"quick_exit", A_STOP},
    {"__builtin_unreachable", A_STOP},
    {"err", A_STOP},
    {"errx", A_STOP},
    {"__stack_chk_fail", A_STOP},
    {"__VERIFIER_silent_exit", A_STOP},
    {"longjmp", A_UNSUPPORTED},
    {"_longjmp", A_UNSUPPORTED},
    {"siglongjmp", A_UNSUPPORTED},
    {"__longjmp_chk", A_UNSUPPORTED},
    {"pthread_create", A_UNSUPPORTED},
    {"thrd_create", A_UNSUPPORTED},
    {"fork", A_UNSUPPORTED},
    {"vfork", A_UNSUPPORTED},
    {"atexit", A_UNSUPPORTED},
    {"on_exit", A_UNSUPPORTED},
    {"at_quick_exit", A_UNSUPPORTED},
    {"sigaction", A_UNSUPPORTED},
    {"malloc", A_MALLOC},
    {"calloc", A_CALLOC},
    {"realloc", A_REALLOC},
    {"aligned_alloc", A_ALIGNED},
    {"memalign", A_ALIGNED},
    {"valloc", A_MALLOC},
    {"free", A_FREE},
    {"cfree", A_FREE},
    {"memcpy", A_COPY},
    {"memmove", A_COPY},
    {"__builtin_memcpy", A_COPY},
    {"__builtin_memmove", A_COPY},
    {"mempcpy", A_COPY_END},
    {"memset", A_SET},
    {"__builtin_memset", A_SET},
    {"bzero", A_ZERO},
    {"printf", A_NOTHING},
    {"fprintf", A_NOTHING},
    {"vprintf", A_NOTHING},
    {"vfprintf", A_NOTHING},
    {"puts", A_NOTHING},
    {"fputs", A_NOTHING},
    {"putchar", A_NOTHING},
    {"putc", A_NOTHING},
    {"fputc", A_NOTHING},
    {"fwrite", A_NOTHING},
    {"fflush", A_NOTHING},
    {"perror", A_NOTHING},
    {"fclose", A_NOTHING},
    {"syslog", A_NOTHING},
    {"warn", A_NOTHING},
    {"warnx", A_NOTHING},
    {"write", A_NOTHING},
    {"setvbuf", A_NOTHING},
    {"setbuf", A_NOTHING},
    {"feof", A_NOTHING},
    {"ferror", A_NOTHING},
    {"getc", A_NOTHING},
    {"fgetc", A_NOTHING},
    {"getchar", A_NOTHING},
    {"system", A_NOTHING},
    {"remove", A_NOTHING},
    {"unlink", A_NOTHING},
    {"fseek", A_NOTHING},
    {"ftell", A_NOTHING},
    {"rewind", A_NOTHING},
    {"fopen", A_NOTHING},
    {"getenv", A_NOTHING},
    {"setlocale", A_NOTHING},
    {"strerror", A_NOTHING},
    {"atof", A_NOTHING},
    {"_IO_getc", A_NOTHING},
    {"_IO_putc", A_NOTHING},
    {"mblen", A_NOTHING},
    {"open", A_NOTHING},
    {"sleep", A_NOTHING},
    {"usleep", A_NOTHING},
    {"alarm", A_NOTHING},
    {"srand", A_NOTHING},
    {"srandom", A_NOTHING},
    {"fegetround", A_DONE}, /* to nearest, as fesetround is not supported */
    {"__VERIFIER_atomic_begin", A_DONE},
    {"__VERIFIER_atomic_end", A_DONE},
    {"pthread_mutex_init", A_DONE},
    {"pthread_mutex_lock", A_DONE},
    {"pthread_mutex_unlock", A_DONE},
    {"pthread_mutex_destroy", A_DONE},
    {"setjmp", A_DONE},
    {"_setjmp", A_DONE},
    {"sigsetjmp", A_DONE},
    {"__sigsetjmp", A_DONE},
    {"sync", A_DONE},
    {"rand", A_NATURAL},
    {"random", A_NATURAL},
    {"scanf", A_READ},
    {"fscanf", A_READ},
    {"sscanf", A_READ},
    {"__isoc99_scanf", A_READ},
    {"__isoc99_fscanf", A_READ},
    {"__isoc99_sscanf", A_READ},
    {"__isoc23_scanf", A_READ},
    {"__isoc23_fscanf", A_READ},
    {"__isoc23_sscanf", A_READ},
    {"fgets", A_READ},
    {"gets", A_READ},
    {"getline", A_READ},
    {"read", A_READ},
    {"fread", A_READ},
    {"sprintf", A_READ},
    {"snprintf", A_READ},
    {"vsprintf", A_READ},
    {"vsnprintf", A_READ},
    {"strtol", A_READ},
    {"strtoul", A_READ},
    {"strtod", A_READ},
    {"__isoc23_strtol", A_READ},
    {"__isoc23_strtoul", A_READ},
    {"gettimeofday", A_READ},
    {"time", A_TIME},
    {"strsep", A_READ},
};

static action action_of(const char *name) {
  for (size_t i = 0; i < sizeof library / sizeof *library; i++)
    if (strcmp(library[i].name, name) == 0) return library[i].action;
  return fx_float_name(name) ? A_FLOAT : A_NONE;
}

bool fx_is_error(const char *name) {
  return action_of(name) == A_ERROR;
}

static bool is_nondet(const char *name) {
  return !strncmp(name, "__VERIFIER_nondet", 17) || !strncmp(name, "nondet_", 7) ||
         !strcmp(name, "nondet");
}

static bool has_result(const fx_call *c) {
  return LLVMGetTypeKind(c->result) != LLVMVoidTypeKind;
}
static bool is_used(const fx_call *c) {
  return has_result(c) && (!c->instruction || LLVMGetFirstUse(c->instruction));
}

/* String literal that an argument is, for messages. */
static const char *text_of(fx *x, const fx_call *c, uint32_t i, const char *otherwise) {
  if (!c->instruction || i >= c->count) return otherwise;
  LLVMValueRef v = LLVMGetOperand(c->instruction, i);
  LLVMValueRef data = LLVMIsAGlobalVariable(v) ? LLVMGetInitializer(v) : NULL;
  if (!data || !LLVMIsAConstantDataArray(data) || !LLVMIsConstantString(data)) return otherwise;
  size_t length = 0;
  const char *text = LLVMGetAsString(data, &length);
  return az_arena_printf(x->f->arena, "%.*s", (int)strnlen(text, length), text);
}

static az_term is_true(fx *x, const fx_call *c, uint32_t i) {
  if (i >= c->count) return fx_undefined(x, az_sort_bool(), "missing argument");
  az_term t = c->args[i];
  az_sort sort = az_sort_of(S, t);
  if (sort == az_sort_bool()) return t;
  if (az_sort_kind_of(sort) == AZ_SORT_FLOAT)
    return az_not(S, az_float_binary(S, AZ_K_F_EQ, t, az_zero_of(S, sort)));
  return az_ne(S, t, az_zero_of(S, sort));
}

static az_term size_argument(fx *x, const fx_call *c, uint32_t i) {
  uint32_t bits = x->f->p->pointer_bits;
  if (i >= c->count || !is_integer(c->types[i]))
    return az_resize(S, fx_undefined(x, az_sort_bv(bits), "missing argument"), bits, false);
  return az_resize(S, fe_pack(x->f, c->args[i]), bits, true);
}

static az_term pointer_argument(fx *x, const fx_call *c, uint32_t i) {
  if (i < c->count && is_pointer(c->types[i])) return c->args[i];
  if (i < c->count && is_integer(c->types[i]))
    return fx_int_to_ptr(x, az_resize(S, fe_pack(x->f, c->args[i]), x->f->p->pointer_bits, false));
  return fx_undefined(x, az_sort_bv(az_pointer_width(x->f->p)), "missing argument");
}

/* A pointer as the call's result type (undeclared functions return int). */
static az_term pointer_result(fx *x, const fx_call *c, az_term pointer) {
  if (!has_result(c)) return 0;
  if (is_pointer(c->result)) return pointer;
  if (is_integer(c->result))
    return as_type(x, pointer,
                   LLVMTypeOf(LLVMConstPointerNull(LLVMPointerTypeInContext(x->f->context, 0))),
                   c->result);
  return fx_approx(x, c->result, "call of a function by another type");
}

static az_term any_result(fx *x, const fx_call *c, az_input_kind kind) {
  if (!is_used(c)) return 0;
  return fx_input(x, kind, c->result, c->name);
}

/* Is it given a format with %n, which stores? */
static bool counts_output(fx *x, const fx_call *c) {
  for (uint32_t i = 0; strstr(c->name, "printf") && i < c->count; i++) {
    const char *at = is_pointer(c->types[i]) ? text_of(x, c, i, "") : "";
    for (; (at = strchr(at, '%')); at += *at != 0) {
      at += 1 + strspn(at + 1, " #+-0123456789.*hlLjzt");
      if (*at == 'n') return true;
    }
  }
  return false;
}

/* All pointers that the arguments from `first` on hold. */
static void havoc_arguments(fx *x, const fx_call *c, uint32_t first) {
  az_term *pointers = NULL;
  bool callback = false;
  for (uint32_t i = first; i < c->count; i++) {
    if (c->instruction && LLVMIsAFunction(LLVMGetOperand(c->instruction, i))) callback = true;
    if (is_pointer(c->types[i]) &&
        az_pointer_object(x->f->p, c->args[i]) != az_bv(S, AZ_OBJECT_BITS, 0))
      arrput(pointers, c->args[i]);
    unsigned parts = LLVMGetTypeKind(c->types[i]) == LLVMStructTypeKind
                         ? LLVMCountStructElementTypes(c->types[i])
                         : 0;
    for (unsigned k = 0; k < parts && c->args[i]; k++) {
      LLVMTypeRef element;
      uint32_t low = fx_part(x->f, c->types[i], k, &element);
      if (is_pointer(element))
        arrput(pointers, az_extract(S, c->args[i], low + az_pointer_width(x->f->p) - 1, low));
    }
  }
  if (callback)
    fx_unsupported(x,
                   az_arena_printf(x->f->arena, "a function of the program passed to %s", c->name));
  else if (pointers)
    fx_havoc(x, pointers, (uint32_t)arrlenu(pointers),
             az_arena_printf(x->f->arena, "call of %s", c->name));
  arrfree(pointers);
}

static az_term allocate(fx *x, const fx_call *c, action a) {
  fe *f = x->f;
  az_term size = size_argument(x, c, a == A_MALLOC ? 0 : 1), old = 0, fails = az_false(S);
  az_type type = pointee_of(x, c);
  if (a == A_CALLOC) { /* of a product that overflows: null, though no allocation fails */
    az_term count = size_argument(x, c, 0);
    fails = az_mul_overflows(S, count, size, false);
    size = az_bv_mul(S, count, size);
  }
  if (a == A_REALLOC) old = pointer_argument(x, c, 0);
  if (f->options->malloc_may_fail) {
    az_stmt *s = fx_emit(x, AZ_S_INPUT);
    s->type = f->bool_type;
    s->input = AZ_IN_NONDET;
    s->text = "malloc fails";
    az_term chosen = s->result = az_fresh(S, az_sort_bv(8), "r");
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_ule(S, chosen, az_bv(S, 8, 1));
    fails = az_or(S, fails, az_ne(S, chosen, az_bv(S, 8, 0)));
  }
  az_stmt *s = fx_emit(x, AZ_S_ALLOC);
  s->alloc = a == A_CALLOC ? AZ_ALLOC_CALLOC : a == A_REALLOC ? AZ_ALLOC_REALLOC : AZ_ALLOC_MALLOC;
  s->type = type;
  s->size = size;
  s->ptr = old;
  s->value = az_is_false(S, fails) ? 0 : fails;
  az_term result = s->result = az_fresh(S, f->types[f->pointer_type].sort, "r");
  if (a == A_REALLOC) fx_check_access(x, AZ_C_FREE, "realloc of null or of what malloc gave");
  return pointer_result(x, c, result);
}

static az_term nondet(fx *x, const fx_call *c) {
  fe *f = x->f;
  for (uint32_t i = 0; i < c->count; i++)
    if (is_pointer(c->types[i])) {
      havoc_arguments(x, c, 0);
      return any_result(x, c, AZ_IN_APPROX);
    }
  if (!has_result(c)) return 0;
  if (is_pointer(c->result) || fe_is_aggregate(c->result)) return fx_approx(x, c->result, c->name);
  az_term t = fx_input(x, AZ_IN_NONDET, c->result, c->name);
  az_stmt *s = &arrlast(x->stmts);
  const char *suffix = strstr(c->name, "nondet") + 6;
  while (*suffix == '_') suffix++;
  bool is_bool = strstr(suffix, "ool") != NULL,
       is_unsigned = *suffix == 'u' || *suffix == 'U' || !strncmp(suffix, "size_t", 6);
  az_term bits = s->result;
  if (is_integer(c->result) && LLVMGetIntTypeWidth(c->result) > 1)
    s->type = fe_int_type(f, LLVMGetIntTypeWidth(c->result), !is_unsigned, NULL);
  if (is_bool || az_sort_of(S, t) == az_sort_bool())
    fx_emit(x, AZ_S_ASSUME)->value =
        az_bv_ule(S, bits, az_bv(S, az_sort_width(az_sort_of(S, bits)), 1));
  return t;
}

/* The C library of this machine has it: what it answers is not the environment's choice, so no
 * counterexample may choose it. */
static bool in_c_library(const char *name) {
  static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    void *handle = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
    if (!handle) continue;
    bool found = dlsym(handle, name) != NULL;
    dlclose(handle);
    if (found) return true;
  }
  return false;
}

static az_term unknown_function(fx *x, const fx_call *c) {
  fe *f = x->f;
  bool pointers = false;
  for (uint32_t i = 0; i < c->count; i++)
    pointers = pointers || is_pointer(c->types[i]) || fe_is_aggregate(c->types[i]);
  fe_warn(f, "%s has no body: %s", c->name,
          pointers ? "any result, and what its arguments point to may change" : "any result");
  /* It may reach beyond what they lead to, allocate, free. */
  if (pointers && (f->options->classes & AZ_MEMORY_CLASSES) && in_c_library(c->name)) {
    char *cause = az_arena_printf(f->arena, "call of %s", c->name);
    fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), cause), cause);
  }
  if (pointers) havoc_arguments(x, c, 0);
  if (x->stopped || !is_used(c)) return 0;
  if (is_pointer(c->result) || fe_is_aggregate(c->result) || in_c_library(c->name))
    return fx_approx(x, c->result, az_arena_printf(f->arena, "result of %s", c->name));
  az_term t = fx_input(x, AZ_IN_UNKNOWN, c->result, c->name);
  az_term bits = arrlast(x->stmts).result;
  if (az_sort_of(S, t) == az_sort_bool())
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_ule(S, bits, az_bv(S, 8, 1));
  return t;
}

az_term fx_library(fx *x, const fx_call *c) {
  fe *f = x->f;
  if (is_nondet(c->name)) return nondet(x, c);
  action a = action_of(c->name);
  if (a != A_NONE) fx_check_ranges(x, c);
  switch (a) {
  case A_ASSERT_FAIL:
    fx_check(x, AZ_C_UNREACH, az_false(S),
             text_of(x, c, strcmp(c->name, "__assert_fail") == 0 ? 0 : c->count - 1, "assertion"));
    fx_check_leaks(x);
    fx_stop(x);
    return 0;
  case A_ASSERT:
  case A_ASSERT_TEXT:
    fx_check(x, AZ_C_UNREACH, is_true(x, c, 0),
             a == A_ASSERT ? "assertion" : text_of(x, c, 1, "assertion"));
    return any_result(x, c, AZ_IN_APPROX);
  case A_ERROR:
    fx_check(x, AZ_C_UNREACH, az_false(S),
             az_arena_printf(f->arena, "%s() is not reached", c->name));
    fx_check_leaks(x);
    fx_stop(x);
    return 0;
  case A_ASSUME: {
    az_term condition = is_true(x, c, 0);
    fx_emit(x, AZ_S_ASSUME)->value = condition;
    return any_result(x, c, AZ_IN_APPROX);
  }
  case A_STOP:
    if (!strcmp(c->name, "exit") && LLVMGetNamedGlobal(f->module, "llvm.global_dtors")) {
      fx_unsupported(x, "functions that run after main");
      return 0;
    }
    fx_check_leaks(x);
    fx_stop(x);
    return 0;
  case A_UNSUPPORTED: fx_unsupported(x, az_arena_printf(f->arena, "call of %s", c->name)); return 0;
  case A_MALLOC:
  case A_CALLOC:
  case A_REALLOC:
  case A_ALIGNED: return allocate(x, c, a);
  case A_FREE: {
    az_term ptr = pointer_argument(x, c, 0);
    fx_emit(x, AZ_S_FREE)->ptr = ptr;
    fx_check_access(x, AZ_C_FREE, "free of null or of what malloc gave");
    return any_result(x, c, AZ_IN_APPROX);
  }
  case A_COPY:
  case A_COPY_END:
  case A_SET:
  case A_ZERO: {
    az_term to = pointer_argument(x, c, 0), size = size_argument(x, c, a == A_ZERO ? 1 : 2),
            value = 0;
    if (a == A_COPY || a == A_COPY_END)
      value = pointer_argument(x, c, 1);
    else if (a == A_ZERO)
      value = az_bv(S, 8, 0);
    else
      value = az_resize(S, size_argument(x, c, 1), 8, false);
    az_stmt *s = fx_emit(x, a == A_COPY || a == A_COPY_END ? AZ_S_COPY : AZ_S_SET);
    s->ptr = to;
    s->value = value;
    s->size = size;
    fx_check_access(x, AZ_C_DEREF, az_arena_printf(f->arena, "ranges of %s", c->name));
    if (a == A_COPY_END)
      to = az_pointer(f->p, az_pointer_object(f->p, to),
                      az_bv_add(S, az_pointer_offset(f->p, to), size));
    return pointer_result(x, c, to);
  }
  case A_NOTHING:
    if (counts_output(x, c)) havoc_arguments(x, c, 0);
    return x->stopped || !is_used(c) ? 0 : fx_approx(x, c->result, c->name);
  case A_DONE: return has_result(c) ? az_zero_of(S, fe_sort(f, c->result)) : 0;
  case A_TIME:
    if (c->count && c->args[0] != az_null(f->p)) {
      havoc_arguments(x, c, 0);
      return any_result(x, c, AZ_IN_APPROX);
    }
    return any_result(x, c, AZ_IN_UNKNOWN);
  case A_NATURAL: {
    if (!is_used(c)) return 0;
    az_term t = fx_input(x, AZ_IN_UNKNOWN, c->result, c->name);
    if (is_integer(c->result))
      fx_emit(x, AZ_S_ASSUME)->value =
          az_bv_sle(S, az_bv(S, az_sort_width(az_sort_of(S, t)), 0), t);
    return t;
  }
  case A_FLOAT: return fx_float_function(x, c);
  case A_READ:
    havoc_arguments(x, c, 0);
    return x->stopped ? 0 : is_used(c) ? fx_approx(x, c->result, c->name) : 0;
  case A_NONE: break;
  }
  return unknown_function(x, c);
}

/* ---- call instructions ----------------------------------------------------------------------- */

static az_term inline_assembly(fx *x, const fx_call *c) {
  size_t length = 0, touched_length = 0;
  LLVMGetInlineAsmAsmString(c->callee, &length);
  if (length == 0 && !has_result(c)) return 0; /* a barrier */
  const char *touched = LLVMGetInlineAsmConstraintString(c->callee, &touched_length);
  if (length && strstr(touched, "~{memory}")) {
    fx_unsupported(x, "inline assembly that may change any memory");
    return 0;
  }
  havoc_arguments(x, c, 0);
  return x->stopped || !is_used(c) ? 0 : fx_approx(x, c->result, "inline assembly");
}

/* Arguments that the callee gets a copy of. */
static void copy_by_value(fx *x, LLVMValueRef i, fx_call *c) {
  fe *f = x->f;
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  for (uint32_t k = 0; k < c->count; k++) {
    LLVMAttributeRef attribute =
        is_pointer(c->types[k]) ? LLVMGetCallSiteEnumAttribute(i, k + 1, kind) : NULL;
    if (!attribute) continue;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(attribute);
    LLVMValueRef source = LLVMGetOperand(i, k);
    ptrdiff_t at = hmgeti(x->allocas, source);
    az_type t = at >= 0 ? f->objects[x->allocas[at].value].type : fe_llvm_type(f, type);
    if (f->types[t].bytes != fe_alloc_size(f, type)) t = fe_llvm_type(f, type);
    uint32_t object = fx_temp(x, "byval", t);
    az_stmt *s = fx_emit(x, AZ_S_COPY);
    s->ptr = fe_address(f, object);
    s->value = c->args[k];
    s->size = az_bv(S, f->p->pointer_bits, fe_alloc_size(f, type));
    c->args[k] = fe_address(f, object);
  }
}

az_term fx_translate_call(fx *x, LLVMValueRef i) {
  const char *intrinsic = fx_intrinsic(i);
  LLVMValueRef callee = LLVMGetCalledValue(i);
  while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  uint32_t count = LLVMGetNumArgOperands(i);
  fx_call c = {.callee = callee, .instruction = i, .result = LLVMTypeOf(i), .count = count};
  if (intrinsic && fx_quiet_intrinsic(x, intrinsic, i)) return 0;
  if (LLVMIsAFunction(callee)) {
    size_t length = 0;
    c.name = az_arena_strdup(x->f->arena, LLVMGetValueName2(callee, &length));
  }
  action ends = c.name && !intrinsic && LLVMIsDeclaration(callee) ? action_of(c.name) : A_NONE;
  if (ends == A_ASSERT_FAIL || ends == A_ERROR || ends == A_STOP)
    return fx_library(x, &c); /* whatever the arguments are */
  c.args = AZ_NEWN(x->f->arena, az_term, count + 1);
  c.types = AZ_NEWN(x->f->arena, LLVMTypeRef, count + 1);
  for (uint32_t k = 0; k < count; k++) {
    LLVMValueRef argument = LLVMGetOperand(i, k);
    c.types[k] = LLVMTypeOf(argument);
    if (LLVMGetTypeKind(c.types[k]) != LLVMMetadataTypeKind) c.args[k] = fx_value_of(x, argument);
  }
  if (intrinsic) return fx_call_intrinsic(x, &c);
  if (LLVMIsAInlineAsm(callee)) {
    c.name = "inline assembly";
    return inline_assembly(x, &c);
  }
  copy_by_value(x, i, &c);
  for (uint32_t k = 0; k < count; k++)
    if (!c.args[k]) {
      fx_unsupported(x, "an argument that is a large aggregate");
      return 0;
    }
  if (!c.name) return call_pointer(x, &c);
  if (LLVMIsDeclaration(callee)) return fx_library(x, &c);
  if (action_of(c.name) == A_ERROR)
    fx_check(x, AZ_C_UNREACH, az_false(S),
             az_arena_printf(x->f->arena, "%s() is not reached", c.name));
  return call_function(x, &c);
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
