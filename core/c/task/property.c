/* Reads properties: names separated by commas, or files in SV-COMP's specification language, such
 * as CHECK( init(main()), LTL(G ! call(reach_error())) ). A property that is not understood is an
 * error, since reading it as another one would give wrong verdicts. */
#include "ansatz/task.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { /* bits of az_class */
       UNREACH = 1u << AZ_C_UNREACH,
       OVERFLOW = 1u << AZ_C_OVERFLOW,
       MEMORY = 1u << AZ_C_DEREF | 1u << AZ_C_FREE | 1u << AZ_C_MEMTRACK
};

static const struct {
  const char *name;
  uint32_t classes;
  const char *formula; /* the text inside LTL(...); NULL: only the name is known */
} properties[] = {
    {"unreach-call", UNREACH, NULL}, /* G ! call(NAME()): read_formula */
    {"no-overflow", OVERFLOW, "G ! overflow"},
    {"valid-memsafety", MEMORY, NULL},
    {"termination", 1u << AZ_C_TERMINATION, "F end"},
    {"valid-deref", 1u << AZ_C_DEREF, "G valid-deref"},
    {"valid-free", 1u << AZ_C_FREE, "G valid-free"},
    {"valid-memtrack", 1u << AZ_C_MEMTRACK, "G valid-memtrack"},
    {"valid-memcleanup", 1u << AZ_C_MEMCLEANUP, "G valid-memcleanup"},
    {"div-by-zero", 1u << AZ_C_DIV_BY_ZERO, "G ! div-by-zero"},
    {"shift", 1u << AZ_C_SHIFT, "G ! shift"},
    {"array-bounds", 1u << AZ_C_BOUNDS, "G ! array-bounds"},
    {"no-unsigned-overflow", 1u << AZ_C_UNSIGNED_OVERFLOW, "G ! unsigned-overflow"},
    {"conversion", 1u << AZ_C_CONVERSION, "G ! conversion"},
    {"no-data-race", 1u << AZ_C_RACE, "G ! data-race"},
};
enum { COUNT = sizeof properties / sizeof *properties };

/* Functions whose call is an error (library_names.c). */
static const char *const errors[] = {"reach_error", "__VERIFIER_error"};

/* ---- names ----------------------------------------------------------------------------------- */

/* Returns the edit distance, for suggestions. */
static size_t distance(const char *a, const char *b) {
  size_t n = strlen(b), row[64];
  if (n >= 64 || strlen(a) >= 64) return 64;
  for (size_t j = 0; j <= n; j++) row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t corner = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t above = row[j], best = corner + (a[i - 1] != b[j - 1]);
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      corner = above;
      row[j] = best;
    }
  }
  return row[n];
}

static az_status unknown_property(const char *name, az_error *err) {
  size_t best = 0, least = 64;
  for (size_t i = 0; i < COUNT; i++) {
    size_t d = distance(name, properties[i].name);
    if (d < least) least = d, best = i;
  }
  char known[512] = "";
  for (size_t i = 0, n = 0; i < COUNT; i++)
    n += (size_t)snprintf(known + n, sizeof known - n, "%s, ", properties[i].name);
  bool near = least <= strlen(name) / 2;
  return az_fail(err, AZ_ERR_INPUT, "unknown property %s%s%s%s (known: %sall, or a file NAME.prp)",
                 name, near ? "; did you mean " : "", near ? properties[best].name : "",
                 near ? "?" : "", known);
}

/* ---- property files -------------------------------------------------------------------------- */

enum { WORD = 64 }; /* known names are shorter */

typedef struct reader {
  const char *path, *at;
  unsigned line;
  char word[WORD];   /* the next word; "": end of the file */
  const char *error; /* the error function that was named, NULL: none */
  az_error *err;
} reader;

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '$' || c == '.';
}

/* Reads the next word: a name or a sign. Comments begin with # or // and end with the line. */
static void next(reader *r) {
  for (;; r->at++) {
    bool comment = *r->at == '#' || (r->at[0] == '/' && r->at[1] == '/');
    while (comment && *r->at && *r->at != '\n') r->at++;
    if (*r->at == '\n') r->line++;
    if (!*r->at || !isspace((unsigned char)*r->at)) break;
  }
  size_t n = 0;
  if (in_name(*r->at)) {
    for (; in_name(*r->at); r->at++)
      if (n < WORD - 1) r->word[n++] = *r->at;
  } else if (*r->at) {
    r->word[n++] = *r->at++;
  }
  r->word[n] = 0;
}

