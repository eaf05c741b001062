/* Records iterates. Each record is a line: its kind, and its cells as JSON, separated by tabs,
 * which JSON texts do not contain. Rows that change are held back until it is known which query
 * tested them: the next query of the step formula, or none if a strategy shows an iterate without a
 * query. Rows that change together form one step of the strategy. */
#define _GNU_SOURCE /* memfd_create */
#include "cli/iterates.h"
#include "ansatz/allocate.h"
#include "cli/log.h"
#include <errno.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 200000 }; /* maximum of recorded iterates, and of recorded queries */

struct az_iterates {
  FILE *file;
  /* stb_ds: lines of rows that changed since the last test, without the cells about the query; each
   * line has its newline. */
  char *waiting;
  char *line; /* stb_ds: scratch */
  uint32_t search, step;
  uint64_t iterates, queries, calls; /* calls: of the step formula's solver */
  double turn_from, search_from;     /* when the turn and the search began; search_from 0: no search
                                        yet */
  char *by;                          /* the strategy that worked last; NULL: none yet */
  char *outermost;                   /* the strategy of the whole search; NULL: none yet */
  char *property, *stage;
};

az_status az_iterates_open(az_iterates **out, az_error *err) {
  int fd = memfd_create("iterates", MFD_CLOEXEC);
  FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");
  if (!file) return az_fail(err, AZ_ERR_RESOURCE, "--iterates: %s", strerror(errno));
  setvbuf(file, NULL, _IOFBF, 1 << 16);
  *out = az_calloc(1, sizeof **out);
  (*out)->file = file;
  (*out)->search = 1;
  return AZ_OK;
}

void az_iterates_free(az_iterates *r) {
  if (!r) return;
  fclose(r->file);
  arrfree(r->waiting);
  arrfree(r->line);
  free(r->by);
  free(r->outermost);
  free(r->property);
  free(r->stage);
  free(r);
}

/* ---- recording ------------------------------------------------------------------------------- */

static const az_log_field *field(const az_log_event *e, const char *name) {
  const az_log_field *f = e->fields;
  while (f->name && strcmp(f->name, name) != 0) f++;
  return f->name ? f : NULL;
}

static const char *text_of(const az_log_event *e, const char *name) {
  const az_log_field *f = field(e, name);
  return f && (f->type == AZ_LOG_TEXT || f->type == AZ_LOG_KEY) ? f->is.text : NULL;
}

static uint64_t count_of(const az_log_event *e, const char *name) {
  const az_log_field *f = field(e, name);
  return f ? f->is.count : 0;
}

static double seconds_of(const az_log_event *e, const char *name) {
  const az_log_field *f = field(e, name);
  return f ? f->is.seconds : 0;
}

static void add_bytes(az_iterates *r, const char *text, size_t n) {
  memcpy(arraddnptr(r->line, n), text, n);
}

static void add(az_iterates *r, const char *text) {
  add_bytes(r, text, strlen(text));
}

static void add_text(az_iterates *r, const char *text) {
  add(r, "\t");
  if (text)
    az_cli_put_quoted(&r->line, text);
  else
    add(r, "null");
}

static void add_count(az_iterates *r, uint64_t n) {
  add(r, "\t");
  az_cli_put_wide(&r->line, (__int128)n);
}

/* Appends the time with six decimals. There are many times, and printf is slow. */
static void add_seconds(az_iterates *r, double seconds) {
  uint64_t millionths = (uint64_t)(seconds > 0 ? 1e6 * seconds + 0.5 : 0);
  char digits[] = ".000000";
  add_count(r, millionths / 1000000);
  millionths %= 1000000;
  for (int i = 6; i > 0; i--, millionths /= 10) digits[i] = (char)('0' + (int)(millionths % 10));
  add_bytes(r, digits, 7);
}

/* Appends the bound d of "x <= d" or "x >= d". For "x >= d", the event contains the bound of -x. */
static void add_bound(az_iterates *r, const az_log_event *e, const char *name) {
  const az_log_field *f = field(e, name);
  const char *subject = text_of(e, "is");
  size_t n = subject ? strlen(subject) : 0;
  bool below = n > 4 && !strcmp(subject + n - 5, " >= d");
  if (!f || f->type != AZ_LOG_WIDE) {
    add(r, "\tnull");
    return;
  }
  add(r, "\t");
  az_cli_put_wide(&r->line, below ? -f->is.wide : f->is.wide);
}

