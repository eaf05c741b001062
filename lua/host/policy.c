/* The segmentation policy `script`: a policy written in Lua. Its file returns a function that gets
 * a table about an array and its loop and returns a list of segmentations, each a list of borders
 * in ascending order:
 *
 *   return function(use)
 *     local borders = {}
 *     for _, index in ipairs(use.indices) do
 *       if index.written then table.insert(borders, index.at) end
 *     end
 *     return { borders, { "n / 2" } }
 *   end
 *
 * `use` has `array`, `loop`, `size` (a text; nil if it is not known) and `indices`, a list of
 * `{ text, written, direction, stride, at, behind, before, before_behind }`. The last four of these
 * are borders. `before` and `before_behind` are nil if the loop does not change the index, and
 * `stride` is nil unless the index moves by more than 1. A border is one of those, or a C
 * expression over the loop's variables. `use.order(a, b)` is -1, 0 or 1; nil if the order is not
 * known. A script runs once for each array, so that its time does not matter (sandbox.c). */
#include "ansatz/expression.h"
#include "ansatz/segmentation.h"
#include "host/internal.h"
#include <stdlib.h>

typedef struct call {
  const az_array_use *use;
  const az_desc *options;
  az_segmentations *out;
  az_border *borders; /* the borders that the script may choose from, by number */
  lua_Integer count, room;
} call;

static void push_border(lua_State *L, call *c, az_border b) {
  if (c->count == c->room) {
    c->room = 2 * c->room + 32;
    c->borders = az_realloc(c->borders, (size_t)c->room * sizeof *c->borders);
  }
  c->borders[c->count++] = b;
  lua_createtable(L, 1, 1);
  lua_pushinteger(L, c->count);
  lua_rawseti(L, -2, 1);
  lua_pushstring(L, b.text);
  lua_setfield(L, -2, "text");
}

static az_border to_border(lua_State *L, const call *c, int index) {
  const az_domain_context *context = c->use->context;
  if (lua_istable(L, index)) {
    lua_rawgeti(L, index, 1);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (n < 1 || n > c->count) luaL_error(L, "a border is one of those given, or a text");
    return c->borders[n - 1];
  }
  const char *text = luaL_checkstring(L, index);
  az_error err = {.status = AZ_OK};
  uint32_t view = context->vars[c->use->var].view,
           width = az_sort_width(az_sort_of(context->store, c->use->first.at));
  az_expression *e = az_expression_parse(context, view, text, &err);
  if (!e) luaL_error(L, "border '%s': %s", text, err.message);
  az_state state = {.view = view, .values = c->use->state};
  az_term at =
      az_resize(context->store, az_expression_term(e, &state), width, az_expression_signed(e));
  az_expression_free(e);
  return (az_border){at, az_arena_strdup(c->use->arena, text)};
}

static int order(lua_State *L) {
  const call *c = lua_touserdata(L, lua_upvalueindex(1));
  const az_border y = to_border(L, c, 2);
  int o = az_border_order(c->use, to_border(L, c, 1), y);
  if (o == 2) return 0;
  lua_pushinteger(L, o);
  return 1;
}

static void push_use(lua_State *L, call *c) {
  const az_array_use *use = c->use;
  const az_tvar *array = &use->context->vars[use->var];
  lua_newtable(L);
  lua_pushstring(L, array->name);
  lua_setfield(L, -2, "array");
  lua_pushstring(L, use->context->views[array->view].name);
  lua_setfield(L, -2, "loop");
  if (use->last.at) {
    lua_pushstring(L, use->last.text);
    lua_setfield(L, -2, "size");
  }
  lua_pushlightuserdata(L, c);
  lua_pushcclosure(L, order, 1);
  lua_setfield(L, -2, "order");
  lua_newtable(L);
  for (uint32_t i = 0; i < use->index_count; i++) {
    const az_index_use *index = &use->indices[i];
    az_border at = az_border_at(use, index->at);
    lua_newtable(L);
    lua_pushstring(L, at.text);
    lua_setfield(L, -2, "text");
    lua_pushboolean(L, index->is_written);
    lua_setfield(L, -2, "written");
    lua_pushinteger(L, index->direction);
    lua_setfield(L, -2, "direction");
    if (index->stride) {
      lua_pushinteger(L, index->stride);
      lua_setfield(L, -2, "stride");
    }
    push_border(L, c, at);
    lua_setfield(L, -2, "at");
    push_border(L, c, az_border_behind(use, index->at));
    lua_setfield(L, -2, "behind");
    if (index->before) {
      push_border(L, c, az_border_at(use, index->before));
      lua_setfield(L, -2, "before");
      push_border(L, c, az_border_behind(use, index->before));
      lua_setfield(L, -2, "before_behind");
    }
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "indices");
}

static int run(lua_State *L) {
  call *c = lua_touserdata(L, 1);
  azl_push_pure_function(L, az_desc_string(c->options, "file"));
  push_use(L, c);
  lua_call(L, 1, 1);
  if (!lua_istable(L, -1)) return luaL_error(L, "the policy returns no list of segmentations");
  lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= n; i++) {
    if (lua_rawgeti(L, -1, i) != LUA_TTABLE)
      return luaL_error(L, "a segmentation is a list of borders");
    az_segmentation_begin(c->out);
    lua_Integer borders = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer k = 1; k <= borders; k++) {
      lua_rawgeti(L, -1, k);
      az_segmentation_cut(c->out, to_border(L, c, lua_gettop(L)));
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  if (!n) az_segmentation_begin(c->out);
  return 0;
}

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  call c = {.use = use, .options = options, .out = out};
  az_status status = azl_run_pure(options, "script", run, &c, err);
  free(c.borders);
  return status;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {
    {.name = "file",
     .type = AZ_OPT_STRING,
     .summary = "a Lua file that returns function(use): see lua/README.md",
     .required = true},
    {.name = "hash",
     .type = AZ_OPT_STRING,
     .summary = "SHA-256 of the file, filled in when the policy is described"},
    {.name = NULL}};

AZ_MODULE(script) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "script", "1.0"),
    .summary = "a policy written in Lua: script{ file = \"policy.lua\" }",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
