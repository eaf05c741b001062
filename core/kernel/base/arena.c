/* Bump allocation in blocks that double up to 1 MiB. */
#include "ansatz/arena.h"
#include "base/check.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
  struct block *next;
  size_t used, size;
  _Alignas(max_align_t) unsigned char data[];
} block;

struct az_arena {
  block *first;
  size_t bytes;
};

az_arena *az_arena_new(void) {
  return az_calloc(1, sizeof(az_arena));
}

void az_arena_free(az_arena *arena) {
  if (!arena) return;
  for (block *b = arena->first; b;) {
    block *next = b->next;
    free(b);
    b = next;
  }
  free(arena);
}

void *az_arena_alloc(az_arena *arena, size_t bytes) {
  const size_t align = _Alignof(max_align_t);
  bytes = (bytes + align - 1) / align * align;
  block *b = arena->first;
  if (!b || b->size - b->used < bytes) {
    size_t size = b ? b->size * 2 : 4096;
    if (size > (1u << 20)) size = 1u << 20;
    if (size < bytes) size = bytes;
    b = az_calloc(1, sizeof(block) + size);
    b->size = size;
    b->next = arena->first;
    arena->first = b;
    arena->bytes += size;
  }
  void *p = b->data + b->used;
  b->used += bytes;
  assert(b->used <= b->size && b->used % align == 0);
  return p;
}

void *az_array_new(size_t n, size_t size) {
  return az_calloc(n, size);
}

void *az_arena_copy(az_arena *arena, const void *from, size_t n, size_t room, size_t size) {
  assert(n <= room);
  void *copy = az_arena_alloc(arena, room * size);
  return n ? memcpy(copy, from, n * size) : copy;
}

char *az_arena_strdup(az_arena *arena, const char *text) {
  size_t n = strlen(text) + 1;
  return memcpy(az_arena_alloc(arena, n), text, n);
}

char *az_arena_printf(az_arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = az_arena_alloc(arena, (size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  return text;
}

size_t az_arena_bytes(const az_arena *arena) {
  return arena->bytes;
}
