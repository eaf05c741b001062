/* Error records: first error wins. */
#define _GNU_SOURCE /* memmem */
#include "ansatz/status.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

char *az_one_line(char *text) {
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
  return text;
}

az_status az_fail(az_error *err, az_status status, const char *format, ...) {
  if (err && err->status == AZ_OK) {
    err->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    az_one_line(err->message);
  }
  return status;
}

int az_exit_status(az_status status) {
  switch (status) {
  case AZ_OK: return 0;
  case AZ_ERR_INPUT: return 2;
  case AZ_ERR_UNSUPPORTED: return 5;
  default: return 3;
  }
}

az_status az_file_status(int code) {
  static const int of_input[] = {ENOENT, ENOTDIR, EACCES, EPERM,        EISDIR, ELOOP,
                                 ENXIO,  ENODEV,  EINVAL, ENAMETOOLONG, EROFS,  EOVERFLOW};
  for (size_t i = 0; i < sizeof of_input / sizeof *of_input; i++)
    if (code == of_input[i]) return AZ_ERR_INPUT;
  return AZ_ERR_FAULT;
}

bool az_says_fault(const char *text, size_t length) {
  static const char *const faults[] = {
      "No space left on device", "Disk quota exceeded",
      "Input/output error",      "Too many open files",
      "Read-only file system",   "File too large",
      "Cannot allocate memory",  "Resource temporarily unavailable"};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (memmem(text, length, faults[i], strlen(faults[i]))) return true;
  return false;
}
