# ansatz_modules(LIST files...): FOLDER/NAME (without .c, in the current folder) is the module NAME, together with the files in NAME_SHARES
# (what modules of a folder share); compiled in, and loadable too (same sources) with ANSATZ_LOADABLE. A module sees the public headers only.
define_property(GLOBAL PROPERTY ANSATZ_BUILTIN BRIEF_DOCS "names of the compiled-in modules" FULL_DOCS "of all kinds")
function(ansatz_modules group)
  add_library(ansatz_${group} OBJECT)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    list(APPEND sources ${file}.c ${${name}_SHARES})
    set_property(GLOBAL APPEND PROPERTY ANSATZ_BUILTIN ${name})
    if(ANSATZ_LOADABLE)
      add_library(${name}_module MODULE ${file}.c ${${name}_SHARES})
      set_property(GLOBAL APPEND PROPERTY ANSATZ_LOADABLE_TARGETS ${name}_module)
      set_target_properties(${name}_module PROPERTIES PREFIX "" OUTPUT_NAME ${name}
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules)
      target_include_directories(${name}_module PRIVATE ${PROJECT_SOURCE_DIR}/core/include)
      target_include_directories(${name}_module SYSTEM PRIVATE ${STB_INCLUDE})
      target_link_libraries(${name}_module PRIVATE ansatz_flags)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES sources)
  target_sources(ansatz_${group} PRIVATE ${sources})
  target_include_directories(ansatz_${group} PRIVATE ${PROJECT_SOURCE_DIR}/core/include)
  target_include_directories(ansatz_${group} SYSTEM PRIVATE ${STB_INCLUDE})
  target_link_libraries(ansatz_${group} PRIVATE ansatz_cold_flags)
endfunction()

# ansatz_loadable(NAME [FILE...]): NAME.c in the current folder, with the other files, is a module that is loaded only, as its
# library has another licence or is large.
function(ansatz_loadable file)
  get_filename_component(name ${file} NAME)
  add_library(${name} MODULE ${file}.c ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/core/include)
  target_include_directories(${name} SYSTEM PRIVATE ${STB_INCLUDE})
  target_link_libraries(${name} PRIVATE ansatz_flags)
  install(TARGETS ${name} LIBRARY DESTINATION lib/ansatz/modules)
endfunction()
