/* Processes under limits, without cgroups: the CPU time and the memory of a run are those of its
 * whole process tree in /proc, and if the tree exceeds a limit, it is killed as a whole. As a
 * fallback, each process has a limit of CPU time. */
#include "host/internal.h"
#include "ansatz/process_tree.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define POOL "ansatz.pool"

typedef struct child {
  pid_t pid;
  lua_Integer id;
  double started, cpu_limit, wall_limit; /* seconds; 0: none */
  double cpu;                            /* greatest value so far */
  uint64_t memory_limit, memory;         /* bytes; memory: greatest value so far */
  const char *stopped;                   /* why it was killed: "cpu", "wall" or "memory" */
  az_process *seen;                      /* stb_ds: its processes when /proc was last read */
} child;

typedef struct pool {
  child *children; /* stb_ds */
  lua_Integer next_id;
  double looked, took; /* when /proc was last read, and how long that took */
} pool;

/* Global, since a signal handler has no other place to write. */
static volatile sig_atomic_t interrupted;
static void on_signal(int signal_number) {
  interrupted = signal_number;
}

static double monotonic(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Moves the processes of a run to the front, and returns their number. These are the processes in
 * its tree, and those that were in it before or belong to its session, in case a parent was
 * killed. */
static size_t of_run(const child *k, az_process *all, size_t count) {
  size_t found = az_processes_below(all, count, k->pid);
  for (size_t i = found; i < count; i++) {
    bool is_one = all[i].session == k->pid;
    for (ptrdiff_t j = 0; !is_one && j < arrlen(k->seen); j++)
      is_one = k->seen[j].pid == all[i].pid && k->seen[j].started == all[i].started;
    if (!is_one) continue;
    az_process p = all[i];
    all[i] = all[found];
    all[found++] = p;
  }
  return found;
}

static void remember(child *k, const az_process *list, size_t count) {
  arrsetlen(k->seen, 0);
  for (size_t i = 0; i < count; i++) arrput(k->seen, list[i]);
}

/* Kills all processes of a run. The first process remains as their parent until the others have
 * ended. */
static void kill_run(child *k) {
  for (int round = 0; round < 2000; round++) {
    size_t count, others = 0;
    bool first = false;
    az_process *all = az_processes(&count);
    size_t n = all ? of_run(k, all, count) : 0;
    remember(k, all, n);
    for (size_t i = 0; i < n; i++) {
      if (all[i].ended) continue;
      if (all[i].pid == k->pid && !round) kill(k->pid, SIGSTOP);
      if (all[i].pid == k->pid) first = true;
      if (all[i].pid != k->pid) others++, kill(all[i].pid, SIGKILL);
    }
    free(all);
    if (!others && first) kill(k->pid, SIGKILL);
    if (!others) return;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}

/* Checks all runs, and kills those that exceed a limit. */
static void look(pool *p, double now) {
  size_t count;
  az_process *all = az_processes(&count);
  for (ptrdiff_t c = 0; all && c < arrlen(p->children); c++) {
    child *k = &p->children[c];
    size_t n = of_run(k, all, count);
    az_usage used = az_processes_usage(all, n, k->memory_limit);
    remember(k, all, n);
    if (used.cpu > k->cpu) k->cpu = used.cpu;
    if (used.memory > k->memory) k->memory = used.memory;
    if (k->stopped) continue;
    if (k->cpu_limit > 0 && k->cpu > k->cpu_limit)
      k->stopped = "cpu";
    else if (k->wall_limit > 0 && now - k->started > k->wall_limit)
      k->stopped = "wall";
    else if (k->memory_limit && used.memory > k->memory_limit)
      k->stopped = "memory";
    if (k->stopped) kill_run(k);
  }
  free(all);
  p->looked = monotonic();
  p->took = p->looked - now;
}

/* ---- start ----------------------------------------------------------------------------------- */

/* The soft limit is reached first, and ends the process by a signal that tells the reason
 * (SIGXCPU). */
static void limit_cpu(double seconds) {
  if (seconds <= 0) return;
  struct rlimit now, limit = {(rlim_t)seconds + 2, (rlim_t)seconds + 4};
  if (!getrlimit(RLIMIT_CPU, &now) && limit.rlim_max > now.rlim_max) limit.rlim_max = now.rlim_max;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_CPU, &limit);
}

static void redirect(const char *path, int to, int flags) {
  int fd = open(path, flags, 0666);
  if (fd < 0) fd = open("/dev/null", flags & O_ACCMODE);
  if (fd != to && dup2(fd, to) < 0) _exit(127);
  if (fd != to) close(fd);
}

static double number_field(lua_State *L, const char *name) {
  lua_getfield(L, 2, name);
  double value = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return value;
}

/* pool:start{ argv = {...}, cpu =, wall =, memory =, stdout =, stderr =, tmpdir = } -> number of
 * the run */
static int pool_start(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  luaL_checktype(L, 2, LUA_TTABLE);
  child c = {.id = ++p->next_id,
             .cpu_limit = number_field(L, "cpu"),
             .wall_limit = number_field(L, "wall")};
  c.memory_limit = (uint64_t)number_field(L, "memory");
  lua_getfield(L, 2, "stdout");
  lua_getfield(L, 2, "stderr");
  lua_getfield(L, 2, "argv");
  lua_getfield(L, 2, "tmpdir");
  const char *tmpdir = luaL_optstring(L, 6, NULL);
  const char *out = luaL_optstring(L, 3, "/dev/null"), *log = luaL_optstring(L, 4, "/dev/null");
  luaL_checktype(L, 5, LUA_TTABLE);
  size_t n = lua_rawlen(L, 5);
  char **argv = lua_newuserdatauv(L, (n + 1) * sizeof *argv, 0);
  luaL_checkstack(L, (int)n + 8, NULL);
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 5, (lua_Integer)i + 1);
    argv[i] = (char *)(uintptr_t)luaL_checkstring(L, -1);
  }
  argv[n] = NULL;
  pid_t parent = getpid();
  fflush(NULL);
  c.started = monotonic();
  c.pid = fork();
  if (c.pid < 0) return azl_fail(L, AZ_ERR_RESOURCE, "cannot start a process: %s", strerror(errno));
  if (c.pid == 0) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* so that no process remains if the coordinator is killed */
    if (getppid() != parent) _exit(127);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    if (tmpdir) setenv("TMPDIR", tmpdir, 1);
    limit_cpu(c.cpu_limit);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    redirect("/dev/null", 0, O_RDONLY);
    redirect(out, 1, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(log, 2, O_WRONLY | O_CREAT | O_TRUNC);
    execv(argv[0], argv);
    _exit(127);
  }
  arrput(p->children, c);
  lua_pushinteger(L, c.id);
  return 1;
}

