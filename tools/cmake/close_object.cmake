# SPDX-License-Identifier: BSD-3-Clause
# cmake -DNM=... -DOBJCOPY=... -DOBJECT=... -P close_object.cmake
# Makes the weak names that a relocatable object defines local to it.
execute_process(COMMAND "${NM}" --defined-only --extern-only "${OBJECT}"
                OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [WVu] [^\n]+" weak "${listing}")
list(TRANSFORM weak REPLACE "^ . " "")
list(JOIN weak "\n" weak)
file(WRITE "${OBJECT}.weak" "${weak}\n")
execute_process(COMMAND "${OBJCOPY}" "--localize-symbols=${OBJECT}.weak" "${OBJECT}"
                COMMAND_ERROR_IS_FATAL ANY)
