/* libansatz (ansatz/verify.h): runs `ansatz verify --json` and makes structures of what it says. */
#define _GNU_SOURCE
#include "ansatz/verify.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The result and what its texts live in. */
typedef struct answer {
  az_verify_result result;
  json_t *json;
  char *said[2]; /* standard output and error */
} answer;

typedef struct command {
  const char **words;
  size_t count, room;
  char numbers[3][32];
} command;

static void word(command *c, const char *text) {
  if (c->count + 1 >= c->room) {
    size_t room = c->room ? 2 * c->room : 64;
    const char **words = realloc(c->words, room * sizeof *words);
    if (!words) return;
    c->words = words, c->room = room;
  }
  c->words[c->count++] = text;
  c->words[c->count] = NULL;
}

static void option(command *c, const char *name, const char *value) {
  if (!value) return;
  word(c, name);
  word(c, value);
}

static void number(command *c, size_t i, const char *name, double value) {
  if (value <= 0) return;
  snprintf(c->numbers[i], sizeof c->numbers[i], "%.9g", value);
  option(c, name, c->numbers[i]);
}

/* The program beside this library: LIBDIR/libansatz.so, LIBDIR/.. or LIBDIR/../.. /bin/ansatz. */
static char *program_of_library(void) {
  Dl_info info;
  struct stat st;
  char *path = NULL, *folder;
  if (!dladdr((void *)(size_t)az_verify, &info) || !info.dli_fname) return NULL;
  folder = realpath(info.dli_fname, NULL);
  for (int up = 0; up < 3 && folder; up++) {
    char *slash = strrchr(folder, '/');
    if (!slash) break;
    *slash = 0;
    static const char *const places[] = {"%s/ansatz", "%s/bin/ansatz"};
    for (int i = 0; i < 2; i++) {
      if (asprintf(&path, places[i], folder) < 0) path = NULL;
      if (path && !stat(path, &st) && S_ISREG(st.st_mode)) return free(folder), path;
      free(path);
    }
  }
  free(folder);
  return NULL;
}

static void fill(command *c, const az_verify_options *o, const char *program) {
  word(c, program);
  word(c, "verify");
  word(c, "--json");
  word(c, "--invariants");
  if (o->trace) word(c, "--trace");
  option(c, "--property", o->property);
  option(c, "--mode", o->mode);
  option(c, "--domain", o->domain);
  option(c, "--strategy", o->strategy);
  option(c, "--solver", o->solver);
  option(c, "--function", o->function);
  option(c, "--data-model", o->data_model);
  number(c, 0, "--max-unwind", o->max_unwind);
  number(c, 1, "--timeout", o->cpu_seconds);
  number(c, 2, "--wall", o->wall_seconds);
  option(c, "--memory", o->memory);
  for (size_t i = 0; o->arguments && o->arguments[i]; i++) word(c, o->arguments[i]);
  word(c, "--");
  for (size_t i = 0; o->files && o->files[i]; i++) word(c, o->files[i]);
}

/* ---- the process ----------------------------------------------------------------------------- */

