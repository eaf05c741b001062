# What is installed: the program, headers, the core as a static library, the Lua library for reading, loadable modules, and how an
# out-of-tree project finds them: find_package(ansatz) or pkg-config.
include(CMakePackageConfigHelpers)
# The program looks for ../lib/ansatz/modules beside itself, whatever the libraries' folder is called.
set(ANSATZ_MODULE_DIR lib/ansatz/modules)
install(TARGETS ansatz RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS ansatz_core ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/include/ansatz ${PROJECT_BINARY_DIR}/include/ansatz DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY lua/ansatz DESTINATION ${CMAKE_INSTALL_DATADIR}/ansatz/lua)
# At hand: the manual page, completion, annotations of the library for Lua language servers (workspace.library).
install(FILES docs/reference/ansatz.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES scripts/completion/ansatz.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ansatz)
install(FILES scripts/completion/_ansatz DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(CODE "set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/ansatz/annotations\")
  file(MAKE_DIRECTORY \"\${folder}\")
  execute_process(COMMAND $<TARGET_FILE:ansatz> modules --meta OUTPUT_FILE \"\${folder}/ansatz.lua\" COMMAND_ERROR_IS_FATAL ANY)")
# What there is to begin with, and to read.
install(DIRECTORY experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/ansatz)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN ansatz.1 EXCLUDE)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# What the pages refer to.
install(FILES lua/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/lua)
install(FILES embed/example.c DESTINATION ${CMAKE_INSTALL_DOCDIR}/embed)
install(DIRECTORY tests/plugin/parity tests/plugin/last_store DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/plugin)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
foreach(copying boolector lingeling) # compiled in, if they were built by scripts/build-boolector
  if(EXISTS ${BOOLECTOR_FOLDER}/../COPYING.${copying})
    install(FILES ${BOOLECTOR_FOLDER}/../COPYING.${copying} DESTINATION ${CMAKE_INSTALL_DOCDIR})
  endif()
endforeach()
if(ANSATZ_LOADABLE)
  get_property(LOADABLE GLOBAL PROPERTY ANSATZ_LOADABLE_TARGETS)
  foreach(module ${LOADABLE})
    install(TARGETS ${module} LIBRARY DESTINATION ${ANSATZ_MODULE_DIR})
  endforeach()
endif()

set(PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/ansatz)
configure_package_config_file(cmake/ansatzConfig.cmake.in ${PROJECT_BINARY_DIR}/ansatzConfig.cmake INSTALL_DESTINATION ${PACKAGE_DIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR ANSATZ_MODULE_DIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ansatzConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ansatzConfig.cmake ${PROJECT_BINARY_DIR}/ansatzConfigVersion.cmake DESTINATION ${PACKAGE_DIR})
# The prefix is found from where the file lies, so that the tree can be moved.
file(RELATIVE_PATH ANSATZ_PC_UP "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" ANSATZ_PC_UP "${ANSATZ_PC_UP}")
configure_file(cmake/ansatz.pc.in ${PROJECT_BINARY_DIR}/ansatz.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ansatz.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
