/* Calls of functions without a body: verification functions (assertions, assumptions, inputs),
 * library functions whose meaning is known, and unknown functions (docs/soundness.md 9). */
#include "frontend/calls/calls.h"
#include "frontend/names/names.h"
#include "frontend/statements/statements.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/bitcode/passes.h"
#include "library/units.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

/* If the program reads errno, sets it to `value` (0: to any value) under the condition. */
static void set_errno(fx *x, az_term condition, az_term value) {
  LLVMValueRef variable = LLVMGetNamedGlobal(x->f->module, "__ansatz_errno");
  if (!variable || x->stopped) return;
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  az_term at = fx_value_of(x, variable);
  if (!value) value = fx_undefined(x, az_sort_bv(32), "errno");
  if (!az_is_true(S, condition)) value = az_ite(S, condition, value, fx_load(x, at, type));
  fx_store(x, at, value, type);
}

/* Makes alignments unsupported that are large or not powers of two. C requires that the latter are
 * rejected, but glibc up to 2.37 rounds them up to powers of two. */
static void refuse_alignment(fx *x, az_term alignment) {
  uint32_t width = az_sort_width(az_sort_of(S, alignment));
  az_term zero = az_bv(S, width, 0), less = az_bv_sub(S, alignment, az_bv(S, width, 1));
  az_term bad = az_ne(S, az_bv_and(S, alignment, less), zero);
  bad = az_or(S, az_eq(S, alignment, zero), bad);
  az_term huge = az_bv_ult(S, az_bv(S, width, UINT64_C(1) << 20), alignment);
  fx_unsupported_if(x, az_or(S, bad, huge), "alignment that is large, or no power of two");
}

/* Returns whether no process has that many addresses (docs/soundness.md 9): more than PTRDIFF_MAX;
 * in a harness, whose sizes are often inputs without a bound, with 64 bits more than 2^56. */
static az_term no_memory_has(fx *x, az_term size) {
  const uint32_t width = az_sort_width(az_sort_of(S, size));
  const int64_t most = width < 64 ? INT32_MAX : INT64_C(1) << 56;
  int64_t least, greatest;
  az_bv_signed_bounds(S, size, &least, &greatest);
  const az_term negative = az_bv_slt(S, size, az_bv(S, width, 0));
  /* Known signs simplify more terms than the bound, without which most proofs do. */
  if (greatest <= most || !x->f->options->is_harness) return negative;
  return az_or(S, negative, az_bv_ult(S, az_bv(S, width, (uint64_t)most), size));
}

static az_term allocate(fx *x, const fx_call *c, fx_action a) {
  fe *f = x->f;
  az_term size = fx_size_argument(x, c, a == A_MALLOC ? 0 : 1), old = 0, fails = az_false(S);
  az_type type = fx_result_pointee(x, c);
  /* calloc returns null for a product that overflows, even if allocations never fail. */
  if (a == A_CALLOC) {
    az_term count = fx_size_argument(x, c, 0);
    fails = az_mul_overflows(S, count, size, false);
    size = az_bv_mul(S, count, size);
  }
  fails = az_or(S, fails, no_memory_has(x, size));
  if (a == A_REALLOC) old = fx_pointer_argument(x, c, 0);
  if (a == A_ALIGNED) refuse_alignment(x, fx_size_argument(x, c, 0));
  if (f->options->malloc_may_fail) {
    az_stmt *s = fx_emit(x, AZ_S_INPUT);
    s->type = f->bool_type;
    s->input = AZ_IN_NONDET;
    s->text = "malloc fails";
    az_term chosen = s->result = az_fresh(S, az_sort_bv(8), "r");
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_ule(S, chosen, az_bv(S, 8, 1));
    fails = az_or(S, fails, az_ne(S, chosen, az_bv(S, 8, 0)));
  }
  if (!az_is_false(S, fails)) set_errno(x, fails, az_bv(S, 32, 12)); /* ENOMEM */
  az_stmt *s = fx_emit(x, AZ_S_ALLOC);
  s->alloc = a == A_CALLOC ? AZ_ALLOC_CALLOC : a == A_REALLOC ? AZ_ALLOC_REALLOC : AZ_ALLOC_MALLOC;
  s->type = type;
  s->size = size;
  s->ptr = old;
  s->value = az_is_false(S, fails) ? 0 : fails;
  az_term result = s->result = az_fresh(S, f->types[f->pointer_type].sort, "r");
  if (a == A_REALLOC) fx_check_access(x, AZ_C_FREE, "realloc of NULL or of a pointer from malloc");
  return fx_pointer_result(x, c, result);
}

