/* Lookup in stb_ds hash tables that are members of const structures. */
#pragma once

#include <stb/stb_ds.h>

/* Returns the index of the key in the table, or -1. Unlike hmgeti, which assigns to the pointer
 * when the table is empty, it accepts a member of a const structure. */
#define az_table_find(table, key)                                                                  \
  __extension__({                                                                                  \
    __typeof__((table) + 0) table_ = (table);                                                      \
    table_ ? hmgeti(table_, key) : (ptrdiff_t)-1;                                                  \
  })
