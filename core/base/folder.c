/* Temporary folders, made by mkdtemp and removed from the leaves up. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* mkdtemp */
#include "ansatz/folder.h"
#include "ansatz/allocate.h"
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *az_folder_new(void) {
  const char *parent = getenv("TMPDIR");
  char path[4096];
  snprintf(path, sizeof path, "%s/ansatz-XXXXXX", parent && *parent ? parent : "/tmp");
  return mkdtemp(path) ? az_strdup(path) : NULL;
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
  for (int round = 0; round < 8 && !lstat(path, &st); round++) { /* a round opens one level */
    nftw(path, open_up, 16, FTW_PHYS);
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }
}
