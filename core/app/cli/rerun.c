/* ansatz rerun: the runs of an archive once more (lua/ansatz/archive.lua). */
#include "cli/cli.h"
#include "host/host.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(FILE *out) {
  fputs(
      "usage: ansatz rerun ARCHIVE.tar.gz [options]\n\n"
      "Repeats the runs of an archive that az.archive{ ... } made, and says which verdicts, k and\n"
      "invariants are not the same; of runs with a budget, which answers. Exit status 1: one is\n"
      "not.\n\n"
      "  --jobs N        runs at a time (default: the number of cores)\n"
      "  --tasks FOLDER  where the tasks are (default: where they were)\n"
      "  --sample N      so many of the runs (default: all)\n",
      out);
  return out == stdout ? 0 : 2;
}

int az_cli_rerun(int argc, char **argv) {
  static const char *const known[] = {"--jobs", "--sample", "--tasks", "--help", NULL};
  enum { NUMBERS = 2, VALUED = 3 };
  int archives = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return usage(stdout);
    if (argv[i][0] != '-') {
      archives++;
      continue;
    }
    size_t k = 0;
    while (k < VALUED && strcmp(known[k], argv[i])) k++;
    if (k == VALUED) return az_cli_unknown("rerun", argv[i], known);
    char *end = NULL;
    if (i + 1 == argc || (k < NUMBERS && (strtol(argv[i + 1], &end, 10) < 1 || *end))) {
      fprintf(stderr, "ansatz rerun: %s expects a %s\n", argv[i], k < NUMBERS ? "number" : "value");
      return 2;
    }
    i++;
  }
  if (archives != 1) return usage(stderr);
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  az_script_options o = {.mode = "rerun", .args = (const char *const *)argv + 1};
  int code = az_lua_script(registry, "ansatz.rerun", true, &o, &err);
  if (err.status != AZ_OK) code = az_cli_error(&err);
  az_registry_free(registry);
  return code;
}
