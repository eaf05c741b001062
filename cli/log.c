/* Events as lines. Each line is written by one call, so that other output is never mixed into it,
 * and no line is lost when the worker is ended. */
#include "cli/log.h"
#include "ansatz/allocate.h"
#include "ansatz/clock.h"
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static void put(char **line, const char *text, size_t n) {
  memcpy(arraddnptr(*line, n), text, n);
}

static void put_text(char **line, const char *text) {
  put(line, text, strlen(text));
}

void az_cli_put_wide(char **line, __int128 value) {
  char digits[48], *at = digits + sizeof digits;
  bool negative = value < 0;
  unsigned __int128 rest = negative ? -(unsigned __int128)value : (unsigned __int128)value;
  do *--at = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (negative) *--at = '-';
  put(line, at, (size_t)(digits + sizeof digits - at));
}

/* Bytes that are not ASCII are copied. */
void az_cli_put_quoted(char **line, const char *text) {
  put_text(line, "\"");
  for (size_t plain; *text; text += plain) {
    plain = 0;
    while ((unsigned char)text[plain] >= 0x20 && text[plain] != '"' && text[plain] != '\\') plain++;
    put(line, text, plain);
    if (!text[plain]) break;
    const unsigned char special = (unsigned char)text[plain++];
    char code[8];
    snprintf(code, sizeof code, special >= 0x20 ? "\\%c" : "\\u%04x", special);
    put_text(line, code);
  }
  put_text(line, "\"");
}

static void put_number(char **line, const az_log_field *f, const char *unit) {
  char text[48];
  if (f->type == AZ_LOG_WIDE) {
    az_cli_put_wide(line, f->is.wide);
    return;
  }
  if (f->type == AZ_LOG_SECONDS)
    snprintf(text, sizeof text, *unit ? "%.3f%s" : "%.6f%s", f->is.seconds, unit);
  else
    snprintf(text, sizeof text, "%llu", (unsigned long long)f->is.count);
  put_text(line, text);
}

static bool is_word(const char *text) {
  return *text && !strpbrk(text, " \"\\=");
}

static bool is_text(const az_log_field *f) {
  return f->type == AZ_LOG_TEXT || f->type == AZ_LOG_KEY;
}

/* Example: 0.003 s synth row main.0 row=1 old="x <= 8" new="x <= 10" why=model */
static void as_text(char **line, const az_log_event *e) {
  char head[64];
  snprintf(head, sizeof head, "%.3f s %s %s", e->seconds, az_topic_name(e->topic), e->what);
  put_text(line, head);
  if (e->where) {
    put_text(line, " ");
    put_text(line, e->where);
  }
  for (const az_log_field *f = e->fields; f->name; f++) {
    if (f->type == AZ_LOG_KEY || f->type == AZ_LOG_WIDE || (is_text(f) && !f->is.text)) continue;
    put_text(line, " ");
    put_text(line, f->name);
    put_text(line, "=");
    if (!is_text(f))
      put_number(line, f, " s");
    else if (is_word(f->is.text))
      put_text(line, f->is.text);
    else
      az_cli_put_quoted(line, f->is.text);
  }
  put_text(line, "\n");
}

static void as_json(char **line, const az_log_event *e) {
  char head[96];
  snprintf(head, sizeof head, "{\"at\":%.6f,\"topic\":\"%s\",\"what\":\"%s\"", e->seconds,
           az_topic_name(e->topic), e->what);
  put_text(line, head);
  if (e->where) {
    put_text(line, ",\"where\":");
    az_cli_put_quoted(line, e->where);
  }
  for (const az_log_field *f = e->fields; f->name; f++) {
    if (is_text(f) && !f->is.text) continue;
    put_text(line, ",");
    az_cli_put_quoted(line, f->name);
    put_text(line, ":");
    if (is_text(f))
      az_cli_put_quoted(line, f->is.text);
    else
      put_number(line, f, "");
  }
  put_text(line, "}\n");
}

static void write_event(void *ctx, const az_log_event *e) {
  az_cli_log *l = ctx;
  if (l->text >> e->topic & 1u) {
    arrsetlen(l->line, 0);
    as_text(&l->line, e);
    fwrite(l->line, 1, arrlenu(l->line), stderr);
  }
  if (l->json) {
    arrsetlen(l->line, 0);
    as_json(&l->line, e);
    fwrite(l->line, 1, arrlenu(l->line), l->json);
  }
  if (l->iterates && AZ_ITERATE_TOPICS >> e->topic & 1u) az_iterates_event(l->iterates, e);
}

const az_log *az_cli_log_open(az_cli_log *l, const az_task_output *o, az_error *err) {
  *l = (az_cli_log){.text = o->log, .iterates = o->recorded};
  if (!o->log && !o->log_json && !o->recorded) return NULL;
  uint32_t topics = o->log_json ? (1u << AZ_TOPICS) - 1 : o->log;
  l->log = (az_log){.topics = topics | (o->recorded ? AZ_ITERATE_TOPICS : 0),
                    .opened = az_stopwatch(NULL),
                    .write = write_event,
                    .ctx = l};
  if (!o->log_json) return &l->log;
  l->json = fopen(o->log_json, "we");
  if (l->json) {
    setvbuf(l->json, NULL, _IOLBF, 0);
    return &l->log;
  }
  az_fail(err, AZ_ERR_INPUT, "--log-json: cannot write to %s: %s", o->log_json, strerror(errno));
  return NULL;
}

bool az_cli_log_close(az_cli_log *l) {
  bool fine = true;
  if (l->json) {
    fine = !ferror(l->json);
    fine &= !fclose(l->json);
  }
  arrfree(l->line);
  return fine;
}
