/* The pieces of formatted input, in scan.c. */
#ifndef ANSATZ_LIBRARY_SCAN_H
#define ANSATZ_LIBRARY_SCAN_H

#include "streams.h"

enum { SIGNED = 1, BINARY = 2 }; /* a signed type; "0b" is a prefix (C23) */

/* Begin a scan; __ansatz_scan_end returns the result of scanf. */
void __ansatz_scan_file(FILE *file);
void __ansatz_scan_stdin(void);
void __ansatz_scan_text(const char *text);
int __ansatz_scan_end(void);

/* `stores` is 0 if the conversion has an asterisk. */
void __ansatz_scan_space(void);
void __ansatz_scan_literal(int expected);
void __ansatz_scan_chars(char *to, int stores, int count);
void __ansatz_scan_set(char *to, int stores, int width, unsigned long long a, unsigned long long b,
                       unsigned long long d, unsigned long long e);
void __ansatz_scan_count(void *to, int size);
void __ansatz_scan_integer(void *to, int stores, int size, int base, int width, long long limit,
                           int flags);
void __ansatz_scan_float(void *to, int stores, int size);

#endif
