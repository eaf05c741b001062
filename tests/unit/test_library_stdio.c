/* The models of stdio.h, compiled natively, against the C library itself: streams, formatted output
 * into memory, formatted input from strings; of input from a stream, what the library answers must
 * be one of the model's choices. */
#define _GNU_SOURCE
#include "library_stdio.h"

#define va_list model_va_list
#define vscanf model_vscanf
#define vfscanf model_vfscanf
#define vsscanf model_vsscanf
#define __isoc99_vscanf model_c99_vscanf
#define __isoc99_vfscanf model_c99_vfscanf
#define __isoc99_vsscanf model_c99_vsscanf
#define __isoc23_vscanf model_c23_vscanf
#define __isoc23_vfscanf model_c23_vfscanf
#define __isoc23_vsscanf model_c23_vsscanf
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#include "../../library/vscan.c"
#pragma GCC diagnostic pop
#undef va_list
#include <stdarg.h>

enum { ROUNDS = 4000, DIRECTIVES = 20000 };

/* ---- streams ------------------------------------------------------------------------------- */

static void same_reads(real_file *real, FILE *model) {
  char a[16], b[16];
  memset(a, 1, sizeof a);
  memset(b, 1, sizeof b);
  bool pushed = false;
  for (int step = 0; step < 12; step++) {
    int n = (int)any(8);
    size_t size = 1 + any(3);
    switch (any(7)) {
    case 0:
      ck_assert_int_eq(real_fgetc(real), fgetc(model));
      pushed = false;
      break;
    case 1:
      ck_assert_int_eq(real_getc(real), getc(model));
      pushed = false;
      break;
    case 2:
      if (pushed) break;
      ck_assert_int_eq(real_ungetc('u' + n, real), ungetc('u' + n, model));
      pushed = true;
      break;
    case 3:
      ck_assert(!real_fgets(a, n, real) == !fgets(b, n, model));
      pushed = pushed && n < 2;
      break;
    case 4: {
      size_t got = fread(b, size, 3, model), real_got = real_fread(a, size, 3, real);
      ck_assert_uint_eq(got, real_got);
      pushed = false;
      break;
    }
    case 5: ck_assert_int_eq(!real_feof(real), !feof(model)); break;
    default:
      ck_assert_int_eq(!real_ferror(real), !ferror(model));
      if (any(3)) break;
      real_clearerr(real);
      clearerr(model);
    }
    ck_assert_mem_eq(a, b, sizeof a);
  }
  ck_assert(!undefined);
}

START_TEST(input) {
  for (int i = 0; i < ROUNDS; i++) {
    char text[24];
    static const char letters[] = "ab\n\xff ";
    size_t length = write_text(text, 20, letters, sizeof letters - 1);
    real_file *real = real_open(text, length, "r");
    FILE *model = model_of("r");
    same_reads(real, model);
    ck_assert_int_eq(real_fputc('x', real), fputc('x', model));
    real_fclose(real);
    ck_assert_int_eq(fclose(model), 0);
  }
}
END_TEST

START_TEST(output) {
  char room[200];
  real_file *real = real_open(room, sizeof room, "w");
  FILE *model = model_of("w");
  for (int i = 0; i < 40; i++) {
    int c = (int)any(600) - 300;
    ck_assert_int_eq(real_fputc(c, real), fputc(c, model));
    ck_assert_int_eq(real_putc(c, real), putc(c, model));
  }
  ck_assert_int_eq(real_fputs("ab", real), fputs("ab", model));
  ck_assert_uint_eq(real_fwrite("abcdef", 2, 3, real), fwrite("abcdef", 2, 3, model));
  ck_assert_uint_eq(real_fwrite("abcdef", 0, 3, real), fwrite("abcdef", 0, 3, model));
  ck_assert_int_eq(real_fflush(real), fflush(model));
  ck_assert_int_eq(real_fgetc(real), fgetc(model));
  ck_assert(!real_ferror(real) == !ferror(model));
  ck_assert_int_eq(real_fclose(real), fclose(model));
  bytes[next_byte = 0] = -1;
  ck_assert(putchar('a') == 'a' && puts("a") == 2 && getchar_unlocked() == EOF);
}
END_TEST

