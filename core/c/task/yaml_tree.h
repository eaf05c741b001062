/* Access to parts of a loaded YAML document. */
#pragma once

#include <yaml.h>

/* Returns the value of the key; NULL if there is none or `map` is not a mapping. */
yaml_node_t *az_yaml_member(yaml_document_t *document, const yaml_node_t *map, const char *key);
/* Returns the text of a scalar; NULL if the node is not a scalar or its text contains a NUL. */
const char *az_yaml_text(const yaml_node_t *node);
