/* The registry of compiled-in modules and NAME.so files from ANSATZ_PATH. A module is checked
 * before anything in it is used. */
#include "module/builtin.h"
#include "ansatz/arena.h"
#include "base/check.h"
#include "ansatz/domain.h"
#include "ansatz/observation.h"
#include "ansatz/segmentation.h"
#include "ansatz/solver.h"
#include "ansatz/strategy.h"
#include <stb/stb_ds.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct entry {
  const az_module *module;
  const char *origin;
  void *handle; /* NULL: built in */
} entry;

struct az_registry {
  az_arena *arena;
  entry *entries;            /* stb_ds, ordered by kind and name, unique in a kind */
  const char **path;         /* stb_ds, NULL-terminated */
  const char *own[2];        /* the folders in `path` that hold Ansatz's own modules, or NULL */
  const char **problems;     /* stb_ds, NULL-terminated */
  const az_module **listing; /* stb_ds */
  bool scanned;
  az_options solver; /* az_registry_set_solver */
};

typedef struct slot {
  const char *name;
  size_t offset;
} slot;

#define SLOT(table, operation) {#operation, offsetof(table, operation)}

static const slot solver_slots[] = {SLOT(az_backend_ops, open),  SLOT(az_backend_ops, close),
                                    SLOT(az_backend_ops, add),   SLOT(az_backend_ops, check),
                                    SLOT(az_backend_ops, value), {NULL, 0}};

static const slot domain_slots[] = {
    SLOT(az_domain_ops, open),       SLOT(az_domain_ops, close),
    SLOT(az_domain_ops, row_count),  SLOT(az_domain_ops, row),
    SLOT(az_domain_ops, value_new),  SLOT(az_domain_ops, value_copy),
    SLOT(az_domain_ops, value_free), SLOT(az_domain_ops, value_top),
    SLOT(az_domain_ops, claim),      SLOT(az_domain_ops, improve),
    SLOT(az_domain_ops, print),      {NULL, 0}};
static const slot strategy_slots[] = {SLOT(az_strategy_ops, open),
                                      SLOT(az_strategy_ops, close),
                                      SLOT(az_strategy_ops, step),
                                      {NULL, 0}};

static const slot observation_slots[] = {
    SLOT(az_observation_ops, open), SLOT(az_observation_ops, close), {NULL, 0}};
static const slot segmentation_slots[] = {SLOT(az_segmentation_ops, cut), {NULL, 0}};

/* Requirements on modules of each kind: the size of the operation table, and the operations that
 * must not be NULL. */
static const struct {
  const char *name, *plural;
  size_t size;
  const slot *required;
} kinds[AZ_MODULE_KINDS] = {
    [AZ_MODULE_DOMAIN] = {"domain", "domains", sizeof(az_domain_ops), domain_slots},
    [AZ_MODULE_STRATEGY] = {"strategy", "strategies", sizeof(az_strategy_ops), strategy_slots},
    [AZ_MODULE_SEGMENTATION] = {"segmentation", "segmentation policies",
                                sizeof(az_segmentation_ops), segmentation_slots},
    [AZ_MODULE_SOLVER] = {"solver", "solvers", sizeof(az_backend_ops), solver_slots},
    [AZ_MODULE_OBSERVATION] = {"observation", "observations", sizeof(az_observation_ops),
                               observation_slots},
};

const char *az_module_kind_name(az_module_kind kind) {
  return kind < AZ_MODULE_KINDS ? kinds[kind].name : "module";
}

static int order(az_module_kind ka, const char *na, az_module_kind kb, const char *nb) {
  return ka != kb ? (ka < kb ? -1 : 1) : strcmp(na, nb);
}

static bool precedes(const az_module *a, const az_module *b) {
  return order(a->kind, a->name, b->kind, b->name) < 0;
}

static entry *lookup(const az_registry *r, az_module_kind kind, const char *name) {
  for (ptrdiff_t i = 0; i < arrlen(r->entries); i++)
    if (!order(r->entries[i].module->kind, r->entries[i].module->name, kind, name))
      return &r->entries[i];
  return NULL;
}

