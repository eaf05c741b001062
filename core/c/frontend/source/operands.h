/* Interface of the parts of evaluation_order.c: effects of statements, and places in the source. */
#pragma once

#include "frontend/source/effect_sets.h"
#include "ansatz/program.h"

/* ---- operand_effects.c: effects of statements and functions ---- */

typedef struct order_effects order_effects;

/* Computes the effects of all functions. `classes`: of the requested checks; `all_return`: calls
 * and loops are known to end. */
order_effects *order_effects_new(const az_program *p, uint32_t classes, bool all_return);
void order_effects_free(order_effects *e);
/* Returns the effects of the statement and its callees, except that the result is set, and without
 * effects on temporaries. */
fe_effects order_effects_of(order_effects *e, const az_stmt *s);
/* Returns the temporary object that the pointer points into; AZ_NONE: none. */
uint32_t order_temporary(order_effects *e, az_term pointer);
/* Returns the name of a slot. */
const char *order_slot_name(order_effects *e, uint32_t slot);

/* ---- separated.c: places in the source ---- */

typedef struct order_texts order_texts;

/* `contract`: the text of the entry contract, or NULL. */
order_texts *order_texts_new(const az_program *p, const char *contract);
void order_texts_free(order_texts *t);
/* The relation of two places in one function: they may be in operands of one expression, are in one
 * invocation of a macro, are known to be sequenced (by a comma, or as arguments before their call),
 * or are known to be in different full expressions (C17 6.8p4). `unused`: nothing uses a value of
 * the code at the first place. */
typedef enum order_places {
  ORDER_TOGETHER,
  ORDER_IN_MACRO,
  ORDER_IN_SEQUENCE,
  ORDER_SEPARATED
} order_places;
order_places order_compare_places(order_texts *t, az_loc a, az_loc b, bool unused);
/* Returns whether the text at the place may be a call. */
bool order_is_call(order_texts *t, az_loc l);
/* Returns whether the place may be in a statement expression. */
bool order_is_enclosed(order_texts *t, az_loc l);
/* Returns the first line that may have a jump out of a statement expression; 0: none. */
uint32_t order_jump_line(order_texts *t, uint32_t file);
