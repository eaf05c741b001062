/* The one translation unit that carries the code of stb_ds. */
#define STB_DS_IMPLEMENTATION
#include <stb/stb_ds.h>
