/* Helpers for trials of all kinds: programs, formulas, random constants, reports. */
#include "trial.h"
#include "ansatz/allocate.h"
#include "ansatz/folder.h"
#include "ansatz/frontend.h"
#include "ansatz/random.h"
#include "module/builtin.h"
#include "pipeline/services.h"
#include "synth/invariants.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The loops end soon, so that strategies that enumerate states can be tried, too. */
static const az_trial_program programs[] = {
    {"numbers", "extern int __VERIFIER_nondet_int(void);\n"
                "extern void __VERIFIER_assert(int);\n"
                "int main(void) {\n"
                "  signed char x = 0, y = 5;\n"
                "  unsigned short n = 0;\n"
                "  while (__VERIFIER_nondet_int() && x < 6) {\n"
                "    if (y > 2) y--;\n"
                "    x += 2, n++;\n"
                "  }\n"
                "  for (unsigned char i = 0; i < 3; i++) n ^= i;\n"
                "  __VERIFIER_assert(x <= 7 && y >= 2 && n <= 7);\n"
                "  return 0;\n"
                "}\n"},
    {"arrays", "extern int __VERIFIER_nondet_int(void);\n"
               "extern void __VERIFIER_assert(int);\n"
               "int main(void) {\n"
               "  unsigned char a[5], b[5];\n"
               "  unsigned char n = 5;\n"
               "  for (unsigned char i = 0; i < n; i++) a[i] = 7;\n"
               "  for (unsigned char i = 0; i < n; i++) b[n - 1 - i] = a[i];\n"
               "  for (unsigned char i = 0; i < n; i++) __VERIFIER_assert(b[i] == 7);\n"
               "  return 0;\n"
               "}\n"},
    {"lists", "#include <stdlib.h>\n"
              "extern int __VERIFIER_nondet_int(void);\n"
              "extern void __VERIFIER_assert(int);\n"
              "struct node { unsigned char value; struct node *next; };\n"
              "int main(void) {\n"
              "  struct node *list = NULL;\n"
              "  while (__VERIFIER_nondet_int()) {\n"
              "    struct node *p = "
              "calloc(1, sizeof *p);\n"
              "    if (!p) break;\n"
              "    p->value = 3, p->next = list, list = p;\n"
              "  }\n"
              "  for (struct node *p = list; p; p = p->next) __VERIFIER_assert(p->value == 3);\n"
              "  while (list) { struct node *next = list->next; free(list); list = next; }\n"
              "  return 0;\n"
              "}\n"},
    {"floats and pointers", "extern int __VERIFIER_nondet_int(void);\n"
                            "extern void __VERIFIER_assert(int);\n"
                            "int main(void) {\n"
                            "  int a = 1, b = 2, *p = &a;\n"
                            "  float f = 0.5f;\n"
                            "  _Bool up = 0;\n"
                            "  while (__VERIFIER_nondet_int()) {\n"
                            "    p = up ? &a : &b;\n"
                            "    up = !up;\n"
                            "    if (f < 4) f = f + 1;\n"
                            "  }\n"
                            "  __VERIFIER_assert(*p > 0 && f < 5);\n"
                            "  return 0;\n"
                            "}\n"},
};

size_t az_trial_programs(const az_trial_program **list) {
  *list = programs;
  return sizeof programs / sizeof *programs;
}

/* ---- reports --------------------------------------------------------------------------------- */

void az_trial_doing(const az_trial *t, const char *format, ...) {
  char line[256];
  int used = snprintf(line, sizeof line, "program '%s': ", t->program);
  va_list args;
  va_start(args, format);
  vsnprintf(line + used, sizeof line - (size_t)used, format, args);
  va_end(args);
  t->doing(line);
}

bool az_trial_is_new(const az_trial *t, const char *law) {
  return !strstr(t->known, law);
}

void az_trial_broken(az_trial *t, const char *law, const char *format, ...) {
  t->broken++;
  if (!az_trial_is_new(t, law)) return;
  size_t used = strlen(t->known);
  snprintf(t->known + used, t->known_size - used, "%s\n", law);
  fprintf(t->out, "broken: %s\n  in program '%s': ", law, t->program);
  va_list args;
  va_start(args, format);
  vfprintf(t->out, format, args);
  va_end(args);
  fputc('\n', t->out);
}

