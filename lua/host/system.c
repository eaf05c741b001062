/* Files, hashes, time and data on the machine, as far as experiments need them. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "host/internal.h"
#include "ansatz/folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <link.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ID = 64 }; /* bytes of a build ID; most have 20 */

static int failure(lua_State *L, const char *path) {
  int code = errno;
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, strerror(code));
  lua_pushboolean(L, az_file_status(code) == AZ_ERR_FAULT);
  return 3; /* nil, the message, and whether the machine is the cause */
}

/* sha256(text) */
static int sha256(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  char digest[SHA256_DIGEST_STRING_LENGTH];
  lua_pushstring(L, SHA256Data((const uint8_t *)text, n, digest));
  return 1;
}

/* sha256_file(path): nil and a message if it cannot be read. */
static int sha256_file(lua_State *L) {
  char digest[SHA256_DIGEST_STRING_LENGTH];
  const char *path = luaL_checkstring(L, 1);
  if (!SHA256File(path, digest)) return failure(L, path);
  lua_pushstring(L, digest);
  return 1;
}

/* glob(pattern): the paths, in order. */
static int find(lua_State *L) {
  glob_t g;
  int status = glob(luaL_checkstring(L, 1), GLOB_BRACE, NULL, &g);
  lua_newtable(L);
  if (status == 0)
    for (size_t i = 0; i < g.gl_pathc; i++) {
      lua_pushstring(L, g.gl_pathv[i]);
      lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
  globfree(&g);
  return 1;
}

static int real(lua_State *L) {
  char path[PATH_MAX];
  if (!realpath(luaL_checkstring(L, 1), path)) {
    if (az_file_status(errno) == AZ_ERR_FAULT)
      return azl_fail(L, AZ_ERR_RESOURCE, "%s: %s", lua_tostring(L, 1), strerror(errno));
    return failure(L, lua_tostring(L, 1));
  }
  lua_pushstring(L, path);
  return 1;
}

static int cwd(lua_State *L) {
  char path[PATH_MAX];
  lua_pushstring(L, getcwd(path, sizeof path) ? path : ".");
  return 1;
}

/* kind(path): "file", "folder" or nil. */
static int kind(lua_State *L) {
  struct stat s;
  if (stat(luaL_checkstring(L, 1), &s)) return 0;
  lua_pushstring(L, S_ISDIR(s.st_mode) ? "folder" : "file");
  return 1;
}

/* make_folder(path): makes the folder and its parents. */
static int make_folder(lua_State *L) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", luaL_checkstring(L, 1));
  for (char *p = path + 1;; p++) {
    if (*p && *p != '/') continue;
    char kept = *p;
    *p = 0;
    if (mkdir(path, 0777) && errno != EEXIST) return failure(L, path);
    if (!(*p = kept)) break;
  }
  struct stat s;
  if (stat(path, &s) || !S_ISDIR(s.st_mode)) {
    errno = ENOTDIR;
    return failure(L, path);
  }
  if (access(path, W_OK)) return failure(L, path);
  lua_pushboolean(L, 1);
  return 1;
}

/* write(path, text): writes the whole file or nothing, by rename. Other machines may write the
 * file, too. */
static int write_file(lua_State *L) {
  size_t n;
  struct utsname u;
  const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &n);
  const char *part =
      lua_pushfstring(L, "%s.%s.%d.part", path, uname(&u) ? "" : u.nodename, (int)getpid());
  FILE *file = fopen(part, "wb");
  if (!file) return failure(L, path);
  bool fine = fwrite(text, 1, n, file) == n;
  fine = !fflush(file) && fine;
  fine = !fsync(fileno(file)) && fine;
  int code = errno;
  fine = !fclose(file) && fine;
  if (fine && !rename(part, path)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  if (fine) code = errno;
  unlink(part);
  errno = code;
  return failure(L, path);
}

