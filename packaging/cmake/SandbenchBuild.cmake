# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# Flags that every target shares, the launchers we use when present, and the helpers
# sandbench_embed() (files into a library), sandbench_test() (one Qt Test program)
# and sandbench_fuzzer() (one libFuzzer program).

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(SANDBENCH_CCACHE ccache)
if(SANDBENCH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${SANDBENCH_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${SANDBENCH_CCACHE}")
endif()
find_program(SANDBENCH_MOLD mold)
if(SANDBENCH_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_library(sandbench_flags INTERFACE)
target_compile_options(sandbench_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic
  -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough>)
# Clang counts changes of sign to -Wconversion, GCC does not: one meaning for both.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(sandbench_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-sign-conversion>)
endif()
# GCC 12 sees overlapping copies in std::string's own operator+ (GCC bug 105651); later ones do not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(sandbench_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(SANDBENCH_WERROR)
  target_compile_options(sandbench_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
target_compile_definitions(sandbench_flags INTERFACE _GLIBCXX_ASSERTIONS
  $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
target_include_directories(sandbench_flags INTERFACE "${PROJECT_SOURCE_DIR}")

# The static agent is never sanitized (no static sanitizer runtime); its sources are, in the tests.
add_library(sandbench_sanitize INTERFACE)
if(SANDBENCH_SANITIZE)
  target_compile_options(sandbench_sanitize INTERFACE "-fsanitize=${SANDBENCH_SANITIZE}"
    -fno-omit-frame-pointer -fno-sanitize-recover=all -g1) # lines are all that a report needs, and build faster
  target_link_options(sandbench_sanitize INTERFACE "-fsanitize=${SANDBENCH_SANITIZE}")
endif()
if(SANDBENCH_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "Fuzz targets need clang: use the preset \"fuzz\"")
  endif()
  target_compile_options(sandbench_sanitize INTERFACE -fsanitize=fuzzer-no-link,address,undefined
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(sandbench_sanitize INTERFACE -fsanitize=address,undefined)
  add_custom_target(fuzzers)
endif()

# sandbench_embed(<target> <name>=<file>...): makes each file readable through core/base/embedded.h.
function(sandbench_embed target)
  set(asm "${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.S")
  set(data "    .section .rodata\n")
  set(table "    .section .data.rel.ro,\"aw\"\n    .balign 8\n    .global sandbenchEmbeddedTable\nsandbenchEmbeddedTable:\n")
  set(files "")
  set(i 0)
  foreach(pair IN LISTS ARGN)
    string(FIND "${pair}" "=" at)
    string(SUBSTRING "${pair}" 0 ${at} name)
    math(EXPR at "${at} + 1")
    string(SUBSTRING "${pair}" ${at} -1 file)
    list(APPEND files "${file}")
    string(APPEND data "    .balign 16\nembN${i}: .asciz \"${name}\"\n    .balign 16\nembB${i}: .incbin \"${file}\"\nembE${i}: .byte 0\n")
    string(APPEND table "    .quad embN${i}, embB${i}, embE${i}\n")
    math(EXPR i "${i} + 1")
  endforeach()
  string(APPEND table "    .quad 0, 0, 0\n")
  file(GENERATE OUTPUT "${asm}" CONTENT "${data}${table}    .section .note.GNU-stack,\"\",@progbits\n")
  target_sources(${target} PRIVATE "${asm}")
  set_source_files_properties("${asm}" PROPERTIES GENERATED TRUE OBJECT_DEPENDS "${files}")
endfunction()

# What every sanitized test runs with; what we cannot repair in libraries is named in packaging/sanitizers. WebEngine deletes
# objects of its own through another size and libxkbcommon copies from buffers without an end, so only the unit tests, which
# have no window, check these two.
set(sandbench_sanitizer_environment
  "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1"
  "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/packaging/sanitizers/lsan.supp:print_suppressions=0"
  "UBSAN_OPTIONS=print_stacktrace=1"
  "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/packaging/sanitizers/tsan.supp:second_deadlock_stack=1:die_after_fork=0")

# sandbench_test(<name> <label> SOURCES... [LIBS ...]): a Qt Test program <name> run by CTest.
function(sandbench_test name label)
  cmake_parse_arguments(arg "" "" "LIBS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES AUTOMOC ON
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin/tests")
  target_link_libraries(${name} PRIVATE sandbench_flags sandbench_sanitize ${arg_LIBS} Qt6::Test)
  if(SANDBENCH_SANITIZE MATCHES "address")
    target_link_libraries(${name} PRIVATE sandbench_last_thread)
  endif()
  # Tests are most of what is compiled, and nobody waits for their own code to run.
  target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0 -g1>)
  add_test(NAME ${name} COMMAND ${name})
  set(environment "${sandbench_sanitizer_environment}")
  if(NOT label STREQUAL "unit")
    list(TRANSFORM environment APPEND ":new_delete_type_mismatch=0:strict_string_checks=0" REGEX "^ASAN_OPTIONS")
  endif()
  list(APPEND environment QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 "SANDBENCH_TEST_BIN=${CMAKE_BINARY_DIR}/bin")
  set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT 300 ENVIRONMENT "${environment}")
  # Long ones first: they mostly wait, and the short ones fit in between.
  set(cost_of_hostile 60)
  set(cost_of_conformance 40)
  set(cost_of_integration 20)
  set(cost_of_ui 10)
  set_tests_properties(${name} PROPERTIES COST "${cost_of_${label}}")
endfunction()

# sandbench_fuzzer(<name> SOURCES... [LIBS ...]): a libFuzzer program bin/fuzz/<name>, part of target "fuzzers".
function(sandbench_fuzzer name)
  cmake_parse_arguments(arg "" "" "LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin/fuzz")
  target_link_libraries(${name} PRIVATE sandbench_flags sandbench_sanitize ${arg_LIBS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endfunction()
