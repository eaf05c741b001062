/* Memory from the heap, also for stb_ds and jansson. Only az_try_calloc returns NULL. If memory
 * runs out in any other function, the process prints one line and ends with exit status 3, since a
 * failed small allocation leaves no sensible way to continue. The supervisor reports the death of
 * its worker as "out of memory". The caller frees the result. */
#ifndef ANSATZ_ALLOCATE_H
#define ANSATZ_ALLOCATE_H

#include "ansatz/linkage.h"
#include <stddef.h>
#include <stdio.h>

AZ_BEGIN_C

void *az_malloc(size_t bytes);
void *az_calloc(size_t count, size_t size); /* zeroed */
/* For amounts that the verified program chooses. Returns NULL if there is not enough memory. */
void *az_try_calloc(size_t count, size_t size);
void *az_realloc(void *memory, size_t bytes);
/* Frees memory through a pointer to const, for owners that hand out such pointers only. */
void az_free(const void *memory);
char *az_strdup(const char *text);
char *az_asprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns a stream that collects a text. az_close_memstream closes it; then *text is complete. */
FILE *az_open_memstream(char **text, size_t *size);
void az_close_memstream(FILE *stream);

AZ_END_C
#endif
