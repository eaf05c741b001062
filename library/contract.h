/* What the models of the C library are written in: C, and a few functions that the front end
 * understands (core/c/frontend/calls/library.c). docs/frontend.md, "The C library", says how to add
 * a model. */
#ifndef ANSATZ_LIBRARY_CONTRACT_H
#define ANSATZ_LIBRARY_CONTRACT_H

typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)

/* The real function NAME of the C library is asked in a replay; a formula takes any result, of
 * which __ansatz_assume tells what the standard promises. No counterexample can choose it. The
 * result is a function of the arguments if these are numbers. */
#define REAL(name) REAL_NAME(name)
#define REAL_NAME(name) __ansatz_real_##name

void __ansatz_assume(_Bool condition);
/* No verdict but a replayed `false` covers an execution that gets here. */
void __ansatz_unsupported(const char *reason);

/* The bytes must be accessible: a check of valid-deref. */
void __ansatz_range(const void *at, size_t size);

/* One place is read and the other written by a copy: where they are the same place the copy is
 * undefined, as its objects overlap (C17 7.24.2). */
void __ansatz_apart(const void *, const void *);

/* The string must be readable up to its NUL: a check of valid-deref. */
void __ansatz_string(const char *);

/* Any number: an input, which a counterexample may choose. The text is a literal. */
int __ansatz_input(const char *what);
long long __ansatz_input_long(const char *what);
double __ansatz_input_double(const char *what);
/* Any number in a formula, which no counterexample may choose. A replay takes 0 for a choice of the
 * implementation and for a failure; a run that needs to know what is unknown counts for nothing. */
int __ansatz_choice(void);
int __ansatz_fails(void);
int __ansatz_unknown(void);
long long __ansatz_unknown_long(void);
double __ansatz_unknown_double(void);

/* errno may have changed; it is set to the number. Unlike errno itself, these cost nothing where
 * the program does not look at it. */
void __ansatz_sets_errno(void);
void __ansatz_fails_with(int number);

/* errno: a variable like any other (a replay uses the C library's own). */
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
