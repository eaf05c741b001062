/* Library functions as C text: compiled and linked in when a program calls them without defining
 * them. Plain definitions from the C standard, kept as simple loops. Of results of which it fixes
 * the sign only, or that they are not 0, the rest is left open: `any` is never set. */
#include "frontend/models.h"
#include <stb/stb_ds.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(...) #__VA_ARGS__

static const struct {
  const char *name, *needs, *text;
} models[] = {
    {"strlen", NULL, TEXT(SIZE strlen(const char *s) {
       SIZE n = 0;
       while (s[n]) n++;
       return n;
     })},
    {"strnlen", NULL, TEXT(SIZE strnlen(const char *s, SIZE m) {
       SIZE n = 0;
       while (n < m && s[n]) n++;
       return n;
     })},
    {"strcmp", NULL, TEXT(int strcmp(const char *a, const char *b) {
       while (*a && *a == *b) {
         a++;
         b++;
       }
       int any;
       if (*a == *b) return 0;
       return (unsigned char)*a < (unsigned char)*b ? any | -2147483647 - 1 : (any & 65535) + 1;
     })},
    {"strncmp", NULL, TEXT(int strncmp(const char *a, const char *b, SIZE n) {
       while (n && *a && *a == *b) {
         a++;
         b++;
         n--;
       }
       int any;
       if (!n || *a == *b) return 0;
       return (unsigned char)*a < (unsigned char)*b ? any | -2147483647 - 1 : (any & 65535) + 1;
     })},
    {"strcpy", NULL, TEXT(char *strcpy(char *to, const char *from) {
       SIZE i = 0;
       while (from[i]) {
         to[i] = from[i];
         i++;
       }
       to[i] = 0;
       return to;
     })},
    {"stpcpy", NULL, TEXT(char *stpcpy(char *to, const char *from) {
       while (*from) *to++ = *from++;
       *to = 0;
       return to;
     })},
    {"strncpy", NULL, TEXT(char *strncpy(char *to, const char *from, SIZE n) {
       SIZE i = 0;
       while (i < n && from[i]) {
         to[i] = from[i];
         i++;
       }
       while (i < n) to[i++] = 0;
       return to;
     })},
    {"strcat", NULL, TEXT(char *strcat(char *to, const char *from) {
       char *p = to;
       while (*p) p++;
       while (*from) *p++ = *from++;
       *p = 0;
       return to;
     })},
    {"strncat", NULL, TEXT(char *strncat(char *to, const char *from, SIZE n) {
       char *p = to;
       while (*p) p++;
       while (n && *from) {
         *p++ = *from++;
         n--;
       }
       *p = 0;
       return to;
     })},
    {"strchr", NULL, TEXT(char *strchr(const char *s, int c) {
       while (*s != (char)c)
         if (!*s++) return 0;
       return (char *)s;
     })},
    {"strrchr", NULL, TEXT(char *strrchr(const char *s, int c) {
       const char *found = 0;
       for (;; s++) {
         if (*s == (char)c) found = s;
         if (!*s) return (char *)found;
       }
     })},
    {"strstr", NULL, TEXT(char *strstr(const char *s, const char *t) {
       for (;; s++) {
         SIZE i = 0;
         while (t[i] && s[i] == t[i]) i++;
         if (!t[i]) return (char *)s;
         if (!*s) return 0;
       }
     })},
    {"strspn", NULL, TEXT(SIZE strspn(const char *s, const char *set) {
       SIZE n = 0;
       for (;; n++) {
         SIZE i = 0;
         while (set[i] && set[i] != s[n]) i++;
         if (!s[n] || !set[i]) return n;
       }
     })},
    {"strcspn", NULL, TEXT(SIZE strcspn(const char *s, const char *set) {
       SIZE n = 0;
       for (;; n++) {
         SIZE i = 0;
         while (set[i] && set[i] != s[n]) i++;
         if (!s[n] || set[i]) return n;
       }
     })},
    {"strtok", NULL, TEXT(char *strtok(char *s, const char *set) {
       static char *rest;
       SIZE i;
       if (!s) s = rest;
       for (;; s++) {
         i = 0;
         while (set[i] && set[i] != *s) i++;
         if (!*s || !set[i]) break;
       }
       char *token = *s ? s : 0;
       for (; *s; s++) {
         i = 0;
         while (set[i] && set[i] != *s) i++;
         if (set[i]) break;
       }
       if (*s) *s++ = 0;
       rest = s;
       return token;
     })},
    {"strdup", "strlen", TEXT(char *strdup(const char *s) {
       SIZE n = strlen(s) + 1;
       char *p = malloc(n);
       if (p) __builtin_memcpy(p, s, n);
       return p;
     })},
    {"memcmp", NULL, TEXT(int memcmp(const void *a, const void *b, SIZE n) {
       const unsigned char *p = a;
       const unsigned char *q = b;
       int any;
       for (SIZE i = 0; i < n; i++)
         if (p[i] != q[i]) return p[i] < q[i] ? any | -2147483647 - 1 : (any & 65535) + 1;
       return 0;
     })},
    {"memchr", NULL, TEXT(void *memchr(const void *s, int c, SIZE n) {
       const unsigned char *p = s;
       for (SIZE i = 0; i < n; i++)
         if (p[i] == (unsigned char)c) return (void *)(p + i);
       return 0;
     })},
    {"abs", NULL, TEXT(int abs(int x) { return x < 0 ? -x : x; })},
    {"labs", NULL, TEXT(long labs(long x) { return x < 0 ? -x : x; })},
    {"llabs", NULL, TEXT(long long llabs(long long x) { return x < 0 ? -x : x; })},
    {"isdigit", NULL, TEXT(int isdigit(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isdigit of what is no character");
       return (c >= '0' && c <= '9') ? any ? any : 1 : 0;
     })},
    {"isupper", NULL, TEXT(int isupper(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isupper of what is no character");
       return (c >= 'A' && c <= 'Z') ? any ? any : 1 : 0;
     })},
    {"islower", NULL, TEXT(int islower(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("islower of what is no character");
       return (c >= 'a' && c <= 'z') ? any ? any : 1 : 0;
     })},
    {"isalpha", NULL, TEXT(int isalpha(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isalpha of what is no character");
       return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ? any ? any : 1 : 0;
     })},
    {"isalnum", NULL, TEXT(int isalnum(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isalnum of what is no character");
       return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
                  ? any ? any : 1
                  : 0;
     })},
    {"isspace", NULL, TEXT(int isspace(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isspace of what is no character");
       return (c == ' ' || (c >= 9 && c <= 13)) ? any ? any : 1 : 0;
     })},
    {"isprint", NULL, TEXT(int isprint(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isprint of what is no character");
       return (c >= 32 && c < 127) ? any ? any : 1 : 0;
     })},
    {"isgraph", NULL, TEXT(int isgraph(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isgraph of what is no character");
       return (c > 32 && c < 127) ? any ? any : 1 : 0;
     })},
    {"iscntrl", NULL, TEXT(int iscntrl(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("iscntrl of what is no character");
       return ((c >= 0 && c < 32) || c == 127) ? any ? any : 1 : 0;
     })},
    {"ffs", NULL, TEXT(int ffs(int x) {
       int i = 1;
       if (!x) return 0;
       while (!((unsigned)x >> (i - 1) & 1)) i++;
       return i;
     })},
    {"isxdigit", NULL, TEXT(int isxdigit(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("isxdigit of what is no character");
       return ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || (c >= '0' && c <= '9'))
                  ? any ? any : 1
                  : 0;
     })},
    {"ispunct", NULL, TEXT(int ispunct(int c) {
       int any;
       if (c < -128 || c > 255) __ansatz_unsupported("ispunct of what is no character");
       return (c > 32 && c < 127 &&
               !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')))
                  ? any ? any : 1
                  : 0;
     })},
    {"toupper", NULL, TEXT(int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; })},
    {"tolower", NULL, TEXT(int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; })},
    {"atoi", NULL, TEXT(int atoi(const char *s) {
       int value = 0;
       int minus = 0;
       while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
       if (*s == '-' || *s == '+') minus = *s++ == '-';
       for (; *s >= '0' && *s <= '9'; s++) value = value * 10 + (minus ? '0' - *s : *s - '0');
       return value;
     })},
    {"__errno_location", NULL, TEXT(int *__errno_location(void) {
       static int error; /* any function of the library may have set it */
       int any;
       error = any;
       return &error;
     })},
};

static bool wanted(bool *take, const char *name) {
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (strcmp(models[i].name, name) == 0 && !take[i]) {
      take[i] = true;
      if (models[i].needs) wanted(take, models[i].needs);
      return true;
    }
  return false;
}

char *fe_models(const char *const *undefined, size_t count) {
  bool take[sizeof models / sizeof *models] = {0}, any = false;
  for (size_t i = 0; i < count; i++) any = wanted(take, undefined[i]) || any;
  if (!any) return NULL;
  static const char head[] = "#define SIZE __SIZE_TYPE__\nvoid *malloc(SIZE);\n"
                             "void __ansatz_unsupported(const char *);\n";
  size_t size = sizeof head, used = sizeof head - 1;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    size += take[i] ? strlen(models[i].text) + 1 : 0;
  char *text = malloc(size);
  if (!text) return NULL;
  memcpy(text, head, used);
  for (size_t i = 0; i < sizeof models / sizeof *models;
       i++) /* a model comes before those that need it in the table */
    if (take[i]) {
      size_t n = strlen(models[i].text);
      memcpy(text + used, models[i].text, n);
      used += n;
      text[used++] = '\n';
    }
  text[used] = 0;
  return text;
}
