/* Compression for the results database and HTML files: zlib's format (RFC 1950), which browsers
 * read as "deflate", and Base64 (RFC 4648). */
#include "host/internal.h"
#include "ansatz/allocate.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LARGEST = 256 << 20 }; /* a bound, in case a database is damaged */

/* compress(text) */
static int compress_text(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  uLongf size = compressBound((uLong)n);
  Bytef *out = az_malloc(size);
  compress2(out, &size, (const Bytef *)text, (uLong)n, Z_BEST_COMPRESSION);
  lua_pushlstring(L, (const char *)out, size);
  free(out);
  return 1;
}

/* decompress(data): the text; nil if the data is damaged. */
static int decompress_text(lua_State *L) {
  size_t n;
  const char *data = luaL_checklstring(L, 1, &n);
  z_stream z = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)n};
  if (inflateInit(&z) != Z_OK) return 0;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  int code = Z_OK;
  while (code == Z_OK && z.total_out < LARGEST) {
    size_t room = LUAL_BUFFERSIZE;
    z.next_out = (Bytef *)luaL_prepbuffsize(&buffer, room);
    z.avail_out = (uInt)room;
    code = inflate(&z, Z_NO_FLUSH);
    luaL_addsize(&buffer, room - z.avail_out);
  }
  inflateEnd(&z);
  luaL_pushresult(&buffer);
  if (code != Z_STREAM_END) lua_pushnil(L);
  return 1;
}

/* base64(data) */
static int base64(lua_State *L) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t n;
  const unsigned char *data = (const unsigned char *)luaL_checklstring(L, 1, &n);
  size_t length = (n + 2) / 3 * 4, used = 0;
  char *out = az_malloc(length + 1);
  for (size_t i = 0; i < n; i += 3) {
    unsigned group = (unsigned)data[i] << 16;
    if (i + 1 < n) group |= (unsigned)data[i + 1] << 8;
    if (i + 2 < n) group |= data[i + 2];
    out[used++] = digits[group >> 18];
    out[used++] = digits[group >> 12 & 63];
    out[used++] = i + 1 < n ? digits[group >> 6 & 63] : '=';
    out[used++] = i + 2 < n ? digits[group & 63] : '=';
  }
  lua_pushlstring(L, out, used);
  free(out);
  return 1;
}

int azl_open_compress(lua_State *L) {
  static const luaL_Reg functions[] = {{"compress", compress_text},
                                       {"decompress", decompress_text},
                                       {"base64", base64},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
