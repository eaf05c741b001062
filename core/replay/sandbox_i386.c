/* System calls of i386. */
#include "replay/sandbox_calls.h"
#include <asm/unistd_32.h>

#define DENIED(name) __NR_##name,
static const uint32_t denied[] = {
#include "replay/sandbox_calls.def"
};
#undef DENIED

const sandbox_calls sandbox_i386 = {.denied = denied,
                                    .count = sizeof denied / sizeof *denied,
                                    .open = __NR_open,
                                    .openat = __NR_openat,
                                    .kill = __NR_kill,
                                    .tgkill = __NR_tgkill,
                                    .prlimit = __NR_prlimit64};
