# SPDX-License-Identifier: BSD-3-Clause
# Finds a CUDA toolkit, if there is one. Sets
#   OMPRIM_CUDA_TOOLKIT   its folder, with bin/ptxas and nvvm/libdevice
#   OMPRIM_PTXAS          its GPU assembler
# Device code for NVIDIA GPUs needs both; without a toolkit neither is found. The ptxas on the PATH
# may be a wrapper script outside of the toolkit, so the folder is found by its libdevice.

find_program(_ptxas_on_path ptxas NO_CACHE)
if(_ptxas_on_path)
  file(REAL_PATH "${_ptxas_on_path}" _ptxas_on_path)
  cmake_path(GET _ptxas_on_path PARENT_PATH _cuda_on_path)
  cmake_path(GET _cuda_on_path PARENT_PATH _cuda_on_path)
endif()
find_path(OMPRIM_CUDA_TOOLKIT nvvm/libdevice/libdevice.10.bc
          PATHS ${_cuda_on_path} ENV CUDA_PATH ENV CUDA_HOME /usr/local/cuda /usr/lib/cuda
          NO_DEFAULT_PATH DOC "Folder of the CUDA toolkit that assembles device code")
find_program(OMPRIM_PTXAS ptxas HINTS "${OMPRIM_CUDA_TOOLKIT}/bin"
             DOC "Assembler of the CUDA toolkit")
