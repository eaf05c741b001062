/* The language of the models of the C library: C, and a few functions that the front end
 * understands (core/c/frontend/calls/library.c). docs/frontend.md, "The C library", explains how to
 * add a model. */
#ifndef ANSATZ_LIBRARY_CONTRACT_H
#define ANSATZ_LIBRARY_CONTRACT_H

typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)

/* The real function NAME of the C library. A replay calls it. In a formula, the result is arbitrary
 * within the promises of the standard that __ansatz_assume states, and no counterexample can choose
 * the result. For equal numbers as arguments, the result is equal. */
#define REAL(name) REAL_NAME(name)
#define REAL_NAME(name) __ansatz_real_##name

void __ansatz_assume(_Bool condition);
/* The only verdict that covers an execution with this call is `false` with a replay. */
void __ansatz_unsupported(const char *reason);

/* Checks, for valid-deref, that the bytes are accessible. */
void __ansatz_range(const void *at, size_t size);

/* States that a copy reads one place and writes the other. If both are the same place, the copied
 * objects overlap, which is undefined (C17 7.24.2). */
void __ansatz_apart(const void *, const void *);

/* Checks, for valid-deref, that the string is readable up to its NUL. */
void __ansatz_string(const char *);

/* Return an arbitrary number: an input, which a counterexample may choose. The text is a
 * literal. */
int __ansatz_input(const char *what);
long long __ansatz_input_long(const char *what);
double __ansatz_input_double(const char *what);
/* Return a number that is arbitrary in a formula, and that no counterexample may choose. In a
 * replay, __ansatz_choice and __ansatz_fails return 0; a replay that needs one of the other numbers
 * confirms nothing. */
int __ansatz_choice(void);
int __ansatz_fails(void);
int __ansatz_unknown(void);
long long __ansatz_unknown_long(void);
double __ansatz_unknown_double(void);

/* State that errno may have changed, or that it is set to the number. Unlike assignments to errno,
 * these calls cost nothing if the program does not read errno. */
void __ansatz_sets_errno(void);
void __ansatz_fails_with(int number);

/* errno is a variable like any other; a replay uses the C library's errno. */
int *__errno_location(void);
#define errno (*__errno_location())
enum { EIO = 5, EBADF = 9, ENOMEM = 12, EINVAL = 22, EDOM = 33, ERANGE = 34 };

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void *memalign(size_t alignment, size_t size);
size_t REAL(strlen)(const char *);
int REAL(strcmp)(const char *, const char *);
int REAL(strncmp)(const char *, const char *, size_t);
int REAL(strcasecmp)(const char *, const char *);
int REAL(strncasecmp)(const char *, const char *, size_t);
int REAL(strverscmp)(const char *, const char *);
int REAL(memcmp)(const void *, const void *, size_t);
int REAL(bcmp)(const void *, const void *, size_t);
double REAL(strtod)(const char *, char **);
float REAL(strtof)(const char *, char **);
long double REAL(strtold)(const char *, char **);
int REAL(snprintf)(char *, size_t, const char *, ...);
long REAL(clock)(void);
char *REAL(ctime)(const long *);
double REAL(difftime)(long, long);

#endif