static az_term nondet(fx *x, const fx_call *c) {
  fe *f = x->f;
  for (uint32_t i = 0; i < c->count; i++)
    if (fe_is_pointer(c->types[i])) {
      fx_havoc_arguments(x, c, 0);
      return fx_any_result(x, c, AZ_IN_APPROX);
    }
  if (!fx_has_result(c)) return 0;
  if (fe_is_pointer(c->result) || fe_is_aggregate(c->result))
    return fx_approx(x, c->result, c->name);
  az_term t = fx_input(x, AZ_IN_NONDET, c->result, c->name);
  az_stmt *s = &arrlast(x->stmts);
  fx_nondet_kind kind = fx_nondet_kind_of(c->name);
  az_term bits = s->result;
  if (fe_is_integer(c->result) && LLVMGetIntTypeWidth(c->result) > 1)
    s->type = fe_int_type(f, LLVMGetIntTypeWidth(c->result), kind != FX_NONDET_UNSIGNED, NULL);
  if ((kind == FX_NONDET_BOOL && fe_is_integer(c->result)) || az_sort_of(S, t) == az_sort_bool())
    fx_emit(x, AZ_S_ASSUME)->value =
        az_bv_ule(S, bits, az_bv(S, az_sort_width(az_sort_of(S, bits)), 1));
  return t;
}

/* Returns an arbitrary result that counterexamples must not choose, since the environment does not
 * choose it. */
static az_term approximate_result(fx *x, const fx_call *c) {
  return x->stopped || !fx_is_used(c) ? 0 : fx_approx(x, c->result, c->name);
}

/* Translates a call of a function of the C library or the compiler that has no model: proofs must
 * not depend on it, and replays run the library's function. */
static az_term without_model(fx *x, const fx_call *c, const char *what) {
  char *cause = az_arena_printf(x->f->arena, "call of %s, %s", c->name, what);
  fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), cause), cause);
  set_errno(x, az_true(S), 0);
  fx_havoc_arguments(x, c, 0);
  return approximate_result(x, c);
}

static const char no_model[] = "a library function without a model";

/* Returns whether the program's declaration has this relation to the C library's function. */
static bool declares(fx *x, const fx_call *c,
                     bool (*relation)(const char *, const char *, unsigned)) {
  return fe_declares(c->callee, fx_plain_name(c->name), relation, x->f->p->pointer_bits);
}

/* Returns whether the body was removed: such a function returns any value and changes nothing. */
static bool is_removed(const fe_build *build, const char *name) {
  for (size_t i = 0; i < arrlenu(build->removed); i++)
    if (!strcmp(build->removed[i], name)) return true;
  return false;
}

static az_term unknown_function(fx *x, const fx_call *c) {
  fe *f = x->f;
  bool pointers = false, removed = is_removed(f->build, c->name);
  for (uint32_t i = 0; i < c->count && !removed; i++)
    pointers = pointers || fe_is_pointer(c->types[i]) || fe_is_aggregate(c->types[i]);
  fe_warn(f, "%s has no body: %s", c->name,
          pointers ? "any result, and what its arguments point to may change" : "any result");
  az_stmt *havoc = pointers ? fx_havoc_arguments(x, c, 0) : NULL;
  /* A contract's callback with any effect is given on purpose. */
  if (havoc) havoc->may_be_pure = !fe_starts(c->name, FE_CONTRACT_ANY);
  if (x->stopped || !fx_is_used(c)) return 0;
  if (fe_is_pointer(c->result) || fe_is_aggregate(c->result))
    return fx_approx(x, c->result, az_arena_printf(f->arena, "result of %s", c->name));
  az_term t = fx_input(x, AZ_IN_UNKNOWN, c->result, c->name);
  az_term bits = arrlast(x->stmts).result;
  if (az_sort_of(S, t) == az_sort_bool())
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_ule(S, bits, az_bv(S, 8, 1));
  return t;
}

/* Ends the execution. */
static az_term end_execution(fx *x) {
  fx_check_leaks(x);
  fx_stop(x);
  return 0;
}

static az_term exit_program(fx *x, const fx_call *c) {
  fx_format_effects(x, c); /* destructors may read what %n has stored */
  if (fx_runs_destructors(c->name)) fx_call_after(x);
  return end_execution(x);
}

