/* Parses segmentations, "{0}[-100,100]{i}?T{n}" with or without commas and angles, for the option
 * `entry` and for tests. */
#include "segments.h"
#include <ctype.h>
#include <stb/stb_ds.h>

typedef struct reader {
  const char *at, *start, *path;
  az_error *err;
} reader;

static bool wrong(reader *r, const char *what) {
  az_fail(r->err, AZ_ERR_INPUT, "segmentation '%s': %s at '%s'", r->start, what, r->at);
  return false;
}

static bool next_is(reader *r, const char *token) {
  while (*r->at == ' ') r->at++;
  if (strncmp(r->at, token, strlen(token))) return false;
  r->at += strlen(token);
  return true;
}

static bool read_number(reader *r, az_wide *out) {
  while (*r->at == ' ') r->at++;
  if (!isdigit((unsigned char)*r->at)) return wrong(r, "a number is expected");
  *out = 0;
  for (; isdigit((unsigned char)*r->at); r->at++) {
    *out = *out * 10 + (*r->at - '0');
    if (*out > UINT64_MAX) return wrong(r, "the number is too large");
  }
  return true;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* "-oo+1", "+oo", "-7". */
static bool read_end(reader *r, az_facts any, az_wide *out) {
  bool minus = next_is(r, "-");
  if (!minus) next_is(r, "+");
  if (!next_is(r, "oo")) {
    if (!read_number(r, out)) return false;
    if (minus) *out = -*out;
    return true;
  }
  az_wide more = 0;
  if (next_is(r, "+")) {
    if (!read_number(r, &more)) return false;
  } else if (next_is(r, "-")) {
    if (!read_number(r, &more)) return false;
    more = -more;
  }
  *out = (minus ? any.least : any.greatest) + more;
  return true;
}

static bool read_facts(reader *r, az_facts any, az_facts *out) {
  *out = any;
  if (next_is(r, "T")) return true;
  if (next_is(r, "_|_")) {
    *out = az_facts_none();
    return true;
  }
  bool even = next_is(r, "e"), odd = !even && next_is(r, "o");
  if (even || odd) {
    out->modulus = 2, out->rest = odd;
    *out = az_facts_meet(*out, any);
    return true;
  }
  if (next_is(r, "(")) { /* a product: the conjunction of its components */
    do {
      az_facts part;
      if (!read_facts(r, any, &part)) return false;
      *out = az_facts_meet(*out, part);
    } while (next_is(r, ","));
    return next_is(r, ")") || wrong(r, "')' is expected");
  }
  az_wide least, greatest;
  if (next_is(r, "[")) {
    if (!read_end(r, any, &least)) return false;
    if (!next_is(r, ",")) return wrong(r, "',' is expected");
    if (!read_end(r, any, &greatest)) return false;
    if (!next_is(r, "]")) return wrong(r, "']' is expected");
  } else {
    if (!read_end(r, any, &least)) return false;
    greatest = least;
  }
  if (least > greatest) return wrong(r, "the interval is empty");
  out->least = least, out->greatest = greatest;
  *out = az_facts_meet(*out, any);
  return true;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool is_called(const az_abstract_variable *var, const char *path, const char *name,
                      size_t length) {
  const char *is = var->name;
  size_t before = path ? strlen(path) : 0;
  if (path && (strncmp(is, path, before) || strncmp(is + before, "::", 2))) return false;
  if (path) is += before + 2;
  return strlen(is) == length && !strncmp(is, name, length);
}

static bool read_variable(const segments *d, reader *r, az_sum *out) {
  const char *name = r->at;
  size_t length = 0;
  while (name[length] && !strchr(" ,}+-*{?", name[length])) length++;
  for (int own = r->path != NULL; own >= 0 && length; own--)
    for (uint32_t v = 0; v < d->context->var_count; v++) {
      const az_abstract_variable *var = &d->context->vars[v];
      if (var->kind != AZ_ABSTRACT_NUMBER || !is_called(var, own ? r->path : NULL, name, length))
        continue;
      *out = (az_sum){.count = 1, .of = {{var->term, var->is_signed, 1}}};
      r->at += length;
      return true;
    }
  return wrong(r, "there is no such variable");
}

/* "2*i-n+1". */
static bool read_sum(const segments *d, reader *r, az_sum *out) {
  *out = (az_sum){0};
  bool minus = next_is(r, "-");
  for (;;) {
    az_sum part = {0};
    while (*r->at == ' ') r->at++;
    if (isdigit((unsigned char)*r->at)) {
      az_wide factor;
      if (!read_number(r, &factor)) return false;
      part.constant = factor;
      if (next_is(r, "*")) {
        az_sum variable, zero = {0};
        while (*r->at == ' ') r->at++;
        if (!read_variable(d, r, &variable)) return false;
        if (!az_sum_add(&zero, &variable, (int64_t)factor, &part))
          return wrong(r, "the factor is too large");
      }
    } else if (!read_variable(d, r, &part)) {
      return false;
    }
    if (!az_sum_add(out, &part, minus ? -1 : 1, out)) return wrong(r, "the sum is too long");
    if (next_is(r, "+"))
      minus = false;
    else if (next_is(r, "-"))
      minus = true;
    else
      return true;
  }
}

static bool read_bound(const segments *d, reader *r, bound *b) {
  if (!next_is(r, "{")) return wrong(r, "'{' is expected");
  do {
    az_sum sum;
    if (!read_sum(d, r, &sum)) return false;
    if (!sum_admitted(d, &sum)) return wrong(r, "bounds do not have this form (option 'bounds')");
    bound_add(d, b, &sum);
  } while (next_is(r, ","));
  if (!next_is(r, "}")) return wrong(r, "'}' is expected");
  b->maybe = next_is(r, "?");
  return true;
}

/* ---- segmentations --------------------------------------------------------------------------- */

static bool read_segments(const segments *d, reader *r, segmentation *s) {
  const cell_domain *cells = s->cells;
  const az_abstract_variable *value = &cells->vars[CELL_VALUE];
  void *cell = NULL;
  next_is(r, "<");
  for (;;) {
    bound b = {.of = NULL};
    if (!read_bound(d, r, &b)) {
      bound_free(&b);
      cells_free(cells, cell);
      return false;
    }
    segmentation_append(s, cell, b);
    next_is(r, ",");
    if (next_is(r, ">") || !*r->at) break;
    az_facts facts;
    if (!read_facts(r, az_facts_any(value->bits, value->is_signed), &facts)) return false;
    cell = cells_top(cells);
    if (facts.none)
      cells->domain.ops->set_bottom(cells->domain.self, cell);
    else
      cells->domain.ops->refine(cells->domain.self, cell, CELL_VALUE, facts);
    next_is(r, ",");
  }
  while (*r->at == ' ') r->at++;
  if (*r->at) return wrong(r, "the end is expected");
  az_sum zero = {0};
  if (arrlenu(s->bounds) < 2 || !bound_has(&s->bounds[0], &zero))
    return wrong(r, "it begins with {0} and has a segment");
  return true;
}

segmentation *segmentation_parse(const segments *d, uint32_t array, const char *path,
                                 const char *text, az_error *err) {
  reader r = {text, text, path, err};
  segmentation *s = segmentation_new(d->arrays[array].cells);
  if (!read_segments(d, &r, s)) {
    segmentation_free(s);
    return NULL;
  }
  az_sum length = {.count = 1, .of = {{d->arrays[array].length, false, 1}}};
  arrput(s->bounds[segmentation_last(s)].of, length);
  return s;
}
