/* Comments and literals of C (C17 6.4.4.4, 6.4.5, 6.4.9), with continued lines (5.1.1.2). */
#include "frontend/names/names.h"
#include <ctype.h>
#include <string.h>

const char *fe_behind_splice(const char *at) {
  if (*at != '\\') return NULL;
  const char *end = at + 1 + strspn(at + 1, " \t\r\v\f");
  return *end == '\n' ? end + 1 : NULL;
}

const char *fe_behind_comment(const char *at) {
  if (at[0] != '/' || (at[1] != '*' && at[1] != '/')) return NULL;
  bool is_line = at[1] == '/';
  for (at += 2; *at; at++) {
    const char *next = fe_behind_splice(at);
    if (next)
      at = next - 1;
    else if (is_line && *at == '\n')
      return at;
    else if (!is_line && at[0] == '*' && at[1] == '/')
      return at + 2;
  }
  return at;
}

const char *fe_behind_literal(const char *at) {
  char quote = *at;
  if (quote != '"' && quote != '\'') return NULL;
  for (at++; *at && *at != '\n'; at++) {
    const char *next = fe_behind_splice(at);
    if (next)
      at = next - 1;
    else if (*at == '\\' && at[1])
      at++;
    else if (*at == quote)
      return at + 1;
  }
  return at;
}

bool fe_in_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

const char *fe_find_word(const char *text, const char *at, const char *word) {
  size_t n = strlen(word);
  for (at = strstr(at, word); at; at = strstr(at + n, word))
    if ((at == text || !fe_in_word(at[-1])) && !fe_in_word(at[n])) return at;
  return NULL;
}
