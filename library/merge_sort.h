/* qsort and qsort_r as glibc 2.36 sorts: top down, by merging, with room on the stack where all is
 * smaller than 1,024 bytes. Elements of more than 32 bytes are sorted by pointers there. Before the
 * #include are defined SORT, its PARAMETERS behind the sizes, these as ARGUMENTS, ORDER(a, b), and
 * the name MERGE. */
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
