/* The pieces that printf and its variants write (print.c), one call for each conversion of a
 * format. */
#ifndef ANSATZ_LIBRARY_PRINT_H
#define ANSATZ_LIBRARY_PRINT_H

#include "contract.h"

enum { LEFT = 1, PLUS = 2, BLANK = 4, ALTERNATIVE = 8, ZEROS = 16, UPPER = 32 }; /* flags */

/* Begins to write characters to `to`, at most `room` bytes including the NUL. */
void __ansatz_print_begin(char *to, size_t room);
/* Writes the NUL. Returns the number of characters. */
int __ansatz_print_end(void);
/* Stores the number of characters so far in an integer of this many bytes. */
void __ansatz_print_count(void *to, int bytes);

/* Writes up to eight characters of the format. The first one is the lowest byte. */
void __ansatz_print_chars(unsigned long long chars, int count);
/* Counts characters whose values the program cannot see. */
void __ansatz_print_skip(size_t count);

/* The conversions. A width below 0 means LEFT. A precision below 0 means that there is none. */
void __ansatz_print_char(int c, int flags, int width);
void __ansatz_print_string(const char *s, int flags, int width, int precision);
void __ansatz_print_int(int value, int flags, int width, int precision);
void __ansatz_print_long(long long value, int flags, int width, int precision);
void __ansatz_print_unsigned(unsigned value, int flags, int width, int precision);
void __ansatz_print_unsigned_long(unsigned long long value, int flags, int width, int precision);
void __ansatz_print_hex(unsigned long long value, int flags, int width, int precision);
void __ansatz_print_octal(unsigned long long value, int flags, int width, int precision);

#endif
