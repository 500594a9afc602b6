# SPDX-License-Identifier: BSD-3-Clause
# install(), find_package(omprim) and pkg-config. The package is written by hand instead of
# exported: it names the runtimes by the files this build was made for, so that no user has to
# know where they are, and it works in projects of C, C++ and Fortran alike.
include(CMakePackageConfigHelpers)

set(OMPRIM_PACKAGE_FOLDER "${CMAKE_INSTALL_LIBDIR}/cmake/omprim")

# Folders of runtimes that the dynamic linker does not search by itself.
set(OMPRIM_RUNTIME_FOLDERS "")
foreach(library IN LISTS OMPRIM_RUNTIME_LIBRARIES)
  get_filename_component(folder "${library}" DIRECTORY)
  if(folder MATCHES "llvm" OR NOT folder MATCHES "^/(usr/)?lib")
    list(APPEND OMPRIM_RUNTIME_FOLDERS "${folder}")
  endif()
endforeach()
list(REMOVE_DUPLICATES OMPRIM_RUNTIME_FOLDERS)

set(OMPRIM_DEVICE_COMPILE_OPTIONS "")
set(OMPRIM_DEVICE_LINK_OPTIONS "")
if(OMPRIM_WITH_DEVICE)
  get_target_property(OMPRIM_DEVICE_COMPILE_OPTIONS omprim_offload INTERFACE_COMPILE_OPTIONS)
  get_target_property(OMPRIM_DEVICE_LINK_OPTIONS omprim_offload INTERFACE_LINK_OPTIONS)
endif()
configure_package_config_file(
  tools/cmake/omprim-config.cmake.in "${PROJECT_BINARY_DIR}/omprim-config.cmake"
  INSTALL_DESTINATION "${OMPRIM_PACKAGE_FOLDER}"
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/omprim-config-version.cmake"
  COMPATIBILITY SameMinorVersion)

file(RELATIVE_PATH OMPRIM_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" OMPRIM_PC_PREFIX "${OMPRIM_PC_PREFIX}")
set(OMPRIM_PC_LIBRARIES ${OMPRIM_RUNTIME_LIBRARIES})
foreach(folder IN LISTS OMPRIM_RUNTIME_FOLDERS)
  list(APPEND OMPRIM_PC_LIBRARIES "-Wl,-rpath,${folder}")
endforeach()
list(JOIN OMPRIM_PC_LIBRARIES " " OMPRIM_PC_LIBRARIES)
set(OMPRIM_PC_OFFLOAD -fopenmp -Wno-pass-failed)
if(OMPRIM_WITH_DEVICE)
  set(OMPRIM_PC_OFFLOAD -DOMPRIM_OFFLOAD -Wno-pass-failed
      ${OMPRIM_OFFLOAD_COMPILE} ${OMPRIM_DEVICE_LINK_OPTIONS})
endif()
list(TRANSFORM OMPRIM_PC_OFFLOAD REPLACE "^SHELL:" "")
list(JOIN OMPRIM_PC_OFFLOAD " " OMPRIM_PC_OFFLOAD)
set(packages omprim omprim-strategies)
if(OMPRIM_MPI)
  list(APPEND packages omprim-mpi)
endif()
foreach(package IN LISTS packages)
  configure_file(tools/cmake/${package}.pc.in "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
endforeach()

# Components:
#   dev          headers, libomprim.a, files of CMake and pkg-config: for building programs
#   strategies   the second archive
#   mpi          libomprim_mpi.a
#   tools        the command
#   runtime      the files that installed programs need: for a static library, only the licence
install(TARGETS omprim ARCHIVE COMPONENT dev)
install(TARGETS omprim_strategies ARCHIVE COMPONENT strategies)
install(DIRECTORY include/omprim TYPE INCLUDE COMPONENT dev
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.F90" PATTERN "*.inc"
        PATTERN "README.md")
install(FILES "${PROJECT_BINARY_DIR}/omprim-config.cmake"
              "${PROJECT_BINARY_DIR}/omprim-config-version.cmake"
        DESTINATION "${OMPRIM_PACKAGE_FOLDER}" COMPONENT dev)
set(pkgconfig_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_BINARY_DIR}/omprim.pc" DESTINATION "${pkgconfig_folder}" COMPONENT dev)
install(FILES "${PROJECT_BINARY_DIR}/omprim-strategies.pc" DESTINATION "${pkgconfig_folder}"
        COMPONENT strategies)
if(OMPRIM_MPI)
  install(TARGETS omprim_mpi ARCHIVE COMPONENT mpi)
  install(FILES "${PROJECT_BINARY_DIR}/omprim-mpi.pc" DESTINATION "${pkgconfig_folder}"
          COMPONENT mpi)
endif()
install(FILES LICENSE TYPE DOC COMPONENT runtime)
if(TARGET omprim_command)
  set_target_properties(omprim_command PROPERTIES INSTALL_RPATH "${OMPRIM_RUNTIME_FOLDERS}")
  install(TARGETS omprim_command RUNTIME COMPONENT tools)
endif()