/* read(path [, tail]): the text, or its last `tail` bytes. */
static int read_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  lua_Integer tail = luaL_optinteger(L, 2, 0);
  FILE *file = fopen(path, "rb");
  if (!file) return failure(L, path);
  if (tail > 0 && !fseek(file, 0, SEEK_END)) {
    long size = ftell(file);
    if (fseek(file, size > tail ? size - (long)tail : 0, SEEK_SET)) rewind(file);
  }
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (size_t n = 1; n > 0;) {
    char *space = luaL_prepbuffer(&buffer);
    n = fread(space, 1, LUAL_BUFFERSIZE, file);
    luaL_addsize(&buffer, n);
  }
  fclose(file);
  luaL_pushresult(&buffer);
  return 1;
}

static int list_folder(lua_State *L) {
  DIR *dir = opendir(luaL_checkstring(L, 1));
  lua_newtable(L);
  if (!dir) return 1;
  for (struct dirent *f; (f = readdir(dir));) {
    if (f->d_name[0] == '.') continue;
    lua_pushstring(L, f->d_name);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  }
  closedir(dir);
  return 1;
}

static int remove_file(lua_State *L) {
  unlink(luaL_checkstring(L, 1));
  return 0;
}

static int remove_tree(lua_State *L) { /* removes a folder and its content */
  az_folder_remove(luaL_checkstring(L, 1));
  return 0;
}

#define SCRATCH "ansatz.scratch"

/* temporary_folder(): makes a folder in $TMPDIR, which is removed together with the value;
 * value:path(). */
static int temporary_folder(lua_State *L) {
  char **box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = az_folder_new();
  if (!*box)
    return azl_fail(L, AZ_ERR_RESOURCE,
                    "a temporary folder cannot be created (TMPDIR chooses the place): %s",
                    strerror(errno));
  luaL_setmetatable(L, SCRATCH);
  return 1;
}

static int scratch_path(lua_State *L) {
  char **box = luaL_checkudata(L, 1, SCRATCH);
  lua_pushstring(L, *box);
  return 1;
}

static int scratch_close(lua_State *L) {
  char **box = luaL_checkudata(L, 1, SCRATCH);
  if (*box) az_folder_remove(*box);
  free(*box);
  *box = NULL;
  return 0;
}

#define LOCK "ansatz.lock"

/* lock(path): locks the file as long as the value lives; nil and " (process N)" if another process
 * has locked it. */
static int lock_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  int *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (*box < 0)
    return azl_fail(L, az_file_status(errno) == AZ_ERR_FAULT ? AZ_ERR_RESOURCE : AZ_ERR_INPUT,
                    "%s: cannot be opened: %s", path, strerror(errno));
  luaL_setmetatable(L, LOCK);
  if (!flock(*box, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) { /* any other error: this file
                                                                    system has no locks */
    char text[32];
    int n = snprintf(text, sizeof text, "%d\n", (int)getpid());
    if (ftruncate(*box, 0) || write(*box, text, (size_t)n) != n) {} /* only people read the text */
    return 1;
  }
  char text[32] = "";
  ssize_t n = read(*box, text, sizeof text - 1);
  int holder = n > 0 ? atoi(text) : 0;
  lua_pushnil(L);
  if (holder)
    lua_pushfstring(L, " (process %d)", holder);
  else
    lua_pushliteral(L, "");
  return 2;
}

static int lock_close(lua_State *L) {
  int *box = luaL_checkudata(L, 1, LOCK);
  if (*box >= 0) close(*box);
  *box = -1;
  return 0;
}

/* Declares a kind of value that is closed when it goes out of scope. */
static void closable(lua_State *L, const char *name, lua_CFunction close) {
  luaL_newmetatable(L, name);
  lua_pushcfunction(L, close);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, close);
  lua_setfield(L, -2, "__close");
}

static int remove_folder(lua_State *L) { /* removes an empty folder */
  rmdir(luaL_checkstring(L, 1));
  return 0;
}