static az_status complain(const reader *r, const char *what) {
  return az_fail(r->err, AZ_ERR_INPUT, "%s:%u: %s", r->path, r->line, what);
}

static bool is(const reader *r, const char *word) {
  return !strcmp(r->word, word);
}

/* Reads words (separated by single blanks). Returns false, without a message, if others follow. */
static bool take(reader *r, const char *words) {
  while (*words) {
    size_t n = strcspn(words, " ");
    if (strlen(r->word) != n || strncmp(r->word, words, n) != 0) return false;
    next(r);
    words += n + (words[n] == ' ');
  }
  return true;
}

/* Reads the name in NAME(). */
static az_status read_name(reader *r, char *name) {
  memcpy(name, r->word, WORD);
  if (!in_name(*name)) return complain(r, "the name of a function is expected");
  next(r);
  return take(r, "( )") ? AZ_OK : complain(r, "() is expected behind the name of a function");
}

/* Reads where executions start. A function other than main has arbitrary arguments and globals,
 * which `init` does not state; so the command line must request such a function. */
static az_status read_start(reader *r, const char *function) {
  char name[WORD], text[3 * WORD];
  if (read_name(r, name) != AZ_OK) return r->err->status;
  if (!strcmp(name, "main") || (function && !strcmp(name, function))) return AZ_OK;
  snprintf(text, sizeof text, "executions start in %s(), not in main(): --function %s is needed",
           name, name);
  return complain(r, text);
}

static az_status read_call(reader *r) {
  char name[WORD], text[3 * WORD];
  if (read_name(r, name) != AZ_OK) return r->err->status;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (!strcmp(name, errors[i])) {
      r->error = errors[i];
      return AZ_OK;
    }
  snprintf(text, sizeof text, "unknown error function %s (known: reach_error, __VERIFIER_error)",
           name);
  return complain(r, text);
}

static az_status read_formula(reader *r, uint32_t *found) {
  reader start = *r;
  if (take(r, "G ! label ( ERROR )")) {
    r->error = AZ_LABEL_ERROR;
    *found |= 1u;
    return AZ_OK;
  }
  *r = start;
  if (take(r, "G ! call (")) {
    if (read_call(r) != AZ_OK) return r->err->status;
    *found |= 1u;
    return take(r, ")") ? AZ_OK : complain(r, "unknown property: ) is expected behind call(...");
  }
  for (size_t i = 0; i < COUNT; i++) {
    *r = start;
    if (!properties[i].formula || !take(r, properties[i].formula) || !is(r, ")")) continue;
    *found |= 1u << i;
    return AZ_OK;
  }
  *r = start;
  return complain(r, "unknown property");
}

static az_status read_check(reader *r, const char *function, uint32_t *found) {
  if (!take(r, "CHECK ( init (")) return complain(r, "not a property: CHECK( init( is expected");
  if (read_start(r, function) != AZ_OK) return r->err->status;
  if (!take(r, ") , LTL (")) return complain(r, "unknown property: LTL( is expected");
  if (read_formula(r, found) != AZ_OK) return r->err->status;
  return take(r, ") )") ? AZ_OK : complain(r, "unknown property: )) is expected behind a formula");
}

/* Checks that a file has one property, or the three properties that make up memory safety. */
static az_status one_property(const reader *r, uint32_t *found) {
  uint32_t classes = 0;
  for (size_t i = 0; i < COUNT; i++)
    if (*found >> i & 1u) classes |= properties[i].classes;
  if (classes == MEMORY) *found = 1u << 2;
  if (!*found)
    return az_fail(r->err, AZ_ERR_INPUT, "%s: no CHECK line; not a property file?", r->path);
  if ((*found & (*found - 1)) == 0) return AZ_OK;
  return complain(r, "several properties in one file (only valid-deref, valid-free and "
                     "valid-memtrack together are one)");
}

