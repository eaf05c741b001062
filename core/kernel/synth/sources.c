/* Opens and closes the sources of rows of a step formula: see sources.h. */
#include "synth/sources.h"
#include "ansatz/allocate.h"
#include <stdlib.h>

struct az_sources {
  const az_source_ops *ops; /* NULL: there are none */
  az_candidates *candidates;
  az_analyses *analyses;
};

az_sources *az_sources_new(const az_source_ops *ops, const az_cuts *cuts,
                           struct az_registry *registry, const az_switches *switches) {
  az_sources *s = az_calloc(1, sizeof *s);
  s->ops = ops;
  if (ops && ops->candidates_new)
    s->candidates = ops->candidates_new(cuts, az_switches_or_default(switches)->candidates);
  if (ops && ops->analyses_new) s->analyses = ops->analyses_new(cuts, registry, switches);
  return s;
}

void az_sources_free(az_sources *s) {
  if (!s) return;
  if (s->candidates) s->ops->candidates_free(s->candidates);
  if (s->analyses) s->ops->analyses_free(s->analyses);
  free(s);
}

az_domain_context az_sources_context(const az_sources *s, const az_domain_context *shown,
                                     uint32_t asks) {
  az_domain_context context =
      s->candidates ? s->ops->candidates_context(s->candidates, shown, asks) : *shown;
  context.analyses = s->analyses;
  return context;
}

void az_sources_update(const az_sources *s, double deadline) {
  if (s->analyses) s->ops->analyses_update(s->analyses, deadline);
}

const az_source_ops *az_sources_ops(const az_sources *s) {
  return s->ops;
}
