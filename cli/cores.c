/* verify --cores N. Each process is a complete run, from front end to verdict. Its configuration
 * gets its number among the processes, and begins with other stages than the others
 * (lua/ansatz/stages.lua). The processes exchange nothing, so that each result is as right as if
 * its process had run alone. The output of a process is kept in memory, and its files in a separate
 * folder. The output of one process is printed, as a whole. */
#define _GNU_SOURCE /* memfd_create */
#include "cli/cores.h"
#include "ansatz/allocate.h"
#include "ansatz/folder.h"
#include "cli/cli.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct racer {
  pid_t pid;          /* 0: it has ended */
  int out, messages;  /* its standard output and standard error */
  int status;         /* its exit status */
  uint32_t undecided; /* number of properties without a verdict; UINT32_MAX: unfinished */
} racer;

typedef struct race {
  az_task_options *o;
  int (*verify)(az_task_options *o);
  const char *folder;  /* FOLDER/CORE/NUMBER/ contains the files of the output option NUMBER */
  uint32_t *undecided; /* by core; shared with the processes */
  racer *racers;
} race;

enum { MOST_CORES = 64 };

const char *az_cores_refused(const az_task_options *o) {
  if (o->resources.cores > MOST_CORES) return "--cores takes at most 64";
  if (o->method.budget > 0)
    return "--cores races processes, so its results are not repeatable: --budget has no effect";
  if (o->method.mode || o->method.domain || o->method.strategy)
    return "--mode, --domain and --strategy leave one stage, which --cores cannot divide";
  if (o->output.dump || o->output.iterates || o->evidence.proofs)
    return "--cores cannot be combined with --dump, --iterates and --proof";
  if (o->evidence.check_witness || o->method.unchecked)
    return "--cores cannot be combined with --check-witness and --no-check";
  return NULL;
}

/* ---- files ----------------------------------------------------------------------------------- */

enum { OUTPUTS = 4 };

/* Returns the options that name files to write. */
static void outputs_of(az_task_options *o, const char **outputs[OUTPUTS]) {
  outputs[0] = &o->evidence.witness;
  outputs[1] = &o->evidence.test_file;
  outputs[2] = &o->evidence.certificate;
  outputs[3] = &o->output.log_json;
}

/* Returns the length of the folder in a path, including its last slash. */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

static char *own_folder(const race *r, uint32_t core, int output) {
  return az_asprintf("%s/%u/%d/", r->folder, core, output);
}

/* Makes the process write its files to its separate folder. */
static void redirect_files(const race *r, uint32_t core) {
  const char **outputs[OUTPUTS];
  outputs_of(r->o, outputs);
  char *folder = az_asprintf("%s/%u", r->folder, core);
  mkdir(folder, 0700);
  free(folder);
  for (int i = 0; i < OUTPUTS; i++) {
    if (!*outputs[i]) continue;
    char *own = own_folder(r, core, i);
    mkdir(own, 0700);
    *outputs[i] = az_asprintf("%s%s", own, *outputs[i] + folder_length(*outputs[i]));
    free(own); /* if mkdir failed, writing the file fails and is reported */
  }
}

/* Copies a text. Replaces names of files of the process by the names that the user gave. */
static void put_text(const race *r, uint32_t core, const char *text, FILE *out) {
  const char **outputs[OUTPUTS];
  outputs_of(r->o, outputs);
  char *prefix = az_asprintf("%s/%u/", r->folder, core);
  size_t n = strlen(prefix);
  for (const char *found; (found = strstr(text, prefix)) != NULL; text = found + n + 2) {
    int output = found[n] - '0';
    fwrite(text, 1, (size_t)(found - text), out);
    if (output >= 0 && output < OUTPUTS && *outputs[output])
      fwrite(*outputs[output], 1, folder_length(*outputs[output]), out);
  }
  fputs(text, out);
  free(prefix);
}

