/* The command line: finds the command and calls it. */
#include "cli/cli.h"
#include "ansatz/allocate.h"
#include "commit.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *usage, *summary;
} commands[] = {
    {"verify", az_cli_verify, "[options] TASK.yml | FILE.c ... | FILE.bc",
     "prove or refute the properties of a program"},
    {"certify", az_cli_certify, "CERTIFICATE [options] TASK.yml | FILE.c ... | FILE.bc",
     "check the proof that 'verify --certificate CERTIFICATE' wrote"},
    {"proof-check", az_cli_proof_check, "DIR",
     "check the proofs of the SAT solver that 'certify --proof DIR' wrote"},
    {"run", az_cli_in_lua,
     "EXPERIMENT.lua [--jobs N] [--out DIR] [--fresh] [--verify-repeat N] [-- ARGS]",
     "run an experiment, or resume it"},
    {"check", az_cli_in_lua, "EXPERIMENT.lua [-- ARGS]",
     "validate an experiment without running it"},
    {"compare", az_cli_in_lua, "A B [--all] [--check]", "compare two results, task by task"},
    {"results", az_cli_in_lua, "FOLDER [--where EXPR] [--show N] [--html FILE] ...",
     "list the runs of an experiment, or show one"},
    {"rerun", az_cli_in_lua, "ARCHIVE.tar.gz [--jobs N] [--tasks FOLDER] [--sample N]",
     "repeat the runs of an archive, and compare"},
    {"modules", az_cli_in_lua, "[NAME] [--markdown | --meta]",
     "list the domains, strategies, policies and solvers, with their options"},
    {"try-module", az_cli_try_module, "FILE.so | EXPRESSION [FILE.c ...]",
     "try the laws of a domain, strategy, observation or segmentation policy"},
    {"limits", az_cli_in_lua, "",
     "list limits, shares of time and the techniques that can be switched off"},
    {"show", az_cli_show, "cfg|ssa|template|formula|equations|analysis FILE",
     "print an intermediate result of verify: the control flow graph, the SSA, the template, the "
     "formula"},
    {"contract", az_cli_contract, "FILE.c ... --function NAME",
     "propose an entry contract for a function, as a comment that verify reads"},
    {"doctor", az_cli_in_lua, "", "check what is installed, what is missing and how to get it"},
    {"lua", az_cli_lua, "[SCRIPT [ARGS]]",
     "start an interactive console with history, or run a script"},
    {"new-paper", az_cli_in_lua, "FOLDER",
     "make a folder with a paper: text, experiment, bibliography, Makefile"},
    {"report", az_cli_in_lua, "[--out FILE.tar.gz] [--] COMMAND ...",
     "run a command, and pack all that an error report needs"},
    {"reduce", az_cli_in_lua, "[OPTIONS] -- COMMAND ... FILE.c",
     "make a C file smaller while a command reports the same about it"},
    {"worker", az_cli_worker, "RESULT.json MODULES OPTION ...",
     "carry out one run of an experiment (started by 'ansatz run')"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(FILE *out) {
  fputs("ansatz: template-based program verification\n\nusage: ansatz COMMAND ...\n\n", out);
  for (size_t i = 0; i < COMMANDS; i++) {
    fprintf(out, "  %-11s %s\n", commands[i].name, commands[i].summary);
    if (*commands[i].usage) fprintf(out, "              %s\n", commands[i].usage);
  }
  fputs("\n'ansatz COMMAND --help' says more. 'ansatz --version' prints the version.\n", out);
}

/* Opens /dev/null for closed standard streams, so that no file gets their descriptor numbers.
 * Writing to such a stream still fails. */
static void keep_standard_streams(void) {
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", O_RDONLY);
}

static int run(int argc, char **argv) {
  if (argc < 2) {
    help(stderr);
    return 2;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
    return help(stdout), 0;
  if (!strcmp(name, "--version") || !strcmp(name, "-V"))
    return puts("ansatz " ANSATZ_VERSION ", commit " ANSATZ_COMMIT), 0;
  const char *names[COMMANDS + 1] = {NULL};
  for (size_t i = 0; i < COMMANDS; i++) {
    names[i] = commands[i].name;
    if (!strcmp(name, commands[i].name)) return commands[i].run(argc - 1, argv + 1);
  }
  az_one_line(argv[1]);
  const char *near = az_suggest(name, names);
  if (near)
    fprintf(stderr, "ansatz: unknown command '%s': did you mean '%s'?\n", name, near);
  else
    fprintf(stderr, "ansatz: unknown command '%s' ('ansatz --help' lists them)\n", name);
  return 2;
}

/* At the limit of file sizes, writing fails as on a full disk, instead of ending the process. Exec
 * restores the default. */
static void too_large(int number) {
  (void)number;
}

/* Ends the process. The destructors of LLVM's options, hundreds of functions in as many pages, take
 * a millisecond, and the system frees all memory anyway; only sanitizers and coverage need them. */
static int end(int status) {
#ifdef ANSATZ_ENDS_AT_ONCE
  fflush(NULL);
  _exit(status);
#endif
  return status;
}

/* If output is lost, as on a full disk or a closed pipe, the exit status is a failure. */
int main(int argc, char **argv) {
  keep_standard_streams();
  signal(SIGXFSZ, too_large);
  signal(SIGCHLD, SIG_DFL); /* an inherited SIG_IGN would prevent waiting for children */
  json_set_alloc_funcs(az_malloc, free);
  int status = run(argc, argv);
  errno = 0;
  if (!fflush(stdout) && !ferror(stdout)) return end(status);
  if (errno)
    fprintf(stderr, "ansatz: the output cannot be written: %s\n", strerror(errno));
  else
    fputs("ansatz: the output cannot be written\n", stderr);
  return end(3);
}
