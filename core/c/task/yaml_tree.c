/* Access to parts of a loaded YAML document. */
#include "task/yaml_tree.h"
#include <string.h>

yaml_node_t *az_yaml_member(yaml_document_t *document, const yaml_node_t *map, const char *key) {
  if (!map || map->type != YAML_MAPPING_NODE) return NULL;
  for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
    yaml_node_t *k = yaml_document_get_node(document, p->key);
    if (k && k->type == YAML_SCALAR_NODE && strcmp((const char *)k->data.scalar.value, key) == 0)
      return yaml_document_get_node(document, p->value);
  }
  return NULL;
}

const char *az_yaml_text(const yaml_node_t *node) {
  if (!node || node->type != YAML_SCALAR_NODE) return NULL;
  const char *text = (const char *)node->data.scalar.value;
  return strlen(text) == node->data.scalar.length ? text : NULL;
}