static bool is_identifier(const char *name) {
  if (!name || !*name || (*name >= '0' && *name <= '9')) return false;
  return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
         strlen(name);
}

/* ---- checks ---------------------------------------------------------------------------------- */

static az_status check_options(const az_module *m, const char *where, az_error *err) {
  for (const az_option *o = m->options; o && o->name; o++) {
    if (!is_identifier(o->name) || o->type > AZ_OPT_OBSERVATIONS || !o->summary)
      return az_fail(err, AZ_ERR_INPUT,
                     "%s: module '%s': option '%s' has a bad name, type or no summary", where,
                     m->name, o->name);
    if (o->type == AZ_OPT_ENUM && (!o->choices || !*o->choices))
      return az_fail(err, AZ_ERR_INPUT, "%s: module '%s': option '%s' has no choices", where,
                     m->name, o->name);
    for (const az_option *p = m->options; p < o; p++)
      if (!strcmp(p->name, o->name))
        return az_fail(err, AZ_ERR_INPUT, "%s: module '%s' has two options '%s'", where, m->name,
                       o->name);
  }
  return AZ_OK;
}

static az_status check_module(const az_registry *r, const az_module *m, const char *where,
                              az_error *err) {
  if (!m) return az_fail(err, AZ_ERR_INPUT, "%s: its entry point returns no module", where);
  if (m->abi != AZ_ABI)
    return az_fail(
        err, AZ_ERR_INPUT,
        "%s: built for module ABI %08x, this program has ABI %08x: rebuild it against this "
        "version's headers",
        where, m->abi, AZ_ABI);
  if (m->size != sizeof(az_module))
    return az_fail(err, AZ_ERR_INPUT,
                   "%s: its module table has %u bytes, this program's has %zu: rebuild it against "
                   "this version's headers",
                   where, m->size, sizeof(az_module));
  if (m->kind >= AZ_MODULE_KINDS || !is_identifier(m->name) || !m->version || !m->summary)
    return az_fail(err, AZ_ERR_INPUT,
                   "%s: its module table has no valid kind, name, version and summary", where);
  if (!m->operations)
    return az_fail(err, AZ_ERR_INPUT, "%s: module '%s' has no operations", where, m->name);
  if (kinds[m->kind].size && m->operations_size != kinds[m->kind].size)
    return az_fail(err, AZ_ERR_INPUT,
                   "%s: the operations of %s '%s' have %u bytes, this program's have %zu: they are "
                   "those of another kind, or of other headers",
                   where, kinds[m->kind].name, m->name, m->operations_size, kinds[m->kind].size);
  for (const slot *s = kinds[m->kind].required; s && s->name; s++) {
    void (*operation)(void);
    memcpy(&operation, (const char *)m->operations + s->offset, sizeof operation);
    if (!operation)
      return az_fail(err, AZ_ERR_INPUT, "%s: %s '%s' lacks the operation '%s'", where,
                     kinds[m->kind].name, m->name, s->name);
  }
  const entry *other = lookup(r, m->kind, m->name);
  if (other)
    return az_fail(err, AZ_ERR_INPUT, "%s: there is a %s '%s' already (%s)", where,
                   kinds[m->kind].name, m->name, other->origin);
  return check_options(m, where, err);
}

/* ---- registration ---------------------------------------------------------------------------- */

static az_status add(az_registry *r, const az_module *m, const char *where, void *handle,
                     az_error *err) {
  az_status status = check_module(r, m, where, err);
  if (status != AZ_OK) return status;
  ptrdiff_t at = 0;
  while (at < arrlen(r->entries) && precedes(r->entries[at].module, m)) at++;
  entry e = {.module = m, .origin = az_arena_strdup(r->arena, where), .handle = handle};
  arrins(r->entries, at, e);
  assert(at == 0 || precedes(r->entries[at - 1].module, m));
  assert(at + 1 == arrlen(r->entries) || precedes(m, r->entries[at + 1].module));
  assert(lookup(r, m->kind, m->name)->module == m); /* names are unique within a kind */
  return AZ_OK;
}

az_status az_registry_add(az_registry *r, const az_module *module, const char *where,
                          az_error *err) {
  return add(r, module, where, NULL, err);
}

