/* The streams of the models: the state that stdio.c keeps of each, also for scan.c. */
#ifndef ANSATZ_LIBRARY_STREAMS_H
#define ANSATZ_LIBRARY_STREAMS_H

#include "contract.h"

/* The program may look at a FILE, but only the library knows its content. The models keep the state
 * of a stream elsewhere. */
typedef struct _IO_FILE {
  char bytes[256];
} FILE;

enum { END = -1, NONE = -2 }; /* end of the input; no character */

typedef struct stream {
  int pushed; /* character pushed back by ungetc, else NONE */
  int ahead;  /* character read from the environment but not delivered yet, else NONE */
  _Bool reads, writes, at_end, failed;
  _Bool used;     /* something was read or written */
  _Bool known;    /* its characters depend on those that were read or written before */
  _Bool detached; /* the answers of the system are not known */
} stream;

/* Returns the stream of the FILE, which must be open. */
stream *__ansatz_stream(FILE *file);
/* Returns the next character, which the environment chooses; END if there is none. */
int __ansatz_get(stream *s);

/* Writes something to the file. */
void __ansatz_output(FILE *file);
/* Return the result of printf if it prints this many characters to stdout, or to the file. */
int __ansatz_printed(int count);
int __ansatz_printed_to(FILE *file, int count);

#endif
