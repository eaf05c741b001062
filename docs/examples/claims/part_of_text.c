/* The part of a text up to a slash is copied: that the index stays below the length is a difference
 * of two variables. */
void copy_part(const char *text, int length, int start, char *part) {
  __CPROVER_assume(0 < start && start < length);
  int at = start, last = length - 1;
  while (at != last && text[at] != '/') {
    __CPROVER_assert(at < length, "within the text");
    part[at - start] = text[at];
    at++;
  }
}
