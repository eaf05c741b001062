/* Traces as text, one step on a line: `f.c:12 function main: x = 5 (0x5)`. */
#include "ansatz/trace.h"
#include <stdlib.h>
#include <string.h>

static void print_value(const az_program *p, az_type type, az_term value, FILE *out) {
  const az_store *s = p->store;
  const az_type_info *info = &p->types[type < p->type_count ? type : 0];
  if (!value) {
    fputs("?", out);
    return;
  }
  if (az_is_const(s, value) && az_sort_of(s, value) == az_sort_bv(az_pointer_width(p))) {
    const uint64_t *limbs = az_const_limbs(s, value);
    uint64_t object = p->pointer_bits == 64 ? limbs[1] : limbs[0] >> 32,
             offset = p->pointer_bits == 64 ? limbs[0] : (uint32_t)limbs[0];
    if (object == 0) {
      fprintf(out, offset ? "(void *)0x%llx" : "NULL", (unsigned long long)offset);
    } else if (object <= p->object_count && az_is_const(s, p->objects[object - 1].address)) {
      const az_object *o = &p->objects[object - 1];
      char *text = az_lvalue_text(p, o->name, o->type, offset, 0);
      fprintf(out, "&%s", text ? text : o->name);
      free(text);
    } else {
      fprintf(out, "(object %llu) + %llu", (unsigned long long)object, (unsigned long long)offset);
    }
    return;
  }
  az_wide number;
  uint64_t bits;
  if (info->kind != AZ_T_FLOAT && az_const_wide(s, value, info->is_signed, &number) &&
      az_const_u64(s, value, &bits)) {
    if (info->is_signed)
      fprintf(out, "%lld (0x%llx)", (long long)number, (unsigned long long)bits);
    else
      fprintf(out, "%llu (0x%llx)", (unsigned long long)bits, (unsigned long long)bits);
    return;
  }
  const uint32_t width =
      az_sort_kind_of(az_sort_of(s, value)) == AZ_SORT_BV ? az_sort_width(az_sort_of(s, value)) : 0;
  if (info->kind == AZ_T_FLOAT && az_is_const(s, value) && (width == 32 || width == 64))
    value = az_float_from_bits(p->store, value,
                               width == 32 ? az_sort_float(8, 24) : az_sort_float(11, 53));
  char *text = az_print_c(s, value, NULL, NULL);
  fputs(text ? text : "?", out);
  free(text);
}

static void print_parts(const az_program *p, const az_event *e, FILE *out) {
  enum { shown = 8 };
  const az_object *o = e->stmt && e->stmt->kind == AZ_S_LIVE ? &p->objects[e->stmt->object] : NULL;
  for (uint32_t i = 0; i < e->part_count && i < shown; i++) {
    const az_part *part = &e->parts[i];
    char *text =
        o ? az_lvalue_text(p, e->lvalue ? e->lvalue : o->name, o->type, part->offset, part->bytes)
          : NULL;
    if (i) fputs(", ", out);
    if (text)
      fprintf(out, "%s = ", text);
    else
      fprintf(out, "%s + %llu: ", e->lvalue ? e->lvalue : "memory",
              (unsigned long long)part->offset);
    az_type type = o ? az_leaf_type(p, o->type, part->offset, part->bytes) : 0;
    print_value(p, type, part->value, out);
    free(text);
  }
  if (e->part_count > shown) fprintf(out, ", ... (%u more)", e->part_count - shown);
  fputs(" (not initialised)\n", out);
}

void az_trace_print(const az_program *p, const az_trace *trace, FILE *out) {
  char where[512];
  for (size_t i = 0; i < trace->count; i++) {
    const az_event *e = &trace->events[i];
    if (e->kind == AZ_EV_INPUT && !e->value && e->part_count == 0)
      continue; /* memory whose content does not matter */
    if (e->kind == AZ_EV_LEAVE) continue;
    if (e->kind == AZ_EV_INPUT && e->stmt && e->stmt->kind == AZ_S_INPUT &&
        (e->stmt->input == AZ_IN_APPROX || e->stmt->input == AZ_IN_CHOICE ||
         e->stmt->input == AZ_IN_MEMORY))
      continue;
    fprintf(out, "%s function %s: ",
            az_loc_text(p, (az_loc){e->loc.file, e->loc.line, 0}, where, sizeof where),
            e->function ? e->function : "?");
    switch (e->kind) {
    case AZ_EV_INPUT:
      if (!e->value) {
        print_parts(p, e, out);
        break;
      }
      fprintf(out, "input %s = ", e->lvalue ? e->lvalue : "value");
      print_value(p, e->type, e->value, out);
      if (e->rule) fprintf(out, "   (in each iteration: %s)", e->rule);
      fputc('\n', out);
      break;
    case AZ_EV_ASSIGN:
      fprintf(out, "%s = ", e->lvalue ? e->lvalue : "?");
      print_value(p, e->type, e->value, out);
      fputc('\n', out);
      break;
    case AZ_EV_ENTER: fputs("entered\n", out); break;
    case AZ_EV_LEAVE: break;
    case AZ_EV_FOREVER: fputs("from here on it loops forever, with these inputs:\n", out); break;
    case AZ_EV_FAIL: {
      const az_check *c = &p->checks[e->check];
      fprintf(out, "violated: %s (%s)\n", c->text ? c->text : az_class_name(c->cls), c->id);
      break;
    }
    }
  }
}
