/* Processes, read from /proc/PID/stat and linked by their parents. There is no lock: a process that
 * starts while the list is read may be missing from it. So ending a tree is repeated until no
 * process is found. */
#define _GNU_SOURCE
#include "ansatz/process_tree.h"
#include "ansatz/allocate.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROUNDS = 2000 }; /* a round takes a millisecond */

static bool read_text(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, text, size - 1);
  close(fd);
  text[n > 0 ? n : 0] = 0;
  return n > 0;
}

static bool read_process(const char *pid, az_process *p) {
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  if (!read_text(path, line, sizeof line)) return false;
  const char *after = strrchr(line, ')'); /* the name may contain anything */
  long long times[4], pages;
  int threads;
  char state;
  if (!after ||
      sscanf(after + 1,
             " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %lld %lld %lld %lld %*d %*d %d %*d %llu "
             "%*u %lld",
             &state, &p->parent, &p->session, &times[0], &times[1], &times[2], &times[3], &threads,
             &p->started, &pages) != 10)
    return false;
  p->pid = atoi(pid);
  p->ended = state == 'Z' && threads <= 1; /* the first thread may end before others */
  p->cpu = (double)(times[0] + times[1] + times[2] + times[3]) / (double)sysconf(_SC_CLK_TCK);
  p->memory = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
  return true;
}

az_process *az_processes(size_t *count) {
  size_t room = 256;
  az_process *all = az_malloc(room * sizeof *all);
  *count = 0;
  DIR *dir = opendir("/proc");
  for (struct dirent *f; dir && (f = readdir(dir));) {
    if (f->d_name[0] < '1' || f->d_name[0] > '9') continue;
    if (*count == room) {
      room *= 2;
      all = az_realloc(all, room * sizeof *all);
    }
    if (read_process(f->d_name, &all[*count])) ++*count;
  }
  if (dir) closedir(dir);
  return all;
}

size_t az_processes_below(az_process *all, size_t count, int root) {
  struct {
    int key;
    bool value;
  } *inside = NULL;
  hmput(inside, root, true);
  size_t found = 0;
  for (size_t before = count + 1; found != before;) { /* each pass finds the next generation */
    before = found;
    for (size_t i = found; i < count; i++) {
      if (all[i].pid != root && hmgeti(inside, all[i].parent) < 0) continue;
      hmput(inside, all[i].pid, true);
      az_process p = all[i];
      all[i] = all[found];
      all[found++] = p;
    }
  }
  hmfree(inside);
  return found;
}

/* Returns resident memory, shared pages in proportion. Slow, as the kernel walks all pages. */
static uint64_t proportional_memory(const az_process *p) {
  char path[64], text[2048];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", p->pid);
  unsigned long long kilobytes;
  const char *line = read_text(path, text, sizeof text) ? strstr(text, "\nPss:") : NULL;
  if (!line || sscanf(line, " Pss: %llu kB", &kilobytes) != 1) return p->memory;
  return (uint64_t)kilobytes << 10;
}

az_usage az_processes_usage(const az_process *list, size_t count, uint64_t limit) {
  az_usage sum = {.processes = count};
  for (size_t i = 0; i < count; i++) {
    sum.cpu += list[i].cpu;
    sum.memory += list[i].memory;
  }
  if (!limit || sum.memory <= limit) return sum;
  sum.memory = 0;
  for (size_t i = 0; i < count; i++) sum.memory += proportional_memory(&list[i]);
  return sum;
}

bool az_adopt_orphans(void) {
  return !prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static bool has_children(void) {
  while (waitpid(-1, NULL, WNOHANG) > 0) {}
  return waitpid(-1, NULL, WNOHANG) == 0 || errno != ECHILD;
}

void az_processes_end(int root) {
  if (root == getpid() && !has_children()) return;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    size_t count, living = 0;
    az_process *all = az_processes(&count);
    size_t below = all ? az_processes_below(all, count, root) : 0;
    for (size_t i = 0; i < below; i++) {
      if (all[i].pid == root || all[i].ended) continue;
      living++;
      kill(all[i].pid, SIGKILL);
    }
    free(all);
    if (!living && (root != getpid() || !has_children())) return;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}
