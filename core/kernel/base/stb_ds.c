/* The only translation unit that contains the code of stb_ds. */
#include "ansatz/allocate.h"
#include <stdlib.h>
#define STBDS_REALLOC(context, memory, bytes) az_realloc(memory, bytes)
#define STBDS_FREE(context, memory) free(memory)
#define STB_DS_IMPLEMENTATION
#include <stb/stb_ds.h>
