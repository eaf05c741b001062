/* Rows of the classical templates [kroening2023, sec. 6.1], which the domains interval, zones,
 * octagons and polyhedra share: bounds of variables, differences and sums of pairs. */
#include "ansatz/polyhedra.h"
#include <string.h>

void az_polyhedra_add_bounds(az_polyhedra *p) {
  const az_domain_context *c = az_polyhedra_context(p);
  for (uint32_t x = 0; x < c->var_count; x++) {
    az_polyhedra_offer(p, &(az_linear){x, 1}, 1);
    az_polyhedra_offer(p, &(az_linear){x, -1}, 1);
  }
}

void az_polyhedra_add_pairs(az_polyhedra *p, bool sums, bool related) {
  const az_domain_context *c = az_polyhedra_context(p);
  for (uint32_t x = 0; x < c->var_count; x++) {
    for (uint32_t y = x + 1; y < c->var_count; y++) {
      if (c->vars[x].view != c->vars[y].view || (related && !az_tvars_related(c, x, y))) continue;
      for (int32_t sign = -1; sign <= (sums ? 1 : -1); sign += 2) {
        az_polyhedra_offer(p, (az_linear[]){{x, 1}, {y, sign}}, 2);
        az_polyhedra_offer(p, (az_linear[]){{x, -1}, {y, -sign}}, 2);
      }
    }
  }
}

bool az_polyhedra_pairs_related(const az_desc *options) {
  const char *pairs = options ? az_desc_string(options, "pairs") : NULL;
  return pairs && !strcmp(pairs, "related");
}

static bool is_given(const az_desc *options, const char *name) {
  for (size_t i = 0; options && i < options->count; i++)
    if (!strcmp(options->values[i].option, name)) return true;
  return false;
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
  if (is_given(options, "mined") ? az_desc_bool(options, "mined") : !count)
    az_polyhedra_add_mined(p);
  return AZ_OK;
}
