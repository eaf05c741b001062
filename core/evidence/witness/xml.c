/* Extensible Markup Language 1.0 (W3C Recommendation, fifth edition, 2008): sections 2.1 to 2.7,
 * 3.1 and 4.6, without document types. */
#include "witness/xml.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 64 };

typedef struct parser {
  const char *path, *at, *end;
  uint32_t line;
  az_arena *arena;
  az_error *err;
} parser;

static az_status complain(parser *p, const char *what) {
  return az_fail(p->err, AZ_ERR_INPUT, "%s:%u: %s", p->path, p->line, what);
}

static void advance(parser *p, size_t n) {
  for (; n && p->at < p->end; n--, p->at++) p->line += *p->at == '\n';
}

static bool starts(const parser *p, const char *word) {
  size_t n = strlen(word);
  return (size_t)(p->end - p->at) >= n && !memcmp(p->at, word, n);
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(parser *p) {
  while (p->at < p->end && is_space(*p->at)) advance(p, 1);
}

/* Passes over everything up to and with `word`. */
static az_status skip_to(parser *p, const char *word) {
  while (p->at < p->end && !starts(p, word)) advance(p, 1);
  if (p->at == p->end) return complain(p, "the file ends within a comment or an instruction");
  advance(p, strlen(word));
  return AZ_OK;
}

static bool is_name(char c) {
  unsigned char u = (unsigned char)c;
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':' || u >= 0x80;
}

/* A name without its prefix; NULL: there is none. */
static const char *read_name(parser *p) {
  const char *from = p->at;
  while (p->at < p->end && is_name(*p->at)) advance(p, 1);
  size_t n = (size_t)(p->at - from);
  if (!n) return complain(p, "a name is expected"), NULL;
  for (size_t i = 0; i < n; i++)
    if (from[i] == ':' && i + 1 < n)
      return az_arena_printf(p->arena, "%.*s", (int)(n - i - 1), from + i + 1);
  return az_arena_printf(p->arena, "%.*s", (int)n, from);
}

static void put_utf8(char **text, uint32_t c) {
  if (c < 0x80) {
    arrput(*text, (char)c);
  } else if (c < 0x800) {
    arrput(*text, (char)(0xc0 | c >> 6));
    arrput(*text, (char)(0x80 | (c & 0x3f)));
  } else {
    if (c >= 0x10000) arrput(*text, (char)(0xf0 | c >> 18));
    arrput(*text, (char)(c >= 0x10000 ? 0x80 | (c >> 12 & 0x3f) : 0xe0 | c >> 12));
    arrput(*text, (char)(0x80 | (c >> 6 & 0x3f)));
    arrput(*text, (char)(0x80 | (c & 0x3f)));
  }
}

/* "&lt;", "&#10;", "&#x0a;" */
static az_status read_reference(parser *p, char **text) {
  static const struct {
    const char *name;
    char c;
  } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (starts(p, known[i].name)) {
      arrput(*text, known[i].c);
      advance(p, strlen(known[i].name));
      return AZ_OK;
    }
  bool hex = starts(p, "&#x");
  uint32_t c = 0, digits = 0;
  if (!starts(p, "&#")) return complain(p, "an entity that is not known");
  advance(p, hex ? 3 : 2);
  for (; p->at < p->end && *p->at != ';'; advance(p, 1), digits++) {
    static const char all[] = "0123456789abcdef";
    char lower = *p->at >= 'A' && *p->at <= 'F' ? (char)(*p->at - 'A' + 'a') : *p->at;
    const char *digit = lower ? strchr(all, lower) : NULL;
    if (!digit || digit - all >= (hex ? 16 : 10) || digits > 7)
      return complain(p, "a character's number is expected");
    c = c * (hex ? 16 : 10) + (uint32_t)(digit - all);
  }
  if (p->at == p->end || !digits || !c || c > 0x10ffff) return complain(p, "no such character");
  advance(p, 1);
  put_utf8(text, c);
  return AZ_OK;
}

/* Text up to the character `end`, which is not taken. */
static az_status read_text(parser *p, char end, char **text) {
  while (p->at < p->end && *p->at != end) {
    if (!*p->at) return complain(p, "a character of number 0");
    if (*p->at == '&') {
      if (read_reference(p, text)) return p->err->status;
    } else {
      arrput(*text, *p->at);
      advance(p, 1);
    }
  }
  return p->at < p->end ? AZ_OK : complain(p, "the file ends within an element");
}

static const char *keep(parser *p, char **text) {
  const char *kept = az_arena_printf(p->arena, "%.*s", (int)arrlen(*text), *text ? *text : "");
  arrfree(*text);
  return kept;
}

static az_status read_attributes(parser *p, az_xml *e) {
  az_xml_attribute *list = NULL; /* stb_ds */
  az_status status = AZ_OK;
  for (skip_space(p); status == AZ_OK && p->at < p->end && is_name(*p->at); skip_space(p)) {
    az_xml_attribute a = {.name = read_name(p)};
    char *text = NULL;
    skip_space(p);
    if (!starts(p, "=")) status = complain(p, "'=' is expected");
    advance(p, 1);
    skip_space(p);
    char quote = p->at < p->end ? *p->at : 0;
    if (status == AZ_OK && quote != '"' && quote != '\'')
      status = complain(p, "a quote is expected");
    advance(p, 1);
    if (status == AZ_OK) status = read_text(p, quote, &text);
    advance(p, 1);
    a.value = keep(p, &text);
    arrput(list, a);
  }
  e->attribute_count = arrlenu(list);
  e->attributes = AZ_NEWN(p->arena, az_xml_attribute, e->attribute_count + 1);
  if (list) memcpy(e->attributes, list, e->attribute_count * sizeof *list);
  arrfree(list);
  return status;
}

static az_xml *read_element(parser *p, uint32_t depth);

/* What stands between an element's tags. */
static az_status read_content(parser *p, az_xml *e, char **text, uint32_t depth) {
  az_xml **last = &e->first;
  for (;;) {
    if (read_text(p, '<', text)) return p->err->status;
    if (starts(p, "</")) return AZ_OK;
    if (starts(p, "<!--")) {
      if (skip_to(p, "-->")) return p->err->status;
    } else if (starts(p, "<?")) {
      if (skip_to(p, "?>")) return p->err->status;
    } else if (starts(p, "<![CDATA[")) {
      for (advance(p, 9); p->at < p->end && !starts(p, "]]>"); advance(p, 1)) arrput(*text, *p->at);
      advance(p, 3);
    } else {
      *last = read_element(p, depth + 1);
      if (!*last) return p->err->status;
      last = &(*last)->next;
    }
  }
}

static az_xml *read_element(parser *p, uint32_t depth) {
  az_xml *e = AZ_NEW(p->arena, az_xml);
  e->line = p->line;
  e->text = "";
  if (depth > DEEPEST) return complain(p, "elements that nest too deep"), NULL;
  advance(p, 1);
  if (!(e->name = read_name(p)) || read_attributes(p, e)) return NULL;
  if (starts(p, "/>")) return advance(p, 2), e;
  if (!starts(p, ">")) return complain(p, "'>' is expected"), NULL;
  advance(p, 1);
  char *text = NULL;
  az_status status = read_content(p, e, &text, depth);
  e->text = keep(p, &text);
  if (status != AZ_OK) return NULL;
  advance(p, 2);
  const char *closed = read_name(p);
  if (!closed) return NULL;
  if (strcmp(closed, e->name) != 0) return complain(p, "an element ends that has not begun"), NULL;
  skip_space(p);
  if (!starts(p, ">")) return complain(p, "'>' is expected"), NULL;
  advance(p, 1);
  return e;
}

/* What may stand before and behind the root. */
static az_status skip_misc(parser *p) {
  for (;;) {
    skip_space(p);
    az_status status = AZ_OK;
    if (starts(p, "<?"))
      status = skip_to(p, "?>");
    else if (starts(p, "<!--"))
      status = skip_to(p, "-->");
    else
      return AZ_OK;
    if (status != AZ_OK) return status;
  }
}

az_xml *az_xml_parse(const char *text, size_t size, const char *path, az_arena *arena,
                     az_error *err) {
  parser p = {.path = path, .at = text, .end = text + size, .line = 1, .arena = arena, .err = err};
  if (starts(&p, "\xef\xbb\xbf")) advance(&p, 3);
  if (skip_misc(&p)) return NULL;
  if (!starts(&p, "<")) return complain(&p, "an element is expected"), NULL;
  if (starts(&p, "<!")) return complain(&p, "a document type is not read"), NULL;
  az_xml *root = read_element(&p, 0);
  if (!root || skip_misc(&p)) return NULL;
  if (p.at != p.end) return complain(&p, "something stands behind the end of the root"), NULL;
  return root;
}

const char *az_xml_attribute_of(const az_xml *element, const char *name) {
  for (size_t i = 0; i < element->attribute_count; i++)
    if (!strcmp(element->attributes[i].name, name)) return element->attributes[i].value;
  return NULL;
}
