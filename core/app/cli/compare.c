/* ansatz compare: two results, task by task (lua/ansatz/compare.lua). */
#include "cli/cli.h"
#include "host/host.h"
#include <stdio.h>
#include <string.h>

int az_cli_compare(int argc, char **argv) {
  static const char *const known[] = {"--all", "--check", "--help", NULL};
  int paths = 0;
  bool help = false;
  for (int i = 1; i < argc; i++) {
    help |= !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
    if (argv[i][0] == '-' && !help && strcmp(argv[i], "--all") && strcmp(argv[i], "--check"))
      return az_cli_unknown("compare", argv[i], known);
    paths += argv[i][0] != '-';
  }
  if (help || paths != 2) {
    fputs("usage: ansatz compare A B [--all] [--check]\n\n"
          "A and B are output folders of experiments (or their results.db), with '@EXPERIMENT' or "
          "'@1' (earlier results, from before a change) and ':CONFIGURATION' behind them to pick "
          "one:\n"
          "  ansatz compare results/quickstart:bmc results/quickstart:kiki\n"
          "Shows the tasks on which they differ, with --all every task, and a summary. With "
          "--check the exit status is 1 if B has lost a right verdict of A, or has a wrong one "
          "where A had none.\n",
          help ? stdout : stderr);
    return help ? 0 : 2;
  }
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  az_script_options o = {.mode = "compare", .args = (const char *const *)argv + 1};
  int code = az_lua_script(registry, "ansatz.compare", true, &o, &err);
  if (err.status != AZ_OK) code = az_cli_error(&err);
  az_registry_free(registry);
  return code;
}