/* The line comes in one piece, as the model takes it to. */
START_TEST(lines) {
  for (int i = 0; i < ROUNDS; i++) {
    char text[MOST];
    static const char letters[] = "ab\n\xff,";
    size_t length = write_text(text, any(4) ? 20 : MOST - 2, letters, sizeof letters - 1);
    size_t size[2] = {any(3) * 5, 0}, known = size[1] = size[0];
    char *line[2] = {any(3) ? NULL : calloc(known + 1, 1), NULL};
    if (line[0]) line[1] = calloc(known + 1, 1);
    char *given[2] = {line[0], line[1]}; /* where the size is 0, glibc forgets it */
    int delimiter = any(3) ? '\n' : (int)any(300);
    real_file *real = real_open(text, length, "r");
    FILE *model = model_of("r");
    for (int call = 0; call < 4; call++) {
      int at = next_byte, last = at;
      while (bytes[last] >= 0 && bytes[last] != (delimiter & 255)) last++;
      ends_behind = bytes[last] < 0;
      behind_first = ends_behind ? last - at - 1 : last - at;
      ssize_t a = delimiter == '\n' ? real_getline(&line[0], &size[0], real)
                                    : real_getdelim(&line[0], &size[0], delimiter, real);
      ssize_t b = delimiter == '\n' ? getline(&line[1], &size[1], model)
                                    : getdelim(&line[1], &size[1], delimiter, model);
      ck_assert_msg(a == b && size[0] == size[1] && !real_feof(real) == !feof(model) && !undefined,
                    "delimiter %d: %zd of %zu, not %zd of %zu", delimiter, b, size[1], a, size[0]);
      if (a >= 0) ck_assert_mem_eq(line[0], line[1], (size_t)a + 1);
      /* What was forced to be the delimiter is not asked of the environment. */
      if (a > 0 && !ends_behind) next_byte = last + 1;
    }
    free(line[0]), free(line[1]);
    if (!known) free(given[0]), free(given[1]);
    real_fclose(real);
    fclose(model);
  }
  errno = 0;
  ck_assert(getline(NULL, NULL, model_of("r")) == -1 && errno == EINVAL);
}
END_TEST

START_TEST(reopening) {
  FILE *model = model_of("r");
  bytes[next_byte = 0] = 'a', bytes[1] = -1;
  ck_assert(fgetc(model) == 'a' && fgetc(model) == EOF && feof(model));
  static real_file *real; /* where it cannot be opened again, glibc does not free it */
  real = real_open(NULL, 0, "r");
  ck_assert(real_fgetc(real) == EOF && real_feof(real));
  ck_assert(freopen("/dev/null", "w", model) == model);
  ck_assert(real_freopen("/dev/null", "w", real) == real);
  ck_assert(!feof(model) && !real_feof(real));
  ck_assert(fputc('x', model) == 'x' && real_fputc('x', real) == 'x');
  ck_assert(fgetc(model) == EOF && real_fgetc(real) == EOF && ferror(model) && real_ferror(real));
  errno = 0;
  ck_assert(!freopen("/dev/null", "q", model) && errno == EINVAL);
  errno = 0;
  ck_assert(!real_freopen("/dev/null", "q", real) && errno == EINVAL);
  ck_assert(!__ansatz_open.first);
}
END_TEST

/* ---- output into memory -------------------------------------------------------------------- */

