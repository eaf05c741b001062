/* arpa/inet.h: numbers in the order of a network, the most significant byte first (POSIX). The data
 * models are those of processors that store the least significant byte first. */
#include "contract.h"

typedef unsigned short half;

half htons(half x) {
  return (half)(x << 8 | x >> 8);
}

half ntohs(half x) {
  return (half)(x << 8 | x >> 8);
}

unsigned htonl(unsigned x) {
  return x << 24 | (x & 0xFF00) << 8 | (x >> 8 & 0xFF00) | x >> 24;
}

unsigned ntohl(unsigned x) {
  return x << 24 | (x & 0xFF00) << 8 | (x >> 8 & 0xFF00) | x >> 24;
}
