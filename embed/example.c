/* Verifies a C file in two threads, with two domains, and prints what each says.
 *     cc example.c $(pkg-config --cflags --libs ansatz) -o example && ./example FILE.c */
#include <ansatz/verify.h>
#include <pthread.h>
#include <stdio.h>

typedef struct attempt {
  const char *file, *domain;
  az_verify_result *result;
} attempt;

static void *verify(void *given) {
  attempt *a = given;
  const char *files[] = {a->file, NULL};
  a->result = az_verify(&(az_verify_options){.files = files,
                                             .property = "unreach-call",
                                             .mode = "ai",
                                             .domain = a->domain,
                                             .cpu_seconds = 20});
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 2) return fputs("usage: example FILE.c\n", stderr), 2;
  attempt attempts[] = {{argv[1], "interval()", NULL}, {argv[1], "equality()", NULL}};
  enum { COUNT = sizeof attempts / sizeof *attempts };
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++) pthread_create(&threads[i], NULL, verify, &attempts[i]);
  int status = 0;
  for (int i = 0; i < COUNT; i++) {
    pthread_join(threads[i], NULL);
    const az_verify_result *r = attempts[i].result;
    printf("%s: %s\n", attempts[i].domain, r->verdict == AZ_VERIFY_FAILED ? r->error : r->text);
    for (size_t p = 0; p < r->property_count; p++)
      for (size_t n = 0; n < r->properties[p].invariant_count; n++) {
        const az_verify_invariant *row = &r->properties[p].invariants[n];
        printf("  %s: %s%s\n", row->location, row->text,
               row->always ? "" : " (after the first iteration)");
      }
    if (r->verdict == AZ_VERIFY_FAILED) status = 2;
    az_verify_free(attempts[i].result);
  }
  return status;
}
