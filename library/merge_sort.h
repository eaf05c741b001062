/* qsort and qsort_r as in glibc 2.36: a top-down merge sort, which uses memory on the stack if the
 * elements have fewer than 1,024 bytes together. glibc sorts elements of more than 32 bytes by
 * pointers. The file that includes this one defines SORT, its PARAMETERS after the sizes, the
 * ARGUMENTS that pass them on, ORDER(a, b), and the name MERGE. */
static void MERGE(char *base, size_t count, size_t size, char *room, PARAMETERS) {
  if (count <= 1) return;
  size_t left = count / 2, right = count - left;
  char *a = base, *b = base + left * size, *to = room;
  MERGE(a, left, size, room, ARGUMENTS);
  MERGE(b, right, size, room, ARGUMENTS);
  while (left > 0 && right > 0) {
    if (ORDER(a, b) <= 0) {
      __builtin_memcpy(to, a, size);
      a += size;
      left--;
    } else {
      __builtin_memcpy(to, b, size);
      b += size;
      right--;
    }
    to += size;
  }
  if (left > 0) __builtin_memcpy(to, a, left * size);
  __builtin_memcpy(base, room, (count - right) * size);
}

void SORT(void *base, size_t count, size_t size, PARAMETERS) {
  enum { SORTED_BYTES = 1024, SORTED_ELEMENT = 32 };
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes >= SORTED_BYTES || size > SORTED_ELEMENT)
    __ansatz_unsupported("qsort of large elements, or of many");
  char room[SORTED_BYTES];
  MERGE(base, count, size, room, ARGUMENTS);
}

#undef SORT
#undef PARAMETERS
#undef ARGUMENTS
#undef ORDER
#undef MERGE
