/* ansatz results: the runs of an experiment one by one (lua/ansatz/inspect.lua). */
#include "cli/cli.h"
#include "host/host.h"
#include <stdio.h>
#include <string.h>

static int usage(FILE *out) {
  fputs(
      "usage: ansatz results FOLDER[@EXPERIMENT] [options]\n\n"
      "Lists the runs of an experiment, one a line; FOLDER is its output folder.\n"
      "  --where EXPR       runs for which a Lua expression over columns and measures holds:\n"
      "                     'cpu > 10 and verdict == \"true\"'\n"
      "  --config NAME, --suite NAME, --task NAME, --property NAME, --verdict V, --category C\n"
      "                     runs whose column contains this; '*' matches any text. Categories\n"
      "                     are correct, wrong, unknown, error, missing and fault\n"
      "  --columns A,B,...  what is shown: number, suite, task, path, property, expected, config,\n"
      "                     verdict, category, reason, hash, and measures (cpu, wall, memory ...)\n"
      "  --sort [-]COLUMN   sorted by this column, with '-' in descending order\n"
      "  --limit N          the first N\n"
      "  --csv              as a CSV file\n"
      "  --html FILE        as one HTML file: a table to sort and filter, plots\n"
      "One run, by the number in the first column:\n"
      "  --show N           everything: command line, why there is no verdict, source with\n"
      "                     invariants, counterexample, log\n"
      "  --command N        its command line\n"
      "  --log N            its log\n"
      "Experiments of the folder; NAME@1, NAME@2 ... are earlier results of NAME, from before a "
      "change:\n"
      "  --experiments      lists them\n"
      "  --experiment NAME  selects this one, as do FOLDER@NAME and FOLDER@1\n",
      out);
  return out == stdout ? 0 : 2;
}

int az_cli_results(int argc, char **argv) {
  static const char *const known[] = {
      "--where",   "--config",      "--suite",   "--task", "--property",
      "--verdict", "--category",    "--columns", "--sort", "--limit",
      "--html",    "--show",        "--command", "--log",  "--experiment",
      "--csv",     "--experiments", "--help",    NULL};
  enum { VALUED = 15 }; /* these take a value */
  int folders = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return usage(stdout);
    if (argv[i][0] != '-') {
      folders++;
      continue;
    }
    size_t k = 0;
    while (known[k] && strcmp(known[k], argv[i])) k++;
    if (!known[k]) return az_cli_unknown("results", argv[i], known);
    i += k < VALUED;
  }
  if (!folders) return usage(stderr);
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  az_script_options o = {.mode = "results", .args = (const char *const *)argv + 1};
  int code = az_lua_script(registry, "ansatz.inspect", true, &o, &err);
  if (err.status != AZ_OK) code = az_cli_error(&err);
  az_registry_free(registry);
  return code;
}
