# SPDX-License-Identifier: BSD-3-Clause
# Objects that a static library cannot contain as they are, because final linkers treat them
# differently.

# Joins objects into one that keeps its inline functions to itself. Objects compiled for an
# ISA level hold copies of inline functions (of the standard library, say) that use that
# level's instructions, and a linker may keep such a copy for the whole program, which then
# crashes on older machines. So weak names become local; section groups are dissolved, since a
# linker may drop a group that it has seen before.
#   omprim_close_objects(<output object> <input object>...)
function(omprim_close_objects object)
  get_filename_component(name "${object}" NAME)
  add_custom_command(
    OUTPUT "${object}"
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation ${ARGN} -o "${object}"
    COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DOBJCOPY=${CMAKE_OBJCOPY} "-DOBJECT=${object}"
            -P "${PROJECT_SOURCE_DIR}/tools/cmake/close_object.cmake"
    DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/tools/cmake/close_object.cmake"
    COMMENT "Closing ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Only clang's linker finds device code inside offload objects, and not even clang's finds it in an
# archive. After a device link, the images are ordinary data of an ordinary object. The link optimises
# as compilations do. The assembly of the GPU code is kept beside the object, for
# tests/layers/device_code.py.
#   omprim_link_device_objects(<output object> <input object>...)
function(omprim_link_device_objects object)
  set(options ${OMPRIM_OFFLOAD_OPTIONS} ${OMPRIM_OFFLOAD_LINK})
  list(TRANSFORM options REPLACE "^SHELL:" "")
  list(JOIN options " " options)
  separate_arguments(options UNIX_COMMAND "${options}")
  string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" flags)
  string(REGEX MATCH "-O[1-3]" level "${${flags}}")
  if(NOT level)
    set(level -O3)
  endif()
  get_filename_component(name "${object}" NAME)
  add_custom_command(
    OUTPUT "${object}"
    COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib ${level} ${options} -Wl,--save-temps ${ARGN} -o "${object}"
    DEPENDS ${ARGN}
    COMMENT "Linking the device code into ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Renames the omp_ functions of lib/link/llvm_openmp.cpp in all members of the static library, so
# that they call the functions of that file. The reason is stated there.
#   omprim_bind_openmp_names(<static library>)
function(omprim_bind_openmp_names library)
  set(binder "${PROJECT_SOURCE_DIR}/lib/link/llvm_openmp.cpp")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${binder}")
  file(STRINGS "${binder}" lines REGEX "^OMPRIM_BIND\\(")
  set(renames "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^OMPRIM_BIND\\(([a-z_]+),.*" "\\1" name "${line}")
    string(APPEND renames "${name} omprim_bound_${name}\n")
  endforeach()
  file(CONFIGURE OUTPUT openmp_names.txt CONTENT "${renames}" @ONLY)
  add_custom_command(TARGET ${library} POST_BUILD
    COMMAND ${CMAKE_OBJCOPY} "--redefine-syms=${CMAKE_CURRENT_BINARY_DIR}/openmp_names.txt"
            $<TARGET_FILE:${library}>
    VERBATIM)
endfunction()
