/* stdio.h: streams (C17 7.21). The environment chooses the characters of a stream, where it ends or
 * fails, and whether a file can be opened: these are inputs. After a stream was set back, the
 * program may read characters again, also those that it has written. These are arbitrary, but no
 * counterexample may choose them. Output may succeed or fail. A stream is detached if its
 * descriptor was closed or also belongs to another stream; then the results of all its operations
 * are arbitrary. */
#include "streams.h"

extern FILE __ansatz_file_in, __ansatz_file_out, __ansatz_file_err;
extern FILE __ansatz_file_1, __ansatz_file_2, __ansatz_file_3;

/* These have their initial values even if another function than main is the entry
 * (core/c/frontend/functions/start.c). It is assumed that this entry is called with only the
 * standard streams open. */
FILE *stdin = &__ansatz_file_in, *stdout = &__ansatz_file_out, *stderr = &__ansatz_file_err;
struct {
  _Bool in, out, err, first, second, third;
} __ansatz_open = {1, 1, 1, 0, 0, 0};

static stream __ansatz_stream_in = {NONE, NONE, 1, 0, 0, 0, 0, 0, 0},
              __ansatz_stream_out = {NONE, NONE, 0, 1, 0, 0, 0, 0, 0},
              __ansatz_stream_err = {NONE, NONE, 0, 1, 0, 0, 0, 0, 0}, __ansatz_stream_1,
              __ansatz_stream_2, __ansatz_stream_3;

stream *__ansatz_stream(FILE *file) {
  if (file == &__ansatz_file_in && __ansatz_open.in) return &__ansatz_stream_in;
  if (file == &__ansatz_file_out && __ansatz_open.out) return &__ansatz_stream_out;
  if (file == &__ansatz_file_err && __ansatz_open.err) return &__ansatz_stream_err;
  if (file == &__ansatz_file_1 && __ansatz_open.first) return &__ansatz_stream_1;
  if (file == &__ansatz_file_2 && __ansatz_open.second) return &__ansatz_stream_2;
  if (file == &__ansatz_file_3 && __ansatz_open.third) return &__ansatz_stream_3;
  (void)*(const volatile char *)0; /* an invalid access, as for a file that was closed */
  __ansatz_unsupported("a stream that is not open");
  return &__ansatz_stream_in;
}

/* The environment chooses errno. */
static void note_failure(stream *s) {
  int number = __ansatz_input("errno");
  s->failed = 1;
  __ansatz_fails_with(number > 0 && number < 134 ? number : EIO);
}

/* ---- input --------------------------------------------------------------------------------- */

int __ansatz_get(stream *s) {
  if (s->at_end) return END; /* at the end, no character is in store */
  if (!s->reads) {
    s->failed = 1;
    __ansatz_fails_with(EBADF);
    return END;
  }
  int c = s->pushed;
  if (c != NONE) {
    s->pushed = NONE;
    return c & 255;
  }
  c = s->ahead;
  if (c != NONE) {
    s->ahead = NONE;
    return c & 255;
  }
  s->used = 1;
  c = s->known ? __ansatz_unknown() : __ansatz_input("next byte of a stream");
  if (c >= 0) return c & 255;
  if (c == END)
    s->at_end = 1;
  else
    note_failure(s);
  return END;
}

int fgetc(FILE *file) {
  return __ansatz_get(__ansatz_stream(file));
}

int getc(FILE *file) {
  return __ansatz_get(__ansatz_stream(file));
}

int _IO_getc(FILE *file) {
  return __ansatz_get(__ansatz_stream(file));
}

int fgetc_unlocked(FILE *file) {
  return __ansatz_get(__ansatz_stream(file));
}

int getc_unlocked(FILE *file) {
  return __ansatz_get(__ansatz_stream(file));
}

int getchar(void) {
  return __ansatz_get(__ansatz_stream(stdin));
}

int getchar_unlocked(void) {
  return __ansatz_get(__ansatz_stream(stdin));
}

/* C guarantees that a single character can be pushed back, but not a second one. */
int ungetc(int c, FILE *file) {
  stream *s = __ansatz_stream(file);
  if (c == END) return END;
  if ((s->pushed != NONE && !s->at_end) || !s->reads)
    __ansatz_unsupported("ungetc beyond what C guarantees");
  s->pushed = c & 255;
  if (s->at_end) s->ahead = NONE;
  s->at_end = 0;
  return c & 255;
}

