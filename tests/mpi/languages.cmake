# SPDX-License-Identifier: BSD-3-Clause
# C and Fortran, for doors/ and solver/, as far as there are compilers and wrappers of this MPI. Makes
# omprim_mpi_fortran_tests, the Fortran modules, unless that is impossible.
include(CheckLanguage)
foreach(language IN ITEMS C Fortran)
  check_language(${language})
  if(CMAKE_${language}_COMPILER)
    enable_language(${language})
    find_package(MPI 3.1 QUIET COMPONENTS ${language})
  endif()
endforeach()

if(MPI_Fortran_FOUND AND MPI_Fortran_HAVE_F90_MODULE)
  set(modules "${CMAKE_CURRENT_LIST_DIR}/../../include/omprim/fortran")
  add_library(omprim_mpi_fortran_tests STATIC "${modules}/omprim.F90" "${modules}/omprim_mpi.F90")
  set_target_properties(omprim_mpi_fortran_tests PROPERTIES
    Fortran_MODULE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/modules")
  # Calls of C functions: nothing is left to optimise in 76 modules.
  target_compile_options(omprim_mpi_fortran_tests PRIVATE -O0)
  target_include_directories(omprim_mpi_fortran_tests PUBLIC "${CMAKE_CURRENT_BINARY_DIR}/modules")
  target_link_libraries(omprim_mpi_fortran_tests PUBLIC omprim::mpi MPI::MPI_Fortran)
endif()
