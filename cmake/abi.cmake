# The number of the module interface, AZ_ABI: of the public headers' text. A module that was built with others is refused, since a
# table or an enumeration that only shifted would make it answer wrongly, not fail.
file(GLOB PUBLIC_HEADERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/include/ansatz/*.h
  ${PROJECT_SOURCE_DIR}/core/include/ansatz/*.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PUBLIC_HEADERS})
foreach(header ${PUBLIC_HEADERS})
  file(SHA256 ${header} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 8 ANSATZ_ABI)
configure_file(${CMAKE_CURRENT_LIST_DIR}/abi.h.in ${PROJECT_BINARY_DIR}/include/ansatz/abi.h @ONLY)
include_directories(${PROJECT_BINARY_DIR}/include)
