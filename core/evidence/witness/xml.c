/* A file of Extensible Markup Language as a tree, read with Expat. */
#include "witness/xml.h"
#include <expat.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct open_element {
  az_xml *element, **last; /* where its next part goes */
  char *text;              /* stb_ds */
} open_element;

typedef struct reader {
  XML_Parser parser;
  az_arena *arena;
  az_xml *root;
  open_element *open; /* stb_ds, the innermost last */
  bool has_type;
} reader;

static const char *without_prefix(reader *r, const char *name) {
  const char *colon = strchr(name, ':');
  return az_arena_strdup(r->arena, colon ? colon + 1 : name);
}

static void begin(void *ctx, const char *name, const char **attributes) {
  reader *r = ctx;
  size_t count = 0;
  while (attributes[2 * count]) count++;
  az_xml *e = AZ_NEW(r->arena, az_xml);
  *e = (az_xml){.name = without_prefix(r, name),
                .line = (uint32_t)XML_GetCurrentLineNumber(r->parser),
                .attributes = AZ_NEWN(r->arena, az_xml_attribute, count + 1),
                .attribute_count = count};
  for (size_t i = 0; i < count; i++)
    e->attributes[i] = (az_xml_attribute){without_prefix(r, attributes[2 * i]),
                                          az_arena_strdup(r->arena, attributes[2 * i + 1])};
  if (arrlenu(r->open)) {
    *arrlast(r->open).last = e;
    arrlast(r->open).last = &e->next;
  } else {
    r->root = e;
  }
  arrput(r->open, ((open_element){.element = e, .last = &e->first}));
}

static void end(void *ctx, const char *name) {
  reader *r = ctx;
  (void)name;
  open_element done = arrpop(r->open);
  done.element->text =
      az_arena_printf(r->arena, "%.*s", (int)arrlen(done.text), done.text ? done.text : "");
  arrfree(done.text);
}

static void text(void *ctx, const char *characters, int length) {
  reader *r = ctx;
  memcpy(arraddnptr(arrlast(r->open).text, (size_t)length), characters, (size_t)length);
}

/* Entities of its own, of which a small file can have large ones. */
static void refuse_type(void *ctx, const char *name, const char *system, const char *public,
                        int internal) {
  reader *r = ctx;
  (void)name, (void)system, (void)public, (void)internal;
  r->has_type = true;
  XML_StopParser(r->parser, XML_FALSE);
}

az_xml *az_xml_parse(const char *source, size_t size, const char *path, az_arena *arena,
                     az_error *err) {
  reader r = {.parser = XML_ParserCreate(NULL), .arena = arena};
  if (!r.parser) {
    az_fail(err, AZ_ERR_RESOURCE, "no memory");
    return NULL;
  }
  XML_SetUserData(r.parser, &r);
  XML_SetElementHandler(r.parser, begin, end);
  XML_SetCharacterDataHandler(r.parser, text);
  XML_SetStartDoctypeDeclHandler(r.parser, refuse_type);
  if (XML_Parse(r.parser, source, (int)size, 1) != XML_STATUS_OK) {
    r.root = NULL;
    az_fail(err, AZ_ERR_INPUT, "%s:%lu: %s", path, XML_GetCurrentLineNumber(r.parser),
            r.has_type ? "document types are not read"
                       : XML_ErrorString(XML_GetErrorCode(r.parser)));
  }
  for (size_t i = 0; i < arrlenu(r.open); i++) arrfree(r.open[i].text);
  arrfree(r.open);
  XML_ParserFree(r.parser);
  return r.root;
}

const char *az_xml_attribute_of(const az_xml *element, const char *name) {
  for (size_t i = 0; i < element->attribute_count; i++)
    if (!strcmp(element->attributes[i].name, name)) return element->attributes[i].value;
  return NULL;
}
