/* Loops over strings, whose terminator bounds them: at the heads around an access, too, it is valid. */
int segments(const char *s) {
  int n = 0;
  for (;;) {
    while (*s == '/') s++;
    if (!*s) break;
    while (*s && *s != '/') s++;
    if (n < 100) n++;
  }
  return n;
}

const char *find(const char *h, const char *n) {
  for (; *h; h++) {
    const char *a = h, *b = n;
    while (*b && *a == *b) a++, b++;
    if (!*b) return h;
  }
  return 0;
}

/* Steps over the terminator where it is escaped. */
int escaped(const char *s) {
  int n = 0;
  while (*s) {
    if (*s == '\\') s++;
    s++;
    if (n < 1000) n++;
  }
  return n;
}
