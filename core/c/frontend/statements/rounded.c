/* Float operations in the rounding direction that the program has set. library/fenv.c keeps the
 * direction in a variable, which only programs that call fesetround have. */
#include "frontend/statements/statements.h"
#include "frontend/bitcode/passes.h"
#include <string.h>

#define S (x->f->store)

az_term fx_direction(fx *x) {
  LLVMValueRef variable = LLVMGetNamedGlobal(x->f->module, "__ansatz_rounding");
  if (!variable || x->stopped) return 0;
  az_term value = fx_load(x, fx_value_of(x, variable), LLVMGlobalGetValueType(variable));
  return az_extract(S, value, 11, 10);
}

void fx_only_to_nearest(fx *x, const char *what) {
  az_term direction = fx_direction(x);
  if (direction) fx_unsupported_if(x, az_ne(S, direction, az_bv(S, 2, 0)), what);
}

az_term fx_rounded(fx *x, az_kind kind, az_term a, az_term b, az_sort sort) {
  static const az_rounding modes[] = {AZ_ROUND_NEAREST_EVEN, AZ_ROUND_DOWN, AZ_ROUND_UP,
                                      AZ_ROUND_ZERO};
  enum { HOST_BITS = 64 }; /* the host rounds wider integers only to nearest */
  az_term result = az_float_rounded(S, kind, modes[0], a, b, sort);
  az_sort from = az_sort_of(S, a);
  if (!fe_follows_rounding(x->fn) ||
      (az_sort_kind_of(from) == AZ_SORT_BV && az_sort_width(from) > HOST_BITS)) {
    fx_only_to_nearest(x, "float arithmetic that does not follow the rounding direction");
    return result;
  }
  az_term direction = fx_direction(x);
  const char *text = "floats are rounded in the direction that fesetround sets (-frounding-math)",
             *note = x->f->p->note;
  if (direction && (!note || !strstr(note, text)))
    x->f->p->note = note ? az_arena_printf(x->f->arena, "%s; %s", note, text) : text;
  for (uint32_t i = 1; direction && i < 4; i++) {
    const az_term rounded = az_float_rounded(S, kind, modes[i], a, b, sort);
    result = az_ite(S, az_eq_value(S, direction, i), rounded, result);
  }
  return result;
}