/* Translates memcpy, memset and the like. */
static az_term copy_or_set(fx *x, const fx_call *c, fx_action a) {
  fe *f = x->f;
  bool copies = a == A_COPY || a == A_COPY_END;
  az_term to = fx_pointer_argument(x, c, 0), size = fx_size_argument(x, c, a == A_ZERO ? 1 : 2),
          value = 0;
  if (copies)
    value = fx_pointer_argument(x, c, 1);
  else if (a == A_ZERO)
    value = az_bv(S, 8, 0);
  else
    value = az_resize(S, fx_size_argument(x, c, 1), 8, false);
  if (copies && !strstr(c->name, "memmove")) fx_overlap(x, to, value, size);
  az_stmt *s = fx_emit(x, copies ? AZ_S_COPY : AZ_S_SET);
  s->ptr = to;
  s->value = value;
  s->size = size;
  fx_check_access(x, AZ_C_DEREF, az_arena_printf(f->arena, "ranges of %s", c->name));
  if (a == A_COPY_END) {
    const az_term end = az_bv_add(S, az_pointer_offset(f->p, to), size);
    to = az_pointer(f->p, az_pointer_object(f->p, to), end);
  }
  return fx_pointer_result(x, c, to);
}

/* Returns a pseudo-random number, which the library chooses, not the environment. */
static az_term natural(fx *x, const fx_call *c) {
  az_term t = approximate_result(x, c);
  if (!t || !fe_is_integer(c->result)) return t;
  uint32_t width = az_sort_width(az_sort_of(S, t));
  fx_promise(x, az_bv_ule(S, t, az_bv(S, width, INT32_MAX)));
  return t;
}

/* Returns the seconds since 1970, or -1. Linux clocks can be set to less than 2^63 nanoseconds. */
static az_term now(fx *x, const fx_call *c) {
  bool stores = c->count && c->args[0] != az_null(x->f->p);
  if (stores) fx_havoc_arguments(x, c, 0);
  az_term t = fx_any_result(x, c, stores ? AZ_IN_APPROX : AZ_IN_UNKNOWN);
  if (!t || !fe_is_integer(c->result)) return t;
  uint32_t width = az_sort_width(az_sort_of(S, t));
  if (width != 32 && width != 64) return t;
  uint64_t latest = width == 32 ? INT32_MAX : INT64_MAX / 1000000000;
  const az_term failed = az_eq(S, t, az_bv_signed(S, width, -1));
  fx_promise(x, az_or(S, az_bv_ule(S, t, az_bv(S, width, latest)), failed));
  return t;
}

static bool is_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

/* Returns an arbitrary value as the library's result, which counterexamples may not choose. If all
 * arguments are numbers, equal arguments have equal results. */
static az_term answer_of_library(fx *x, const fx_call *c, const char *name) {
  if (!fx_has_result(c)) return 0;
  bool has_float = is_float(c->result);
  for (uint32_t i = 0; i < c->count; i++) has_float |= is_float(c->types[i]);
  if (has_float)
    fx_only_to_nearest(x, "a library function in another rounding direction than to nearest");
  az_term result = fx_input(x, AZ_IN_APPROX, c->result, name);
  az_stmt *s = result ? &arrlast(x->stmts) : NULL;
  bool scalars = c->count > 0;
  for (uint32_t i = 0; i < c->count; i++)
    scalars = scalars && !fe_is_pointer(c->types[i]) && !fe_is_aggregate(c->types[i]);
  if (!s || !scalars) return result;
  s->args = AZ_NEWN(x->f->arena, az_term, c->count);
  for (uint32_t i = 0; i < c->count; i++) s->args[s->arg_count++] = fe_pack(x->f, c->args[i]);
  return result;
}

/* Returns the value of some function at the arguments; counterexamples choose the function.
 * Pointers are compared by the addresses that they hold, not by the content of their targets. */
static az_term some_function(fx *x, const fx_call *c) {
  if (!fx_has_result(c)) return 0;
  bool is_plain = !fe_is_pointer(c->result) && !fe_is_aggregate(c->result);
  for (uint32_t i = 0; i < c->count; i++) is_plain = is_plain && !fe_is_aggregate(c->types[i]);
  if (!is_plain) return fx_approx(x, c->result, c->name);
  az_term result = fx_input(x, AZ_IN_NONDET, c->result, c->name);
  az_stmt *s = &arrlast(x->stmts);
  az_term bits = s->result;
  s->args = AZ_NEWN(x->f->arena, az_term, c->count + 1);
  for (uint32_t i = 0; i < c->count; i++)
    s->args[s->arg_count++] = fe_is_pointer(c->types[i]) ? c->args[i] : fe_pack(x->f, c->args[i]);
  if (!c->count) s->args[s->arg_count++] = az_bv(S, 8, 0);
  if (az_sort_of(S, result) == az_sort_bool())
    fx_emit(x, AZ_S_ASSUME)->value = az_bv_ule(S, bits, az_bv(S, 8, 1));
  return result;
}

