# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<tree> -P check_tree.cmake: the rules of the design that a compiler does not check. Says what breaks
# which rule and where, then "Totals:" as Qt Test does, and ends badly if anything broke one.

cmake_minimum_required(VERSION 3.25)

# Our own constants only, shown as rich text on purpose: relative path, one per line.
set(rich_text_allowed
  ui/guide/guide_book.cpp
  ui/guide/guide_view.cpp
  ui/guide/guide_view.h
)

# Their tool tips are texts of ours that come as an argument: relative path, one per line.
set(own_tool_tips
  ui/common/key_action.cpp
  ui/output/find_bar.cpp
  ui/output/output_panel.cpp
  ui/runs/run_details.cpp
  ui/session/session_panel.cpp
)

set(passed 0)
set(failed 0)
set(broken "")

# files(<out> TREES... EXTENSIONS...): sorted relative paths. What others wrote is not ours to check.
function(files out)
  cmake_parse_arguments(arg "" "" "TREES;EXTENSIONS" ${ARGN})
  set(globs "")
  foreach(tree IN LISTS arg_TREES)
    foreach(extension IN LISTS arg_EXTENSIONS)
      list(APPEND globs "${ROOT}/${tree}/${extension}")
    endforeach()
  endforeach()
  file(GLOB_RECURSE found RELATIVE "${ROOT}" ${globs})
  list(FILTER found EXCLUDE REGEX "^resources/bundled/|__pycache__|^tests/layering/")
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# text_of(<out> <path>): without line comments, and without what CMake would read as list syntax; lines stay lines.
function(text_of out path)
  get_property(text GLOBAL PROPERTY "text of ${path}")
  if(NOT text)
    file(READ "${ROOT}/${path}" text)
    string(REGEX REPLACE "[][;\\]" " " text "${text}")
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    set_property(GLOBAL PROPERTY "text of ${path}" "${text}") # most rules look at it
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(breaks what)
  set(broken "${broken}${what}\n" PARENT_SCOPE)
endfunction()

# refuse(<path> <regular expression>): notes every line of the file in which it matches.
function(refuse path pattern)
  text_of(text "${path}")
  string(REGEX MATCHALL "${pattern}" matches "${text}")
  set(line 1)
  foreach(match IN LISTS matches)
    string(FIND "${text}" "${match}" at)
    string(SUBSTRING "${text}" 0 ${at} before)
    string(REGEX REPLACE "[^\n]" "" newlines "${before}")
    string(LENGTH "${newlines}" skipped)
    math(EXPR line "${line} + ${skipped}")
    string(STRIP "${match}" shown)
    string(APPEND broken "   ${path}:${line}: ${shown}\n")
    # On from here, so that the next match is not found at the place of this one. A match never holds a line's end.
    string(LENGTH "${match}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${text}" ${at} -1 text)
  endforeach()
  set(broken "${broken}" PARENT_SCOPE)
endfunction()

# rule(<name>): closes the rule whose breaks were collected since the last one.
macro(rule name)
  if(broken STREQUAL "")
    math(EXPR passed "${passed} + 1")
    message(NOTICE "PASS   : layering::${name}()")
  else()
    math(EXPR failed "${failed} + 1")
    message(NOTICE "FAIL!  : layering::${name}()\n${broken}")
  endif()
  set(broken "")
endmacro()

set(qt_include "#include *[<\"](Q[A-Z][A-Za-z0-9]*|Qt[A-Z][A-Za-z0-9]*/[^>\"]*|Qsci/[^>\"]*|KSyntaxHighlighting/[^>\"]*|q[a-z]+\\.h)[>\"]")

files(core TREES core EXTENSIONS *.cpp *.h)
files(app TREES app EXTENSIONS *.cpp *.h)
files(ui TREES ui EXTENSIONS *.cpp *.h)
files(tests TREES tests EXTENSIONS *.cpp *.h)
files(guests TREES resources tests packaging EXTENSIONS *.py *.js *.R)
files(cmake TREES core app ui tests packaging EXTENSIONS CMakeLists.txt *.cmake)
set(headless_app ${app})
list(FILTER headless_app EXCLUDE REGEX "^app/gui/")

