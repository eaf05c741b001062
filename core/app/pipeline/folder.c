/* Temporary folders, created by mkdtemp and removed from the leaves up. A process that SIGKILL ends
 * removes nothing. So each folder has a file that its creator and processes forked from it keep
 * locked until they end (flock(2)). The creator of a new folder removes old folders beside it whose
 * file is not locked. The file gets its name only when it is locked. */
#define _GNU_SOURCE /* mkdtemp, nftw, flock */
#include "ansatz/folder.h"
#include "ansatz/allocate.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "ansatz-"
#define IN_USE ".ansatz-in-use"

enum { LONGEST = 4096, MOST_BESIDE = 10000 };

/* The descriptor stays open: closing it releases the lock. */
static bool hold(const char *folder) {
  char made[LONGEST + 32], name[LONGEST + 32];
  snprintf(made, sizeof made, "%s/.made", folder);
  snprintf(name, sizeof name, "%s/" IN_USE, folder);
  int fd = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  flock(fd, LOCK_EX | LOCK_NB); /* if locks are not supported, every folder counts as in use */
  if (!rename(made, name)) return true;
  close(fd);
  return false;
}

/* Returns whether the folder was left by processes that have ended. */
static bool is_left(const char *folder) {
  char name[LONGEST + 32];
  struct stat st;
  if (lstat(folder, &st) || !S_ISDIR(st.st_mode) || st.st_uid != geteuid()) return false;
  snprintf(name, sizeof name, "%s/" IN_USE, folder);
  int fd = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  bool left = fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB);
  if (fd >= 0) close(fd);
  return left;
}

static void remove_left(const char *parent) {
  DIR *dir = opendir(parent);
  char path[LONGEST];
  struct dirent *f;
  for (int i = 0; dir && i < MOST_BESIDE && (f = readdir(dir)); i++) {
    if (strncmp(f->d_name, PREFIX, sizeof PREFIX - 1)) continue;
    int n = snprintf(path, sizeof path, "%s/%s", parent, f->d_name);
    if (n > 0 && n < LONGEST && is_left(path)) az_folder_remove(path);
  }
  if (dir) closedir(dir);
}

char *az_folder_new(void) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  char *path = az_asprintf("%s/" PREFIX "XXXXXX", parent);
  bool made = mkdtemp(path) != NULL;
  if (made && hold(path)) {
    remove_left(parent);
    return path;
  }
  int code = errno;
  if (made) az_folder_remove(path);
  free(path);
  errno = code;
  return NULL;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw) {
  (void)st, (void)kind, (void)ftw;
  remove(path);
  return 0;
}

static int open_up(const char *path, const struct stat *st, int kind, struct FTW *ftw) {
  (void)ftw;
  if (S_ISDIR(st->st_mode) && (kind == FTW_DNR || (st->st_mode & 0700) != 0700)) chmod(path, 0700);
  return 0;
}

void az_folder_remove(const char *path) {
  struct stat st;
  nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  for (int round = 0; round < 8 && !lstat(path, &st); round++) { /* each round opens one level */
    nftw(path, open_up, 16, FTW_PHYS);
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }
}
