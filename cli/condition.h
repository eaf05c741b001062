/* Source text of conditions. */
#pragma once

#include "witness/source.h"

/* Returns whether an identifier at the offset is followed by a parenthesis. */
bool az_cli_is_call(const az_source *source, size_t at);
/* Returns the operand of &&, || or ?:, or the controlling expression, around the offset; NULL if
 * unclear. Leaves out a `!` before the whole text, since compilers branch on the operand of the
 * `!`. With `choice`, the offset is in the first operand of a ?:, and the text is the whole ?:. */
const char *az_cli_condition(const az_source *source, size_t at, bool choice, az_arena *arena);
