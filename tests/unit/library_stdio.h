/* The models of stdio.h, compiled natively under other names, for tests that compare them with the
 * C library; what the environment gives to them, a test chooses. */
#ifndef ANSATZ_TEST_LIBRARY_STDIO_H
#define ANSATZ_TEST_LIBRARY_STDIO_H

#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The vocabulary of library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
#define EIO 5
enum { MOST = 64 };
static bool undefined;
static int bytes[MOST], next_byte; /* what the streams of the models deliver, -1 at the end */
static intmax_t number;            /* what the model of scanf is given */
static double real_number;
static bool follows, all, sign_at_end;
static long long behind_first; /* what the model of getline is given */
static bool ends_behind;
static int __ansatz_input(const char *what) {
  if (!strcmp(what, "next byte of a stream")) return bytes[next_byte++];
  if (!strcmp(what, "no number follows")) return !follows;
  if (!strcmp(what, "all of the width")) return !all;
  if (!strcmp(what, "a sign stands before the end")) return !sign_at_end;
  if (!strcmp(what, "number of scanf")) return (int)number;
  if (!strcmp(what, "the stream ends behind the line")) return ends_behind;
  return 0;
}
static long long __ansatz_input_long(const char *what) {
  return strcmp(what, "number of scanf") ? behind_first : number;
}
static double __ansatz_input_double(const char *what) {
  (void)what;
  return real_number;
}
static long long __ansatz_unknown_long(void) {
  undefined = true;
  return 0;
}
static int unknowns[16]; /* what a test answers instead */
static unsigned unknown_count, next_unknown;
static int __ansatz_unknown(void) {
  if (next_unknown < unknown_count) return unknowns[next_unknown++];
  undefined = true;
  return 0;
}
static double __ansatz_unknown_double(void) {
  undefined = true;
  return 0;
}
static int __ansatz_choice(void) {
  return 0;
}
static int __ansatz_fails(void) {
  return 0;
}
static void __ansatz_sets_errno(void) {}
static void __ansatz_fails_with(int code) {
  errno = code;
}
static void __ansatz_range(const void *at, size_t size) {
  (void)at;
  (void)size;
}
static void __ansatz_string(const char *s) {
  (void)s;
}
static void __ansatz_unsupported(const char *reason) {
  (void)reason;
  undefined = true;
}

typedef FILE real_file;
static real_file *real_open(char *text, size_t size, const char *mode) {
  return size ? fmemopen(text, size, mode) : fopen("/dev/null", mode);
}

/* clang-format off */
#define FUNCTIONS(X) \
  X(fgetc) X(getc) X(ungetc) X(fgets) X(fread) X(fputc) X(putc) X(fputs) X(fwrite) X(fflush) \
  X(fclose) X(feof) X(ferror) X(clearerr) X(getline) X(getdelim) X(freopen)
/* clang-format on */
#define KEEP(name) static __typeof__(&name) real_##name = name;
FUNCTIONS(KEEP)

#undef stdin
#undef stdout
#undef stderr
#define _IO_FILE model_IO_FILE
#define FILE model_FILE
#define stdin model_stdin
#define stdout model_stdout
#define stderr model_stderr
#define fgetc model_fgetc
#define getc model_getc
#define _IO_getc model_IO_getc
#define fgetc_unlocked model_fgetc_unlocked
#define getc_unlocked model_getc_unlocked
#define getchar model_getchar
#define getchar_unlocked model_getchar_unlocked
#define ungetc model_ungetc
#define fgets model_fgets
#define fread model_fread
#define fputc model_fputc
#define putc model_putc
#define _IO_putc model_IO_putc
#define fputc_unlocked model_fputc_unlocked
#define putc_unlocked model_putc_unlocked
#define putchar model_putchar
#define putchar_unlocked model_putchar_unlocked
#define fputs model_fputs
#define puts model_puts
#define perror model_perror
#define fwrite model_fwrite
#define fflush model_fflush
#define fopen model_fopen
#define fopen64 model_fopen64
#define tmpfile model_tmpfile
#define fclose model_fclose
#define feof model_feof
#define ferror model_ferror
#define feof_unlocked model_feof_unlocked
#define ferror_unlocked model_ferror_unlocked
#define clearerr model_clearerr
#define fseek model_fseek
#define rewind model_rewind
#define fseeko model_fseeko
#define ftell model_ftell
#define fdopen model_fdopen
#define close model_close
#define freopen model_freopen
#define fileno model_fileno
#define freopen64 model_freopen64
#define getline model_getline
#define getdelim model_getdelim
#define __getdelim model_getdelim_internal
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#define REAL(name) real_##name
static __typeof__(&strlen) real_strlen = strlen;
#include "../../library/stdio.c"
#undef REAL
#include "../../library/scan.c"
/* Their model is compared with the library in test_library.c. */
double __ansatz_double_of(const char *s, char **end) {
  return strtod(s, end);
}
float __ansatz_float_of(const char *s, char **end) {
  return strtof(s, end);
}
#include "../../library/print.c"
#pragma GCC diagnostic pop
FILE __ansatz_file_in, __ansatz_file_out, __ansatz_file_err;
FILE __ansatz_file_1, __ansatz_file_2, __ansatz_file_3;

static uint64_t state = 1;
static uint32_t any(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

/* ---- streams ------------------------------------------------------------------------------- */

/* Text from letters, both for the model's stream and for a real one. */
static size_t write_text(char *text, size_t room, const char *letters, size_t count) {
  size_t length = any((uint32_t)room);
  for (size_t i = 0; i < MOST; i++) bytes[i] = -1;
  for (size_t i = 0; i < length; i++)
    bytes[i] = (unsigned char)(text[i] = letters[any((uint32_t)count)]);
  text[length] = 0;
  next_byte = 0;
  return length;
}

static FILE *model_of(const char *mode) {
  __ansatz_open.first = 0;
  FILE *file = fopen("file", mode);
  ck_assert_ptr_nonnull(file);
  __ansatz_stream(file)->known = 0;
  undefined = false;
  return file;
}

#endif
