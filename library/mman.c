/* sys/mman.h: private memory that no file stands for. It is not linked where memory safety is asked
 * about (core/c/frontend/bitcode/link.c): free may not end it, which objects of malloc allow. */
#include "contract.h"

enum {
  MAPS = 16,
  PAGE = 4096,
  READ_WRITE = 3,
  PRIVATE = 2,
  FIXED = 16,
  ANONYMOUS = 32,
  HINTS = 0x3e000
};

static struct {
  void *at;
  size_t size;
} __ansatz_maps[MAPS];

/* Rounds up to whole pages; 0: there are too many. */
static size_t pages(size_t size) {
  return (size + PAGE - 1) / PAGE * PAGE;
}

void *mmap(void *wanted, size_t size, int protection, int flags, int fd, long offset) {
  (void)wanted, (void)fd, (void)offset;
  void *const failed = (void *)-1; /* NOLINT: POSIX's MAP_FAILED */
  if (protection != READ_WRITE || (flags & ~HINTS) != (PRIVATE | ANONYMOUS))
    __ansatz_unsupported("mmap of files, shared memory, or memory that is not read and written");
  int i = 0;
  while (i < MAPS && __ansatz_maps[i].at) i++;
  if (i == MAPS) __ansatz_unsupported("more than 16 maps");
  const size_t whole = pages(size);
  if (!size) {
    __ansatz_fails_with(EINVAL);
    return failed;
  }
  void *made = whole && !__ansatz_fails() ? memalign(PAGE, whole) : NULL;
  if (!made) {
    __ansatz_sets_errno();
    return failed;
  }
  __ansatz_assume(!((size_t)made % PAGE));
  __builtin_memset(made, 0, whole);
  __ansatz_maps[i].at = made;
  __ansatz_maps[i].size = whole;
  return made;
}

int munmap(void *at, size_t size) {
  int i = 0;
  while (i < MAPS && (!at || __ansatz_maps[i].at != at)) i++;
  if (i == MAPS || __ansatz_maps[i].size != pages(size))
    __ansatz_unsupported("munmap of a part of a map, or of what mmap did not return");
  __ansatz_maps[i].at = NULL;
  free(at);
  return 0;
}
