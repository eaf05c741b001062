/* Whether the order of operands matters (evaluation_order.c) is asked late: only where something is
 * proved. The compiler then writes the syntax trees of the program's C files. */
#include "frontend/bitcode/orders.h"
#include "frontend/bitcode/dumped_trees.h"
#include "frontend/source/evaluation_order.h"
#include <string.h>

typedef struct orders {
  az_orders public; /* first */
  az_frontend_options options;
  az_arena *arena;
  const char *other_error, *answer;
  bool asked;
} orders;

static const char *look(orders *o) {
  az_arena *text = az_arena_new();
  const char *why = NULL, *answer = NULL;
  fe_syntax_node **trees = fe_dump_trees(&o->options, text, &why);
  const char *entry = o->options.function ? o->options.function : "main";
  fe_order_question question = {.trees = trees,
                                .entry = entry,
                                .classes = o->options.classes,
                                .arbitrary_entry = strcmp(entry, "main") != 0,
                                .other_error = o->other_error};
  if (why)
    answer =
        az_arena_printf(o->arena, "whether the order of operands matters is not known of %s", why);
  else
    answer = fe_order_matters(&question, o->arena);
  fe_free_trees(trees);
  az_arena_free(text);
  return answer;
}

static const char *differ(az_orders *self) {
  orders *o = (orders *)self;
  if (!o->asked) o->answer = look(o);
  o->asked = true;
  return o->answer;
}

az_orders *fe_orders(const fe *f) {
  if (f->calls_ordered) return NULL;
  bool all = true;
  for (size_t i = 0; i < f->options->file_count; i++) all &= fe_is_bitcode(f->options->files[i]);
  if (all) return NULL;
  orders *o = AZ_NEW(f->arena, orders);
  *o = (orders){.public.differ = differ,
                .options = *f->options,
                .arena = f->arena,
                .other_error = f->other_error};
  return &o->public;
}
