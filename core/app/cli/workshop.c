/* ansatz new-paper, report, reduce: what surrounds a verification, written in Lua (lua/ansatz). */
#include "cli/cli.h"
#include "host/host.h"
#include <stdio.h>
#include <string.h>

/* Runs a module of the library with the arguments; `--help`, or too few of them, prints the usage.
 */
static int run_module(const char *module, const char *usage, int least, int argc, char **argv) {
  bool help = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
  if (help || argc <= least) {
    fputs(usage, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  az_script_options o = {.mode = "lua", .args = (const char *const *)argv + 1};
  int code = az_lua_script(registry, module, true, &o, &err);
  if (err.status != AZ_OK) code = az_cli_error(&err);
  az_registry_free(registry);
  return code;
}

int az_cli_new_paper(int argc, char **argv) {
  return run_module(
      "ansatz.new_paper",
      "usage: ansatz new-paper FOLDER\n\n"
      "Makes a folder for a paper: a text (LNCS where its class is installed, else "
      "article), an experiment with\ntwo tasks, a bibliography and a Makefile. 'make' "
      "runs the experiment, which writes tables, plots and a\nmacro for each number, "
      "and typesets the text; 'make text' typesets alone.\n",
      1, argc, argv);
}

int az_cli_report(int argc, char **argv) {
  return run_module(
      "ansatz.report",
      "usage: ansatz report [--out FILE.tar.gz] [--] COMMAND ...\n\n"
      "Runs 'ansatz COMMAND ...' and packs what a report of an error needs into one archive: the "
      "command, what it\nsaid, its log of events, the input files, 'ansatz doctor', the version, "
      "the modules and the machine.\nLook through it before you send it: the input is in it.\n",
      1, argc, argv);
}

int az_cli_reduce(int argc, char **argv) {
  return run_module(
      "ansatz.reduce",
      "usage: ansatz reduce [--out FILE.c] [--says TEXT] [--slower SECONDS] [--also COMMAND] "
      "[--seconds N]\n                     [--own] -- COMMAND ... FILE.c\n\n"
      "Makes the C file of 'ansatz COMMAND ...' smaller while the command says the same: the same "
      "line with the\nverdict, or the same status where there is none, as of a crash. C-Vise or "
      "C-Reduce do it where they are\ninstalled, else (or with --own) lines and statements are "
      "taken away. A file counts only if it compiles.\n\n"
      "  --says TEXT       instead: the output contains the text, such as 'VERDICT: true'\n"
      "  --slower SECONDS  instead: the command takes longer than that\n"
      "  --also COMMAND    and this shell command succeeds; $FILE is the candidate\n"
      "  --seconds N       for all of it (600)\n",
      1, argc, argv);
}
