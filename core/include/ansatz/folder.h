/* Temporary folders. */
#ifndef ANSATZ_FOLDER_H
#define ANSATZ_FOLDER_H

#ifdef __cplusplus
extern "C" {
#endif

/* A new folder in $TMPDIR (else /tmp), named ansatz-XXXXXX; the caller frees the path. NULL: errno
 * says why. What was left there by processes that were killed is removed on the occasion. */
char *az_folder_new(void);
/* Removes it with all that is in it, also what is protected against that. */
void az_folder_remove(const char *path);

#ifdef __cplusplus
}
#endif
#endif
