/* The topics of the log: their table, and lists of topics as options give them. */
#include "cli/log.h"
#include <string.h>

static const struct {
  const char *name, *text;
} topics_table[] = {
#define AZ_TOPIC_ENTRY(name, text) {#name, text},
    AZ_TOPIC_TABLE(AZ_TOPIC_ENTRY)
#undef AZ_TOPIC_ENTRY
};

const char *az_topic_name(az_topic topic) {
  return topics_table[topic].name;
}

static az_status parse_one(uint32_t *topics, const char *word, size_t length, az_error *err) {
  char name[32];
  const char *names[AZ_TOPICS + 2] = {"all"}, *near;
  for (int i = 0; i < AZ_TOPICS; i++) names[i + 1] = topics_table[i].name;
  size_t n = length < sizeof name - 1 ? length : sizeof name - 1;
  memcpy(name, word, n);
  name[n] = 0;
  for (int i = 0; names[i]; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *topics |= i ? 1u << (i - 1) : (1u << AZ_TOPICS) - 1;
    return AZ_OK;
  }
  near = az_suggest(name, names);
  return az_fail(err, AZ_ERR_INPUT, "no topic '%s' of the log%s%s%s", name,
                 near ? ": did you mean '" : " ('all' are all of them)", near ? near : "",
                 near ? "'?" : "");
}

az_status az_topics_parse(uint32_t *topics, const char *list, az_error *err) {
  for (const char *word = list;; word++) {
    size_t length = strcspn(word, ",");
    az_status status = parse_one(topics, word, length, err);
    word += length;
    if (status || !*word) return status;
  }
}
