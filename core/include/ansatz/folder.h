/* Temporary folders. */
#ifndef ANSATZ_FOLDER_H
#define ANSATZ_FOLDER_H

#include "ansatz/linkage.h"

AZ_BEGIN_C

/* Creates a folder in $TMPDIR (else /tmp), named ansatz-XXXXXX, and returns its path, which the
 * caller frees; NULL on failure, with errno. Also removes folders that killed processes have left
 * behind. */
char *az_folder_new(void);
/* Removes the folder with its content, including write-protected parts. */
void az_folder_remove(const char *path);

AZ_END_C
#endif
