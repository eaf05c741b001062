/* The Lua library, generated into the program by cmake/embed.cmake. */
#ifndef ANSATZ_LUA_EMBEDDED_H
#define ANSATZ_LUA_EMBEDDED_H

#include <stddef.h>

typedef struct az_embedded {
  const char *name, *text;
  size_t size;
} az_embedded;
extern const az_embedded az_embedded_lua[]; /* the last one has name == NULL */

#endif
