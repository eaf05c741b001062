/* Helpers of all commands. */
#include "cli/cli.h"
#include "ansatz/allocate.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int az_cli_error(const az_error *err) {
  fprintf(stderr, "ansatz: %s\n", err->message);
  return az_exit_status(err->status);
}

int az_cli_make_folder(const char *option, const char *folder) {
  struct stat st;
  if (!folder || !mkdir(folder, 0777)) return 0;
  if (errno == EEXIST && !stat(folder, &st)) {
    errno = S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
    if (!errno && !access(folder, W_OK | X_OK)) return 0;
  }
  fprintf(stderr, "ansatz: cannot make the folder of %s: %s: %s\n", option, folder,
          strerror(errno));
  return errno == ENOSPC ? 3 : 2;
}

int az_cli_check_file(const char *option, const char *file) {
  if (!file) return 0;
  struct stat st;
  const char *slash = strrchr(file, '/');
  char *folder =
      slash ? az_asprintf("%.*s", slash == file ? 1 : (int)(slash - file), file) : az_asprintf(".");
  bool exists = !stat(file, &st);
  int bad = exists ? access(file, W_OK) : access(folder, W_OK | X_OK);
  if (exists && S_ISDIR(st.st_mode)) bad = -1, errno = EISDIR;
  int why = errno;
  free(folder);
  if (!bad) return 0;
  fprintf(stderr, "ansatz: cannot write the file of %s: %s: %s\n", option, file, strerror(why));
  return 2;
}

int az_cli_unknown(const char *command, const char *option, const char *const *known) {
  const char *near = az_suggest(option, known);
  char shown[256];
  snprintf(shown, sizeof shown, "%s", option);
  az_one_line(shown);
  if (near)
    fprintf(stderr, "ansatz %s: unknown option '%s': did you mean '%s'?\n", command, shown, near);
  else
    fprintf(stderr, "ansatz %s: unknown option '%s' ('ansatz %s --help' lists them)\n", command,
            shown, command);
  return 2;
}

void az_cli_paragraph(const char *text, int indent) {
  const size_t width = 100 - (size_t)indent;
  for (;;) {
    size_t n = strlen(text);
    if (n > width)
      for (n = width; n > 1 && text[n] != ' '; n--) {}
    printf("%.*s\n", (int)n, text);
    text += n;
    while (*text == ' ') text++;
    if (!*text) return;
    printf("%*s", indent, "");
  }
}
