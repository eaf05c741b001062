/* ESBMC's names for functions that CBMC also has. Quantifiers have unknown values, since they bind
 * a variable of the program. */
#include "frontend/dialects/dialect.h"

static const fe_declared declared[] = {
    {"__ESBMC_assume", "void __ESBMC_assume(_Bool) __asm__(\"__VERIFIER_assume\");"},
    {"__ESBMC_assert", "void __ESBMC_assert(_Bool, const char *) __asm__(\"__CPROVER_assert\");"},
    {"__ESBMC_atomic_begin", "#define __ESBMC_atomic_begin() ((void)0)"},
    {"__ESBMC_atomic_end", "#define __ESBMC_atomic_end() ((void)0)"},
    {"__ESBMC_unreachable", "#define __ESBMC_unreachable() __ESBMC_assert(0, \"unreachable\")"},
    {"__ESBMC_cover", "#define __ESBMC_cover(...) ((void)(__VA_ARGS__))"},
    {"__ESBMC_loop_invariant", "#define __ESBMC_loop_invariant(...)"},
    {"__ESBMC_same_object",
     "_Bool __ESBMC_same_object(const volatile void *, const volatile void *)"
     " __asm__(\"__CPROVER_same_object\");"},
    {"__ESBMC_POINTER_OBJECT", "__SIZE_TYPE__ __ESBMC_POINTER_OBJECT(const volatile void *)"
                               " __asm__(\"__CPROVER_POINTER_OBJECT\");"},
    {"__ESBMC_POINTER_OFFSET", "__PTRDIFF_TYPE__ __ESBMC_POINTER_OFFSET(const volatile void *)"
                               " __asm__(\"__CPROVER_POINTER_OFFSET\");"},
    {"__ESBMC_get_object_size", "__SIZE_TYPE__ __ESBMC_get_object_size(const volatile void *)"
                                " __asm__(\"__CPROVER_OBJECT_SIZE\");"},
    {"__ESBMC_r_ok",
     "_Bool __ESBMC_r_ok(const volatile void *, __SIZE_TYPE__) __asm__(\"__CPROVER_r_ok\");"},
    {"__ESBMC_w_ok",
     "_Bool __ESBMC_w_ok(const volatile void *, __SIZE_TYPE__) __asm__(\"__CPROVER_w_ok\");"},
    {"__ESBMC_forall",
     "#define __ESBMC_forall(...) (__ansatz_unsupported(\"__ESBMC_forall\"), (_Bool)1)"},
    {"__ESBMC_exists",
     "#define __ESBMC_exists(...) (__ansatz_unsupported(\"__ESBMC_exists\"), (_Bool)1)"},
};

const fe_dialect fe_esbmc = {.prefix = "__ESBMC_",
                             .declared = declared,
                             .declared_count = sizeof declared / sizeof *declared};
