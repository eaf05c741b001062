/* What the makers of sites share. */
#ifndef AZ_CUTPOINT_LAYOUT_H
#define AZ_CUTPOINT_LAYOUT_H

#include "ssa/execute.h"

typedef struct site_builder {
  executor *x;
  az_site_info info;
  uint32_t site;
} site_builder;

void push_var(site_builder *b, az_tvar v);
/* The C lvalue of a leaf's element so many bytes behind its first one. */
char *leaf_text(executor *x, const az_instance *inst, const az_leaf *leaf, uint64_t offset);
az_term content_of(executor *x, const az_mem *mem, uint32_t slot, const az_leaf **leaf);
/* Variables for what the pointers of the site being made reach; what is new is appended to
 * *reached, which all sites of a loop share. */
void push_reached(site_builder *b, const loop_effect *e, az_reached **reached);

#endif
