/* A clock shows what it may be set to: neither a time long before 1970 nor one in a million years.
 */
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t now = time(0);
#if P == 1
  if (now + 100 < now) reach_error();
#elif P == 2
  if (now == 1000000000) reach_error();
#elif P == 4 /* another zone */
  long zone = timezone;
  localtime(&now);
  if (timezone != zone) reach_error();
#elif P == 5
  if (timezone || daylight || tzname[0][0] != 'G') reach_error();
  localtime(&now);
#else
  if (time(0) != now) reach_error();
#endif
  return 0;
}
