/* Effects of the formats of printf, scanf and their like: %n stores through an argument of printf,
 * %ms of scanf allocates (C17 7.21.6, POSIX). Formats that are not literals are unknown. */
#include "frontend/calls/calls.h"
#include "frontend/names/names.h"
#include "frontend/statements/statements.h"
#include "frontend/bitcode/llvm.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

const char *fx_literal(const fx_call *c, uint32_t i) {
  return c->instruction && i < c->count ? fe_literal(LLVMGetOperand(c->instruction, i)) : NULL;
}

/* Returns whether the format (NULL: unknown) may have a conversion with that letter, or with that
 * length modifier. */
static bool may_hold(const char *format, char letter) {
  if (!format) return true;
  for (const char *at = format; (at = strchr(at, '%')); at += *at != 0) {
    at += 1 + strspn(at + 1, " #+-0123456789.*$'I");
    for (; *at && strchr("hlLjzZtqwm", *at); at++)
      if (*at == letter) return true;
    if (*at == letter) return true;
  }
  return false;
}

/* Returns whether argument i may be a pointer that was converted to an integer. */
static bool hides_pointer(fx *x, const fx_call *c, uint32_t i) {
  return fe_is_integer(c->types[i]) && LLVMGetIntTypeWidth(c->types[i]) >= x->f->p->pointer_bits &&
         !az_is_const(S, c->args[i]);
}

/* Returns whether each conversion of the format has an argument, a pointer if the conversion reads
 * or writes memory. A number of another width is printed wrongly, but does no harm. */
static bool arguments_fit(const fx_call *c, const fx_format *f, const char *text) {
  uint32_t next = f->at + 1;
  for (fx_conversion p; fx_next_conversion(&text, f->reads, &p);) {
    if (!p.letter) return false;
    for (unsigned i = 0; i < p.stars; i++, next++)
      if (next >= c->count || !fe_is_integer(c->types[next])) return false;
    if (!p.takes) continue;
    if (next >= c->count) return false;
    if ((f->reads || strchr("sSn", p.letter)) && !fe_is_pointer(c->types[next])) return false;
    next++;
  }
  return true;
}

void fx_format_effects(fx *x, const fx_call *c) {
  const fx_format *f = fx_format_of(c->name);
  if (!f) return;
  const char *text = fx_literal(c, f->at);
  if (text && !f->list && !arguments_fit(c, f, text))
    fx_unsupported(
        x, az_arena_printf(x->f->arena,
                           "format of %s that is not understood, or that its arguments do not fit",
                           c->name));
  bool stores = f->reads || may_hold(text, 'n'), allocates = f->reads && may_hold(text, 'm');
  /* Only the named arguments of a call through a pointer are known. */
  bool unseen = f->list || !c->instruction;
  bool hidden = false;
  for (uint32_t i = f->at + 1; i < c->count; i++) hidden = hidden || hides_pointer(x, c, i);
  if (allocates || (stores && (unseen || hidden)))
    fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), "effects of a format"),
                      az_arena_printf(x->f->arena, "format of %s", c->name));
  if (stores) fx_havoc_arguments(x, c, f->at + 1);
}
