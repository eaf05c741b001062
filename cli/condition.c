/* Finds the source text of conditions, for traces: the text around an offset, up to brackets,
 * separators and logical operators. */
#include "cli/condition.h"
#include <ctype.h>
#include <string.h>

/* Skips the character, literal or bracketed text at `at`, forwards (step 1) or backwards (-1).
 * Returns the next offset; the size of the text or more if there is none. */
static size_t skip(const az_source *s, size_t at, int step) {
  const char *open = step > 0 ? "([" : ")]", *close = step > 0 ? ")]" : "([";
  size_t depth = 0;
  do {
    char c = s->text[at];
    if (c == '"' || c == '\'') do
        at += (size_t)step;
      while (at < s->size && (s->text[at] != c || (at && s->text[at - 1] == '\\')));
    depth += strchr(open, c) ? 1u : 0u;
    depth -= strchr(close, c) && depth ? 1u : 0u;
    at += (size_t)step;
  } while (depth && at < s->size);
  return at;
}

static size_t blanks(const az_source *s, size_t at, int step) {
  while (at < s->size && isspace((unsigned char)s->text[at])) at += (size_t)step;
  return at;
}

/* Returns whether a condition ends at this character. `brackets`: the brackets that end it. */
static bool ends(const az_source *s, size_t at, const char *brackets) {
  char c = at < s->size ? s->text[at] : ';', before = at ? s->text[at - 1] : 0;
  bool twice = (c == '&' || c == '|') && (c == before || c == s->text[at + 1]);
  return !c || twice || strchr(";{},?:#", c) || strchr(brackets, c);
}

/* Returns whether the `!` here, or a sequence of them, negates a whole condition. */
static bool negates(const az_source *s, size_t at) {
  if (at >= s->size || s->text[at] != '!') return false;
  while (at < s->size && s->text[at] == '!') at = blanks(s, at - 1, -1);
  return ends(s, at, "([");
}

/* Returns whether the text is a single operand, without a binary operator. */
static bool is_operand(const az_source *s, size_t low, size_t high) {
  while (low < high) {
    char c = s->text[low];
    bool arrow = c == '-' && s->text[low + 1] == '>';
    if (!arrow && !isalnum((unsigned char)c) && !strchr("_.([", c)) return false;
    low = arrow ? low + 2 : skip(s, low, 1);
  }
  return true;
}

/* Returns the end of c ? a : b, given a place in c. && and || bind tighter than ?:. */
static size_t end_of_choice(const az_source *s, size_t at) {
  size_t open = 0;
  for (; at < s->size && !strchr(";{},#)]", s->text[at]); at = skip(s, at, 1)) {
    open += s->text[at] == '?';
    if (s->text[at] == ':' && !open--) break;
  }
  return at;
}

/* Widens the text up to the brackets, separators and logical operators around it. */
static void widen(const az_source *s, size_t *low, size_t *high, bool choice) {
  if (choice) *high = end_of_choice(s, *high);
  while (!ends(s, *high, ")]")) *high = skip(s, *high, 1);
  const bool assigned = !strchr(")];", s->text[*high]); /* in y = a && b, the condition is a */
  for (; *low && !ends(s, *low - 1, "(["); *low = skip(s, *low - 1, -1) + 1) {
    const char c = s->text[*low - 1], next = s->text[*low],
               before = *low > 1 ? s->text[*low - 2] : 0;
    if (assigned && c == '=' && next != '=' && !strchr("=!<>", before)) break;
    if (negates(s, *low - 1) && is_operand(s, *low, blanks(s, *high - 1, -1) + 1)) break;
  }
}

/* Returns the text without a comment at its end, with single blanks. */
static const char *on_one_line(const az_source *s, size_t low, size_t high, az_arena *arena) {
  char *text = az_arena_alloc(arena, high - low + 1);
  size_t size = 0;
  for (size_t at = low; at < high; at++) {
    const char c = s->text[at];
    if (c == '/' && (s->text[at + 1] == '*' || s->text[at + 1] == '/')) break;
    if (!isspace((unsigned char)c))
      text[size++] = c;
    else if (size && text[size - 1] != ' ')
      text[size++] = ' ';
  }
  while (size && text[size - 1] == ' ') size--;
  text[size] = 0;
  return size ? text : NULL;
}

bool az_cli_is_call(const az_source *s, size_t at) {
  while (at < s->size && (isalnum((unsigned char)s->text[at]) || s->text[at] == '_')) at++;
  return at < s->size && s->text[blanks(s, at, 1)] == '(';
}

const char *az_cli_condition(const az_source *s, size_t at, bool choice, az_arena *arena) {
  static const char *const keywords[] = {"if", "while", "for", "switch", "return"};
  enum { LONGEST = 200 };
  for (size_t low = at, high = at;;) {
    widen(s, &low, &high, choice);
    choice = false;
    if (high > s->size || high - low > LONGEST) return NULL;
    bool group = low && strchr("([", s->text[low - 1]), keyword = false;
    size_t end = group ? skip(s, low - 1, 1) : high, name = group ? blanks(s, low - 2, -1) : 0,
           word = name;
    while (group && word < s->size &&
           (isalnum((unsigned char)s->text[word]) || s->text[word] == '_'))
      word--;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
      keyword |= name - word == strlen(keywords[i]) &&
                 !strncmp(s->text + word + 1, keywords[i], name - word);
    bool whole = name == word && ends(s, blanks(s, end, 1), ")]") && s->text[low - 1] == '(' &&
                 (negates(s, name) || ends(s, name, "(["));
    if (!group || keyword || whole) {
      low = blanks(s, low, 1);
      if (!strncmp(s->text + low, "return ", 7)) low = blanks(s, low + 7, 1);
      high = blanks(s, high - 1, -1) + 1;
      return low < high ? on_one_line(s, low, high, arena) : NULL;
    }
    low = word + 1;
    high = end;
  }
}