/* Starts it with its output at the pipes. Answers 0 or an error number. */
static int start(const command *c, int out[2], int err[2], pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  int failed =
      posix_spawnp(pid, c->words[0], &actions, NULL, (char *const *)(size_t)c->words, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/* Reads both pipes to their ends. */
static void listen_to(const int from[2], char *said[2]) {
  size_t used[2] = {0, 0}, room[2] = {0, 0};
  struct pollfd wait[2] = {{.fd = from[0], .events = POLLIN}, {.fd = from[1], .events = POLLIN}};
  while (wait[0].fd >= 0 || wait[1].fd >= 0) {
    if (poll(wait, 2, -1) < 0 && errno != EINTR) break;
    for (int i = 0; i < 2; i++) {
      if (wait[i].fd < 0 || !wait[i].revents) continue;
      if (used[i] + 4096 > room[i]) {
        char *more = realloc(said[i], room[i] = 2 * room[i] + 8192);
        if (!more) return;
        said[i] = more;
      }
      ssize_t n = read(wait[i].fd, said[i] + used[i], 4095);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) wait[i].fd = -1;
      if (n > 0) used[i] += (size_t)n;
      said[i][used[i]] = 0;
    }
  }
}

static const char *run(const command *c, char *said[2]) {
  int out[2], err[2];
  pid_t pid;
  if (pipe2(out, O_CLOEXEC)) return "no pipe";
  if (pipe2(err, O_CLOEXEC)) return close(out[0]), close(out[1]), "no pipe";
  int failed = start(c, out, err, &pid);
  close(out[1]);
  close(err[1]);
  if (!failed) {
    int status;
    listen_to((const int[2]){out[0], err[0]}, said);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  }
  close(out[0]);
  close(err[0]);
  return failed ? "the program ansatz cannot be started: az_verify_options.program" : NULL;
}

/* ---- what it said ---------------------------------------------------------------------------- */

static const char *text_in(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static unsigned count_in(const json_t *object, const char *key) {
  return (unsigned)json_integer_value(json_object_get(object, key));
}

static az_verify_verdict verdict_of(const char *text) {
  return !strncmp(text, "true", 4)    ? AZ_VERIFY_TRUE
         : !strncmp(text, "false", 5) ? AZ_VERIFY_FALSE
                                      : AZ_VERIFY_UNKNOWN;
}

static void *table(const json_t *list, size_t size, size_t *count) {
  void *made = calloc(json_array_size(list) + 1, size);
  *count = made ? json_array_size(list) : 0;
  return made;
}

static void read_property(az_verify_property *p, const json_t *said) {
  const json_t *checks = json_object_get(said, "checks"),
               *rows = json_object_get(said, "invariants");
  *p = (az_verify_property){.name = text_in(said, "name"),
                            .reason = text_in(said, "reason"),
                            .method = text_in(said, "method"),
                            .text = text_in(said, "verdict"),
                            .k = count_in(said, "k"),
                            .trace = json_string_value(json_object_get(said, "trace"))};
  p->verdict = verdict_of(p->text);
  p->checks = table(checks, sizeof *p->checks, &p->check_count);
  for (size_t i = 0; i < p->check_count; i++) {
    const json_t *c = json_array_get(checks, i);
    p->checks[i] = (az_verify_check){text_in(c, "id"), text_in(c, "loc"), text_in(c, "text"),
                                     verdict_of(text_in(c, "verdict")), count_in(c, "k")};
  }
  p->invariants = table(rows, sizeof *p->invariants, &p->invariant_count);
  for (size_t i = 0; i < p->invariant_count; i++) {
    const json_t *r = json_array_get(rows, i);
    p->invariants[i] =
        (az_verify_invariant){text_in(r, "loc"), text_in(r, "view"), text_in(r, "text"),
                              !strcmp(text_in(r, "holds"), "always")};
  }
}

static void read_answer(answer *a) {
  az_verify_result *r = &a->result;
  r->error = a->said[1] ? a->said[1] : "";
  a->json = a->said[0] ? json_loads(a->said[0], 0, NULL) : NULL;
  if (!json_is_object(a->json) || json_object_get(a->json, "fault")) {
    const char *fault = a->json ? text_in(a->json, "fault") : "";
    if (*fault) r->error = fault;
    if (!*r->error) r->error = "ansatz verify gave no answer";
    return;
  }
  const json_t *properties = json_object_get(a->json, "properties");
  r->json = a->said[0];
  r->text = text_in(a->json, "verdict");
  r->verdict = verdict_of(r->text);
  r->cpu_seconds = json_number_value(json_object_get(a->json, "cpu"));
  r->properties = table(properties, sizeof *r->properties, &r->property_count);
  for (size_t i = 0; i < r->property_count; i++)
    read_property(&r->properties[i], json_array_get(properties, i));
}

az_verify_result *az_verify(const az_verify_options *o) {
  static const answer no_memory = {
      .result = {.verdict = AZ_VERIFY_FAILED, .text = "", .error = "out of memory"}};
  answer *a = calloc(1, sizeof *a);
  if (!a) return (az_verify_result *)(size_t)&no_memory.result;
  a->result = no_memory.result;
  char *found = o->program ? NULL : program_of_library();
  command c = {0};
  fill(&c, o, o->program ? o->program : found ? found : "ansatz");
  const char *failed = c.words ? run(&c, a->said) : "out of memory";
  if (failed)
    a->result.error = failed;
  else
    read_answer(a);
  free(c.words);
  free(found);
  return &a->result;
}

void az_verify_free(az_verify_result *result) {
  if (!result || !strcmp(result->error, "out of memory")) return;
  answer *a = (answer *)(void *)result;
  for (size_t i = 0; i < result->property_count; i++) {
    free(result->properties[i].checks);
    free(result->properties[i].invariants);
  }
  free(result->properties);
  json_decref(a->json);
  free(a->said[0]);
  free(a->said[1]);
  free(a);
}