static void write_line(az_iterates *r) {
  arrput(r->line, '\n');
  fwrite(r->line, 1, arrlenu(r->line), r->file);
}

static void begin_line(az_iterates *r, const char *kind) {
  arrsetlen(r->line, 0);
  add(r, kind);
}

/* Writes the rows that have changed, with the query that tested them; NULL: none. */
static void write_waiting(az_iterates *r, const az_log_event *query) {
  if (!arrlenu(r->waiting)) return;
  r->step++;
  for (const char *row = r->waiting, *end = row + arrlenu(row), *next; row < end; row = next + 1) {
    next = memchr(row, '\n', (size_t)(end - row));
    if (r->iterates++ >= MOST) continue;
    begin_line(r, "i");
    add_count(r, r->search);
    add_count(r, r->step);
    add_bytes(r, row, (size_t)(next - row));
    add_text(r, r->by);
    if (query) {
      add_count(r, r->calls);
      add_seconds(r, 1e3 * seconds_of(query, "time"));
      add_text(r, text_of(query, "answer"));
      add_count(r, count_of(query, "clauses"));
    } else {
      add(r, "\tnull\tnull\tnull\tnull");
    }
    write_line(r);
  }
  arrsetlen(r->waiting, 0);
}

static void on_row(az_iterates *r, const az_log_event *e) {
  arrsetlen(r->line, 0);
  add_seconds(r, e->seconds);
  add_text(r, e->where);
  add_count(r, count_of(e, "row"));
  add_text(r, text_of(e, "of"));
  add_text(r, text_of(e, "is"));
  add_text(r, text_of(e, "old"));
  add_text(r, text_of(e, "new"));
  add_bound(r, e, "old_bound");
  add_bound(r, e, "bound");
  const char *why = text_of(e, "why");
  add_text(r, why ? why : text_of(e, "old") ? NULL : "start");
  arrput(r->line, '\n');
  memcpy(arraddnptr(r->waiting, arrlenu(r->line)), r->line, arrlenu(r->line));
}

static void set_name(char **name, const char *text) {
  if (*name && text && !strcmp(*name, text)) return;
  free(*name);
  *name = text ? az_strdup(text) : NULL;
}

static void on_query(az_iterates *r, const az_log_event *e) {
  const char *by = text_of(e, "by");
  bool step = e->where && !strcmp(e->where, "step");
  if (step) {
    r->calls = count_of(e, "number");
    if (by && strcmp(by, "core") != 0 && strcmp(by, "kiki") != 0) set_name(&r->by, by);
    write_waiting(r, e);
  }
  if (r->queries++ >= MOST) return;
  begin_line(r, "q");
  add_seconds(r, e->seconds);
  add_text(r, e->where);
  add_count(r, count_of(e, "number"));
  add_text(r, by);
  add_text(r, text_of(e, "for"));
  add_text(r, text_of(e, "answer"));
  add_seconds(r, 1e3 * seconds_of(e, "time"));
  add_count(r, count_of(e, "variables"));
  add_count(r, count_of(e, "clauses"));
  add_count(r, count_of(e, "terms"));
  write_line(r);
}

static void on_template(az_iterates *r, const az_log_event *e) {
  write_waiting(r, NULL);
  begin_line(r, "s");
  add_count(r, r->search++);
  add_seconds(r, r->search_from);
  add_seconds(r, e->seconds);
  add_text(r, r->property);
  add_text(r, r->stage);
  add_text(r, e->where);
  add_text(r, r->outermost ? r->outermost : r->by);
  add_count(r, count_of(e, "k"));
  add_count(r, count_of(e, "rows"));
  add_count(r, count_of(e, "steps"));
  add_text(r, text_of(e, "is"));
  add_seconds(r, seconds_of(e, "spent"));
  write_line(r);
  r->step = 0;
  r->search_from = 0;
  set_name(&r->by, NULL);
  set_name(&r->outermost, NULL);
}

static void on_turn(az_iterates *r, const az_log_event *e) {
  begin_line(r, "t");
  add_seconds(r, r->turn_from);
  add_seconds(r, e->seconds);
  add_text(r, r->property);
  add_text(r, r->stage);
  add_text(r, text_of(e, "job"));
  add_count(r, count_of(e, "k"));
  add_seconds(r, seconds_of(e, "spent"));
  write_line(r);
  r->turn_from = e->seconds;
  r->search_from = 0;
}

