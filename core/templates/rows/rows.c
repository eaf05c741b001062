/* Rows of the classical templates [kroening2023, sec. 6.1], which the domains interval, zones,
 * octagons and polyhedra share: bounds of variables, differences and sums of pairs. */
#include "ansatz/float_order.h"
#include "ansatz/polyhedra.h"
#include <string.h>

void az_polyhedra_add_bounds(az_polyhedra *p) {
  const az_domain_context *c = az_polyhedra_context(p);
  for (uint32_t x = 0; x < c->var_count; x++) {
    if (!az_polyhedra_takes(&c->vars[x])) continue;
    az_polyhedra_offer(p, &(az_linear){x, 1}, 1);
    az_polyhedra_offer(p, &(az_linear){x, -1}, 1);
  }
}

void az_polyhedra_add_float_bounds(az_polyhedra *p) {
  const az_domain_context *c = az_polyhedra_context(p);
  for (uint32_t x = 0; x < c->var_count; x++) {
    if (!az_float_order_takes(&c->vars[x])) continue;
    az_polyhedra_offer(p, &(az_linear){x, 1}, 1);
    az_polyhedra_offer(p, &(az_linear){x, -1}, 1);
  }
}

void az_polyhedra_add_pairs(az_polyhedra *p, bool sums, bool related) {
  const az_domain_context *c = az_polyhedra_context(p);
  for (uint32_t x = 0; x < c->var_count; x++) {
    for (uint32_t y = x + 1; y < c->var_count; y++) {
      if (c->vars[x].view != c->vars[y].view || (related && !az_tvars_related(c, x, y))) continue;
      if (!az_polyhedra_takes(&c->vars[x]) || !az_polyhedra_takes(&c->vars[y])) continue;
      for (int32_t sign = -1; sign <= (sums ? 1 : -1); sign += 2) {
        az_polyhedra_offer(p, (az_linear[]){{x, 1}, {y, sign}}, 2);
        az_polyhedra_offer(p, (az_linear[]){{x, -1}, {y, -sign}}, 2);
      }
    }
  }
}

/* Returns the variable of x's value on entry; AZ_NONE if there is none, or x does not change. */
static uint32_t entry_of(const az_domain_context *c, uint32_t x) {
  const az_tvar *v = &c->vars[x];
  for (uint32_t e = 0; v->changes && az_polyhedra_takes(v) && e < c->var_count; e++) {
    const az_access *path = c->vars[e].path;
    if (c->vars[e].view == v->view && path && path->kind == AZ_ACCESS_ENTRY && path->of == v->path)
      return e;
  }
  return AZ_NONE;
}

void az_polyhedra_add_entries(az_polyhedra *p) {
  const az_domain_context *c = az_polyhedra_context(p);
  for (uint32_t x = 0; x < c->var_count; x++) {
    uint32_t x0 = entry_of(c, x);
    if (x0 == AZ_NONE) continue;
    for (int32_t sign = 1; sign >= -1; sign -= 2)
      az_polyhedra_offer(p, (az_linear[]){{x, sign}, {x0, -sign}}, 2);
    for (uint32_t y = x + 1; y < c->var_count; y++) {
      uint32_t y0 = c->vars[y].view == c->vars[x].view ? entry_of(c, y) : AZ_NONE;
      if (y0 == AZ_NONE || !az_tvars_related(c, x, y)) continue;
      for (int32_t i = 0; i < 4; i++) {
        int32_t a = i & 1 ? -1 : 1, b = i & 2 ? -1 : 1;
        az_polyhedra_offer(p, (az_linear[]){{x, a}, {y, b}, {x0, -a}, {y0, -b}}, 4);
      }
    }
  }
}

bool az_polyhedra_pairs_related(const az_desc *options) {
  const char *pairs = options ? az_desc_string(options, "pairs") : NULL;
  return pairs && !strcmp(pairs, "related");
}

az_status az_polyhedra_add_chosen(az_polyhedra *p, const az_desc *options, az_error *err) {
  const char *const *texts;
  size_t count = options ? az_desc_strings(options, "rows", &texts) : 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t added;
    az_status status = az_polyhedra_add_text(p, texts[i], &added, err);
    if (status) return status;
    if (!added && !az_polyhedra_refused(p))
      az_polyhedra_note(p, "no loop has a row for '%s'", texts[i]);
  }
  if (options && az_desc_is_given(options, "mined") ? az_desc_bool(options, "mined") : !count)
    az_polyhedra_add_mined(p);
  return AZ_OK;
}
