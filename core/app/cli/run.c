/* ansatz run and ansatz check: experiments. */
#include "cli/cli.h"
#include "host/host.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(FILE *out, bool check) {
  if (check)
    fputs("usage: ansatz check EXPERIMENT.lua [-- ARGS]\n\nValidates an experiment: its Lua, "
          "names, options, tasks and files. Nothing runs, nothing is written.\n",
          out);
  else
    fputs(
        "usage: ansatz run EXPERIMENT.lua [options] [-- ARGS]\n\n"
        "  --jobs N   runs at a time (default: as the experiment says, else the number of cores)\n"
        "  --out DIR  where results go (default: as the experiment says, else results/NAME)\n"
        "  --fresh    repeat runs that are in the store already\n"
        "  --verify-repeat N\n"
        "             then repeat N finished runs, and say whether verdict, k and invariants are\n"
        "             the same; of runs with a budget (limits = { work = ... }) the whole answer.\n"
        "             Exit status 1: one differs\n\n"
        "Finished runs are kept in DIR/results.db: an interrupted experiment resumes. ARGS are "
        "passed to the script.\n",
        out);
  return out == stdout ? 0 : 2;
}

static int run(int argc, char **argv, bool check) {
  static const char *const known[] = {"--jobs", "--out", "--fresh", "--verify-repeat",
                                      "--help", "--",    NULL};
  az_script_options o = {.mode = check ? "check" : "run"};
  const char *file = NULL, *const *none = known + 6;
  o.args = none;
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (!strcmp(a, "--help") || !strcmp(a, "-h")) return usage(stdout, check);
    if (!strcmp(a, "--")) {
      o.args = (const char *const *)argv + i + 1;
      break;
    }
    if (!strcmp(a, "--fresh") && !check) {
      o.fresh = true;
    } else if ((!strcmp(a, "--jobs") || !strcmp(a, "--out") || !strcmp(a, "--verify-repeat")) &&
               !check) {
      if (i + 1 == argc) {
        fprintf(stderr, "ansatz run: %s expects a value\n", a);
        return 2;
      }
      const char *value = argv[++i];
      char *end;
      long jobs = strtol(value, &end, 10);
      bool repeats = a[2] == 'v';
      if (a[2] == 'o') {
        o.out = value;
      } else if (*end || jobs < 1 || jobs > 4096) {
        fprintf(stderr, "ansatz run: %s expects a number from 1 to 4096, got '%s'\n", a, value);
        return 2;
      } else if (repeats) {
        o.verify_repeat = (unsigned)jobs;
      } else {
        o.jobs = (unsigned)jobs;
      }
    } else if (a[0] == '-') {
      return az_cli_unknown(check ? "check" : "run", a, known);
    } else if (!file) {
      file = a;
    } else { /* the script's arguments may follow it directly */
      o.args = (const char *const *)argv + i;
      break;
    }
  }
  if (!file) return usage(stderr, check);
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  int code = az_lua_script(registry, file, false, &o, &err);
  if (err.status != AZ_OK) code = az_cli_error(&err);
  if (check && !code) printf("%s: no errors found\n", file);
  az_registry_free(registry);
  return code;
}

int az_cli_run(int argc, char **argv) {
  return run(argc, argv, false);
}
int az_cli_check(int argc, char **argv) {
  return run(argc, argv, true);
}
