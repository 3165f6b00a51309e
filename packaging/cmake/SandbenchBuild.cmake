# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# Flags that every target shares, the launchers we use when present, and the helpers
# sandbench_embed() (files into a library), sandbench_tests() (a program of many Qt Test classes)
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
    -fno-omit-frame-pointer -fno-sanitize-recover=all -g1 # lines are all that a report needs, and build faster
    # Of their own code GCC believes this; the release's build looks for it in ours.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  # These three are a fifth of what building takes. A null that is used fails soon enough without, and no processor that we run
  # on minds where a number lies.
  if(SANDBENCH_SANITIZE MATCHES "undefined")
    target_compile_options(sandbench_sanitize INTERFACE -fno-sanitize=null,alignment,object-size)
  endif()
  target_link_options(sandbench_sanitize INTERFACE "-fsanitize=${SANDBENCH_SANITIZE}")
endif()
if(SANDBENCH_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "Fuzz targets need clang: use the preset \"fuzz\"")
  endif()
  target_compile_options(sandbench_sanitize INTERFACE -fsanitize=fuzzer-no-link)
  add_custom_target(fuzzers)
endif()

# sandbench_unity(<target> [SIZE]): compiles the sources of a folder together, up to SIZE of them in one go. Headers are most
# of what a file of ours compiles, so that this is what building quickly hangs on. Names of an anonymous namespace are
# therefore one folder's, not one file's. SANDBENCH_UNITY=OFF compiles each file alone, which shows missing includes.
# CMake's own UNITY_BUILD includes by absolute paths, which the compiler cache of another clone would never find.
option(SANDBENCH_UNITY "Compile the sources of a folder together" ON)
function(sandbench_unity target)
  if(NOT SANDBENCH_UNITY)
    return()
  endif()
  set(size ${SANDBENCH_UNITY_SIZE})
  if(ARGC GREATER 1)
    set(size ${ARGV1})
  endif()
  # To GCC each of our sources is a header now, whose classes may have no members of an anonymous type.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(parts "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" NORMALIZE)
    get_source_file_property(alone "${source}" TARGET_DIRECTORY ${target} SKIP_UNITY_BUILD_INCLUSION)
    if(alone)
      continue()
    endif()
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH group)
    string(MAKE_C_IDENTIFIER "${group}" group)
    list(APPEND files_of_${group} "${source}")
    list(LENGTH files_of_${group} count)
    math(EXPR part "(${count} - 1) / ${size}")
    set(part ${group}_${part})
    list(APPEND parts ${part})
    string(APPEND text_of_${part} "#include \"${name}\"\n")
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  list(REMOVE_DUPLICATES parts)
  foreach(part IN LISTS parts)
    set(file "${CMAKE_CURRENT_BINARY_DIR}/${target}_unity/${part}.cxx")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${text_of_${part}}" @ONLY)
    set_source_files_properties("${file}" TARGET_DIRECTORY ${target} PROPERTIES SKIP_AUTOMOC ON)
    target_sources(${target} PRIVATE "${file}")
  endforeach()
endfunction()
# sandbench_precompile(<target> HEADERS...): parses once what nearly every source of the target includes of the standard library,
# JSON and the HEADERS. Without unity files there is none either: a source that forgets an include shall fail there.
# The result names the folder that it was made in. For the compiler cache of another clone, a sum of what went into it stands
# beside it (CCACHE_PCH_EXTSUM).
function(sandbench_precompile target)
  if(SANDBENCH_UNITY)
    set(parts "${ARGN} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${nlohmann_json_VERSION} ${Qt6_VERSION} ${CLI11_VERSION}")
    string(SHA256 sum "${parts}")
    foreach(kind gch pch)
      file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.${kind}.sum" CONTENT "${sum}")
    endforeach()
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <charconv> <chrono> <condition_variable> <cstdint> <deque>
      <filesystem> <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <stop_token> <string> <string_view> <thread>
      <unordered_map> <utility> <variant> <vector> <nlohmann/json.hpp> <tl/expected.hpp> ${ARGN})
  endif()
endfunction()
# Clang's would else carry the time when they were made, and their header's path, which no cache of another clone would know.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Xclang$<SEMICOLON>-fno-pch-timestamp>)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
endif()
set(SANDBENCH_UNITY_SIZE 12 CACHE STRING "How many sources of a folder are compiled together at the most")

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

