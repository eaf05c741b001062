/* Processes under limits, without cgroups: each run is a session of its own, its CPU time and
 * memory are those of the whole session as /proc shows them, and when a limit is passed the whole
 * session is killed. rlimits on each process stand behind that. */
#include "host/internal.h"
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
#include <dirent.h>
#include <unistd.h>

#define POOL "ansatz.pool"

#if defined(__SANITIZE_ADDRESS__)
enum { LIMIT_ADDRESSES = 0 }; /* the sanitizer reserves terabytes of addresses */
#else
enum { LIMIT_ADDRESSES = 1 };
#endif

typedef struct child {
  pid_t pid;
  lua_Integer id;
  double started, cpu_limit, wall_limit; /* seconds; 0: none */
  double cpu;                            /* highest seen */
  uint64_t memory_limit, memory;         /* bytes: highest seen */
  const char *stopped;                   /* "cpu", "wall", "memory": why it was killed */
} child;

typedef struct pool {
  child *children; /* stb_ds */
  lua_Integer next_id;
  double looked; /* when /proc was read last */
} pool;

/* A signal handler has nowhere else to write. */
static volatile sig_atomic_t interrupted;
static void on_signal(int signal_number) {
  interrupted = signal_number;
}

static double monotonic(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- /proc ----------------------------------------------------------------------------------- */

typedef struct process {
  pid_t pid, session;
  double cpu;      /* its own and that of children waited for */
  uint64_t memory; /* resident bytes */
} process;

static bool read_process(const char *pid, process *p) {
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, line, sizeof line - 1);
  close(fd);
  if (n <= 0) return false;
  line[n] = 0;
  char *after = strrchr(line, ')'); /* the name may hold anything */
  int session;
  long long user, system, child_user, child_system, pages;
  if (!after || sscanf(after + 1,
                       " %*c %*d %*d %d %*d %*d %*u %*u %*u %*u %*u %lld %lld %lld %lld %*d %*d "
                       "%*d %*d %*u %*u %lld",
                       &session, &user, &system, &child_user, &child_system, &pages) != 6)
    return false;
  p->pid = (pid_t)atoi(pid);
  p->session = session;
  p->cpu = (double)(user + system + child_user + child_system) / (double)sysconf(_SC_CLK_TCK);
  p->memory = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
  return true;
}

static process *read_processes(void) {
  process *all = NULL, p;
  DIR *dir = opendir("/proc");
  for (struct dirent *f; dir && (f = readdir(dir));)
    if (f->d_name[0] >= '1' && f->d_name[0] <= '9' && read_process(f->d_name, &p)) arrput(all, p);
  if (dir) closedir(dir);
  return all;
}

static void kill_session(pid_t session) {
  kill(-session, SIGKILL);
  for (int round = 0; round < 5; round++) {
    process *all = read_processes();
    int alive = 0;
    for (ptrdiff_t i = 0; i < arrlen(all); i++)
      if (all[i].session == session && all[i].pid != session) alive++, kill(all[i].pid, SIGKILL);
    arrfree(all);
    if (!alive) break;
  }
}

/* Looks at all sessions and kills those that passed a limit. */
static void look(pool *p, double now) {
  p->looked = now;
  process *all = read_processes();
  for (ptrdiff_t c = 0; c < arrlen(p->children); c++) {
    child *k = &p->children[c];
    double cpu = 0;
    uint64_t memory = 0;
    for (ptrdiff_t i = 0; i < arrlen(all); i++)
      if (all[i].session == k->pid) cpu += all[i].cpu, memory += all[i].memory;
    if (cpu > k->cpu) k->cpu = cpu;
    if (memory > k->memory) k->memory = memory;
    if (k->stopped) continue;
    if (k->cpu_limit > 0 && k->cpu > k->cpu_limit)
      k->stopped = "cpu";
    else if (k->wall_limit > 0 && now - k->started > k->wall_limit)
      k->stopped = "wall";
    else if (k->memory_limit && memory > k->memory_limit)
      k->stopped = "memory";
    if (k->stopped) kill_session(k->pid);
  }
  arrfree(all);
}

/* ---- start ----------------------------------------------------------------------------------- */

/* `soft`: what the child starts may ask for more again. */
static void set_limit(int resource, double value, bool soft) {
  if (value <= 0) return;
  struct rlimit now, limit = {(rlim_t)value, (rlim_t)value};
  if (!getrlimit(resource, &now) && (soft || limit.rlim_max > now.rlim_max))
    limit.rlim_max = now.rlim_max;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(resource, &limit);
}

static void redirect(const char *path, int to, int flags) {
  int fd = open(path, flags, 0666);
  if (fd < 0) fd = open("/dev/null", flags & O_ACCMODE);
  if (fd >= 0 && fd != to) dup2(fd, to), close(fd);
}

static double number_field(lua_State *L, const char *name) {
  lua_getfield(L, 2, name);
  double value = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return value;
}

/* pool:start{ argv = {...}, cpu =, wall =, memory =, stdout =, stderr = } -> id */
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
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* no orphans when the coordinator is killed */
    if (getppid() != parent) _exit(127);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    set_limit(RLIMIT_CPU, c.cpu_limit > 0 ? c.cpu_limit + 2 : 0, false);
    /* Replays under AddressSanitizer reserve terabytes, too. */
    if (LIMIT_ADDRESSES) set_limit(RLIMIT_AS, (double)c.memory_limit, true);
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

/* pool:wait(seconds) -> how one of them ended, or nil when the time is over or none runs. Fails
 * when a signal says stop. */
static int pool_wait(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  double until = monotonic() + luaL_optnumber(L, 2, 1e9);
  while (arrlen(p->children) > 0) {
    if (interrupted) {
      for (ptrdiff_t i = 0; i < arrlen(p->children); i++) kill_session(p->children[i].pid);
      return azl_fail(L, AZ_ERR_RESOURCE, "stopped by a signal");
    }
    for (ptrdiff_t i = 0; i < arrlen(p->children); i++) {
      int status;
      struct rusage usage;
      child c = p->children[i];
      if (wait4(c.pid, &status, WNOHANG, &usage) != c.pid) continue;
      kill_session(c.pid); /* whatever it left behind */
      arrdel(p->children, i);
      return report(L, &c, status, &usage);
    }
    double now = monotonic();
    if (now - p->looked > 0.1) look(p, now);
    if (now > until) break;
    struct timespec pause = {0, 4000000};
    nanosleep(&pause, NULL);
  }
  return 0;
}

static int pool_close(lua_State *L) {
  pool *p = luaL_checkudata(L, 1, POOL);
  for (ptrdiff_t i = 0; i < arrlen(p->children); i++) {
    kill_session(p->children[i].pid);
    waitpid(p->children[i].pid, NULL, 0);
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
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return 1;
}

int azl_open_pool(lua_State *L) {
  static const luaL_Reg methods[] = {{"start", pool_start},
                                     {"wait", pool_wait},
                                     {"running", pool_running},
                                     {"close", pool_close},
                                     {NULL, NULL}};
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
