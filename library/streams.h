/* The streams of the models: what stdio.c keeps of each, for scan.c. */
#ifndef ANSATZ_LIBRARY_STREAMS_H
#define ANSATZ_LIBRARY_STREAMS_H

#include "contract.h"

/* The program may look at a FILE, but only the library knows what it holds: what the models know of
 * a stream lies elsewhere. */
typedef struct _IO_FILE {
  char bytes[256];
} FILE;

enum { END = -1, NONE = -2 }; /* of input; no character */

typedef struct stream {
  int pushed; /* by ungetc, else NONE */
  int ahead;  /* read from the environment and not delivered yet, else NONE */
  _Bool reads, writes, at_end, failed;
  _Bool used;     /* something was read or written */
  _Bool known;    /* what it delivers depends on what was read or written before */
  _Bool detached; /* what the system answers is not known */
} stream;

/* The stream that a function is called with, which must be open. */
stream *__ansatz_stream(FILE *file);
/* The next character, END if there is none; the environment chooses. */
int __ansatz_get(stream *s);

/* Something is written. */
void __ansatz_output(FILE *file);
/* What printf answers where it has written so many characters: to stdout, to the file. */
int __ansatz_printed(int count);
int __ansatz_printed_to(FILE *file, int count);

#endif
