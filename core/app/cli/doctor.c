/* ansatz doctor: each dependency, its version, what works without it, how to get it. */
#include "cli/cli.h"
#include "ansatz/folder.h"
#include "ansatz/sandbox.h"
#include "module/builtin.h"
#include <jansson.h>
#include <lua.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* One line: what it is, its version, and when it is missing what that means. */
static void line(int *worst, bool there, bool needed, const char *name, const char *version,
                 const char *without, const char *get) {
  if (there) {
    printf("  ok       %-22s %s\n", name, version);
    return;
  }
  printf("  %s  %-22s without it: %s\n           %-22s get it: %s\n",
         needed ? "MISSING" : "missing", name, without, "", get);
  if (needed) *worst = 3;
}

/* The first line of a command's output; false if it cannot be run or fails. */
static bool ask(const char *command, char *text, size_t size) {
  text[0] = 0;
  FILE *pipe = popen(command, "r");
  if (!pipe) return false;
  if (fgets(text, (int)size, pipe)) text[strcspn(text, "\n")] = 0;
  char rest[512];
  while (fgets(rest, sizeof rest, pipe)) {}
  int status = pclose(pipe);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool compiles(const char *options) {
  char command[512], text[64], *folder = az_folder_new();
  if (!folder) return false;
  setenv("ANSATZ_DOCTOR", folder, 1); /* its name may have blanks and quotes */
  snprintf(command, sizeof command,
           "cd \"$ANSATZ_DOCTOR\" && printf '#include <stdio.h>\\nint main(void){return "
           "sizeof(void*)==0;}\\n' > t.c && clang-19 %s t.c -o t 2>/dev/null && ./t",
           options);
  bool fine = ask(command, text, sizeof text);
  az_folder_remove(folder);
  free(folder);
  return fine;
}

/* A module that is there but was refused is named among the problems, at the end. */
static bool module(az_registry *r, az_module_kind kind, const char *name, const char *without,
                   const char *get) {
  const az_module *m = az_registry_find(r, kind, name, NULL);
  char text[200], label[64];
  if (m) snprintf(text, sizeof text, "%s (%s)", m->version, az_registry_origin(r, m));
  snprintf(label, sizeof label, "%s %s", az_module_kind_name(kind), name);
  line(NULL, m != NULL, false, label, m ? text : "", without,
       az_registry_lost(r) ? "it belongs in the module folder: see below" : get);
  return m != NULL;
}

static void check_front_end(int *worst) {
  char text[512];
  bool clang = ask("clang-19 --version 2>/dev/null", text, sizeof text);
  line(worst, clang, true, "clang-19", text, "C files cannot be read (bitcode can)",
       "apt-get install clang-19");
  if (clang) {
    line(worst, compiles(""), false, "C headers, linker", "64 bit",
         "programs that include system headers fail; counterexamples are not replayed natively",
         "apt-get install libc6-dev gcc");
    line(worst, compiles("-m32"), false, "32-bit C library", "",
         "counterexamples of ILP32 tasks are not replayed natively (by the interpreter only)",
         "apt-get install gcc-multilib");
    line(worst, compiles("-fsanitize=undefined"), false, "sanitizer runtime", "",
         "a replay does not detect undefined behaviour", "apt-get install libclang-rt-19-dev");
  }
}

static void check_solvers(az_registry *r, int *worst) {
  puts("\nsolvers");
  int solvers = module(r, AZ_MODULE_SOLVER, "boolector", "bitblast is the default",
                       "scripts/setup (builds it from Debian's source package)");
  solvers += module(r, AZ_MODULE_SOLVER, "bitblast", "boolector or z3 only",
                    "apt-get install libcadical-dev, then build again");
  solvers += module(r, AZ_MODULE_SOLVER, "z3", "no cross-check by a second solver",
                    "apt-get install libz3-dev, then build again");
  module(r, AZ_MODULE_STRATEGY, "policy",
         "no strategy by linear programming; the others do not need GLPK",
         "apt-get install libglpk-dev, then build again");
  if (!solvers) {
    puts("  MISSING  any solver            nothing can be verified");
    *worst = 3;
  }
}

static void check_experiments(int *worst) {
  char text[512];
  puts("\nexperiments");
  line(worst, true, true, "Lua", LUA_RELEASE, "", "");
  line(worst, true, true, "SQLite", sqlite3_libversion(), "", "");
  line(worst, true, true, "jansson", JANSSON_VERSION, "", "");
  bool gnuplot = ask("gnuplot --version 2>/dev/null", text, sizeof text);
  line(worst, gnuplot, false, "gnuplot", text,
       "plots are written as data, gnuplot script and PGFPlots only",
       "apt-get install gnuplot-nox");
  bool latex = ask("pdflatex --version 2>/dev/null", text, sizeof text);
  line(worst, latex, false, "pdflatex", text, "papers/ cannot be typeset; everything else works",
       "apt-get install texlive-latex-extra texlive-pictures");
#ifdef ANSATZ_EDIT
  line(worst, true, false, "libedit", "line editing and history in 'ansatz lua'", "", "");
#else
  line(worst, false, false, "libedit", "", "'ansatz lua' has no history",
       "apt-get install libedit-dev, then build again");
#endif
}

/* What limits runs, and what keeps them from doing harm. */
static void check_confinement(int *worst) {
  bool cgroups = !access("/sys/fs/cgroup/cgroup.controllers", W_OK);
  printf("  note     limits                 CPU time, wall time and memory are measured over the "
         "process tree; cgroups (%s) are not needed\n",
         cgroups ? "writable here" : "not writable here");
  const char *sandbox = az_sandbox_name(AZ_SANDBOX_AUTO);
  line(worst, strcmp(sandbox, "none") != 0, false, "sandbox", sandbox,
       "runs of the program under verification have your privileges",
       "a Linux kernel with seccomp, and from 5.13 on with Landlock");
  const char *worker = az_sandbox_worker_name(AZ_SANDBOX_AUTO);
  line(worst, strcmp(worker, "none") != 0, false, "sandbox of the worker", worker,
       "compilers have your privileges, even on crafted input",
       "a Linux kernel with user namespaces, Landlock or seccomp");
}

static void list_modules(az_registry *r) {
  puts("\nmodules");
  const az_module *const *modules;
  size_t n = az_registry_list(r, &modules), loaded = 0;
  for (size_t i = 0; i < n; i++)
    loaded += strcmp(az_registry_origin(r, modules[i]), "built in") != 0;
  printf("  ok       %zu modules             %zu built in, %zu from files\n", n, n - loaded,
         loaded);
  for (const char *const *folder = az_registry_path(r); *folder; folder++)
    if (!access(*folder, F_OK)) printf("           searched               %s\n", *folder);
  if (az_registry_lost(r)) printf("  problem  %s\n", az_registry_lost(r));
  for (const char *const *problem = az_registry_problems(r); *problem; problem++)
    printf("  problem  %s\n", *problem);
}

int az_cli_doctor(int argc, char **argv) {
  if (argc > 1) {
    static const char *const known[] = {"--help", NULL};
    bool help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h");
    if (!help) return az_cli_unknown("doctor", argv[1], known);
    puts("usage: ansatz doctor\n\n"
         "Checks the installation. Exit status: 0 if all requirements are met, 3 if one is "
         "missing.");
    return 0;
  }
  int worst = 0;
  struct utsname u;
  uname(&u);
  az_error err = {.status = AZ_OK};
  az_registry *r = az_registry_new(&err);
  if (!r) return az_cli_error(&err);
  printf("ansatz %s on %s %s\n\nfront end\n", ANSATZ_VERSION, u.sysname, u.machine);
  check_front_end(&worst);
  check_solvers(r, &worst);
  check_experiments(&worst);
  check_confinement(&worst);
  list_modules(r);
  az_registry_free(r);
  puts(worst ? "\nA requirement is missing." : "\nAll requirements are met.");
  return worst;
}