/* ---- wait ------------------------------------------------------------------------------------ */

static int report(lua_State *L, const child *c, int status, const struct rusage *usage) {
  double cpu = (double)usage->ru_utime.tv_sec + (double)usage->ru_stime.tv_sec +
               1e-6 * ((double)usage->ru_utime.tv_usec + (double)usage->ru_stime.tv_usec);
  uint64_t memory = (uint64_t)usage->ru_maxrss * 1024;
  lua_newtable(L);
  lua_pushinteger(L, c->id);
  lua_setfield(L, -2, "id");
  lua_pushnumber(L, monotonic() - c->started);
  lua_setfield(L, -2, "wall");
  lua_pushnumber(L, cpu > c->cpu ? cpu : c->cpu);
  lua_setfield(L, -2, "cpu");
  lua_pushinteger(L, (lua_Integer)(memory > c->memory ? memory : c->memory));
  lua_setfield(L, -2, "memory");
  if (WIFEXITED(status)) lua_pushinteger(L, WEXITSTATUS(status)), lua_setfield(L, -2, "exit");
  if (WIFSIGNALED(status)) {
    lua_pushinteger(L, WTERMSIG(status));
    lua_setfield(L, -2, "signal");
  }
  const char *stopped = c->stopped;
  if (!stopped && WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) stopped = "cpu";
  if (stopped) lua_pushstring(L, stopped), lua_setfield(L, -2, "stopped");
  return 1;
}

static int fail_if_interrupted(lua_State *L, pool *p) {
  if (!interrupted) return 0;
  for (ptrdiff_t i = 0; i < arrlen(p->children); i++) kill_run(&p->children[i]);
  return azl_fail(L, AZ_ERR_RESOURCE, "stopped by a signal");
}

/* pool:pause(seconds): waits. Fails if a signal asks to stop. */
static int pool_pause(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  double until = monotonic() + luaL_checknumber(L, 2);
  while (!fail_if_interrupted(L, p) && monotonic() < until)
    nanosleep(&(struct timespec){0, 20000000}, NULL);
  return 0;
}

/* pool:wait(seconds): how one of the runs ended, or nil if the time is over or no run is left.
 * Fails if a signal asks to stop. */
static int pool_wait(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  double until = monotonic() + luaL_optnumber(L, 2, 1e9);
  while (arrlen(p->children) > 0) {
    fail_if_interrupted(L, p);
    for (ptrdiff_t i = 0; i < arrlen(p->children); i++) {
      int status;
      struct rusage usage;
      child c = p->children[i];
      if (wait4(c.pid, &status, WNOHANG, &usage) != c.pid) continue;
      kill_run(&c); /* processes that the run left behind */
      arrfree(c.seen);
      arrdel(p->children, i);
      return report(L, &c, status, &usage);
    }
    double now = monotonic();
    if (now - p->looked > 0.1 && now - p->looked > 10 * p->took) look(p, now);
    if (now > until) break;
    struct timespec pause = {0, 4000000};
    nanosleep(&pause, NULL);
  }
  return 0;
}

static int pool_close(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  for (ptrdiff_t i = 0; i < arrlen(p->children); i++) {
    kill_run(&p->children[i]);
    waitpid(p->children[i].pid, NULL, 0);
    arrfree(p->children[i].seen);
  }
  arrfree(p->children);
  return 0;
}

static int pool_running(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  lua_pushinteger(L, arrlen(p->children));
  return 1;
}

static int pool_new(lua_State *L) {
  pool *p = lua_newuserdatauv(L, sizeof *p, 0);
  *p = (pool){.children = NULL};
  luaL_setmetatable(L, POOL);
  interrupted = 0;
  struct sigaction action = {.sa_handler = on_signal}, before;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, NULL, &before);
  if (before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL); /* nohup: the signal stays
                                         ignored */
  return 1;
}

int azl_open_pool(lua_State *L) {
  static const luaL_Reg methods[] = {{"start", pool_start}, {"wait", pool_wait},
                                     {"pause", pool_pause}, {"running", pool_running},
                                     {"close", pool_close}, {NULL, NULL}};
  luaL_newmetatable(L, POOL);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, pool_close);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, pool_close);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
  static const luaL_Reg functions[] = {{"new", pool_new}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
