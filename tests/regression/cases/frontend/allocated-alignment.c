/* What malloc gives is aligned for all scalars of its size. */
#if CASE == 1
#include <stdlib.h>
#include <stdint.h>
#include <assert.h>
struct s { char c; double d; };
int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 0; assert((uintptr_t)p % _Alignof(struct s) == 0); assert(((uintptr_t)&p->d & 7) == 0); free(p); return 0; }
#elif CASE == 2
#include <stdlib.h>
#include <stdint.h>
#include <assert.h>
int main(void) { char *p = malloc(3); if (!p) return 0; assert((uintptr_t)p % 4 == 0); free(p); return 0; }
#endif