/* Returns an input that the environment gives to a model; the text names it in a trace. */
static az_term environment(fx *x, const fx_call *c) {
  az_term t = fx_input(x, AZ_IN_NONDET, c->result, fx_text_argument(x, c, 0, "input"));
  if (fe_is_integer(c->result))
    arrlast(x->stmts).type = fe_int_type(x->f, LLVMGetIntTypeWidth(c->result), true, NULL);
  return t;
}

/* Answers a query about the target of a pointer: the number of the object, the offset in it, or the
 * number of bytes that can be accessed from there on; allocates a vector of pointers into the
 * object. Returns 0 for other queries. */
static az_term memory_question(fx *x, const fx_call *c, const char *word) {
  fe *f = x->f;
  az_term p = fx_pointer_argument(x, c, 0), value = 0;
  uint64_t written = 0;
  if (!strcmp(word, "vector"))
    return fx_allocated(x, f->pointer_type, fx_size_argument(x, c, 1), p);
  if (!strcmp(word, "object"))
    value = az_resize(S, az_pointer_object(f->p, p), f->p->pointer_bits, false);
  else if (!strcmp(word, "offset"))
    value = az_pointer_offset(f->p, p);
  else if (strcmp(word, "extent") || !az_const_u64(S, fx_size_argument(x, c, 1), &written))
    return 0;
  az_term result = fx_input(x, AZ_IN_MEMORY, c->result, c->name);
  az_stmt *s = &arrlast(x->stmts);
  s->ptr = value ? 0 : p;
  s->value = value;
  s->only_reads = !written;
  return result;
}

/* Translates the functions that only models use (library/contract.h). */
static az_term contract(fx *x, const fx_call *c) {
  static const char real[] = "__ansatz_real_";
  const char *word = c->name + sizeof "__ansatz_" - 1;
  if (!strcmp(word, "assume")) {
    fx_promise(x, fx_truth_argument(x, c, 0));
    return 0;
  }
  if (!strcmp(word, "range")) {
    fx_check_range(x, c, 0, fx_size_argument(x, c, 1), false);
    return 0;
  }
  if (!strcmp(word, "apart")) {
    az_term one = fx_pointer_argument(x, c, 1);
    one = az_eq(S, fx_pointer_argument(x, c, 0), one);
    fx_unsupported_if(x, one, "a copy between objects that overlap");
    return 0;
  }
  if (!strcmp(word, "real__Exit")) return end_execution(x); /* also if the program defines _Exit */
  if (fe_starts(c->name, real)) return answer_of_library(x, c, c->name + sizeof real - 1);
  if (fe_starts(word, "input")) return environment(x, c);
  if (fe_starts(word, "unknown_")) {
    az_term answer = memory_question(x, c, word + sizeof "unknown_" - 1);
    if (answer) return answer;
  }
  if (!strcmp(word, "choice") || !strcmp(word, "fails") || fe_starts(word, "unknown"))
    return fx_input(x, AZ_IN_APPROX, c->result, word);
  if (!strcmp(word, "string")) return 0; /* memory safety is not a property of this run */
  if (!strcmp(word, "sets_errno")) {
    set_errno(x, az_true(S), 0);
    return 0;
  }
  if (!strcmp(word, "fails_with")) {
    set_errno(x, az_true(S), c->args[0]);
    return 0;
  }
  fx_unsupported(x, !strcmp(word, "unsupported")
                        ? fx_text_argument(x, c, 0, "code that is not modelled")
                        : c->name);
  return 0;
}

/* Translates verification functions and failed assertions. An error function without a body does
 * not return, whatever the property is. */