/* Computes the identifier of a file: "/a/b/parity.so" -> "parity". */
static bool file_ident(const char *path, char *ident, size_t size) {
  const char *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  size_t n = strlen(base);
  if (n < 4 || strcmp(base + n - 3, ".so") || n - 3 >= size) return false;
  memcpy(ident, base, n - 3);
  ident[n - 3] = 0;
  return is_identifier(ident);
}

/* Redirects standard output to standard error, so that text that a module prints while it is loaded
 * does not mix with the program's output. */
static int put_stdout_aside(void) {
  fflush(stdout);
  int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  return kept;
}

static void put_stdout_back(int kept) {
  fflush(stdout);
  if (kept < 0) return;
  dup2(kept, STDOUT_FILENO);
  close(kept);
}

static void *load_quietly(const char *path) {
  int kept = put_stdout_aside();
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  put_stdout_back(kept);
  return handle;
}

az_status az_registry_load(az_registry *r, const char *path, az_error *err) {
  char ident[128], symbol[160], full[PATH_MAX];
  if (!file_ident(path, ident, sizeof ident))
    return az_fail(err, AZ_ERR_INPUT, "%s: a module's file is called NAME.so, NAME an identifier",
                   path);
  if (access(path, R_OK)) return az_fail(err, AZ_ERR_INPUT, "%s: no such file to be read", path);
  /* Without a slash in the path, dlopen would search elsewhere. */
  void *handle = load_quietly(realpath(path, full) ? full : path);
  if (!handle) {
    const char *why = dlerror();
    return az_fail(err, AZ_ERR_INPUT, "%s: cannot be loaded: %s", path,
                   why ? why : "unknown reason");
  }
  snprintf(symbol, sizeof symbol, "ansatz_module_%s", ident);
  const az_module *(*entry_point)(void);
  void *found = dlsym(handle, symbol);
  memcpy(&entry_point, &found, sizeof entry_point);
  az_status status = AZ_OK;
  if (!entry_point) {
    status = az_fail(
        err, AZ_ERR_INPUT,
        "%s: has no entry point %s(): is it a module, and is the file named as its AZ_MODULE?",
        path, symbol);
  } else {
    const az_module *m = entry_point();
    if (m && m->abi == AZ_ABI && m->size == sizeof *m && m->name && strcmp(m->name, ident))
      status = az_fail(err, AZ_ERR_INPUT, "%s: holds the module '%s': name the file %s.so", path,
                       m->name, m->name);
    else
      status = add(r, m, path, handle, err);
  }
  if (status != AZ_OK) dlclose(handle);
  return status;
}

/* ---- search path ----------------------------------------------------------------------------- */