# sandbench_automoc(<target>): AUTOMOC by packaging/cmake/moc.in, begun without waiting for the libraries that it links.
function(sandbench_automoc target)
  get_target_property(SANDBENCH_MOC Qt6::moc LOCATION)
  set(moc "${CMAKE_BINARY_DIR}/moc")
  configure_file("${PROJECT_SOURCE_DIR}/packaging/cmake/moc.in" "${moc}" @ONLY)
  set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE "${moc}" AUTOMOC_COMPILER_PREDEFINES OFF
    AUTOGEN_ORIGIN_DEPENDS OFF)
  # AUTOMOC runs again after a change of a source that it knows, or of what CMake includes: the list of the sources has to be
  # such a file, or a new source in a folder that was built before has no moc.
  get_target_property(sources ${target} SOURCES)
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${target}_sources.cmake")
  file(CONFIGURE OUTPUT "${list}" CONTENT "# ${sources}\n")
  include("${list}")
endfunction()

# What every sanitized test runs with; what we cannot repair in libraries is named in packaging/sanitizers. A quarantine of
# the usual 256 MiB for each of many processes costs up to a tenth of their time, most of it to get that memory. WebEngine deletes
# objects of its own through another size and libxkbcommon copies from buffers without an end, so only the unit tests, which
# have no window, check these two.
set(sandbench_sanitizer_environment
  "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:quarantine_size_mb=64"
  "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/packaging/sanitizers/lsan.supp:print_suppressions=0"
  "UBSAN_OPTIONS=print_stacktrace=1"
  "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/packaging/sanitizers/tsan.supp:second_deadlock_stack=1:die_after_fork=0")

# Tests are most of what is compiled, and nobody waits for their own code to run.
set(sandbench_test_options $<$<CONFIG:Debug>:-O0>)

# sandbench_tests(<program> <label> FOLDERS... [LIBS ...] [ONLY ...]): one program bin/tests/<program> of all sources in the
# folders, and a test of CTest for each tst_NAME.cpp among them, with the label and a process of its own. ONLY: of the tests those.
function(sandbench_tests program label)
  cmake_parse_arguments(arg "" "" "LIBS;ONLY" ${ARGN})
  list(TRANSFORM arg_UNPARSED_ARGUMENTS APPEND "/*.cpp" OUTPUT_VARIABLE sources)
  list(TRANSFORM arg_UNPARSED_ARGUMENTS APPEND "/*.h" OUTPUT_VARIABLE headers) # for moc
  file(GLOB sources CONFIGURE_DEPENDS ${sources} ${headers})
  if(NOT SANDBENCH_BUILD_GUI)
    list(FILTER sources EXCLUDE REGEX "/tst_render_")
  endif()
  if(arg_ONLY)
    list(JOIN arg_ONLY "|" only)
    set(wanted ${sources})
    list(FILTER wanted INCLUDE REGEX "/(${only})\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "/tst_[^/]*\\.cpp$")
    list(APPEND sources ${wanted})
  endif()
  add_executable(${program} ${sources} "${PROJECT_SOURCE_DIR}/tests/support/test_program.cpp")
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin/tests")
  sandbench_automoc(${program})
  target_link_libraries(${program} PRIVATE sandbench_flags sandbench_test_support ${arg_LIBS})
  if(SANDBENCH_SANITIZE MATCHES "address")
    target_link_libraries(${program} PRIVATE sandbench_last_thread)
  endif()
  target_compile_options(${program} PRIVATE ${sandbench_test_options})
  if(NOT label STREQUAL "ui")
    target_compile_definitions(${program} PRIVATE QT_NO_KEYWORDS) # core and app have no Qt, and names like Qt's
  endif()
  sandbench_unity(${program})
  if(label STREQUAL "ui")
    sandbench_precompile(${program} <QtWidgets> <QtTest>)
  else()
    sandbench_precompile(${program} <QtTest>)
  endif()
  set(environment "${sandbench_sanitizer_environment}")
  if(NOT label STREQUAL "unit")
    list(TRANSFORM environment APPEND ":new_delete_type_mismatch=0:strict_string_checks=0" REGEX "^ASAN_OPTIONS")
  endif()
  list(APPEND environment QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 LANGUAGE=en "SANDBENCH_TEST_BIN=${CMAKE_BINARY_DIR}/bin")
  # Those of all engines take minutes for each. Long ones first: they mostly wait, and the short ones fit in between.
  set(timeout 300)
  set(cost 0)
  if(label MATCHES "conformance|hostile")
    set(timeout 1200)
    set(cost 60)
  elseif(NOT label STREQUAL "unit")
    set(cost 20)
  endif()
  list(FILTER sources INCLUDE REGEX "/tst_[a-z0-9_]+\\.cpp$")
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    add_test(NAME ${name} COMMAND ${program} ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT ${timeout} COST ${cost} ENVIRONMENT "${environment}")
  endforeach()
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
