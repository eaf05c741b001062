/* The syntax tree of a C file, as clang dumps it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct fe_syntax_node {
  const char *kind, *text; /* "BinaryOperator"; the text after the location: types, names */
  const char *file;        /* of the location's beginning, as clang names it; may be "" */
  uint64_t id;             /* clang's address of the node, by which references name it; 0: none */
  uint64_t previous;       /* an earlier declaration of the name; 0: none */
  uint32_t line;
  uint32_t name_line, name_column; /* of a declaration's name; 0: not known */
  uint32_t end_line, end_column;   /* of the last token; 0: not known */
  uint32_t first, next;            /* child, sibling; 0: none */
} fe_syntax_node;

/* Reads the output of `clang -Xclang -ast-dump`. The text is changed, and must outlive the nodes.
 * The first node is the whole file. Returns NULL if clang does not write such a dump. The caller
 * frees the vector (stb_ds). */
fe_syntax_node *fe_read_syntax(char *dump);
