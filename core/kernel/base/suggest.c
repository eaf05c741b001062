/* "Did you mean": the nearest word by optimal string alignment (an insertion, deletion, replacement
 * or swap of neighbours costs one), ignoring case. */
#include "ansatz/status.h"
#include <ctype.h>
#include <string.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

static size_t distance(const char *a, const char *b) {
  size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST) return LONGEST;
  size_t rows[3][LONGEST + 1], *before = rows[0], *above = rows[1], *row = rows[2];
  for (size_t j = 0; j <= n; j++) above[j] = j;
  for (size_t i = 1; i <= m; i++) {
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
      if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
          y == tolower((unsigned char)a[i - 2]))
        row[j] = least(row[j], before[j - 2] + 1);
    }
    size_t *spare = before;
    before = above, above = row, row = spare;
  }
  return above[n];
}

const char *az_suggest(const char *word, const char *const *words) {
  size_t length = strlen(word);
  /* Greatest distance: 1 for short words, else up to a third of the letters, at most 3. */
  size_t limit = length < 4 ? 1 : least(length / 3 + 1, 3);
  const char *nearest = NULL;
  for (; words && *words; words++) {
    size_t d = distance(word, *words);
    if (d <= limit && d < length) limit = d ? d - 1 : 0, nearest = *words;
    if (nearest && limit == 0) break;
  }
  return nearest;
}

const char *az_article(const char *noun) {
  return strchr("aeiou", noun[0]) ? "an" : "a";
}
