/* The bitcode of runtime/, which is compiled for both pointer widths when Ansatz is built. */
#include "replay/native.h"

/* The files are in RUNTIME_FOLDER. */
#define FILE_OF(unit, bits) RUNTIME_FOLDER "/" #unit "-" #bits ".bc"
#define EMBED(unit, bits)                                                                          \
  extern const char az_runtime_##unit##_##bits[], az_runtime_##unit##_##bits##_end[];              \
  __asm__(".pushsection .rodata\n"                                                                 \
          ".hidden az_runtime_" #unit "_" #bits ", az_runtime_" #unit "_" #bits "_end\n"           \
          ".globl az_runtime_" #unit "_" #bits ", az_runtime_" #unit "_" #bits "_end\n"            \
          ".balign 8\n"                                                                            \
          "az_runtime_" #unit "_" #bits                                                            \
          ": .incbin \"" FILE_OF(unit, bits) "\"\n"                                                \
                                             "az_runtime_" #unit "_" #bits "_end: .byte 0\n"       \
                                             ".popsection\n")
#define BITCODE(unit, bits) {az_runtime_##unit##_##bits, az_runtime_##unit##_##bits##_end}

EMBED(report, 64);
EMBED(report, 32);
EMBED(from_trace, 64);
EMBED(from_trace, 32);
EMBED(made_up, 64);
EMBED(made_up, 32);
EMBED(sanitizer, 64);
EMBED(sanitizer, 32);

native_bitcode native_runtime(native_unit_kind unit, bool narrow) {
  static const native_bitcode units[][2] = {
      [NATIVE_REPORTS] = {BITCODE(report, 64), BITCODE(report, 32)},
      [NATIVE_FROM_TRACE] = {BITCODE(from_trace, 64), BITCODE(from_trace, 32)},
      [NATIVE_MADE_UP] = {BITCODE(made_up, 64), BITCODE(made_up, 32)},
      [NATIVE_SANITIZER] = {BITCODE(sanitizer, 64), BITCODE(sanitizer, 32)}};
  return units[unit][narrow];
}
