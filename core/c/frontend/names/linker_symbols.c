/* Symbols that the linker defines, but no file of a program defines: the names in GNU ld's default
 * script (`ld --verbose`) and in the start files. Each is the address of memory that contains other
 * objects, and so is not a separate object. */
#include "ansatz/program.h"
#include <string.h>

static const char *const names[] = {"etext",
                                    "_etext",
                                    "__etext",
                                    "edata",
                                    "_edata",
                                    "__edata",
                                    "end",
                                    "_end",
                                    "__end",
                                    "__bss_start",
                                    "__bss_start__",
                                    "__bss_end__",
                                    "_bss_end__",
                                    "__end__",
                                    "__executable_start",
                                    "__ehdr_start",
                                    "data_start",
                                    "__data_start",
                                    "__dso_handle",
                                    "__TMC_END__",
                                    "__tdata_start",
                                    "__init_array_start",
                                    "__init_array_end",
                                    "__preinit_array_start",
                                    "__preinit_array_end",
                                    "__fini_array_start",
                                    "__fini_array_end",
                                    "__rela_iplt_start",
                                    "__rela_iplt_end",
                                    "__rel_iplt_start",
                                    "__rel_iplt_end",
                                    "__GNU_EH_FRAME_HDR",
                                    "__eh_frame_start",
                                    "__CTOR_LIST__",
                                    "__DTOR_LIST__",
                                    "_GLOBAL_OFFSET_TABLE_",
                                    "_DYNAMIC",
                                    "_start",
                                    "_init",
                                    "_fini",
                                    "_dl_relocate_static_pie",
                                    "_IO_stdin_used"};

bool az_linker_defines(const char *symbol) {
  if (!strncmp(symbol, "__start_", 8) || !strncmp(symbol, "__stop_", 7)) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], symbol)) return true;
  return false;
}
