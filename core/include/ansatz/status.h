/* Errors. A function that can fail takes an `az_error *` and returns false, NULL or an az_status
 * other than AZ_OK after filling it; the library never exits, aborts or prints. The message is one
 * line that says what is wrong, where (file:line where there is one) and what to do. */
#ifndef ANSATZ_STATUS_H
#define ANSATZ_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum az_status {
  AZ_OK = 0,
  AZ_ERR_INPUT,       /* bad usage or input: exit status 2 */
  AZ_ERR_RESOURCE,    /* time, memory, disk: exit status 3 */
  AZ_ERR_INTERNAL,    /* a bug of ours or of a tool that we call: exit status 3 */
  AZ_ERR_UNSUPPORTED, /* the input is right but beyond us: verdict unknown, exit status 5 */
  AZ_ERR_FAULT, /* what a run needs failed (full disk, missing program): it says nothing about the
                 * input and is worth repeating; exit status 3 */
} az_status;

typedef struct az_error {
  az_status status;
  char message[1024];
} az_error;

#define AZ_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* Fills `err` (may be NULL) and returns `status`; the first error wins: a filled record is not
 * overwritten. */
az_status az_fail(az_error *err, az_status status, const char *format, ...) AZ_PRINTF(3, 4);
/* Makes signs that end a line or control a terminal, which names may have, into '?'; returns it. */
char *az_one_line(char *text);

/* What it means that a file that the user names cannot be read, by errno: the input is wrong (there
 * is no such file, it may not be read), or the machine is. */
az_status az_file_status(int code);
/* Does the text of another program, such as a compiler, say that the machine failed it: that it was
 * out of disk, of files or of memory? */
bool az_says_fault(const char *text, size_t length);

/* For messages that ask "did you mean ...?": the nearest of `words` (NULL-terminated) within a
 * small edit distance, or NULL. */
const char *az_suggest(const char *word, const char *const *words);
const char *az_article(const char *noun); /* "a" or "an" */

/* Exit status of the command line for an error (2, 3 or 5). */
int az_exit_status(az_status status);

#ifdef __cplusplus
}
#endif
#endif