void az_iterates_event(az_iterates *r, const az_log_event *e) {
  switch (e->topic) {
  case AZ_TOPIC_synth:
    if (r->search_from <= 0) r->search_from = e->seconds;
    if (!strcmp(e->what, "row")) on_row(r, e);
    if (!strcmp(e->what, "step"))
      set_name(&r->outermost, text_of(e, "by")); /* inner strategies are
                                                    opened first */
    if (!strcmp(e->what, "iterate")) {
      set_name(&r->by, text_of(e, "by"));
      write_waiting(r, NULL);
    }
    break;
  case AZ_TOPIC_solver:
    if (!strcmp(e->what, "query")) on_query(r, e);
    break;
  case AZ_TOPIC_kiki:
    if (!strcmp(e->what, "template")) on_template(r, e);
    if (!strcmp(e->what, "turn")) on_turn(r, e);
    break;
  case AZ_TOPIC_run:
    r->turn_from = e->seconds;
    if (!strcmp(e->what, "property")) set_name(&r->property, e->where);
    if (!strcmp(e->what, "stage")) set_name(&r->stage, e->where);
    break;
  default: break;
  }
}

/* ---- what was recorded ----------------------------------------------------------------------- */

static const struct {
  char kind;
  const char *name, *columns;
} parts[] = {
    {'s', "searches",
     "[\"search\",\"from\",\"at\",\"property\",\"stage\",\"domain\",\"strategy\",\"k\",\"rows\","
     "\"steps\","
     "\"is\",\"seconds\"]"},
    {'i', "rows",
     "[\"search\",\"step\",\"at\",\"loop\",\"number\",\"domain\",\"row\",\"old\",\"new\",\"old_"
     "bound\",\"bound\",\"why\",\"strategy\",\"query\",\"ms\",\"answer\",\"clauses\"]"},
    {'q', "queries",
     "[\"at\",\"formula\",\"number\",\"by\",\"for\",\"answer\",\"ms\",\"variables\",\"clauses\","
     "\"terms\"]"},
    {'t', "turns", "[\"from\",\"at\",\"property\",\"stage\",\"job\",\"k\",\"seconds\"]"},
};

/* Calls `each` with the cells of all complete lines of a kind. */
static void read_lines(az_iterates *r, char kind, void (*each)(void *ctx, char *cells), void *ctx) {
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  fflush(r->file);
  rewind(r->file);
  while ((n = getline(&line, &size, r->file)) > 2) {
    if (line[n - 1] != '\n') break; /* the worker was ended while it wrote the line */
    line[n - 1] = 0;
    if (*line == kind) each(ctx, line + 2);
  }
  free(line);
  fseek(r->file, 0, SEEK_END);
}

typedef struct json_writer {
  FILE *out;
  bool any;
} json_writer;

static void write_cells(void *ctx, char *cells) {
  json_writer *w = ctx;
  fputs(w->any ? ",[" : "[", w->out);
  for (char *tab = cells; (tab = strchr(tab, '\t'));) *tab = ',';
  fputs(cells, w->out);
  fputc(']', w->out);
  w->any = true;
}

void az_iterates_json(az_iterates *r, FILE *out) {
  write_waiting(r, NULL);
  fputc('{', out);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    json_writer w = {.out = out};
    fprintf(out, "%s\"%s\":{\"columns\":%s,\"rows\":[", i ? "," : "", parts[i].name,
            parts[i].columns);
    read_lines(r, parts[i].kind, write_cells, &w);
    fputs("]}", out);
  }
  fprintf(out, ",\"left_out\":%" PRIu64 ",\"queries_left_out\":%" PRIu64 "}",
          r->iterates > MOST ? r->iterates - MOST : 0, r->queries > MOST ? r->queries - MOST : 0);
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { CELLS = 17, COLUMNS = 8, FIRST = 30, LAST = 10, WIDEST = 44 };
/* The cells that are shown: step, loop, row, old, new, why, answer, ms. */
static const int shown[COLUMNS] = {1, 3, 6, 7, 8, 11, 15, 14};
static const char *const titles[COLUMNS] = {"step", "loop", "row",   "old",
                                            "new",  "why",  "query", "ms"};

typedef struct table_row {
  uint32_t search;
  char *cells[COLUMNS];
} table_row;

/* Decodes the text in a cell, in place. */
static char *plain(char *cell) {
  if (!strcmp(cell, "null")) return "";
  if (*cell != '"') return cell;
  char *to = cell, *from = cell + 1;
  for (; *from && *from != '"'; from++) {
    if (*from == '\\') from++;
    *to++ = *from;
  }
  *to = 0;
  return cell;
}