foreach(path IN LISTS core)
  refuse("${path}" "${qt_include}")
endforeach()
rule(coreIncludesNoQt)

foreach(path IN LISTS core)
  refuse("${path}" "#include *[<\"](app|ui)/[^>\"]*[>\"]")
endforeach()
rule(coreIncludesNothingAboveIt)

foreach(path IN LISTS headless_app)
  refuse("${path}" "${qt_include}")
endforeach()
rule(appIncludesNoQt)

foreach(path IN LISTS headless_app)
  refuse("${path}" "#include *[<\"]ui/[^>\"]*[>\"]")
endforeach()
rule(appIncludesNoUi)

foreach(path IN LISTS ui)
  refuse("${path}" "#include *[<\"]app/[^>\"]*[>\"]")
endforeach()
rule(uiIncludesNoApp)

foreach(path IN LISTS core)
  # The program that runs on other machines is made of those that it starts there.
  if(path MATCHES "^core/engine/outpost/program/")
    continue()
  endif()
  if(path MATCHES "^core/engine/([^/]+)/")
    set(engine "${CMAKE_MATCH_1}")
    text_of(text "${path}")
    string(REGEX MATCHALL "#include *[<\"]core/engine/[^/>\"]+/" includes "${text}")
    foreach(include IN LISTS includes)
      # The reaper, the control groups and what outposts say are no engines: they all may know them, and they know none.
      if(NOT include MATCHES "core/engine/(${engine}|cgroup|outpost|reaper)/$")
        breaks("   ${path}: ${include}")
      endif()
    endforeach()
  endif()
endforeach()
rule(enginesDoNotKnowEachOther)

foreach(path IN LISTS core app ui tests guests)
  file(READ "${ROOT}/${path}" text)
  string(REGEX REPLACE "[^\n]+" "" text "${text}")
  string(LENGTH "${text}" lines)
  if(lines GREATER 500)
    breaks("   ${path}: ${lines} lines")
  endif()
endforeach()
rule(noFileIsLongerThan500Lines)

foreach(path IN LISTS core app ui tests guests cmake)
  file(READ "${ROOT}/${path}" text LIMIT 400)
  set(licence "Apache-2.0")
  if(path MATCHES "^(tests/)?ui/")
    set(licence "GPL-3.0-or-later")
  endif()
  if(NOT text MATCHES "SPDX-FileCopyrightText: 2026 The Sandbench developers\n(//|#) SPDX-License-Identifier: ${licence}\n")
    breaks("   ${path}: the two SPDX lines with ${licence} are missing")
  endif()
endforeach()
rule(everyFileNamesItsLicence)

foreach(path IN LISTS core app ui tests)
  refuse("${path}" "QEventLoop[^L\n]|processEvents")
endforeach()
rule(nothingSpinsAnEventLoop)

foreach(path IN LISTS core app ui tests)
  refuse("${path}" "using namespace std[ ]")
endforeach()
rule(nobodyEmptiesStdIntoAFile)

foreach(path IN LISTS core)
  refuse("${path}" "std::cout")
endforeach()
rule(coreDoesNotPrint)

foreach(path IN LISTS ui)
  if(NOT path IN_LIST rich_text_allowed)
    refuse("${path}" "(setHtml|setMarkdown|insertHtml|appendHtml|fromHtml) *\\(|Qt::(RichText|AutoText|MarkdownText)|QTextBrowser|QMessageBox::(about|critical|information|question|warning) *\\(")
    # What of a sandbox is opened by another program is opened outside of it, by whatever its type is registered for.
    if(NOT path STREQUAL "ui/terminal/asked_link.cpp") # addresses of the web, after a question that shows them
      refuse("${path}" "QDesktopServices")
    endif()
    refuse("${path}" "QMovie|QImageReader|QSvgRenderer *\\(|QPdfDocument")
  endif()
endforeach()
rule(foreignTextIsNeverRich)