/* ---- modules of the registry ----------------------------------------------------------------- */

const az_option *az_trial_option(const az_module *domain, az_option_type type) {
  for (const az_option *o = domain->options; o && o->name; o++)
    if (o->type == type) return o;
  return NULL;
}

const az_module *az_trial_composite(az_trial *t, az_option_type type) {
  const az_module *m = NULL;
  while ((m = az_registry_next_linked(t->registry, AZ_MODULE_DOMAIN, m)))
    if (az_trial_option(m, type)) return m;
  return NULL;
}

const az_module **az_trial_leaves(az_trial *t) {
  const az_module **list = NULL, *m = NULL;
  while ((m = az_registry_next_linked(t->registry, AZ_MODULE_DOMAIN, m))) {
    bool plain = true;
    for (const az_option *o = m->options; o && o->name; o++)
      plain &= !o->required && o->type != AZ_OPT_DOMAIN && o->type != AZ_OPT_DOMAINS;
    if (plain) arrput(list, m);
  }
  return list;
}

void az_trial_set(az_desc *desc, const az_option *option, az_desc **items, size_t count) {
  az_value_desc value = {.option = option->name, .type = option->type};
  value.as.modules.items = items, value.as.modules.count = count;
  az_desc_set(desc, &value);
}

/* ---- formulas -------------------------------------------------------------------------------- */

static az_program *read_program(az_store *store, const char *text, az_error *err) {
  char *folder = az_folder_new();
  if (!folder) return az_fail(err, AZ_ERR_FAULT, "no temporary folder"), NULL;
  char *path = az_asprintf("%s/trial.c", folder);
  const char *file = path;
  FILE *out = fopen(path, "w");
  bool written = out && fputs(text, out) >= 0;
  if (out) written &= fclose(out) == 0;
  az_frontend_options o = {
      .files = &file, .file_count = 1, .classes = 1u << AZ_C_UNREACH, .work_folder = folder};
  az_program *p = NULL;
  if (written)
    p = az_frontend(&o, store, err);
  else
    az_fail(err, AZ_ERR_FAULT, "%s cannot be written", path);
  az_folder_remove(folder);
  free(path);
  free(folder);
  return p;
}

static bool build(az_trial *t, az_trial_subject *s, az_error *err) {
  s->observers = az_observers_new(t->registry, s->p, &s->domain, 1, err);
  if (!s->observers) return false;
  s->shared = az_ssa_shared_new(s->p, az_observers_ghosts(s->observers), NULL);
  az_ssa_config config = {
      .mode = AZ_SSA_STEP, .k = 1, .recursion = 3, .classes = 1u << AZ_C_UNREACH};
  s->ssa = az_ssa_build(s->shared, &config, err);
  if (!s->ssa) return false;
  s->cuts = az_cuts_new(s->ssa, s->observers);
  s->sources = az_sources_new(az_services_all.sources, s->cuts, t->registry, NULL);
  const az_form_place at = {t->registry, s->observers, s->cuts, s->sources};
  return az_form_context(&at, s->domain, &s->context, err) && az_misused(s->store, err) == AZ_OK;
}

az_trial_subject *az_trial_subject_new(az_trial *t, const char *text, const az_desc *domain,
                                       az_error *err) {
  az_trial_subject *s = az_calloc(1, sizeof *s);
  s->store = az_store_new();
  az_store_set_work(s->store, &s->work);
  s->domain = domain;
  s->p = read_program(s->store, text, err);
  if (s->p && build(t, s, err)) return s;
  az_trial_subject_free(s);
  return NULL;
}

void az_trial_subject_free(az_trial_subject *s) {
  if (s->sources) az_sources_free(s->sources);
  if (s->cuts) az_cuts_free(s->cuts);
  if (s->ssa) az_ssa_free(s->ssa);
  if (s->shared) az_ssa_shared_free(s->shared);
  if (s->observers) az_observers_free(s->observers);
  if (s->p) az_program_free(s->p);
  az_store_free(s->store);
  free(s);
}

/* ---- values ---------------------------------------------------------------------------------- */

static void collect(void *ctx, az_term var) {
  az_term **list = ctx;
  arrput(*list, var);
}

