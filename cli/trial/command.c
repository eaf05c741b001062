/* ansatz try-module: checks the laws of a third-party module on small programs. Each program is
 * tried in a separate process, so that a module that crashes or hangs is reported, with the request
 * that it did not answer. */
#include "ansatz/allocate.h"
#include "cli/cli.h"
#include "cli/supervise.h"
#include "host/host.h"
#include "module/builtin.h"
#include "trial.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char usage[] =
    "usage: ansatz try-module FILE.so | EXPRESSION [FILE.c ...] [--seed N] [--seconds N]\n\n"
    "Tries what a module promises at random states and values over the loops of small programs, "
    "and\n"
    "of the C files that are named: a domain (bottom, top, joins, copies, monotone claims, sorts,\n"
    "texts, bounds), a strategy (it ends, answers what is inductive, obeys its deadline), an\n"
    "observation (pure updates, axioms in concrete histories of allocations), a segmentation "
    "policy.\n"
    "EXPRESSION gives options: 'parity{ width = 3 }' with the module on ANSATZ_PATH.\n\n"
    "  --seed N     other random values (1)\n"
    "  --seconds N  CPU time for each program (60)\n\n"
    "Exit status: 0 if no law was broken, 1 if one was, 2 if the module cannot be tried.\n";

enum { BROKEN = 1 };

typedef struct trial_job {
  const char *module;
  az_trial_program program;
  uint64_t seed;
  double seconds;
  bool first;
  char *known; /* shared with the processes: the laws that are already known to be broken */
  bool lost;
} trial_job;

enum { KNOWN_SIZE = 1 << 14 };

/* Finds the module in its file, or by an expression. */
static az_desc *find_module(const trial_job *job, az_registry *registry, az_error *err) {
  size_t n = strlen(job->module);
  if (n > 3 && !strcmp(job->module + n - 3, ".so")) {
    const az_module *const *modules;
    if (az_registry_load(registry, job->module, err) != AZ_OK) return NULL;
    for (size_t i = 0, count = az_registry_list(registry, &modules); i < count; i++)
      if (!strcmp(az_registry_origin(registry, modules[i]), job->module)) {
        const az_option *missing = NULL;
        az_desc *desc = az_desc_new(modules[i]);
        if (!(missing = az_desc_missing(desc))) return desc;
        az_fail(err, AZ_ERR_INPUT, "%s: the option '%s' is required: write an expression",
                modules[i]->name, missing->name);
        az_desc_free(desc);
        return NULL;
      }
    return az_fail(err, AZ_ERR_INPUT, "%s has no module", job->module), NULL;
  }
  static const az_module_kind kinds[] = {AZ_MODULE_DOMAIN, AZ_MODULE_STRATEGY,
                                         AZ_MODULE_SEGMENTATION, AZ_MODULE_OBSERVATION};
  char *name = az_asprintf("%.*s", (int)strcspn(job->module, "({ "), job->module);
  az_desc *found = NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !found; i++) {
    az_error other = {.status = AZ_OK};
    if (az_registry_find(registry, kinds[i], name, &other))
      found = az_lua_domain_expression(registry, kinds[i], job->module, err);
    if (err->status != AZ_OK) break;
  }
  if (!found && err->status == AZ_OK)
    az_fail(err, AZ_ERR_INPUT, "there is no module '%s' (a file ends in .so)", name);
  free(name);
  return found;
}

