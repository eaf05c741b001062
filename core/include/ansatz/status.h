/* Errors. A function that can fail takes an `az_error *` and, after filling it, returns false, NULL
 * or an az_status other than AZ_OK; the library never exits, aborts or prints. The message is one
 * line that says what is wrong, where (file:line if possible) and what to do. */
#ifndef ANSATZ_STATUS_H
#define ANSATZ_STATUS_H

#include "ansatz/linkage.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

AZ_BEGIN_C

typedef enum az_status {
  AZ_OK = 0,
  AZ_ERR_INPUT,       /* bad usage or input: exit status 2 */
  AZ_ERR_RESOURCE,    /* time, memory, disk: exit status 3 */
  AZ_ERR_INTERNAL,    /* a bug of Ansatz or of a tool that it calls: exit status 3 */
  AZ_ERR_UNSUPPORTED, /* valid input beyond the supported fragment: verdict unknown, status 5 */
  AZ_ERR_FAULT, /* a failure of the machine (full disk, missing program). It says nothing about the
                   input; a repetition may succeed; exit status 3 */
} az_status;

typedef struct az_error {
  az_status status;
  char message[1024];
} az_error;

#define AZ_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* Fills `err` (may be NULL) and returns `status`. The first error wins: it is never overwritten. */
az_status az_fail(az_error *err, az_status status, const char *format, ...) AZ_PRINTF(3, 4);
/* Replaces characters that end a line or control a terminal (names may contain such characters) by
 * '?'; returns the text. */
char *az_one_line(char *text);

/* Returns the status for a file that the user named and that cannot be read, depending on errno:
 * the input is wrong (no such file, no permission), or the machine failed. */
az_status az_file_status(int code);
/* Returns whether the output of another program, such as a compiler, reports a failure of the
 * machine: out of disk, files or memory. */
bool az_says_fault(const char *text, size_t length);

/* Returns the nearest of `words` (NULL-terminated) within a small edit distance, or NULL, for "did
 * you mean ...?" in messages. */
const char *az_suggest(const char *word, const char *const *words);
const char *az_article(const char *noun); /* "a" or "an" */

/* Returns the exit status of the command line for an error (2, 3 or 5). */
int az_exit_status(az_status status);

AZ_END_C
#endif