# A tool tip guesses at rich text. One that is put together goes through plainToolTip(), or is escaped.
foreach(path IN LISTS ui)
  text_of(text "${path}")
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  string(REGEX MATCHALL "set(Tab)?ToolTip\\( ?[^ ][^)]*\\)" tips "${text}")
  foreach(tip IN LISTS tips)
    if(NOT tip MATCHES "ToolTip\\( ?([0-9a-z]+, )?(index, )?(tr\\(|plainToolTip\\(|{}\\)|SafeText::display\\([^)]*\\).*)" AND NOT path IN_LIST own_tool_tips)
      breaks("   ${path}: ${tip}")
    endif()
  endforeach()
endforeach()
rule(toolTipsArePlain)

set(parsers_from_outside ansi traceback render_parsers docker_stream safe_text display_decoder frame_decoder kernel_message
  table chart activity answer batch checks lesson outpost replay slurm step_trace language_server terminal)
file(READ "${ROOT}/tests/fuzz/CMakeLists.txt" fuzzers)
foreach(parser IN LISTS parsers_from_outside)
  if(NOT fuzzers MATCHES "sandbench_fuzzer\\(${parser}_fuzz ")
    breaks("   tests/fuzz/CMakeLists.txt: ${parser}_fuzz is missing")
  endif()
endforeach()
rule(parsersOfForeignBytesAreFuzzed)

# What is not named there, the thread sanitizer does not see.
file(READ "${ROOT}/tests/CMakeLists.txt" lists)
string(REGEX MATCH "set\\(threaded [^)]*" threaded "${lists}")
foreach(path IN LISTS tests)
  if(path MATCHES "^tests/unit/.*/(tst_[a-z0-9_]+)\\.cpp$")
    if(NOT threaded MATCHES "[ \n]${CMAKE_MATCH_1}([ \n]|$)")
      refuse("${path}" "std::(jthread|thread|async)[^_:]|HostileHttpServer")
    endif()
  endif()
endforeach()
rule(unitTestsWithThreadsAreNamed)

foreach(path IN LISTS core app ui tests guests cmake)
  refuse("${path}" "[^A-Za-z.\n](/work/(main|shared)[/\"' )]|/tmp/[bw]/)")
endforeach()
rule(noFileNamesOneMachinesFolders)

if(EXISTS "${ROOT}/resources/bundled")
  file(GLOB_RECURSE bundles RELATIVE "${ROOT}/resources/bundled" "${ROOT}/resources/bundled/*")
  list(FILTER bundles EXCLUDE REGEX "(LICENSE|README.md)$")
  file(READ "${ROOT}/resources/bundled/README.md" readme)
  foreach(bundle IN LISTS bundles)
    file(SHA256 "${ROOT}/resources/bundled/${bundle}" sum)
    if(NOT readme MATCHES "${sum}  ${bundle}\n")
      breaks("   resources/bundled/README.md: does not name ${sum} of ${bundle}")
    endif()
  endforeach()
endif()
rule(whatIsBundledIsWhatItsReadmeSays)

# What Git has, where it can say so: an engine may leave a file of its own in the folder from which it was started.
set(top "")
if(EXISTS "${ROOT}/.git")
  execute_process(COMMAND git ls-files WORKING_DIRECTORY "${ROOT}" OUTPUT_VARIABLE top ERROR_QUIET)
  string(REGEX REPLACE "/[^\n]*|\"" "" top "${top}")
  string(REPLACE "\n" ";" top "${top}")
endif()
if(top STREQUAL "")
  file(GLOB top RELATIVE "${ROOT}" "${ROOT}/*")
  list(REMOVE_ITEM top build)
endif()
list(REMOVE_DUPLICATES top)
list(FILTER top EXCLUDE REGEX "^(|\\..*|CMakeLists.txt|CMakePresets.json|README.md|LICENSE.*|app|core|ui|resources|tests|packaging)$")
foreach(path IN LISTS top)
  breaks("   ${path}: does not belong to the top of the tree")
endforeach()
rule(theTopHasNothingElse)

message(NOTICE "Totals: ${passed} passed, ${failed} failed, 0 skipped, 0 blacklisted, 0ms")
if(failed GREATER 0)
  message(FATAL_ERROR "the tree breaks ${failed} of its rules")
endif()