static az_term verification_function(fx *x, const fx_call *c, fx_action a) {
  switch (a) {
  case A_ASSERT_FAIL:
    if (fe_asks_for_label(x->f->build)) return end_execution(x);
    fx_check(x, AZ_C_UNREACH, az_false(S),
             fx_text_argument(x, c, strcmp(c->name, "__assert_fail") == 0 ? 0 : c->count - 1,
                              "assertion"));
    return end_execution(x);
  case A_ASSERT:
  case A_ASSERT_TEXT: {
    az_term condition = fx_truth_argument(x, c, 0);
    if (!fe_asks_for_label(x->f->build))
      fx_check(x, AZ_C_UNREACH, condition,
               a == A_ASSERT ? "assertion" : fx_text_argument(x, c, 1, "assertion"));
    /* C's assert ends the execution where it fails, whatever the property is. */
    if (!strcmp(c->name, "assert")) fx_emit(x, AZ_S_ASSUME)->value = condition;
    return fx_any_result(x, c, AZ_IN_APPROX);
  }
  case A_ERROR:
    fx_check(x, AZ_C_UNREACH, az_false(S),
             az_arena_printf(x->f->arena, "%s() is not reached", c->name));
    return end_execution(x);
  default: { /* A_ASSUME */
    az_term condition = fx_truth_argument(x, c, 0);
    fx_emit(x, AZ_S_ASSUME)->value = condition;
    return fx_any_result(x, c, AZ_IN_APPROX);
  }
  }
}

/* Returns whether the call may end the program later, if the property is termination. */
static bool ends_later(const fx *x, const fx_call *c) {
  bool asked = (x->f->options->classes >> AZ_C_TERMINATION & 1u) != 0;
  return asked && (!strcmp(c->name, "alarm") || !strcmp(c->name, "system"));
}

az_term fx_library(fx *x, const fx_call *c) {
  fe *f = x->f;
  if (fx_is_nondet(c->name)) return nondet(x, c);
  if (fe_starts(c->name, "__ansatz_")) return contract(x, c);
  if (az_library_is_builtin(c->name))
    return without_model(x, c, "a function of the compiler's own that is not modelled");
  if (fe_starts(c->name, "__CPROVER_uninterpreted_")) return some_function(x, c);
  if (az_library_is_verifiers(c->name))
    return without_model(x, c, "a function of a verifier that is not known here");
  fx_action a = fx_library_action(c->name);
  bool other = a == A_ERROR && !fe_is_error(f->build, c->name);
  if (other) return end_execution(x); /* another error function, which does not return either */
  if (!declares(x, c, az_library_owns))
    return declares(x, c, az_library_resembles)
               ? without_model(x, c, "declared unlike the C library's function of this name")
               : unknown_function(x, c);
  if (ends_later(x, c)) a = A_UNSUPPORTED;
  if (a != A_NONE) fx_check_ranges(x, c);
  if (a >= A_SETS_ERRNO) set_errno(x, az_true(S), 0);
  switch (a) {
  case A_ASSERT_FAIL:
  case A_ASSERT:
  case A_ASSERT_TEXT:
  case A_ERROR:
  case A_ASSUME: return verification_function(x, c, a);
  case A_STOP: return exit_program(x, c);
  case A_THREAD: /* joined_threads.c has replaced the other calls */
    fx_unsupported(
        x, az_arena_printf(f->arena, "call of %s: threads that are not joined at once", c->name));
    return 0;
  case A_LONGJMP:
  case A_UNSUPPORTED: fx_unsupported(x, az_arena_printf(f->arena, "call of %s", c->name)); return 0;
  case A_MALLOC:
  case A_CALLOC:
  case A_REALLOC:
  case A_ALIGNED: return allocate(x, c, a);
  case A_FREE: {
    az_term ptr = fx_pointer_argument(x, c, 0);
    fx_emit(x, AZ_S_FREE)->ptr = ptr;
    fx_check_access(x, AZ_C_FREE, "free of NULL or of a pointer from malloc");
    return fx_any_result(x, c, AZ_IN_APPROX);
  }
  case A_COPY:
  case A_COPY_END:
  case A_SET:
  case A_ZERO: return copy_or_set(x, c, a);
  case A_NOTHING: fx_format_effects(x, c); return approximate_result(x, c);
  case A_KEEPS: {
    bool nowhere = c->count >= 2 && fe_leads_nowhere(f, fx_pointer_argument(x, c, 1));
    return nowhere ? approximate_result(x, c) : without_model(x, c, no_model);
  }
  case A_SETJMP:
  case A_DONE: return fx_has_result(c) ? az_zero_of(S, fe_sort(f, c->result)) : 0;
  case A_TIME: return now(x, c);
  case A_NATURAL: return natural(x, c);
  case A_FLOAT:
    if (fx_float_sets_errno(c->name)) set_errno(x, az_true(S), 0);
    return fx_float_function(x, c);
  case A_READ:
    fx_format_effects(x, c);
    fx_havoc_arguments(x, c, 0);
    return approximate_result(x, c);
  case A_SETS_ERRNO:
  case A_NONE: break;
  }
  return fx_in_c_library(c->name) ? without_model(x, c, no_model) : unknown_function(x, c);
}
