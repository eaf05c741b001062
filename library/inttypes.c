/* inttypes.h: arithmetic of the widest integers (C17 7.8.2), and arpa/inet.h: the order of bytes on
 * little-endian machines. */
#include "contract.h"

typedef __INTMAX_TYPE__ intmax_t;
typedef struct {
  intmax_t quot, rem;
} imaxdiv_t;

intmax_t imaxabs(intmax_t x) {
  return x < 0 ? -x : x;
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
  imaxdiv_t r = {a / b, a % b};
  return r;
}

static unsigned turned(unsigned x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned htonl(unsigned x) {
  return turned(x);
}

unsigned ntohl(unsigned x) {
  return turned(x);
}

unsigned short htons(unsigned short x) {
  return (unsigned short)(x << 8 | x >> 8);
}

unsigned short ntohs(unsigned short x) {
  return (unsigned short)(x << 8 | x >> 8);
}
