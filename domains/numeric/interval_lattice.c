/* The lattice of intervals with its widening [cousot1977], for the domain of intervals and for
 * other domains that keep bounds of variables. */
#include "interval_lattice.h"
#include <stdlib.h>
#include <string.h>

static void from_facts(const az_lattice *l, void *value, const az_facts *facts, uint32_t bits,
                       bool is_signed) {
  (void)l, (void)bits, (void)is_signed;
  interval *i = value;
  i->reached = !facts->none;
  i->least = facts->none ? 0 : facts->least;
  i->greatest = facts->none ? 0 : facts->greatest;
}

static az_facts to_facts(const void *value, uint32_t bits, bool is_signed) {
  const interval *i = value;
  if (!i->reached) return az_facts_none();
  az_facts f = az_facts_any(bits, is_signed);
  f.least = i->least, f.greatest = i->greatest;
  return f;
}

static bool included(const void *x, const void *y) {
  const interval *a = x, *b = y;
  if (!a->reached || !b->reached) return !a->reached;
  return b->least <= a->least && a->greatest <= b->greatest;
}

static void join(void *x, const void *y) {
  interval *a = x;
  const interval *b = y;
  if (!b->reached) return;
  if (!a->reached || b->least < a->least) a->least = b->least;
  if (!a->reached || b->greatest > a->greatest) a->greatest = b->greatest;
  a->reached = 1;
}

static void meet(void *x, const void *y) {
  interval *a = x;
  const interval *b = y;
  if (b->least > a->least) a->least = b->least;
  if (b->greatest < a->greatest) a->greatest = b->greatest;
  if (!a->reached || !b->reached || a->least > a->greatest) memset(a, 0, sizeof *a);
}

/* Moves a bound that grew to the next threshold or, if there is none, to the type's limit. */
static void widen(void *x, const void *y, const az_thresholds *thresholds, uint32_t bits,
                  bool is_signed) {
  interval *a = x;
  const interval *b = y;
  if (!a->reached || !b->reached) {
    join(a, b);
    return;
  }
  az_facts any = az_facts_any(bits, is_signed);
  az_wide least = any.least, greatest = any.greatest;
  for (uint32_t i = 0; thresholds && i < thresholds->count; i++) {
    az_wide t = thresholds->values[i];
    if (t <= b->least && t > least) least = t;
    if (t >= b->greatest && t < greatest) greatest = t;
  }
  if (b->least < a->least) a->least = least;
  if (b->greatest > a->greatest) a->greatest = greatest;
}

/* Returns "-oo", "+oo-1", "7": infinities represent the type's least and greatest values, as in the
 * slides of [cousot2011]. */
static char *bound_text(az_wide v, az_facts any) {
  if (any.least < 0 && v == any.least) return az_strdup("-oo");
  if (any.least < 0 && v - any.least < 10) return az_asprintf("-oo+%d", (int)(v - any.least));
  if (v == any.greatest) return az_strdup("+oo");
  if (any.greatest > 1000 && any.greatest - v < 10)
    return az_asprintf("+oo-%d", (int)(any.greatest - v));
  return v > INT64_MAX ? az_asprintf("%llu", (unsigned long long)v)
                       : az_asprintf("%lld", (long long)v);
}

static char *print(const az_lattice *l, const void *value, uint32_t bits, bool is_signed) {
  (void)l;
  const interval *i = value;
  if (!i->reached) return az_strdup("_|_");
  az_facts any = az_facts_any(bits, is_signed);
  char *least = bound_text(i->least, any), *greatest = bound_text(i->greatest, any);
  char *text = az_asprintf("[%s,%s]", least, greatest);
  free(least);
  free(greatest);
  return text;
}

const az_lattice interval_lattice = {
    .bytes = sizeof(interval),
    .from_facts = from_facts,
    .to_facts = to_facts,
    .included = included,
    .join = join,
    .meet = meet,
    .widen = widen,
    .print = print,
};
