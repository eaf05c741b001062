/* Stands for the header of the same name that programs of csmith include: a checksum that is cheap
 * to follow symbolically, and an end of main that prints it (compiled without EXPECTED), or that
 * says what it must be: REACHED is the condition under which the error is reached. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "random_inc.h"

static uint32_t crc32_context = 1;

static void crc32_gentab(void) {}

static void transparent_crc(uint64_t value, char *name, int flag) {
  (void)name, (void)flag;
  crc32_context = crc32_context * 33 + (uint32_t)(value ^ value >> 32);
}

static void transparent_crc_bytes(char *bytes, int count, char *name, int flag) {
  for (int i = 0; i < count; i++) transparent_crc((uint8_t)bytes[i], name, flag);
}

#ifdef EXPECTED
extern void reach_error(void);
static void finish(uint32_t checksum) {
  if (REACHED) reach_error();
}
#else
static void finish(uint32_t checksum) {
  printf("%lu\n", (unsigned long)checksum);
}
#endif
#define platform_main_end(checksum, flag) finish(checksum)