static int work(void *ctx, FILE *out) {
  trial_job *job = ctx;
  az_error err = {.status = AZ_OK};
  az_supervise_status("loading the module");
  az_registry *registry = az_registry_new(&err);
  az_desc *desc = registry ? find_module(job, registry, &err) : NULL;
  if (!desc) return az_cli_error(&err);
  if (job->first)
    fprintf(out, "%s %s (%s)\n", az_module_kind_name(desc->module->kind), desc->module->name,
            az_registry_origin(registry, desc->module));
  az_trial t = {.registry = registry,
                .desc = desc,
                .out = out,
                .doing = az_supervise_status,
                .program = job->program.name,
                .known = job->known,
                .known_size = KNOWN_SIZE,
                .seed = job->seed,
                .seconds = job->seconds};
  az_status status = az_trial_run(&t, job->program.text, &err);
  if (status != AZ_OK && !t.broken) return az_cli_error(&err);
  if (!t.broken && !t.subjects)
    fprintf(out, "nothing to try: program '%s'\n", t.program);
  else if (!t.broken)
    fprintf(out, "fine: program '%s', %u subjects, %" PRIu64 " checks\n", t.program, t.subjects,
            t.checks);
  const int answer = t.broken ? BROKEN : 0;
  az_desc_free(desc);
  az_registry_free(registry);
  return answer;
}

static int lost(void *ctx, const az_loss *loss) {
  trial_job *job = ctx;
  job->lost = true;
  printf("broken: the module does not return: %s\n  when it was called for: %s\n", loss->why,
         *loss->status ? loss->status : "?");
  return loss->fault ? 3 : BROKEN;
}

static char *text_of(const char *path, az_error *err) {
  FILE *in = fopen(path, "r");
  if (!in) return az_fail(err, AZ_ERR_INPUT, "%s cannot be read", path), NULL;
  char *text = NULL, line[4096];
  size_t n;
  while ((n = fread(line, 1, sizeof line, in)) > 0) memcpy(arraddnptr(text, n), line, n);
  fclose(in);
  arrput(text, 0);
  return text;
}

/* Under load, a module that computes gets all of its CPU time within the wall limit. */
static int try_program(trial_job *job) {
  const char *folder = NULL, *confined = NULL;
  const char *const nothing = NULL;
  const az_supervised supervised = {.cpu_seconds = job->seconds,
                                    .wall_seconds = 4 * job->seconds,
                                    .memory = UINT64_C(2) << 30,
                                    .work = work,
                                    .lost = lost,
                                    .ctx = job,
                                    .folder = &folder,
                                    .writable = &nothing,
                                    .confined = &confined};
  fflush(stdout);
  return az_supervise(&supervised);
}

int az_cli_try_module(int argc, char **argv) {
  static const char *const known[] = {"--seed", "--seconds", "--help", NULL};
  trial_job job = {.seed = 1, .seconds = 60, .first = true};
  const char *files[64];
  size_t file_count = 0;
  for (int i = 1; i < argc; i++) {
    bool valued = i + 1 < argc;
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return fputs(usage, stdout), 0;
    if (!strcmp(argv[i], "--seed") && valued)
      job.seed = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--seconds") && valued)
      job.seconds = strtod(argv[++i], NULL);
    else if (argv[i][0] == '-')
      return az_cli_unknown("try-module", argv[i], known);
    else if (!job.module)
      job.module = argv[i];
    else if (file_count < sizeof files / sizeof *files)
      files[file_count++] = argv[i];
  }
  if (!job.module || job.seconds <= 0) return fputs(usage, stderr), 2;
  job.known = mmap(NULL, KNOWN_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (job.known == MAP_FAILED) return fputs("ansatz: out of memory\n", stderr), 3;
  const az_trial_program *programs;
  int worst = 0;
  for (size_t i = 0, n = az_trial_programs(&programs); i < n + file_count && worst < 2 && !job.lost;
       i++) {
    az_error err = {.status = AZ_OK};
    char *text = i < n ? NULL : text_of(files[i - n], &err);
    if (err.status != AZ_OK) return az_cli_error(&err);
    job.program = i < n ? programs[i] : (az_trial_program){.name = files[i - n], .text = text};
    int status = try_program(&job);
    job.first = false;
    if (status > worst) worst = status;
    arrfree(text);
  }
  if (worst == BROKEN)
    puts("Broken laws cost proofs, not soundness: the core checks the results of modules "
         "(docs/soundness.md).");
  return worst;
}
