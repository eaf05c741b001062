/* unistd.h: the identity of the process. The environment chooses it, within the limits of Linux.
 * The identity does not change, since no function that changes it has a model. Only the number of
 * the parent changes, when the parent ends. */
#include "contract.h"

enum { MOST = 1 << 22, NOBODY = -1 }; /* PID_MAX_LIMIT; no user or group has this number */

static struct {
  int process;
  struct identity {
    _Bool known;
    unsigned number;
  } user, effective_user, group, effective_group;
} __ansatz_who;

/* If another function than main is the entry, the object may hold any number. */
static int process_number(int given) {
  return given > 0 && given < MOST ? given : 1;
}

int getpid(void) {
  if (!__ansatz_who.process)
    __ansatz_who.process = process_number(__ansatz_input("number of the process"));
  return process_number(__ansatz_who.process);
}

/* 0: the parent is in another namespace. */
int getppid(void) {
  int own = getpid(), given = __ansatz_input("number of the parent process");
  return given > 0 && given < MOST && given != own ? given : 0;
}

static unsigned number_of(struct identity *who, int given) {
  if (!who->known) who->number = (unsigned)given;
  who->known = 1;
  return who->number == (unsigned)NOBODY ? 0 : who->number;
}

unsigned getuid(void) {
  struct identity *who = &__ansatz_who.user;
  return number_of(who, who->known ? 0 : __ansatz_input("number of the user"));
}

unsigned geteuid(void) {
  struct identity *who = &__ansatz_who.effective_user;
  return number_of(who, who->known ? 0 : __ansatz_input("number of the effective user"));
}

unsigned getgid(void) {
  struct identity *who = &__ansatz_who.group;
  return number_of(who, who->known ? 0 : __ansatz_input("number of the group"));
}

unsigned getegid(void) {
  struct identity *who = &__ansatz_who.effective_group;
  return number_of(who, who->known ? 0 : __ansatz_input("number of the effective group"));
}