char *fgets(char *to, int size, FILE *file) {
  stream *s = __ansatz_stream(file);
  _Bool before = s->failed;
  int n = 0, c = 0;
  if (size <= 0) return 0;
  s->failed = 0;
  while (n < size - 1 && c != '\n') {
    c = __ansatz_get(s);
    if (c == END) break;
    to[n++] = (char)c;
  }
  /* For one kind of error (EAGAIN), glibc keeps the characters that it has read. */
  _Bool lost = c == END && (n == 0 || (s->failed && !__ansatz_fails()));
  s->failed |= before;
  if (lost) return 0;
  to[n] = 0;
  return to;
}

size_t fread(void *to, size_t size, size_t count, FILE *file) {
  stream *s = __ansatz_stream(file);
  unsigned char *bytes = to;
  size_t all = size * count, n = 0;
  if (size && all / size != count) __ansatz_unsupported("fread of more than the object holds");
  while (n < all) {
    int c = __ansatz_get(s);
    if (c == END) break;
    bytes[n++] = (unsigned char)c;
  }
  return n == all ? (all ? count : 0) : n / size;
}

/* Makes as much room as glibc does if the line arrives in one piece. With several pieces, glibc may
 * make more room. */
enum { FIRST_ROOM = 120, PIECE = 4096 };
static _Bool widen(char **line, size_t *size, size_t needed) {
  if (needed > PIECE) __ansatz_unknown();
  if (needed < 2 * *size) needed = 2 * *size;
  needed += (size_t)__ansatz_choice() & 0xffffff;
  char *made = realloc(*line, needed);
  if (!made) return 0;
  *line = made;
  *size = needed;
  return 1;
}

/* Lets the stream end or fail. */
static void run_out(stream *s) {
  if (__ansatz_input("the stream fails behind the line") == 0)
    s->at_end = 1;
  else
    note_failure(s);
}

/* The number of bytes after the first one is chosen before the bytes themselves, so that memory is
 * allocated once. */
static __PTRDIFF_TYPE__ read_line(char **line, size_t *size, unsigned char delimiter, stream *s) {
  size_t rest = 0, i = 0;
  if (s->failed) return -1;
  if (!*line || !*size) {
    *size = FIRST_ROOM;
    *line = malloc(FIRST_ROOM);
    if (!*line) return -1;
  }
  int c = __ansatz_get(s);
  if (c == END) return -1;
  if (c != delimiter) {
    rest = (size_t)(s->known ? __ansatz_unknown_long()
                             : __ansatz_input_long("bytes that follow in the line"));
    rest &= (size_t)__PTRDIFF_MAX__ >> 1;
  }
  _Bool grows = rest + 2 > *size;
  if (grows && !widen(line, size, rest + 2)) return -1;
  char *to = *line;
  to[0] = (char)c;
  while (c != delimiter && i < rest) {
    _Bool ends = i + 1 == rest && __ansatz_input("the stream ends behind the line") != 0;
    c = i + 1 < rest || ends ? __ansatz_get(s) : delimiter;
    if (c == END) break;
    to[++i] = (char)c;
  }
  if (c != delimiter && c != END && i == rest) run_out(s);
  if (grows && i < rest) __ansatz_unknown(); /* a line this short would have needed less memory */
  to[i + 1] = 0;
  return (__PTRDIFF_TYPE__)i + 1;
}

static __PTRDIFF_TYPE__ delimited(char **line, size_t *size, int delimiter, FILE *file) {
  if (line && size) return read_line(line, size, (unsigned char)delimiter, __ansatz_stream(file));
  __ansatz_fails_with(EINVAL);
  return -1;
}

__PTRDIFF_TYPE__ getdelim(char **line, size_t *size, int delimiter, FILE *file) {
  return delimited(line, size, delimiter, file);
}

__PTRDIFF_TYPE__ __getdelim(char **line, size_t *size, int delimiter, FILE *file) {
  return delimited(line, size, delimiter, file);
}

__PTRDIFF_TYPE__ getline(char **line, size_t *size, FILE *file) {
  return delimited(line, size, '\n', file);
}

/* ---- output -------------------------------------------------------------------------------- */

/* Returns whether the system refuses the operation. */
static _Bool is_refused(const stream *s) {
  __ansatz_sets_errno();
  return s->detached ? __ansatz_unknown() != 0 : __ansatz_fails() != 0;
}

/* Writes something. Returns `success` if the call succeeds; else END. */
static int written(stream *s, int success) {
  if (!s->writes) {
    s->failed = 1;
    __ansatz_fails_with(EBADF);
    return END;
  }
  s->used = 1;
  if (!is_refused(s)) return success;
  s->failed = 1;
  return END;
}

void __ansatz_output(FILE *file) {
  written(__ansatz_stream(file), 0);
}

int __ansatz_printed(int count) {
  return written(__ansatz_stream(stdout), count);
}

int __ansatz_printed_to(FILE *file, int count) {
  return written(__ansatz_stream(file), count);
}

