/* CBMC's functions that can be written in C. Only the front end knows which objects are in memory:
 * a compiled program cannot compute these numbers. */
#include "contract.h"

/* Returns 0 if no object is there, else 1 + the number of bytes that can be accessed from there
 * on. */
size_t __ansatz_unknown_extent(const volatile void *at, _Bool written);
size_t __ansatz_unknown_object(const volatile void *at);
size_t __ansatz_unknown_offset(const volatile void *at);

size_t __CPROVER_POINTER_OBJECT(const volatile void *at) {
  return __ansatz_unknown_object(at);
}

long __CPROVER_POINTER_OFFSET(const volatile void *at) {
  return (long)__ansatz_unknown_offset(at);
}

_Bool __CPROVER_same_object(const volatile void *at, const volatile void *other) {
  return __ansatz_unknown_object(at) == __ansatz_unknown_object(other);
}

static size_t size_behind(const volatile void *start) {
  size_t extent = __ansatz_unknown_extent(start, 0);
  return extent ? extent - 1 : 0;
}

static const volatile char *start_of(const volatile void *at) {
  return (const volatile char *)at - __ansatz_unknown_offset(at);
}

size_t __CPROVER_OBJECT_SIZE(const volatile void *at) {
  return size_behind(start_of(at));
}

_Bool __CPROVER_LIVE_OBJECT(const volatile void *at) {
  return __ansatz_unknown_extent(start_of(at), 0) != 0;
}

_Bool __CPROVER_WRITEABLE_OBJECT(const volatile void *at) {
  return __ansatz_unknown_extent(start_of(at), 1) != 0;
}

_Bool __CPROVER_r_ok(const volatile void *at, size_t size) {
  return size < __ansatz_unknown_extent(at, 0);
}

_Bool __CPROVER_w_ok(const volatile void *at, size_t size) {
  return size < __ansatz_unknown_extent(at, 1);
}

_Bool __CPROVER_rw_ok(const volatile void *at, size_t size) {
  return size < __ansatz_unknown_extent(at, 1);
}

/* The bytes come from memory that was never written, so their values are inputs. */
void __CPROVER_havoc_slice(void *at, size_t size) {
  __builtin_memcpy(at, __builtin_alloca(size), size);
}

void __CPROVER_havoc_object(void *at) {
  char *start = (char *)at - __ansatz_unknown_offset(at);
  size_t size = size_behind(start);
  __builtin_memcpy(start, __builtin_alloca(size), size);
}

void __CPROVER_array_copy(const void *to, const void *from) {
  __builtin_memmove((void *)to, from, __CPROVER_OBJECT_SIZE(to));
}

void *__CPROVER_allocate(size_t size, _Bool zeroed) {
  void *made = malloc(size);
  if (zeroed && made) __builtin_memset(made, 0, size);
  return made;
}

void __CPROVER_deallocate(void *at) {
  free(at);
}