az_term *az_trial_variables(const az_store *store, const az_term *terms, size_t count) {
  az_term *list = NULL;
  az_free_vars(store, terms, count, collect, &list);
  return list;
}

bool az_trial_is_over(const az_store *store, az_term term, const az_term *given, size_t count) {
  az_term *known = az_trial_variables(store, given, count);
  az_term *used = az_trial_variables(store, &term, 1);
  bool all = true;
  for (size_t i = 0; i < arrlenu(used) && all; i++) {
    all = false;
    for (size_t j = 0; j < arrlenu(known) && !all; j++) all = used[i] == known[j];
  }
  arrfree(known);
  arrfree(used);
  return all;
}

static uint64_t bits_of(az_trial *t, uint32_t width) {
  uint64_t all = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  uint64_t any = (uint64_t)az_random(&t->seed) << 33;
  any ^= az_random(&t->seed);
  switch (az_random_below(&t->seed, 8)) {
  case 0: return all;           /* -1 */
  case 1: return all / 2;       /* the greatest signed number */
  case 2: return all - all / 2; /* the least one */
  case 3: return any & all;
  case 4: return (0 - any % 9) & all; /* small and negative */
  default: return any % 9 & all;
  }
}

static az_term scalar(az_trial *t, az_store *store, az_sort sort) {
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) return az_bool(store, az_random_below(&t->seed, 2));
  if (az_sort_kind_of(sort) == AZ_SORT_BV) {
    uint32_t width = az_sort_width(sort), low = width < 64 ? width : 64;
    uint64_t bits = bits_of(t, low);
    return width == low ? az_bv(store, width, bits) : az_bv_signed(store, width, (int64_t)bits);
  }
  uint32_t width = az_sort_exponent(sort) + az_sort_significand(sort);
  if (width > 64) return az_zero_of(store, sort);
  uint64_t limb = bits_of(t, width);
  if (az_random_below(&t->seed, 3)) /* a small power of two */
    limb = ((UINT64_C(1) << (az_sort_exponent(sort) - 1)) - 1 + az_random_below(&t->seed, 4))
           << (az_sort_significand(sort) - 1);
  return az_float_bits(store, sort, &limb);
}

/* An array constant has the same value everywhere, except for one element. */
az_term az_trial_constant(az_trial *t, az_store *store, az_sort sort) {
  if (az_sort_kind_of(sort) != AZ_SORT_ARRAY) return scalar(t, store, sort);
  const uint32_t index = az_sort_index_width(sort);
  const az_sort element = az_sort_element(sort);
  if (az_sort_kind_of(element) == AZ_SORT_ARRAY) return az_zero_of(store, sort);
  az_term a = az_const_array(store, index, scalar(t, store, element));
  const az_term other = scalar(t, store, element);
  return az_store_at(store, a, az_bv(store, index, az_random_below(&t->seed, 5)), other);
}

az_term az_trial_simpler(az_store *store, az_term value, uint32_t how) {
  az_sort sort = az_sort_of(store, value);
  uint64_t number;
  az_term zero = az_zero_of(store, sort);
  if (value == zero) return AZ_NO_TERM;
  if (how == 0) return zero;
  if (az_sort_kind_of(sort) != AZ_SORT_BV || !az_const_u64(store, value, &number))
    return AZ_NO_TERM;
  if (how > 3 || number <= 1) return AZ_NO_TERM;
  return az_bv(store, az_sort_width(sort), how == 1 ? 1 : how == 2 ? number / 2 : number - 1);
}

az_status az_trial_run(az_trial *t, const char *text, az_error *err) {
  void (*const trials[AZ_MODULE_KINDS])(az_trial *, const char *, az_error *) = {
      [AZ_MODULE_DOMAIN] = az_trial_domain,
      [AZ_MODULE_STRATEGY] = az_trial_strategy,
      [AZ_MODULE_SEGMENTATION] = az_trial_policy,
      [AZ_MODULE_OBSERVATION] = az_trial_observation};
  if (!trials[t->desc->module->kind])
    return az_fail(err, AZ_ERR_INPUT,
                   "%s is a back end: docs/writing-a-back-end.md says how it is tested",
                   t->desc->module->name);
  trials[t->desc->module->kind](t, text, err);
  return err->status;
}
