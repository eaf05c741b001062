/* What printf, scanf and their like do by their format: %n stores through an argument of printf,
 * %ms of scanf allocates (C17 7.21.6, POSIX). A format that is no literal may hold anything. */
#include "frontend/format.h"
#include "frontend/representation.h"
#include "frontend/statement.h"
#include "frontend/llvm.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

static const fx_format formats[] = {
    {"printf", 0, false, false},   {"fprintf", 1, false, false}, {"sprintf", 1, false, false},
    {"snprintf", 2, false, false}, {"syslog", 1, false, false},  {"warn", 0, false, false},
    {"warnx", 0, false, false},    {"err", 1, false, false},     {"errx", 1, false, false},
    {"vprintf", 0, false, true},   {"vfprintf", 1, false, true}, {"vsprintf", 1, false, true},
    {"vsnprintf", 2, false, true}, {"vsyslog", 1, false, true},  {"vwarn", 0, false, true},
    {"vwarnx", 0, false, true},    {"verr", 1, false, true},     {"verrx", 1, false, true},
    {"scanf", 0, true, false},     {"fscanf", 1, true, false},   {"sscanf", 1, true, false}};

const char *fx_plain_name(const char *name) {
  static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
  for (size_t i = 0; i < 2; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return name + strlen(prefixes[i]);
  return name;
}

const fx_format *fx_format_of(const char *name) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(formats[i].name, fx_plain_name(name))) return &formats[i];
  return NULL;
}

const char *fe_literal(LLVMValueRef v) {
  bool fixed = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v);
  LLVMValueRef data = fixed ? LLVMGetInitializer(v) : NULL;
  size_t length = 0;
  if (data && LLVMIsAConstantAggregateZero(data)) return "";
  if (!data || !LLVMIsAConstantDataArray(data) || !LLVMIsConstantString(data)) return NULL;
  const char *text = LLVMGetAsString(data, &length);
  return strnlen(text, length) < length ? text : NULL;
}

const char *fx_literal(const fx_call *c, uint32_t i) {
  return c->instruction && i < c->count ? fe_literal(LLVMGetOperand(c->instruction, i)) : NULL;
}

/* Has the format, NULL where it is not known, a conversion with that letter, be it a length
 * modifier? */
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

/* May argument i be a pointer that was made an integer? */
static bool hides_pointer(fx *x, const fx_call *c, uint32_t i) {
  return fe_is_integer(c->types[i]) && LLVMGetIntTypeWidth(c->types[i]) >= x->f->p->pointer_bits &&
         !az_is_const(S, c->args[i]);
}

void fx_format_effects(fx *x, const fx_call *c) {
  const fx_format *f = fx_format_of(c->name);
  if (!f) return;
  const char *text = fx_literal(c, f->at);
  bool stores = f->reads || may_hold(text, 'n'), allocates = f->reads && may_hold(text, 'm');
  /* Of a call through a pointer only the arguments that have a name are known. */
  bool unseen = f->list || !c->instruction;
  bool hidden = false;
  for (uint32_t i = f->at + 1; i < c->count; i++) hidden = hidden || hides_pointer(x, c, i);
  if (allocates || (stores && (unseen || hidden)))
    fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), "effects of a format"),
                      az_arena_printf(x->f->arena, "format of %s", c->name));
  if (stores) fx_havoc_arguments(x, c, f->at + 1);
}