static void find_path(az_registry *r) {
  const char *list = getenv("ANSATZ_PATH");
  while (list && *list) {
    size_t n = strcspn(list, ":");
    if (n) arrput(r->path, az_arena_printf(r->arena, "%.*s", (int)n, list));
    list += n + (list[n] == ':');
  }
  char exe[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  if (n > 0) {
    exe[n] = 0;
    char *slash = strrchr(exe, '/');
    if (slash) {
      *slash = 0;
      const char *beside = az_arena_printf(r->arena, "%s/modules", exe);
      const char *installed = az_arena_printf(r->arena, "%s/../lib/ansatz/modules", exe);
      arrput(r->path, r->own[0] = beside);
      arrput(r->path, r->own[1] = installed);
    }
  }
  arrput(r->path, NULL);
}

static bool is_builtin_name(const az_registry *r, const char *ident) {
  for (ptrdiff_t i = 0; i < arrlen(r->entries); i++)
    if (!strcmp(r->entries[i].module->name, ident)) return true;
  return false;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void note_problem(az_registry *r, const char *text) {
  assert(arrlen(r->problems) && !arrlast(r->problems)); /* NULL-terminated */
  for (ptrdiff_t i = 0; i + 1 < arrlen(r->problems); i++)
    if (!strcmp(r->problems[i], text)) return;
  arrpop(r->problems);
  arrput(r->problems, az_arena_strdup(r->arena, text));
  arrput(r->problems, NULL);
}

/* Loads the modules on the path; for one name, the compiled-in or else the first one is used. */
static void scan(az_registry *r) {
  if (r->scanned) return;
  r->scanned = true;
  assert(arrlen(r->path) && !arrlast(r->path)); /* NULL-terminated */
  for (const char **folder = r->path; *folder; folder++) {
    DIR *dir = opendir(*folder);
    if (!dir) continue;
    const char **files = NULL;
    for (struct dirent *f; (f = readdir(dir));) {
      char ident[128];
      if (file_ident(f->d_name, ident, sizeof ident) && !is_builtin_name(r, ident))
        arrput(files, az_arena_printf(r->arena, "%s/%s", *folder, f->d_name));
    }
    closedir(dir);
    if (files) qsort(files, arrlenu(files), sizeof *files, by_text);
    for (ptrdiff_t i = 0; i < arrlen(files); i++) {
      az_error why = {.status = AZ_OK};
      if (az_registry_load(r, files[i], &why) != AZ_OK) note_problem(r, why.message);
    }
    arrfree(files);
  }
}

/* Returns the last part of a message about an unknown name; mentions folders that are missing. */
static const char *why_not_found(az_registry *r) {
  const char *lost = az_registry_lost(r);
  if (lost) return az_arena_printf(r->arena, ": %s", lost);
  for (const char **folder = r->path; *folder; folder++)
    if (*folder != r->own[0] && *folder != r->own[1] && access(*folder, F_OK))
      return az_arena_printf(r->arena, ": the folder %s of ANSATZ_PATH is not there", *folder);
  return getenv("ANSATZ_PATH") ? ""
                               : ": those from outside are found in the folders of ANSATZ_PATH";
}

const az_module *az_registry_find(az_registry *r, az_module_kind kind, const char *name,
                                  az_error *err) {
  const entry *found = lookup(r, kind, name);
  if (found) return found->module;
  if (!r->scanned && is_identifier(name))
    for (const char **folder = r->path; *folder; folder++) {
      char file[PATH_MAX];
      snprintf(file, sizeof file, "%s/%s.so", *folder, name);
      if (access(file, F_OK)) continue;
      if (is_builtin_name(r, name)) break;
      az_error why = {.status = AZ_OK};
      if (az_registry_load(r, file, &why) != AZ_OK) {
        note_problem(r, why.message);
        if (err) *err = why;
        return NULL;
      }
      if ((found = lookup(r, kind, name))) return found->module;
      break;
    }
  if (!err) return NULL;
  scan(r);
  for (az_module_kind k = 0; k < AZ_MODULE_KINDS; k++)
    if (lookup(r, k, name))
      return az_fail(err, AZ_ERR_INPUT, "'%s' is a %s, not a %s", name, kinds[k].name,
                     az_module_kind_name(kind)),
             NULL;
  const char **names = NULL;
  char list[640] = "none";
  size_t used = 0;
  const bool any = kind == AZ_MODULE_KINDS;
  for (ptrdiff_t i = 0; i < arrlen(r->entries); i++)
    if (any || r->entries[i].module->kind == kind) {
      arrput(names, r->entries[i].module->name);
      if (used < sizeof list)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                 r->entries[i].module->name);
    }
  arrput(names, NULL);
  const char *near = az_suggest(name, names);
  const char *what = az_module_kind_name(kind), *why = why_not_found(r);
  if (near)
    az_fail(err, AZ_ERR_INPUT, "there is no %s '%s': did you mean '%s'?", what, name, near);
  else if (any)
    az_fail(err, AZ_ERR_INPUT, "there is no module '%s' ('ansatz modules' lists them)%s", name,
            why);
  else
    az_fail(err, AZ_ERR_INPUT, "there is no %s '%s' (%s: %s)%s", what, name, kinds[kind].plural,
            list, why);
  arrfree(names);
  return NULL;
}

size_t az_registry_list(az_registry *r, const az_module *const **modules) {
  scan(r);
  arrfree(r->listing);
  for (ptrdiff_t i = 0; i < arrlen(r->entries); i++) arrput(r->listing, r->entries[i].module);
  assert(arrlen(r->listing) == arrlen(r->entries));
  *modules = r->listing;
  return arrlenu(r->entries);
}

const az_module *az_registry_first(az_registry *r, az_module_kind kind,
                                   bool (*suits)(const az_module *module)) {
  for (;;) {
    for (size_t i = 0; i < arrlenu(r->entries); i++)
      if (r->entries[i].module->kind == kind && suits(r->entries[i].module))
        return r->entries[i].module;
    if (r->scanned) return NULL;
    scan(r);
  }
}

const az_module *az_registry_next_linked(const az_registry *r, az_module_kind kind,
                                         const az_module *after) {
  assert(!after || after->kind == kind); /* `after` must be of this kind */
  for (size_t i = 0; i < arrlenu(r->entries); i++) {
    const entry *e = &r->entries[i];
    if (e->handle || e->module->kind != kind) continue;
    if (!after || strcmp(e->module->name, after->name) > 0) return e->module;
  }
  return NULL;
}

const char *const *az_registry_problems(const az_registry *r) {
  return r->problems;
}
const char *const *az_registry_path(const az_registry *r) {
  return r->path;
}

const char *az_registry_lost(az_registry *r) {
  for (size_t i = 0; i < 2; i++)
    if (!r->own[i] || !access(r->own[i], F_OK)) return NULL;
  return az_arena_printf(r->arena,
                         "the folder of Ansatz's modules is missing (neither %s nor %s is there): "
                         "a copy of the program alone is not enough",
                         r->own[0], r->own[1]);
}

const char *az_registry_origin(const az_registry *r, const az_module *module) {
  const entry *e = lookup(r, module->kind, module->name);
  return e ? e->origin : "unknown";
}

static bool is_own(const az_registry *r, const char *origin) {
  if (!strcmp(origin, "built in")) return true;
  for (size_t i = 0; i < 2; i++) {
    size_t n = r->own[i] ? strlen(r->own[i]) : 0;
    if (n && !strncmp(origin, r->own[i], n) && origin[n] == '/') return true;
  }
  return false;
}

bool az_registry_is_own(const az_registry *r, const az_module *module) {
  return is_own(r, az_registry_origin(r, module));
}

void az_registry_loaded(const az_registry *r, char *text, size_t size) {
  size_t used = 0;
  *text = 0;
  for (size_t i = 0; i < arrlenu(r->entries) && used < size; i++)
    if (!is_own(r, r->entries[i].origin))
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : " (with ",
                               r->entries[i].module->name);
  if (used && used < size) snprintf(text + used, size - used, ": not Ansatz's)");
}

