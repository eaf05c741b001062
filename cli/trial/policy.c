/* The laws of a segmentation policy. It returns at least one segmentation; a second call returns
 * the same one; borders are terms of their width over the state of the loop, in ascending order;
 * conditions are booleans. The array domain calls a stand-in, which calls the policy. */
#include "trial.h"
#include "ansatz/allocate.h"
#include "ansatz/segmentation.h"
#include "module/builtin.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct stand_in {
  az_module module;
  az_segmentation_ops ops;
  az_trial *t;
} stand_in;

static const char none[] = "cut: it returns no segmentation";
static const char fails[] = "cut: it fails without a reason";
static const char again_other[] = "cut: two calls for the same array return different borders";
static const char border_sort[] =
    "cut: a border is not one bit wider than the index, or a condition is not bool";
static const char border_foreign[] = "cut: a border mentions values outside the state";
static const char border_text[] = "cut: a border has no text";
static const char order[] = "cut: borders do not ascend";
static const char when_foreign[] = "cut: a condition mentions values outside the state";

static bool in_state(const az_array_use *use, az_term term) {
  const az_store *store = use->context->store;
  az_term *given = NULL;
  for (uint32_t i = 0; i < use->state_count; i++)
    if (use->state[i]) arrput(given, use->state[i]);
  if (use->last.at) arrput(given, use->last.at);
  bool all = az_trial_is_over(store, term, given, arrlenu(given));
  arrfree(given);
  return all;
}

static void try_segmentation(az_trial *t, const az_array_use *use, const az_segmentation *s) {
  const char *array = use->context->vars[use->var].name;
  for (uint32_t i = 0; i < s->count; i++) {
    const az_border *b = &s->borders[i];
    const char *text = b->text ? b->text : "?";
    t->checks++;
    if (!b->text) az_trial_broken(t, border_text, "border %u of array %s", i, array);
    if (!b->at) continue; /* the last border of an array of unknown size */
    if (!in_state(use, b->at))
      az_trial_broken(t, border_foreign, "border %u, '%s', of array %s", i, text, array);
    else if (i && !s->when && s->borders[i - 1].at &&
             az_border_order(use, s->borders[i - 1], *b) == 1)
      az_trial_broken(t, order, "array %s: '%s' stands before '%s', which is never greater", array,
                      s->borders[i - 1].text ? s->borders[i - 1].text : "?", text);
  }
  if (s->when && !in_state(use, s->when))
    az_trial_broken(t, when_foreign, "array %s: '%s'", array, s->when_text ? s->when_text : "?");
}

static bool same(const az_segmentation *a, const az_segmentation *b, uint32_t count) {
  bool equal = true;
  for (uint32_t i = 0; i < count && equal; i++) {
    equal = a[i].count == b[i].count && a[i].when == b[i].when && a[i].stride == b[i].stride;
    for (uint32_t k = 0; k < a[i].count && equal; k++)
      equal = a[i].borders[k].at == b[i].borders[k].at;
  }
  return equal;
}

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  stand_in *s = (stand_in *)(uintptr_t)options->module;
  az_trial *t = s->t;
  const az_segmentation_ops *real = t->desc->module->operations;
  const char *array = use->context->vars[use->var].name;
  const az_segmentation *list, *second;
  uint32_t count = 0, counted = 0;
  az_error why = {.status = AZ_OK}, misuse = {.status = AZ_OK};
  az_trial_doing(t, "cut of array %s", array);
  t->subjects++;
  if (az_segmentation_ask(use, t->desc, &list, &count, &why) != AZ_OK) {
    if (!*why.message)
      az_trial_broken(t, fails, "array %s", array);
    else if (az_misused(use->context->store, &misuse) != AZ_OK)
      az_trial_broken(t, border_sort, "array %s: %s", array, misuse.message);
  } else {
    if (!count) az_trial_broken(t, none, "array %s", array);
    for (uint32_t i = 0; i < count; i++) try_segmentation(t, use, &list[i]);
    if (az_segmentation_ask(use, t->desc, &second, &counted, &why) != AZ_OK || counted != count ||
        !same(list, second, count))
      az_trial_broken(t, again_other, "array %s", array);
  }
  return real->cut(use, t->desc, out, err);
}

void az_trial_policy(az_trial *t, const char *text, az_error *err) {
  stand_in s = {.ops = {.cut = cut}, .t = t};
  s.module = *t->desc->module;
  s.module.options = NULL;
  s.module.operations = &s.ops;
  const az_module *array = az_trial_composite(t, AZ_OPT_POLICY);
  const az_module **leaves = az_trial_leaves(t);
  az_desc *domain = az_desc_new(array), *cells = az_desc_new(leaves[0]),
          *policy = az_desc_new(&s.module);
  arrfree(leaves);
  az_trial_set(domain, az_trial_option(array, AZ_OPT_DOMAIN), &cells, 1);
  az_trial_set(domain, az_trial_option(array, AZ_OPT_POLICY), &policy, 1);
  az_trial_subject *subject = az_trial_subject_new(t, text, domain, err);
  az_domain opened;
  if (subject && az_domain_open(&subject->context, domain, &opened, err) == AZ_OK)
    az_domain_close(&opened);
  if (subject) az_trial_subject_free(subject);
  az_desc_free(policy);
  az_desc_free(cells);
  az_desc_free(domain);
}
