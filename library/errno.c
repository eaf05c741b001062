/* errno.h. */
#include "contract.h"

int __ansatz_errno;

int *__errno_location(void) {
  return &__ansatz_errno;
}