/* Returns the content of the file, whose size is limited; the caller frees it. */
static char *slurp(const char *path, az_error *err) {
  enum { MOST = 1 << 16 };
  FILE *in = fopen(path, "r");
  char *text = in ? az_malloc(MOST + 1) : NULL;
  size_t n = text ? fread(text, 1, MOST, in) : 0;
  bool fine = text && !ferror(in);
  if (!fine)
    az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
  else if (n == MOST || memchr(text, 0, n))
    az_fail(err, AZ_ERR_INPUT, "%s: not a property file", path), fine = false;
  else
    text[n] = 0;
  if (in) fclose(in);
  if (fine) return text;
  free(text);
  return NULL;
}

/* Reads the properties of the file, as bits of the table. */
static az_status read_property_file(const char *path, const char *function, uint32_t *found,
                                    const char **error, az_error *err) {
  az_error own = {.status = AZ_OK};
  char *text = slurp(path, err ? err : &own);
  if (!text) return (err ? err : &own)->status;
  reader r = {.path = path, .at = text, .line = 1, .err = err ? err : &own};
  az_status status = AZ_OK;
  for (next(&r); status == AZ_OK && *r.word;) status = read_check(&r, function, found);
  if (status == AZ_OK) status = one_property(&r, found);
  free(text);
  *error = r.error;
  return status;
}

static bool is_file(const char *text) {
  size_t length = strlen(text);
  return length > 4 && strcmp(text + length - 4, ".prp") == 0;
}

bool az_property_is_coverage(const char *path) {
  az_error own = {.status = AZ_OK};
  char *text = slurp(path, &own);
  if (!text) return false;
  reader r = {.path = path, .at = text, .line = 1, .err = &own};
  next(&r);
  bool covers = take(&r, "COVER ( init ( main ( ) ) , FQL (");
  free(text);
  return covers;
}

const char *az_property_error_function(const char *text, const char *function) {
  uint32_t found = 0;
  const char *error = NULL;
  bool read = is_file(text) && read_property_file(text, function, &found, &error, NULL) == AZ_OK;
  return read ? error : NULL;
}

az_status az_property_parse(const char *text, const char *function, const char **name,
                            uint32_t *classes, az_error *err) {
  uint32_t found = 0;
  const char *error = NULL;
  if (is_file(text)) {
    az_status status = read_property_file(text, function, &found, &error, err);
    if (status != AZ_OK) return status;
  } else {
    for (size_t i = 0; i < COUNT; i++)
      if (strcmp(text, properties[i].name) == 0) found = 1u << i;
    if (strcmp(text, "overflow") == 0) found = 1u << 1;
    if (strcmp(text, "memsafety") == 0) found = 1u << 2;
    if (!found) return unknown_property(text, err);
  }
  for (size_t i = 0; i < COUNT; i++)
    if (found >> i & 1u) {
      *classes = properties[i].classes;
      *name = properties[i].name;
    }
  return AZ_OK;
}

/* Returns whether `all` omits the property: data races, and the three parts of memory safety. */
static bool is_part(size_t i) {
  if (properties[i].classes == 1u << AZ_C_RACE) return true;
  return properties[i].classes != MEMORY && (properties[i].classes & MEMORY);
}

az_status az_property_list(const char *text, const char *function, az_property_found found,
                           void *ctx, az_error *err) {
  const char *name;
  uint32_t classes;
  /* A comma may belong to the name of a file. */
  const char *comma = is_file(text) && !access(text, F_OK) ? NULL : strchr(text, ',');
  char *first = az_strdup(text);
  if (comma) first[comma - text] = 0;
  az_status status = AZ_OK;
  if (!strcmp(first, "all")) {
    for (size_t i = 0; i < COUNT && status == AZ_OK; i++)
      if (!is_part(i)) status = found(ctx, properties[i].name, properties[i].classes, NULL, err);
  } else {
    status = az_property_parse(first, function, &name, &classes, err);
    if (status == AZ_OK)
      status = found(ctx, name, classes, az_property_error_function(first, function), err);
  }
  free(first);
  return status == AZ_OK && comma ? az_property_list(comma + 1, function, found, ctx, err) : status;
}
