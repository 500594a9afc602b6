# SPDX-License-Identifier: BSD-3-Clause
# The element types, which are the lines X(name, C type) of the lists OMPRIM_INTEGERS and
# OMPRIM_FLOATS in omprim/c/names.h. Sets
#   OMPRIM_TYPES           the names
#   OMPRIM_C_TYPE_<name>   the C type
#   OMPRIM_KIND_<name>     INTEGERS or FLOATS
get_filename_component(element_list "${CMAKE_CURRENT_LIST_DIR}/../../include/omprim/c/names.h" ABSOLUTE)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${element_list}")
file(READ "${element_list}" text)
set(OMPRIM_TYPES "")
foreach(kind INTEGERS FLOATS)
  string(REGEX MATCH "#define OMPRIM_${kind}\\(X\\)([^#]*)" list "${text}")
  string(REGEX MATCHALL "X\\([a-z0-9]+, [a-z0-9_]+\\)" entries "${CMAKE_MATCH_1}")
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "X\\((.+), (.+)\\)" "\\1;\\2" entry "${entry}")
    list(GET entry 0 name)
    list(GET entry 1 OMPRIM_C_TYPE_${name})
    list(APPEND OMPRIM_TYPES ${name})
    set(OMPRIM_KIND_${name} ${kind})
  endforeach()
endforeach()
