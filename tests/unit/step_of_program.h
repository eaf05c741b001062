/* The step formula of a C program, with its cut points and the observations of some domains. */
#ifndef STEP_OF_PROGRAM_H
#define STEP_OF_PROGRAM_H

#include "ansatz/folder.h"
#include "ansatz/frontend.h"
#include "cutpoint/cutpoint.h"
#include "step_formula.h"

typedef struct program_step {
  az_store *store;
  az_registry *registry;
  az_program *p;
  az_desc *domains[4];
  size_t domain_count;
  az_observers *observers;
  az_ssa_shared *shared;
  az_ssa *ssa;
  az_cuts *cuts;
} program_step;

static inline az_program *program_of_text(az_store *store, const char *text, uint32_t classes) {
  char *folder = az_folder_new(), path[4096];
  const char *file = path;
  az_error err = {.status = AZ_OK};
  ck_assert_ptr_nonnull(folder);
  snprintf(path, sizeof path, "%s/p.c", folder);
  FILE *out = fopen(path, "w");
  ck_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
  az_frontend_options o = {
      .files = &file, .file_count = 1, .classes = classes, .work_folder = folder};
  az_program *p = az_frontend(&o, store, &err);
  ck_assert_msg(p != NULL, "%s", err.message);
  az_folder_remove(folder);
  free(folder);
  return p;
}

/* interval{ observe = ... }, where `observations` is a list in JSON. */
static inline az_desc *interval_observing(az_registry *registry, const char *observations) {
  char json[2000];
  az_error err = {.status = AZ_OK};
  snprintf(json, sizeof json,
           "{\"module\":\"interval\",\"kind\":\"domain\",\"options\":{\"observe\":[%s]}}",
           observations);
  az_desc *desc = az_desc_from_json(registry, json, &err);
  ck_assert_msg(desc != NULL, "%s", err.message);
  return desc;
}
#define OBSERVATION(name) "{\"module\":\"" name "\",\"kind\":\"observation\",\"options\":{}}"

/* `observations`: of one domain each, ends with NULL. */
static inline program_step step_of_program(const char *text, const char *const *observations,
                                           uint32_t k) {
  az_error err = {.status = AZ_OK};
  program_step f = {.store = az_store_new(), .registry = open_registry()};
  f.p = program_of_text(f.store, text, 1u << AZ_C_UNREACH);
  for (; observations[f.domain_count]; f.domain_count++)
    f.domains[f.domain_count] = interval_observing(f.registry, observations[f.domain_count]);
  f.observers =
      az_observers_new(f.registry, f.p, (const az_desc *const *)f.domains, f.domain_count, &err);
  ck_assert_msg(f.observers != NULL, "%s", err.message);
  f.shared = az_ssa_shared_new(f.p, az_observers_ghosts(f.observers), NULL);
  az_ssa_config config = {
      .mode = AZ_SSA_STEP, .k = k, .recursion = 3, .classes = 1u << AZ_C_UNREACH};
  f.ssa = az_ssa_build(f.shared, &config, &err);
  ck_assert_msg(f.ssa != NULL, "%s", err.message);
  f.cuts = az_cuts_new(f.ssa, f.observers);
  return f;
}

static inline const az_domain_context *observed_by(program_step *f, uint32_t domain) {
  az_error err = {.status = AZ_OK};
  az_observer_set set = az_observers_of(f->observers, f->domains[domain]);
  const az_domain_context *seen = az_cuts_observe(f->cuts, &set, f->registry, &err);
  ck_assert_msg(seen != NULL, "%s", err.message);
  az_observer_set_free(&set);
  return seen;
}

static inline void free_step(program_step *f) {
  az_cuts_free(f->cuts);
  az_ssa_free(f->ssa);
  az_ssa_shared_free(f->shared);
  az_observers_free(f->observers);
  for (size_t i = 0; i < f->domain_count; i++) az_desc_free(f->domains[i]);
  az_program_free(f->p);
  az_registry_free(f->registry);
  az_store_free(f->store);
}

#endif
