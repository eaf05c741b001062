/* Terms of wrong sorts. Constructors reject operands of unsuitable sorts, and a module's term must
 * have the sort that its use requires (docs/soundness.md, what is trusted). The store records such
 * a misuse, since constructors have no other way to report it, and the run ends. */
#include "term/term_internal.h"
#include <stdio.h>

enum { SORT_TEXT = 64 };

static const char *sort_text(az_sort sort, char text[SORT_TEXT]) {
  uint32_t width = az_sort_width(sort);
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return "a truth value";
  case AZ_SORT_BV:
    if (!width) return "a bit-vector";
    snprintf(text, SORT_TEXT, "a bit-vector of %u bits", width);
    return text;
  case AZ_SORT_FLOAT: snprintf(text, SORT_TEXT, "a float of %u bits", width); return text;
  case AZ_SORT_ARRAY:
    snprintf(text, SORT_TEXT, "an array (%u bits to %u)", az_sort_index_width(sort),
             az_sort_width(az_sort_element(sort)));
    return text;
  default: return "no term";
  }
}

az_term ill_sorted(az_store *s, const char *constructor, az_sort result, az_term a, az_term b) {
  char x[SORT_TEXT], y[SORT_TEXT];
  const char *first = sort_text(sort_at(s, a), x);
  if (!a && !b)
    az_fail(&s->misuse, AZ_ERR_INPUT, "%s", constructor);
  else if (b)
    az_fail(&s->misuse, AZ_ERR_INPUT, "%s of %s and %s", constructor, first,
            sort_text(sort_at(s, b), y));
  else
    az_fail(&s->misuse, AZ_ERR_INPUT, "%s of %s", constructor, first);
  return az_fresh(s, result, "ill-sorted");
}

/* Attributes the misuse to an origin, once. */
static void charge(az_store *s, const char *what, const char *format, va_list args) {
  char who[sizeof s->misuse.message / 2];
  if (s->charged) return;
  vsnprintf(who, sizeof who, format, args);
  if (s->misuse.status) what = s->misuse.message;
  az_error charged = {.status = AZ_OK};
  az_fail(&charged, AZ_ERR_INPUT, "%s: %.400s", who, what);
  s->misuse = charged;
  s->charged = true;
}

az_term az_handed_over(az_store *s, az_term t, az_sort sort, const char *format, ...) {
  az_sort is = t < s->count ? sort_at(s, t) : 0;
  const bool any_width = sort == az_sort_bv(0), is_bv = az_sort_kind_of(is) == AZ_SORT_BV;
  const bool fits = any_width ? is_bv : is == sort;
  if (fits && !s->misuse.status) return t;
  char what[2 * SORT_TEXT + 16], wanted[SORT_TEXT], got[SORT_TEXT];
  snprintf(what, sizeof what, "%s where %s is wanted", sort_text(is, got), sort_text(sort, wanted));
  va_list args;
  va_start(args, format);
  charge(s, what, format, args);
  va_end(args);
  return fits ? t : az_fresh(s, any_width ? az_sort_bv(1) : sort, "ill-sorted");
}

void az_misuse(az_store *s, const char *format, ...) {
  char text[sizeof s->misuse.message];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  az_fail(&s->misuse, AZ_ERR_INPUT, "%s", text);
  s->charged = true;
}

az_status az_misused(const az_store *s, az_error *err) {
  if (!s->misuse.status) return AZ_OK;
  return az_fail(err, s->misuse.status, "%s%s",
                 s->charged ? "" : "ill-sorted term: ", s->misuse.message);
}
