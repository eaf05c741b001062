/* Checked allocation: malloc and its relatives, which end the process when they fail. */
#define _GNU_SOURCE /* vasprintf */
#include "ansatz/allocate.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reports the failure and ends the process, without allocating anything, not even a stream. */
_Noreturn static void out_of_memory(void) {
  static const char message[] = "ansatz: out of memory\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
  _exit(3);
}

static void *allocated(void *memory) {
  if (!memory) out_of_memory();
  return memory;
}

void *az_malloc(size_t bytes) {
  return allocated(malloc(bytes ? bytes : 1));
}

void *az_try_calloc(size_t count, size_t size) {
  return count && size ? calloc(count, size) : calloc(1, 1);
}

void *az_calloc(size_t count, size_t size) {
  return allocated(az_try_calloc(count, size));
}

void *az_realloc(void *memory, size_t bytes) {
  return allocated(realloc(memory, bytes ? bytes : 1));
}

void az_free(const void *memory) {
  free((void *)(uintptr_t)memory);
}

char *az_strdup(const char *text) {
  return allocated(strdup(text));
}

char *az_asprintf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = NULL;
  if (vasprintf(&text, format, args) < 0) text = NULL;
  va_end(args);
  return allocated(text);
}

FILE *az_open_memstream(char **text, size_t *size) {
  return allocated(open_memstream(text, size));
}

void az_close_memstream(FILE *stream) {
  bool whole = !ferror(stream);
  whole = !fclose(stream) && whole;
  if (!whole) out_of_memory();
}
