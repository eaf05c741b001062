/* The program has a memcpy of its own, and copies records for which compilers call it. Where it is a
 * copy and nothing else that makes no difference (CASE 0 to 3); else nothing is known. */
extern void reach_error(void);
typedef __SIZE_TYPE__ size_t;
struct record {
  void *a;
  unsigned long b, c, d, e;
};
int copies;
void *memcpy(void *d, const void *s, size_t n) {
  char *to = d;
  const char *from = s;
#if CASE == 0
  for (size_t i = 0; i < n; i++) ((unsigned char *)d)[i] = ((const unsigned char *)s)[i];
#elif CASE == 1
  while (n--) *to++ = *from++;
#elif CASE == 2
  for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
#elif CASE == 3 || CASE == 9
  for (; n; to++, from++, n--) *to = *from;
#elif CASE == 4 /* leaves one out */
  for (size_t i = 0; i + 1 < n; i++) to[i] = from[i];
#elif CASE == 5
  copies++;
  while (n--) *to++ = *from++;
#elif CASE == 6
  while (n--) *to++ = *from++ ^ 1;
#elif CASE == 7 /* the other way round */
  while (n--) *(char *)from++ = *to++;
#elif CASE == 8 /* short ones only */
  for (size_t i = 0; i < n && i < 40; i++) to[i] = from[i];
#endif
  return d;
}
int main(void) {
  struct record l = {0, 1, 2, 3, 4}, old = l;
#if CASE == 9
  if (old.e == 4) reach_error();
#else
  if (old.e != 4 || copies) reach_error();
#endif
}
