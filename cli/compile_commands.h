/* Compilation databases. */
#ifndef ANSATZ_CLI_COMPILE_COMMANDS_H
#define ANSATZ_CLI_COMPILE_COMMANDS_H

#include "ansatz/arena.h"
#include "ansatz/frontend.h"

/* Appends the options of each file to the stb_ds vector *out; texts live in the arena. */
az_status az_compile_commands_read(const char *path, const char *const *files, size_t count,
                                   az_arena *arena, az_compiler_option **out, az_error *err);

#endif