/* Returns the content, followed by a 0, or NULL; the caller frees it. */
static char *content_of(FILE *file) {
  char *text = NULL;
  size_t n = 0, room = 0;
  if (!file || fseek(file, 0, SEEK_SET)) return NULL;
  do {
    if (room - n < 65536) text = az_realloc(text, room = 2 * room + 65537);
    n += fread(text + n, 1, room - n - 1, file);
  } while (!feof(file) && !ferror(file));
  text[n] = 0;
  return text;
}

static bool copy_file(const race *r, uint32_t core, const char *from, const char *to) {
  FILE *in = fopen(from, "re"), *out = in ? fopen(to, "we") : NULL;
  char *text = out ? content_of(in) : NULL;
  if (text) put_text(r, core, text, out);
  bool fine = text && !ferror(in) && !ferror(out);
  if (in) fclose(in);
  if (out) fine = !fclose(out) && fine;
  free(text);
  if (!fine) fprintf(stderr, "ansatz: %s: cannot be written: %s\n", to, strerror(errno));
  return fine;
}

/* Copies the files of the process to the places that the user named. If there are several
 * properties, an option has several files. */
static bool deliver_files(const race *r, uint32_t core) {
  const char **outputs[OUTPUTS];
  outputs_of(r->o, outputs);
  bool fine = true;
  for (int i = 0; i < OUTPUTS; i++) {
    if (!*outputs[i]) continue;
    char *own = own_folder(r, core, i);
    DIR *entries = opendir(own);
    for (struct dirent *e; entries && (e = readdir(entries)) != NULL;) {
      if (e->d_name[0] == '.' && (!e->d_name[1] || !strcmp(e->d_name, ".."))) continue;
      char *from = az_asprintf("%s%s", own, e->d_name);
      char *to = az_asprintf("%.*s%s", (int)folder_length(*outputs[i]), *outputs[i], e->d_name);
      fine = copy_file(r, core, from, to) && fine;
      free(from);
      free(to);
    }
    if (entries) closedir(entries);
    free(own);
  }
  return fine;
}

/* Prints the process's output to a descriptor. */
static void deliver_text(const race *r, uint32_t core, int fd, FILE *out) {
  FILE *file = fdopen(dup(fd), "r");
  char *text = content_of(file);
  if (text) put_text(r, core, text, out);
  free(text);
  if (file) fclose(file);
}

/* ---- processes ------------------------------------------------------------------------------- */

static void run(const race *r, uint32_t core, pid_t parent, const sigset_t *mask) {
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* at SIGTERM, the child ends its processes and cleans up */
  if (getppid() != parent) _exit(3);
  sigprocmask(SIG_SETMASK, mask, NULL);
  const racer *self = &r->racers[core - 1];
  if (dup2(self->out, STDOUT_FILENO) < 0 || dup2(self->messages, STDERR_FILENO) < 0) _exit(3);
  az_task_options *o = r->o;
  o->race.core = core;
  o->race.undecided = &r->undecided[core - 1];
  o->resources.memory /= o->resources.cores;
  redirect_files(r, core);
  int status = r->verify(o);
  fflush(NULL);
  _exit(status);
}

/* Returns whether the result is complete, so that no other result can decide more. */
static bool is_whole(const racer *one) {
  return one->status == 2 || ((one->status == 0 || one->status == 10) && !one->undecided);
}

/* Returns whether the result of `a` decides more than the result of `b`. */
static bool says_more(const racer *a, const racer *b) {
  static const int rank[] = {[0] = 3, [2] = 0, [3] = 1, [5] = 2, [10] = 4};
  const int most = sizeof rank / sizeof *rank;
  if (is_whole(a) != is_whole(b)) return is_whole(a);
  int of_a = a->status < most ? rank[a->status] : 0, of_b = b->status < most ? rank[b->status] : 0;
  if (of_a != of_b && (of_a == 4 || of_b == 4)) return of_a == 4; /* a violation */
  return a->undecided != b->undecided ? a->undecided < b->undecided : of_a > of_b;
}

/* Waits until one of the processes ends. Returns its index, or -1 if a signal asks this process to
 * end. */
