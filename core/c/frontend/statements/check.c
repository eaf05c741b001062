/* Checks of the requested classes. */
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "frontend/dialects/dialect.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

static uint32_t number(fx *x, az_class cls, const char *name) {
  fe *f = x->f;
  if (!f->functions[x->index].is_model) return ++x->counts[cls];
  uint32_t n = shget(f->check_counts, name) + 1;
  shput(f->check_counts, name, n);
  return n;
}

static uint32_t new_check(fx *x, az_class cls, const char *word, const char *text) {
  fe *f = x->f;
  const az_function *fn = &f->functions[x->index];
  char *name = az_arena_printf(f->arena, "%s.%s", f->check_names[x->index], word);
  char *id = az_arena_printf(f->arena, "%s.%u", name, number(x, cls, name));
  text = fn->is_model ? az_arena_printf(f->arena, "%s, in %s", text, fn->name)
                      : az_arena_strdup(f->arena, text);
  arrput(f->checks, ((az_check){.cls = cls, .id = id, .text = text, .loc = x->loc}));
  return (uint32_t)arrlenu(f->checks) - 1;
}

/* Returns whether a pragma of a harness switches the check off; a proof then says so. */
static bool is_disabled(fx *x, az_class cls) {
  fe *f = x->f;
  if (!f->options->is_harness || x->loc.file == AZ_NONE || f->functions[x->index].is_model)
    return false;
  const char *file = f->files[x->loc.file];
  const struct fe_text *t = fe_text_named(f, file, (unsigned)strlen(file));
  if (!t || !x->loc.line || x->loc.line > arrlenu(t->lines)) return false;
  if (!(fe_disabled_checks(t->text, t->lines[x->loc.line - 1]) >> cls & 1u)) return false;
  if (!(f->options->classes >> cls & 1u) || shgeti(f->noted, "disabled") >= 0) return true;
  shput(f->noted, "disabled", true);
  const char *note = az_arena_printf(f->arena, "without the checks that a pragma disables at %s:%u",
                                     file, x->loc.line);
  arrput(f->causes, ((az_cause){note, x->loc, 0}));
  return true;
}

void fx_check(fx *x, az_class cls, az_term condition, const char *text) {
  assert(az_sort_of(x->f->store, condition) == az_sort_bool() && cls < AZ_CLASSES);
  if (az_is_true(x->f->store, condition) || x->inserted || is_disabled(x, cls)) return;
  const char *word = cls == AZ_C_UNREACH ? "assertion" : az_class_name(cls);
  az_stmt *s = fx_emit(x, AZ_S_CHECK);
  s->value = condition;
  s->check = new_check(x, cls, word, text);
}

void fx_check_unsupported(fx *x) {
  fe *f = x->f;
  uint32_t without = f->options->classes;
  for (size_t i = 0; i < arrlenu(f->checks); i++) without &= ~(1u << f->checks[i].cls);
  for (az_class cls = 0; f->leaves && cls < AZ_CLASSES; cls++) {
    if (!(without >> cls & 1u)) continue;
    az_stmt *s = fx_emit(x, AZ_S_CHECK);
    s->value = az_true(f->store);
    s->check = new_check(x, cls, az_class_name(cls), AZ_ESCAPE_TEXT);
  }
}

/* Returns whether the access is to bytes inside an object that the program text names. Such an
 * object is live wherever it is named. */
static bool is_plain(fx *x, const az_stmt *s) {
  fe *f = x->f;
  uint64_t offset, bytes = f->types[s->type].bytes;
  az_term object_part = az_pointer_object(f->p, s->ptr);
  if (!az_const_u64(f->store, az_pointer_offset(f->p, s->ptr), &offset)) return false;
  uint32_t object = fe_object_at(f, object_part);
  if (object == AZ_NONE) return false;
  const az_object *o = &f->objects[object];
  if (o->kind == AZ_OBJ_FUNCTION || (o->is_const && s->kind == AZ_S_STORE)) return false;
  return bytes && offset <= o->bytes && bytes <= o->bytes - offset;
}

void fx_check_access(fx *x, az_class cls, const char *text) {
  az_stmt *s = &arrlast(x->stmts);
  if (!(x->f->options->classes >> cls & 1u) || x->inserted) return;
  if ((s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE) && is_plain(x, s)) return;
  if (is_disabled(x, cls)) return;
  s->check = new_check(x, cls, az_class_name(cls), text);
}

void fx_check_leaks(fx *x) {
  static const struct {
    az_class cls;
    const char *text;
  } all[] = {{AZ_C_MEMTRACK, "no memory is leaked"}, {AZ_C_MEMCLEANUP, "all memory is freed"}};
  for (size_t i = 0; i < 2; i++) {
    if (!(x->f->options->classes >> all[i].cls & 1u)) continue;
    az_stmt *s = fx_emit(x, AZ_S_LEAK);
    s->check = new_check(x, all[i].cls, az_class_name(all[i].cls), all[i].text);
  }
}
