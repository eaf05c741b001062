/* Lists as users write them. { A, flag and B or nil, C } has a hole if the flag is not set, and
 * Lua's length of such a table may be any border. So items are read by their keys. */
#include "host/internal.h"

bool azl_push_list(lua_State *L, int index) {
  lua_Integer last = 0, items = 0, found = 0;
  bool fits = true;
  index = lua_absindex(L, index);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TNUMBER) continue;
    lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
    fits &= key >= 1 && key <= 1000000;
    if (!fits) continue;
    items++;
    if (key > last) last = key;
  }
  lua_createtable(L, (int)items, 0);
  for (lua_Integer i = 1; i <= last; i++) {
    if (lua_rawgeti(L, index, i) == LUA_TNIL)
      lua_pop(L, 1);
    else
      lua_rawseti(L, -2, ++found);
  }
  return fits;
}
