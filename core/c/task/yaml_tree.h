/* Parts of a YAML document that is loaded. */
#ifndef AZ_TASK_YAML_TREE_H
#define AZ_TASK_YAML_TREE_H

#include <yaml.h>

/* What the mapping has under the key. NULL: nothing, or it is no mapping. */
yaml_node_t *az_yaml_member(yaml_document_t *document, const yaml_node_t *map, const char *key);
/* The text of a scalar; NULL: it is none, or has a NUL. */
const char *az_yaml_text(const yaml_node_t *node);

#endif
