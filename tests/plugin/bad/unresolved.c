#include "ansatz/domain.h"
az_term az_of_another_version(az_store *store);
void *use(az_store *store);
void *use(az_store *store) {
  return (void *)(size_t)az_of_another_version(store);
}