static int wait_for_one(race *r, const sigset_t *signals, int *asked) {
  for (;;) {
    for (uint32_t i = 0; i < r->o->resources.cores; i++) {
      racer *one = &r->racers[i];
      int status;
      if (!one->pid || waitpid(one->pid, &status, WNOHANG) != one->pid) continue;
      one->pid = 0;
      one->status = WIFEXITED(status) ? WEXITSTATUS(status) : 3;
      one->undecided = r->undecided[i];
      return (int)i;
    }
    int number = sigwaitinfo(signals, NULL);
    if (number > 0 && number != SIGCHLD) return *asked = number, -1;
  }
}

static void end_all(const race *r) {
  for (uint32_t i = 0; i < r->o->resources.cores; i++)
    if (r->racers[i].pid) kill(r->racers[i].pid, SIGTERM);
  for (uint32_t i = 0; i < r->o->resources.cores; i++)
    while (r->racers[i].pid && waitpid(r->racers[i].pid, NULL, 0) < 0 && errno == EINTR) {}
}

/* Starts the processes. Returns false if one of them cannot be started. */
static bool start_all(race *r, const sigset_t *mask) {
  pid_t parent = getpid();
  fflush(NULL);
  for (uint32_t i = 0; i < r->o->resources.cores; i++) {
    racer *one = &r->racers[i];
    one->undecided = r->undecided[i] = UINT32_MAX;
    one->out = memfd_create("output", MFD_CLOEXEC);
    one->messages = memfd_create("messages", MFD_CLOEXEC);
    if (one->out < 0 || one->messages < 0) return false;
    one->pid = fork();
    if (!one->pid) run(r, i + 1, parent, mask);
    if (one->pid < 0) return one->pid = 0, false;
  }
  return true;
}

static int race_in_folder(race *r, int *asked) {
  sigset_t signals, before;
  static const int handled[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  sigemptyset(&signals);
  for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) sigaddset(&signals, handled[i]);
  sigprocmask(SIG_BLOCK, &signals, &before);
  const racer *best = NULL;
  bool started = start_all(r, &before);
  for (uint32_t ended = 0; started && ended < r->o->resources.cores; ended++) {
    int i = wait_for_one(r, &signals, asked);
    if (i < 0) break;
    if (!best || says_more(&r->racers[i], best)) best = &r->racers[i];
    if (is_whole(best)) break;
  }
  end_all(r);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (*asked) return 3;
  if (!started || !best) return fprintf(stderr, "ansatz: --cores: no process\n"), 3;
  uint32_t core = (uint32_t)(best - r->racers) + 1;
  bool fine = deliver_files(r, core);
  deliver_text(r, core, best->messages, stderr);
  deliver_text(r, core, best->out, stdout);
  return fflush(stdout) || !fine ? 3 : best->status;
}

int az_cores_verify(az_task_options *o, int (*verify)(az_task_options *o)) {
  char *folder = az_folder_new();
  size_t size = o->resources.cores * sizeof(uint32_t);
  void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int status = 3, asked = 0;
  if (folder && shared != MAP_FAILED) {
    race r = {.o = o,
              .verify = verify,
              .folder = folder,
              .undecided = shared,
              .racers = az_calloc(o->resources.cores, sizeof(racer))};
    for (uint32_t i = 0; i < o->resources.cores; i++) r.racers[i].out = r.racers[i].messages = -1;
    status = race_in_folder(&r, &asked);
    for (uint32_t i = 0; i < o->resources.cores; i++) {
      if (r.racers[i].out >= 0) close(r.racers[i].out);
      if (r.racers[i].messages >= 0) close(r.racers[i].messages);
    }
    free(r.racers);
  } else {
    fprintf(stderr, "ansatz: --cores: %s\n", strerror(errno));
  }
  if (shared != MAP_FAILED) munmap(shared, size);
  if (folder) az_folder_remove(folder);
  free(folder);
  if (asked) raise(asked);
  return status;
}