/* ---- creation and destruction --------------------------------------------------------------- */

az_registry *az_registry_new_empty(void) {
  az_registry *r = az_calloc(1, sizeof *r);
  r->arena = az_arena_new();
  arrput(r->problems, NULL);
  find_path(r);
  return r;
}

az_registry *az_registry_new(az_error *err) {
  az_registry *r = az_registry_new_empty();
  if (!r) return az_fail(err, AZ_ERR_RESOURCE, "out of memory"), NULL;
  const az_module_entry *m = az_builtin_modules ? az_builtin_modules() : NULL;
  for (; m && *m; m++)
    if (az_registry_add(r, (*m)(), "built in", err) != AZ_OK) {
      az_registry_free(r);
      return NULL;
    }
  return r;
}

void az_registry_set_solver(az_registry *registry, az_desc *desc) {
  az_desc_free((az_desc *)(uintptr_t)registry->solver.desc);
  registry->solver.desc = desc;
}

const az_options *az_registry_solver_options(const az_registry *r, const az_module *module) {
  return r && r->solver.desc && r->solver.desc->module == module ? &r->solver : NULL;
}

void az_registry_free(az_registry *r) {
  if (!r) return;
  for (ptrdiff_t i = 0; i < arrlen(r->entries); i++)
    if (r->entries[i].handle) dlclose(r->entries[i].handle);
  arrfree(r->entries);
  arrfree(r->path);
  arrfree(r->problems);
  arrfree(r->listing);
  az_desc_free((az_desc *)(uintptr_t)r->solver.desc);
  az_arena_free(r->arena);
  free(r);
}
