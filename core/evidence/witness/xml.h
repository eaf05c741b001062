/* The part of XML that GraphML uses, as a tree: elements, attributes, text. Namespaces' prefixes
 * are dropped; comments and processing instructions are passed over. What else there is (a document
 * type, entities of its own) is an error, with its line. */
#ifndef AZ_WITNESS_XML_H
#define AZ_WITNESS_XML_H

#include "ansatz/arena.h"
#include "ansatz/status.h"
#include <stddef.h>
#include <stdint.h>

typedef struct az_xml_attribute {
  const char *name, *value;
} az_xml_attribute;

typedef struct az_xml {
  const char *name, *text; /* text: that of the element itself, without that of its parts */
  uint32_t line;
  az_xml_attribute *attributes;
  size_t attribute_count;
  struct az_xml *first, *next; /* its parts; the one beside it */
} az_xml;

/* The root, in the arena; NULL and err. `path` is what messages call it. */
az_xml *az_xml_parse(const char *text, size_t size, const char *path, az_arena *arena,
                     az_error *err);
/* NULL: it has none. */
const char *az_xml_attribute_of(const az_xml *element, const char *name);

#endif
