/* System calls of x86_64. */
#include <asm/unistd_64.h>
#define TABLE sandbox_x86_64
#include "replay/sandbox_table.h"
