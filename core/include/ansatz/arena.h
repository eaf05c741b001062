/* Bump allocation by lifetime: everything that was allocated in an arena is released at once with
 * the arena. Vectors and hash maps are those of stb_ds (arrput, hmput, shput ...). */
#ifndef ANSATZ_ARENA_H
#define ANSATZ_ARENA_H

#include "ansatz/allocate.h"
#include <stdarg.h>
#include <stddef.h>

typedef struct az_arena az_arena;

az_arena *az_arena_new(void);
void az_arena_free(az_arena *arena); /* accepts NULL */

/* Returns zeroed memory aligned for any type; running out of memory ends the process. */
void *az_arena_alloc(az_arena *arena, size_t bytes);
/* Returns a copy of n elements in memory for `room` elements. The remaining elements are zero. */
void *az_arena_copy(az_arena *arena, const void *from, size_t n, size_t room, size_t size);
char *az_arena_strdup(az_arena *arena, const char *text);
char *az_arena_printf(az_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
size_t az_arena_bytes(const az_arena *arena);

/* Returns zeroed memory for n elements, outside an arena; never NULL. The caller frees it. */
void *az_array_new(size_t n, size_t size);

#define AZ_NEW(arena, type) ((type *)az_arena_alloc((arena), sizeof(type)))
#define AZ_NEWN(arena, type, n) ((type *)az_arena_alloc((arena), sizeof(type) * (size_t)(n)))
#define AZ_COPY(arena, from, n, room) az_arena_copy((arena), (from), (n), (room), sizeof *(from))

#endif