static intmax_t any_value(void) {
  static const intmax_t values[] = {0, 1, -1, 9, 10, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
  if (any(2)) return values[any(sizeof values / sizeof *values)];
  return (intmax_t)((uint64_t)any(UINT32_MAX) << any(40)) - 5;
}

/* One conversion with text around it, as the front end makes calls of it. */
static int by_model(char *to, size_t room, char conversion, bool is_long, int flags, int width,
                    int precision, intmax_t value, const char *string) {
  __ansatz_print_begin(to, room);
  __ansatz_print_chars('<' | '=' << 8, 2);
  switch (conversion) {
  case 'd':
    if (is_long)
      __ansatz_print_long(value, flags, width, precision);
    else
      __ansatz_print_int((int)value, flags, width, precision);
    break;
  case 'u':
    if (is_long)
      __ansatz_print_unsigned_long((uint64_t)value, flags, width, precision);
    else
      __ansatz_print_unsigned((unsigned)value, flags, width, precision);
    break;
  case 'x':
    __ansatz_print_hex(is_long ? (uint64_t)value : (unsigned)value, flags, width, precision);
    break;
  case 'o':
    __ansatz_print_octal(is_long ? (uint64_t)value : (unsigned)value, flags, width, precision);
    break;
  case 'c': __ansatz_print_char((int)value, flags, width); break;
  default: __ansatz_print_string(string, flags, width, precision); break;
  }
  __ansatz_print_chars('>', 1);
  return __ansatz_print_end();
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
START_TEST(printing) {
  for (int i = 0; i < DIRECTIVES; i++) {
    static const char conversions[] = "duxocs", *const strings[] = {"", "a", "some text"};
    char format[64], flags_text[8] = "", a[100], b[100], conversion = conversions[any(6)];
    const char *string = strings[any(3)];
    int flags = (int)any(32), width = any(2) ? 0 : (int)any(24) - 2, precision = (int)any(24) - 12;
    bool is_long = any(2), is_upper = any(2), is_text = strchr("cs", conversion) != NULL;
    if (is_text) flags &= LEFT;
    if (conversion == 'c') precision = -1;
    for (int k = 0, n = 0; k < 5; k++)
      if (flags >> k & 1) flags_text[n++] = "-+ #0"[k];
    snprintf(format, sizeof format, "<=%%%s*.*%s%c>", flags_text, is_long && !is_text ? "l" : "",
             conversion == 'x' && is_upper ? 'X' : conversion);
    if (is_upper) flags |= UPPER;
    intmax_t value = any_value();
    size_t room = any(3) ? sizeof a : any(12);
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
    int real = conversion == 's'     ? snprintf(a, room, format, width, precision, string)
               : is_long && !is_text ? snprintf(a, room, format, width, precision, (long)value)
                                     : snprintf(a, room, format, width, precision, (int)value);
    int model = by_model(b, room, conversion, is_long, flags, width, precision, value, string);
    ck_assert_msg(real == model && !memcmp(a, b, sizeof a), "%s, %d, %d, %jd: %d %s, not %d %s",
                  format, width, precision, value, model, room ? b : "", real, room ? a : "");
  }
}
END_TEST

/* ---- input --------------------------------------------------------------------------------- */

typedef struct conversions {
  char format[64];
  int count;
  struct {
    char letter;
    int bytes, width;
    bool stores;
  } of[4];
} conversions;

static conversions any_conversions(void) {
  static const char letters[] = "dduxois[cn,% ";
  static const struct {
    const char *text;
    int bytes;
  } lengths[] = {{"", 4}, {"h", 2}, {"hh", 1}, {"l", 8}, {"ll", 8}};
  conversions all_of = {.count = 1 + (int)any(4)};
  char *at = all_of.format;
  for (int i = 0; i < all_of.count; i++) {
    char letter = letters[any(sizeof letters - 1)];
    uint32_t length = any(2) ? 0 : any(5);
    bool is_number = strchr("duxoin", letter) != NULL, is_text = strchr("s[c", letter) != NULL;
    all_of.of[i].letter = letter;
    all_of.of[i].bytes = lengths[length].bytes;
    all_of.of[i].stores = letter == 'n' || any(4);
    all_of.of[i].width = is_text ? 1 + (int)any(5) : letter == 'n' || any(2) ? 0 : 1 + (int)any(6);
    if (!is_number && !is_text) {
      at += sprintf(at, letter == '%' ? "%%%%" : "%c", letter);
      continue;
    }
    at += sprintf(at, "%%%s", all_of.of[i].stores ? "" : "*");
    if (all_of.of[i].width) at += sprintf(at, "%d", all_of.of[i].width);
    if (letter == '[')
      at += sprintf(at, "[ab1]");
    else
      at += sprintf(at, "%s%c", is_number ? lengths[length].text : "", letter);
  }
  return all_of;
}

static void scan_by_model(const conversions *c, char slots[4][16]) {
  static const uint64_t members = UINT64_C(1) << '1', more = UINT64_C(3) << ('a' - 64);
  const uint64_t spaces = UINT64_C(1) << ' ' | UINT64_C(0x1f) << 9;
  for (int i = 0, slot = 0; i < c->count; i++) {
    char letter = c->of[i].letter, *to = slots[slot];
    int stores = c->of[i].stores, width = c->of[i].width, size = c->of[i].bytes;
    bool is_number = strchr("duxoi", letter) != NULL;
    if (letter == ' ') {
      __ansatz_scan_space();
      continue;
    }
    if (letter == ',' || letter == '%') {
      if (letter == '%') __ansatz_scan_space();
      __ansatz_scan_literal(letter);
      continue;
    }
    slot += stores;
    if (is_number)
      __ansatz_scan_integer(to, stores, size,
                            letter == 'x'   ? 16
                            : letter == 'o' ? 8
                            : letter == 'i' ? 0
                                            : 10,
                            width, 0, letter == 'd' || letter == 'i' ? 1 : 0);
    if (letter == 's') __ansatz_scan_space();
    if (letter == 's')
      __ansatz_scan_set(to, stores, width, ~spaces, ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0));
    if (letter == '[') __ansatz_scan_set(to, stores, width, members, more, 0, 0);
    if (letter == 'c') __ansatz_scan_chars(to, stores, width);
    if (letter == 'n') __ansatz_scan_count(to, size);
  }
}

static int scan_by_list(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int stored = model_vsscanf(text, format, list);
  va_end(list);
  return stored;
}

START_TEST(scanning) {
  int few = 0; /* numbers that do not fit are left open */
  for (int i = 0; i < DIRECTIVES; i++) {
    static const char letters[] = "0123789-+xXabf \n,%";
    char text[24], a[4][16], b[4][16], d[4][16];
    write_text(text, 16, letters, sizeof letters - 1);
    if (any(10) == 0) strcpy(text, any(2) ? "99999999999999999999" : "-9223372036854775809");
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
    memset(d, 'q', sizeof d);
    conversions c = any_conversions();
    undefined = false;
    int real = sscanf(text, c.format, a[0], a[1], a[2], a[3]);
    __ansatz_scan_text(text);
    scan_by_model(&c, b);
    int model = __ansatz_scan_end();
    ck_assert_msg(real == model && (undefined || !memcmp(a, b, sizeof a)),
                  "'%s' of '%s': %d, not %d", c.format, text, model, real);
    bool has_width = false; /* which %i must not have there */
    for (int k = 0; k < c.count; k++) has_width |= c.of[k].letter == 'i' && c.of[k].width;
    undefined = false;
    int listed = scan_by_list(text, c.format, d[0], d[1], d[2], d[3]);
    ck_assert(undefined || (listed == real && !memcmp(a, d, sizeof a)));
    ck_assert(undefined || !has_width);
    few += undefined && !has_width;
  }
  ck_assert_int_lt(few, DIRECTIVES / 10);
}
END_TEST

START_TEST(floats) {
  static const char *const formats[] = {"%lf%n", "%f%n",    "%lf%c", "%f%3s",
                                        "%*f%n", "%*lf,%f", "%lg%%"};
  int few = 0;
  for (int i = 0; i < DIRECTIVES; i++) {
    char text[24], a[2][16], b[2][16];
    write_text(text, 12, any(8) ? "0123-+..eE5 ,%" : "0x1nainfty(.-)", 14);
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
    const char *format = formats[any(7)];
    undefined = false;
    int real = sscanf(text, format, a[0], a[1]), model = scan_by_list(text, format, b[0], b[1]);
    ck_assert_msg(undefined || (real == model && !memcmp(a, b, sizeof a)),
                  "'%s' of '%s': %d, not %d", format, text, model, real);
    few += undefined;
  }
  ck_assert_int_lt(few, DIRECTIVES / 8);
}
END_TEST

START_TEST(sets) {
  static const char *const formats[] = {"%[^ab]%n",    "%[]a-c]%n", "%3[a-]%n",   "%[^]]%n",
                                        "%1[0-9] %4c", "%[a-c-]%n", "%[^^-a] %n", "%[c-a]%n"};
  for (int i = 0; i < DIRECTIVES; i++) {
    char text[24], a[32], b[32];
    int n[2] = {-1, -1};
    write_text(text, 16, "abc-]^ 019\xe4", 11);
    const char *format = formats[any(8)];
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
    undefined = false;
    int real = sscanf(text, format, a, &n[0]), model = scan_by_list(text, format, b, &n[1]);
    ck_assert(real == model && n[0] == n[1] && !memcmp(a, b, sizeof a) && !undefined);
  }
}
END_TEST

/* What the library reads of a stream, and the character behind it, is among what the model may
 * choose. */
START_TEST(choices) {
  for (int i = 0; i < DIRECTIVES; i++) {
    static const char letters[] = "01289-+xa \n,";
    char text[24], format[16];
    size_t length = write_text(text, 12, letters, sizeof letters - 1);
    if (!length) continue;
    int width = any(2) ? 0 : 1 + (int)any(4), real_value = 7, value = 7;
    long long limit = 1;
    for (int k = 0; k < width; k++) limit *= 10;
    snprintf(format, sizeof format, width ? "%%%dd" : "%%d", width);
    real_file *real = real_open(text, length, "r");
    int real_result = fscanf(real, format, &real_value), behind = real_fgetc(real);
    real_fclose(real);
    bool allowed = false;
    for (int k = 0; k < 4 && !allowed; k++) {
      FILE *model = model_of("r");
      for (int at = 0; at < MOST; at++) bytes[at] = -1;
      next_byte = 0;
      bytes[0] = behind;
      follows = real_result == 1;
      number = real_value;
      all = k & 1;
      sign_at_end = k >> 1;
      value = 7;
      __ansatz_scan_file(model);
      __ansatz_scan_integer(&value, 1, 4, 10, width, width ? limit : 0, 1);
      allowed = __ansatz_scan_end() == real_result && value == real_value && fgetc(model) == behind;
      fclose(model);
    }
    ck_assert_msg(allowed, "'%s' of '%s': %d, %d, then %d is no choice", format, text, real_result,
                  real_value, behind);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("library_stdio");
  TCase *c = tcase_create("library_stdio");
  suite_add_tcase(s, c);
  tcase_set_timeout(c, 60);
  tcase_add_test(c, input);
  tcase_add_test(c, output);
  tcase_add_test(c, lines);
  tcase_add_test(c, reopening);
  tcase_add_test(c, printing);
  tcase_add_test(c, scanning);
  tcase_add_test(c, floats);
  tcase_add_test(c, sets);
  tcase_add_test(c, choices);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
