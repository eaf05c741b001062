/* Every integer type at both of its limits: counters that stop there, and two that meet,
 * whose sum is the least plus the greatest number of the type. */
#include <limits.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifdef BUG
#define LEFT(MAX) ((MAX) - 1)
#else
#define LEFT(MAX) (MAX)
#endif

#define TYPES(F)                                                                                   \
  F(i8, int8_t, INT8_MIN, INT8_MAX)                                                                \
  F(u8, uint8_t, 0, UINT8_MAX)                                                                     \
  F(i16, int16_t, INT16_MIN, INT16_MAX)                                                            \
  F(u16, uint16_t, 0, UINT16_MAX)                                                                  \
  F(i32, int32_t, INT32_MIN, INT32_MAX)                                                            \
  F(u32, uint32_t, 0, UINT32_MAX)                                                                  \
  F(i64, int64_t, INT64_MIN, INT64_MAX)                                                            \
  F(u64, uint64_t, 0, UINT64_MAX)

#define DECLARE(name, T, MIN, MAX)                                                                 \
  T name##_up = (MAX) - 3, name##_down = (MIN) + 2, name##_low = (MIN), name##_high = (MAX);
#define STEP(name, T, MIN, MAX)                                                                    \
  if (name##_up != (MAX)) name##_up++;                                                             \
  if (name##_down != (MIN)) name##_down--;                                                         \
  if (name##_low < name##_high) name##_low++, name##_high--;
#define BOUNDS(name, T, MIN, MAX)                                                                  \
  if (name##_up < (MAX) - 3 || name##_up > LEFT(MAX) || name##_down > (MIN) + 2) reach_error();
#define SUM(name, T, MIN, MAX)                                                                     \
  if ((T)(name##_low - (MIN)) != (T)((MAX)-name##_high)) reach_error();

int main(void) {
  TYPES(DECLARE)
  while (__VERIFIER_nondet_int()) {
    TYPES(STEP)
  }
  TYPES(BOUNDS)
#ifdef SUMS
  TYPES(SUM)
#endif
}
