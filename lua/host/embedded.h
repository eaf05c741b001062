/* The Lua library, compiled into the program by lua/compile.c. */
#ifndef ANSATZ_LUA_EMBEDDED_H
#define ANSATZ_LUA_EMBEDDED_H

#include <stddef.h>

typedef struct az_embedded {
  const char *name, *code; /* code: what lua_dump writes */
  size_t size;
} az_embedded;
extern const az_embedded az_embedded_lua[]; /* the last one has name == NULL */

#endif
