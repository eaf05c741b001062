/* YAML files as Lua tables: mappings, lists, strings (every scalar is a string except null, true
 * and false). */
#include "host/internal.h"
#include "ansatz/yaml_nesting.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum { DEEPEST = 64 };

static void push_node(lua_State *L, yaml_document_t *doc, int id, int depth) {
  yaml_node_t *node = yaml_document_get_node(doc, id);
  luaL_checkstack(L, 8, NULL);
  if (!node || depth > DEEPEST) {
    lua_pushnil(L);
    return;
  }
  const char *text;
  switch (node->type) {
  case YAML_SCALAR_NODE:
    text = (const char *)node->data.scalar.value;
    if (node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
      lua_pushlstring(L, text, node->data.scalar.length);
    else if (!strcmp(text, "true") || !strcmp(text, "false"))
      lua_pushboolean(L, text[0] == 't');
    else if (!*text || !strcmp(text, "null") || !strcmp(text, "~"))
      lua_pushnil(L);
    else
      lua_pushlstring(L, text, node->data.scalar.length);
    break;
  case YAML_SEQUENCE_NODE:
    lua_newtable(L);
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++) {
      push_node(L, doc, *item, depth + 1);
      lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
    break;
  case YAML_MAPPING_NODE:
    lua_newtable(L);
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
      yaml_node_t *key = yaml_document_get_node(doc, pair->key);
      if (!key || key->type != YAML_SCALAR_NODE) continue;
      push_node(L, doc, pair->value, depth + 1);
      lua_setfield(L, -2, (const char *)key->data.scalar.value);
    }
    break;
  default: lua_pushnil(L);
  }
}

/* read(path): the document; nil and "path:line: message" if it cannot be read. */
static int read_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  FILE *file = fopen(path, "rb");
  if (!file && az_file_status(errno) == AZ_ERR_FAULT)
    return azl_fail(L, AZ_ERR_RESOURCE, "%s: %s", path, strerror(errno));
  if (!file) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s: cannot be read", path);
    return 2;
  }
  if (!az_yaml_is_plain(file)) {
    fclose(file);
    lua_pushnil(L);
    lua_pushfstring(L, "%s: nested too deeply, or with aliases", path);
    return 2;
  }
  yaml_parser_t parser;
  yaml_document_t doc;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_file(&parser, file);
  int fine = yaml_parser_load(&parser, &doc);
  if (fine) {
    yaml_node_t *root = yaml_document_get_root_node(&doc);
    if (root)
      push_node(L, &doc, 1, 0);
    else
      lua_newtable(L);
    yaml_document_delete(&doc);
  } else {
    lua_pushnil(L);
    lua_pushfstring(L, "%s:%d: %s", path, (int)parser.problem_mark.line + 1,
                    parser.problem ? parser.problem : "not YAML");
  }
  yaml_parser_delete(&parser);
  fclose(file);
  return fine ? 1 : 2;
}

int azl_open_yaml(lua_State *L) {
  static const luaL_Reg functions[] = {{"read", read_file}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