int fputc(int c, FILE *file) {
  return written(__ansatz_stream(file), c & 255);
}

int putc(int c, FILE *file) {
  return written(__ansatz_stream(file), c & 255);
}

int _IO_putc(int c, FILE *file) {
  return written(__ansatz_stream(file), c & 255);
}

int fputc_unlocked(int c, FILE *file) {
  return written(__ansatz_stream(file), c & 255);
}

int putc_unlocked(int c, FILE *file) {
  return written(__ansatz_stream(file), c & 255);
}

int putchar(int c) {
  return written(__ansatz_stream(stdout), c & 255);
}

int putchar_unlocked(int c) {
  return written(__ansatz_stream(stdout), c & 255);
}

/* C promises that fputs and puts return a number that is not negative. In glibc, this number is 1
 * for fputs, and the number of characters for puts. */
int fputs(const char *string, FILE *file) {
  stream *s = __ansatz_stream(file);
  __ansatz_string(string);
  return written(s, (int)(1u + (unsigned)__ansatz_choice()) & 0x7fffffff);
}

int puts(const char *string) {
  stream *s = __ansatz_stream(stdout);
  __ansatz_string(string);
  return written(s, (int)(1 + REAL(strlen)(string)) & 0x7fffffff);
}

void perror(const char *string) {
  if (string) __ansatz_string(string);
  written(__ansatz_stream(stderr), 0);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  stream *s = __ansatz_stream(file);
  __ansatz_range(from, size * count);
  if (!size || !count) return 0;
  if (written(s, 0) != END) return count;
  size_t n = (unsigned)__ansatz_choice();
  return n < count ? n : 0;
}

/* Represents all streams; detached if one of the streams is. */
static stream __ansatz_stream_any;

static int flush(stream *s) {
  if (!is_refused(s)) return 0;
  s->failed = 1;
  return END;
}

int fflush(FILE *file) {
  if (!file) return is_refused(&__ansatz_stream_any) ? END : 0;
  stream *s = __ansatz_stream(file);
  if (s->pushed != NONE || s->ahead != NONE)
    __ansatz_unsupported("fflush of a stream with input that was not taken");
  return flush(s);
}

/* ---- files --------------------------------------------------------------------------------- */

static void detach(stream *s) {
  s->detached = s->known = __ansatz_stream_any.detached = 1;
}

static void start(stream *s, const char *mode) {
  static _Bool any;
  s->pushed = s->ahead = NONE;
  s->at_end = s->failed = s->used = 0;
  s->reads = mode[0] == 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+');
  s->writes = mode[0] != 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+');
  s->known = any || s->detached || mode[0] != 'r'; /* the file may have been opened before */
  any = 1;
}

/* Returns whether a file can be opened in this mode. glibc looks at the first letter, and ignores
 * later letters that it does not know. */
static _Bool opens(const char *mode) {
  if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
    __ansatz_fails_with(EINVAL);
    return 0;
  }
  if (mode[1] && mode[2] && mode[3]) __ansatz_unsupported("a mode of fopen");
  if (__ansatz_input("a file cannot be opened") == 0) return 1;
  int number = __ansatz_input("errno");
  __ansatz_fails_with(number > 0 && number < 134 ? number : EIO);
  return 0;
}

static FILE *new_file(const char *mode) {
  if (!opens(mode)) return 0;
  if (!__ansatz_open.first) {
    __ansatz_open.first = 1;
    __ansatz_stream_1.detached = 0;
    start(&__ansatz_stream_1, mode);
    return &__ansatz_file_1;
  }
  if (!__ansatz_open.second) {
    __ansatz_open.second = 1;
    __ansatz_stream_2.detached = 0;
    start(&__ansatz_stream_2, mode);
    return &__ansatz_file_2;
  }
  if (__ansatz_open.third) __ansatz_unsupported("more than three files");
  __ansatz_open.third = 1;
  __ansatz_stream_3.detached = 0;
  start(&__ansatz_stream_3, mode);
  return &__ansatz_file_3;
}

FILE *fopen(const char *name, const char *mode) {
  __ansatz_string(name);
  __ansatz_string(mode);
  return new_file(mode);
}

FILE *fopen64(const char *name, const char *mode) {
  __ansatz_string(name);
  __ansatz_string(mode);
  return new_file(mode);
}

FILE *tmpfile(void) {
  return new_file("w+");
}

/* Returns the stream that has the descriptor at the start. */
static stream *standard(int descriptor) {
  if (descriptor == 0) return &__ansatz_stream_in;
  if (descriptor == 1) return &__ansatz_stream_out;
  return descriptor == 2 ? &__ansatz_stream_err : NULL;
}

