/* Memory from the heap: the one place where it is asked for, by stb_ds and jansson, too. No
 * function gives NULL: a process that runs out of memory ends with one line and exit status 3, as
 * there is no sensible way on where a small allocation fails; the supervisor reports the death of
 * its worker as "out of memory". The caller frees what it gets. */
#ifndef ANSATZ_ALLOCATE_H
#define ANSATZ_ALLOCATE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

void *az_malloc(size_t bytes);
void *az_calloc(size_t count, size_t size); /* zeroed */
/* NULL if there is not as much: for what a program under verification asks for. */
void *az_try_calloc(size_t count, size_t size);
void *az_realloc(void *memory, size_t bytes);
char *az_strdup(const char *text);
char *az_vasprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
char *az_asprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A stream that collects a text, and its end, after which the text is whole. */
FILE *az_open_memstream(char **text, size_t *size);
void az_close_memstream(FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
