/* Temporary folders. */
#ifndef ANSATZ_FOLDER_H
#define ANSATZ_FOLDER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Creates a folder in $TMPDIR (else /tmp), named ansatz-XXXXXX, and returns its path, which the
 * caller frees. NULL: see errno. Also removes folders left there by processes that were killed. */
char *az_folder_new(void);
/* Removes the folder with its content, including write-protected parts. */
void az_folder_remove(const char *path);

#ifdef __cplusplus
}
#endif
#endif