/* terminal(): the width of the terminal on standard error; nil if it is none. */
static int terminal(lua_State *L) {
  struct winsize w = {0};
  const char *term = getenv("TERM");
  if (!isatty(2) || !term || !strcmp(term, "dumb")) return 0;
  lua_pushinteger(L, ioctl(2, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80);
  return 1;
}

static int now(lua_State *L) { /* seconds on a monotonic clock */
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  lua_pushnumber(L, (double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
  return 1;
}

static int date(lua_State *L) { /* ISO 8601, local time with time zone */
  char text[64];
  time_t t = time(NULL);
  struct tm local;
  localtime_r(&t, &local);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
  lua_pushstring(L, text);
  return 1;
}

/* machine(): data on the machine, for the records that are made on it. */
static int machine(lua_State *L) {
  struct utsname u;
  uname(&u);
  lua_newtable(L);
  lua_pushstring(L, u.nodename);
  lua_setfield(L, -2, "host");
  lua_pushfstring(L, "%s %s %s", u.sysname, u.release, u.machine);
  lua_setfield(L, -2, "system");
  lua_pushinteger(L, sysconf(_SC_NPROCESSORS_ONLN));
  lua_setfield(L, -2, "cores");
  lua_pushinteger(L, (lua_Integer)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
  lua_setfield(L, -2, "memory");
  FILE *file = fopen("/proc/cpuinfo", "r");
  char line[512];
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, "model name", 10)) {
      char *colon = strchr(line, ':');
      if (colon) {
        colon[1 + strcspn(colon + 1, "\n")] = 0;
        lua_pushstring(L, colon + 2);
        lua_setfield(L, -2, "cpu");
      }
      break;
    }
  if (file) fclose(file);
  return 1;
}

static int program(lua_State *L) { /* the path of this program */
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  lua_pushstring(L, path);
  return 1;
}

/* Writes the build ID of the first object, which is this program, as hexadecimal digits. The linker
 * computes the ID from the content that it writes. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *text) {
  (void)size;
  for (unsigned i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_NOTE) continue;
    const uint8_t *at = (const uint8_t *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    const uint8_t *end = at + info->dlpi_phdr[i].p_memsz;
    ElfW(Nhdr) note;
    for (; end - at >= (ptrdiff_t)sizeof note; at += (note.n_descsz + 3u) & ~3u) {
      memcpy(&note, at, sizeof note);
      const void *name = at + sizeof note;
      at += sizeof note + ((note.n_namesz + 3u) & ~3u);
      if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof "GNU" ||
          memcmp(name, "GNU", sizeof "GNU") || note.n_descsz > MOST_ID)
        continue;
      for (unsigned k = 0; k < note.n_descsz; k++) sprintf((char *)text + 2 * k, "%02x", at[k]);
      return 1;
    }
  }
  return 1;
}

/* program_id(): identifies this build of the program, like its SHA-256, which would take a fifth of
 * a second for sixty megabytes; nil if the linker wrote no build ID. */
static int program_id(lua_State *L) {
  char text[2 * MOST_ID + 1] = "";
  dl_iterate_phdr(find_build_id, text);
  lua_pushstring(L, *text ? text : NULL);
  return 1;
}

int azl_open_system(lua_State *L) {
  static const luaL_Reg functions[] = {{"sha256", sha256},
                                       {"sha256_file", sha256_file},
                                       {"glob", find},
                                       {"realpath", real},
                                       {"cwd", cwd},
                                       {"kind", kind},
                                       {"make_folder", make_folder},
                                       {"write", write_file},
                                       {"read", read_file},
                                       {"list", list_folder},
                                       {"remove", remove_file},
                                       {"remove_folder", remove_folder},
                                       {"remove_tree", remove_tree},
                                       {"temporary_folder", temporary_folder},
                                       {"lock", lock_file},
                                       {"terminal", terminal},
                                       {"now", now},
                                       {"date", date},
                                       {"machine", machine},
                                       {"program", program},
                                       {"program_id", program_id},
                                       {NULL, NULL}};
  closable(L, LOCK, lock_close);
  lua_pop(L, 1);
  closable(L, SCRATCH, scratch_close);
  lua_newtable(L);
  lua_pushcfunction(L, scratch_path);
  lua_setfield(L, -2, "path");
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  return 1;
}
