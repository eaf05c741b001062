/* System calls of i386. */
#include <asm/unistd_32.h>
#define TABLE sandbox_i386
#include "replay/sandbox_table.h"