/* Returns whether the descriptor is known to be open. */
static _Bool has_descriptor(int descriptor) {
  const stream *s = standard(descriptor);
  _Bool open = descriptor == 0   ? __ansatz_open.in
               : descriptor == 1 ? __ansatz_open.out
                                 : __ansatz_open.err;
  return s && open && !s->detached;
}

/* The content of the file depends on earlier uses of its descriptor, which another stream may have,
 * too. */
FILE *fdopen(int descriptor, const char *mode) {
  __ansatz_string(mode);
  if (descriptor < 0) {
    __ansatz_fails_with(EBADF);
    return NULL;
  }
  _Bool is_open = has_descriptor(descriptor);
  if (!is_open && __ansatz_unknown()) {
    __ansatz_sets_errno();
    return NULL;
  }
  FILE *file = new_file(mode);
  if (file) detach(__ansatz_stream(file));
  if (file && is_open) detach(standard(descriptor));
  return file;
}

/* It is not known which streams have the descriptors above 2. */
int close(int descriptor) {
  if (descriptor < 0) {
    __ansatz_fails_with(EBADF);
    return -1;
  }
  _Bool is_open = has_descriptor(descriptor);
  stream *s = standard(descriptor);
  if (s) detach(s);
  __ansatz_sets_errno();
  return (is_open ? __ansatz_fails() : __ansatz_unknown()) ? -1 : 0;
}

static void end(const stream *s) {
  if (s == &__ansatz_stream_in) __ansatz_open.in = 0;
  if (s == &__ansatz_stream_out) __ansatz_open.out = 0;
  if (s == &__ansatz_stream_err) __ansatz_open.err = 0;
  if (s == &__ansatz_stream_1) __ansatz_open.first = 0;
  if (s == &__ansatz_stream_2) __ansatz_open.second = 0;
  if (s == &__ansatz_stream_3) __ansatz_open.third = 0;
}

int fclose(FILE *file) {
  stream *s = __ansatz_stream(file);
  end(s);
  return flush(s);
}

/* The stream is closed even if it cannot be opened again. */
static FILE *open_again(const char *name, const char *mode, FILE *file) {
  stream *s = __ansatz_stream(file);
  if (!name) __ansatz_unsupported("freopen that changes the mode of a stream");
  __ansatz_string(name);
  __ansatz_string(mode);
  if (opens(mode)) {
    start(s, mode);
    return file;
  }
  end(s);
  return 0;
}

FILE *freopen(const char *name, const char *mode, FILE *file) {
  return open_again(name, mode, file);
}

FILE *freopen64(const char *name, const char *mode, FILE *file) {
  return open_again(name, mode, file);
}

/* The system chooses the descriptors of other files. */
int fileno(FILE *file) {
  const stream *s = __ansatz_stream(file);
  if (s->detached) return __ansatz_unknown() & 0x7fffffff;
  if (s == &__ansatz_stream_in) return 0;
  if (s == &__ansatz_stream_out) return 1;
  if (s == &__ansatz_stream_err) return 2;
  return __ansatz_unknown() & 0x7fffffff;
}

int feof(FILE *file) {
  return __ansatz_stream(file)->at_end;
}

int ferror(FILE *file) {
  return __ansatz_stream(file)->failed;
}

int feof_unlocked(FILE *file) {
  return __ansatz_stream(file)->at_end;
}

int ferror_unlocked(FILE *file) {
  return __ansatz_stream(file)->failed;
}

void clearerr(FILE *file) {
  stream *s = __ansatz_stream(file);
  if (s->at_end) s->pushed = s->ahead = NONE;
  s->at_end = s->failed = 0;
}

/* Moves to another place in the file, which may have been read or written before. */
static int set_back(FILE *file) {
  stream *s = __ansatz_stream(file);
  if (is_refused(s)) return -1;
  s->pushed = s->ahead = NONE;
  s->at_end = 0;
  if (s->used) s->known = 1;
  return 0;
}

static int seek(FILE *file, int whence) {
  if (whence >= 0 && whence <= 2) return set_back(file);
  __ansatz_stream(file);
  __ansatz_fails_with(EINVAL);
  return -1;
}

int fseek(FILE *file, long offset, int whence) {
  (void)offset;
  return seek(file, whence);
}

int fseeko(FILE *file, long offset, int whence) {
  (void)offset;
  return seek(file, whence);
}

void rewind(FILE *file) {
  set_back(file);
  __ansatz_stream(file)->failed = 0;
}

long ftell(FILE *file) {
  __ansatz_stream(file);
  __ansatz_sets_errno();
  long at = (long)__ansatz_unknown_long();
  return at < -1 ? -1 : at;
}
