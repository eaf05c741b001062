# Everything comes from Debian's packages (scripts/setup); what is optional says what is lost without it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

find_path(STB_INCLUDE stb/stb_ds.h REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(LUA REQUIRED IMPORTED_TARGET lua5.4)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(EDIT IMPORTED_TARGET libedit)

find_program(LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE LLVM_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE LLVM_LIBDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
add_library(ansatz_llvm INTERFACE)
target_include_directories(ansatz_llvm SYSTEM INTERFACE ${LLVM_INCLUDE})
target_link_libraries(ansatz_llvm INTERFACE ${LLVM_LIBDIR}/libLLVM-19.so)

find_path(CADICAL_INCLUDE ccadical.h PATH_SUFFIXES cadical)
find_library(CADICAL_LIBRARY cadical)
find_path(Z3_INCLUDE z3.h PATH_SUFFIXES z3)
find_library(Z3_LIBRARY z3)
# Boolector: BOOLECTOR_ROOT if given, a system's own (3.2), or what scripts/build-boolector left in the user's cache (1.5.118).
set(BOOLECTOR_ROOT "" CACHE PATH "Folder with include/boolector.h and lib/libboolector.*")
if(DEFINED ENV{XDG_CACHE_HOME})
  set(BOOLECTOR_CACHE $ENV{XDG_CACHE_HOME}/ansatz/boolector-1.5.118)
else()
  set(BOOLECTOR_CACHE $ENV{HOME}/.cache/ansatz/boolector-1.5.118)
endif()
find_library(BOOLECTOR_LIBRARY boolector HINTS ${BOOLECTOR_ROOT}/lib PATHS ${BOOLECTOR_CACHE}/lib)
get_filename_component(BOOLECTOR_FOLDER "${BOOLECTOR_LIBRARY}" DIRECTORY)
find_path(BOOLECTOR_INCLUDE boolector.h NO_DEFAULT_PATH PATH_SUFFIXES boolector # of the same installation
  HINTS ${BOOLECTOR_FOLDER}/../include ${BOOLECTOR_FOLDER}/../../include)