static void keep_row(void *ctx, char *cells) {
  table_row **rows = ctx, row = {.search = (uint32_t)strtoul(cells, NULL, 10)};
  char *all[CELLS], *rest = cells;
  for (int i = 0; i < CELLS; i++) all[i] = rest ? strsep(&rest, "\t") : "null";
  for (int i = 0; i < COLUMNS; i++) row.cells[i] = az_strdup(plain(all[shown[i]]));
  char *point = strchr(row.cells[COLUMNS - 1], '.'); /* two decimals of milliseconds */
  if (point && strlen(point) > 3) point[3] = 0;
  if (!*row.cells[2]) { /* a row without a text of its own is shown by kind and number */
    free(row.cells[2]);
    row.cells[2] = az_asprintf("%s %s", plain(all[5]), all[4]);
  }
  arrput(*rows, row);
}

typedef struct table_head {
  FILE *out;
  table_row *rows; /* stb_ds */
  int width[COLUMNS];
  bool all;
  size_t next; /* index of the next row */
} table_head;

static void print_cells(const table_head *t, const char *const *cells) {
  char *line = NULL;
  for (int i = 0; i < COLUMNS; i++) {
    bool right = i == 0 || i == COLUMNS - 1;
    char *cell = az_asprintf(right ? "  %*.*s" : "  %-*.*s", t->width[i], WIDEST, cells[i]);
    memcpy(arraddnptr(line, strlen(cell)), cell, strlen(cell));
    free(cell);
  }
  while (arrlenu(line) && arrlast(line) == ' ') (void)arrpop(line);
  fprintf(t->out, "%.*s\n", (int)arrlenu(line), line);
  arrfree(line);
}

/* Columns are as wide as this search needs: long rows of one search do not widen the tables of
 * others. */
static void print_rows(table_head *t, uint32_t search) {
  size_t first = t->next, end = first;
  for (int c = 0; c < COLUMNS; c++) t->width[c] = (int)strlen(titles[c]);
  for (; end < arrlenu(t->rows) && t->rows[end].search == search; end++)
    for (int c = 0; c < COLUMNS; c++) {
      int length = (int)strlen(t->rows[end].cells[c]);
      if (length > WIDEST) length = WIDEST;
      if (length > t->width[c]) t->width[c] = length;
    }
  if (first < end) print_cells(t, titles);
  for (size_t i = first; i < end; i++) {
    if (!t->all && end - first > FIRST + LAST && i - first == FIRST) {
      fprintf(t->out, "  ... %zu more (--iterates=all)\n", end - first - FIRST - LAST);
      i = end - LAST;
    }
    print_cells(t, (const char *const *)t->rows[i].cells);
  }
  t->next = end;
}

/* Prints the heading of a search, with its rows. */
static void print_search(void *ctx, char *cells) {
  table_head *t = ctx;
  char *all[12], *rest = cells;
  for (int i = 0; i < 12; i++) all[i] = plain(rest ? strsep(&rest, "\t") : (char[]){"null"});
  uint32_t search = (uint32_t)strtoul(all[0], NULL, 10);
  /* The number of steps is that of the last row below; without rows, it is the strategy's own
   * number. */
  for (size_t i = t->next; i < arrlenu(t->rows) && t->rows[i].search == search; i++)
    all[9] = t->rows[i].cells[0];
  fprintf(t->out, "  iterates of %s by %s, k = %s: %s rows, %s after %s steps, %.3f s\n", all[5],
          *all[6] ? all[6] : "no strategy", all[7], all[8], all[10], all[9], strtod(all[11], NULL));
  print_rows(t, search);
}

void az_iterates_text(az_iterates *r, bool all, FILE *out) {
  table_head t = {.out = out, .all = all};
  write_waiting(r, NULL);
  read_lines(r, 'i', keep_row, &t.rows);
  read_lines(r, 's', print_search, &t);
  if (t.next < arrlenu(t.rows)) {
    fputs("  iterates of a search that was ended\n", out);
    print_rows(&t, t.rows[t.next].search);
  }
  if (r->iterates > MOST)
    fprintf(out, "  ... and %" PRIu64 " iterates that were not kept\n", r->iterates - MOST);
  if (!arrlenu(t.rows)) fputs("  iterates: no strategy was run\n", out);
  for (size_t i = 0; i < arrlenu(t.rows); i++)
    for (int c = 0; c < COLUMNS; c++) free(t.rows[i].cells[c]);
  arrfree(t.rows);
}
