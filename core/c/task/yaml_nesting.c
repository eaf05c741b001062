/* Reads the events of a YAML file up to the first one that is nested too deeply, or malformed.
 * Malformed files are left to the code that loads them, which reports the error. */
#include "ansatz/yaml_nesting.h"
#include <yaml.h>

enum { DEEPEST = 64 };

bool az_yaml_is_plain(FILE *file) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return false;
  yaml_parser_set_input_file(&parser, file);
  bool plain = true, more = true;
  for (int depth = 0; plain && more;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) break;
    switch (event.type) {
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT: plain = ++depth <= DEEPEST; break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: depth--; break;
    case YAML_ALIAS_EVENT: plain = false; break;
    case YAML_STREAM_END_EVENT:
    case YAML_NO_EVENT: more = false; break;
    default: break;
    }
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  rewind(file);
  return plain;
}
