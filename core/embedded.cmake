# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# The files of resources/ that are in the library itself.
# Adding a policy or a file of rules is adding a file.
file(GLOB policy_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/policies/rules/*.json"
  "${PROJECT_SOURCE_DIR}/resources/policies/*.json")
set(policy_embedded "")
foreach(file IN LISTS policy_files)
  file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/resources" "${file}")
  list(APPEND policy_embedded "${name}=${file}")
endforeach()

# One program, kept as several files: the agent hands the interpreter a single source.
set(python_kernel "${CMAKE_CURRENT_BINARY_DIR}/python_kernel.py")
file(GLOB python_parts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/guest/python/*.py")
find_package(Python3 COMPONENTS Interpreter)
set(compile_kernel "${PROJECT_SOURCE_DIR}/packaging/cmake/compile_python_kernel.py")
if(Python3_Interpreter_FOUND)
  add_custom_command(OUTPUT "${python_kernel}"
    COMMAND "${Python3_EXECUTABLE}" -I "${compile_kernel}" "${python_kernel}" ${python_parts}
    DEPENDS ${python_parts} "${compile_kernel}" COMMENT "Compiling the Python kernel" VERBATIM)
else()
  add_custom_command(OUTPUT "${python_kernel}" COMMAND cat ${python_parts} > "${python_kernel}"
    DEPENDS ${python_parts} COMMENT "Joining the Python kernel" VERBATIM)
endif()

# The same of a language's kernel and of what its programs load first.
function(join_parts name language)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/resources/guest/${language}/" OUTPUT_VARIABLE parts)
  add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}"
    COMMAND cat ${parts} > "${CMAKE_CURRENT_BINARY_DIR}/${name}"
    DEPENDS ${parts} COMMENT "Joining ${name}" VERBATIM)
endfunction()
join_parts(javascript_kernel.js javascript 10-display.js 20-source.js 30-kernel.js)
join_parts(javascript_preload.cjs javascript 10-display.js 40-preload.js 50-modules.js)
join_parts(r_kernel.R r 10-display.R 30-kernel.R)
join_parts(r_preload.R r 10-display.R 40-preload.R)

# Each package manager is a file of its own.
file(GLOB managers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/packages/*.json")
set(package_managers "")
foreach(manager IN LISTS managers)
  get_filename_component(name "${manager}" NAME)
  list(APPEND package_managers "packages/${name}=${manager}")
endforeach()

# The pages of the server and of reports; the chart libraries as they are.
file(GLOB web_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/web/*")
set(bundled "${PROJECT_SOURCE_DIR}/resources/bundled")
set(web_embedded
  "web/plotly.js=${bundled}/plotly/plotly-strict.min.js"
  "web/vega.js=${bundled}/vega/vega.min.js"
  "web/vega-lite.js=${bundled}/vega/vega-lite.min.js"
  "web/vega-interpreter.js=${bundled}/vega/vega-interpreter.min.js")
foreach(file IN LISTS web_files)
  get_filename_component(name "${file}" NAME)
  list(APPEND web_embedded "web/${name}=${file}")
endforeach()

# A lesson is a folder; those that teach first have their names here, for the order.
set(lessons_embedded "")
foreach(lesson plots what-a-sandbox-stops bug-hunt)
  file(GLOB lesson_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/lessons/${lesson}/*")
  foreach(file IN LISTS lesson_files)
    get_filename_component(name "${file}" NAME)
    list(APPEND lessons_embedded "lessons/${lesson}/${name}=${file}")
  endforeach()
endforeach()

sandbench_embed(sandbench_core
  ${web_embedded}
  ${lessons_embedded}
  profiles.json=${PROJECT_SOURCE_DIR}/resources/profiles.json
  sizes.json=${PROJECT_SOURCE_DIR}/resources/sizes.json
  languages/python.json=${PROJECT_SOURCE_DIR}/resources/languages/python.json
  languages/javascript.json=${PROJECT_SOURCE_DIR}/resources/languages/javascript.json
  languages/typescript.json=${PROJECT_SOURCE_DIR}/resources/languages/typescript.json
  languages/bash.json=${PROJECT_SOURCE_DIR}/resources/languages/bash.json
  languages/c.json=${PROJECT_SOURCE_DIR}/resources/languages/c.json
  languages/cpp.json=${PROJECT_SOURCE_DIR}/resources/languages/cpp.json
  languages/go.json=${PROJECT_SOURCE_DIR}/resources/languages/go.json
  languages/java.json=${PROJECT_SOURCE_DIR}/resources/languages/java.json
  languages/php.json=${PROJECT_SOURCE_DIR}/resources/languages/php.json
  languages/r.json=${PROJECT_SOURCE_DIR}/resources/languages/r.json
  languages/ruby.json=${PROJECT_SOURCE_DIR}/resources/languages/ruby.json
  languages/rust.json=${PROJECT_SOURCE_DIR}/resources/languages/rust.json
  ${policy_embedded}
  ${package_managers}
  imports/php.json=${PROJECT_SOURCE_DIR}/resources/imports/php.json
  imports/python.json=${PROJECT_SOURCE_DIR}/resources/imports/python.json
  ${agent_embedded}
  check/run_tests.py=${PROJECT_SOURCE_DIR}/resources/check/run_tests.py
  rest/execute_code.py=${PROJECT_SOURCE_DIR}/resources/rest/execute_code.py
  guest/python_kernel.py=${python_kernel}
  guest/steps/python.py=${PROJECT_SOURCE_DIR}/resources/guest/steps/python.py
  guest/bash_kernel.sh=${PROJECT_SOURCE_DIR}/resources/guest/bash/kernel.sh
  guest/javascript_kernel.js=${CMAKE_CURRENT_BINARY_DIR}/javascript_kernel.js
  guest/javascript_preload.cjs=${CMAKE_CURRENT_BINARY_DIR}/javascript_preload.cjs
  guest/r_preload.R=${CMAKE_CURRENT_BINARY_DIR}/r_preload.R
  guest/r_kernel.R=${CMAKE_CURRENT_BINARY_DIR}/r_kernel.R
  guest/ruby_kernel.rb=${PROJECT_SOURCE_DIR}/resources/guest/ruby/kernel.rb
  examples/01-numbers.py=${PROJECT_SOURCE_DIR}/resources/examples/01-numbers.py
  examples/02-plots.py=${PROJECT_SOURCE_DIR}/resources/examples/02-plots.py
  examples/03-plotly.py=${PROJECT_SOURCE_DIR}/resources/examples/03-plotly.py
  examples/04-streaming.py=${PROJECT_SOURCE_DIR}/resources/examples/04-streaming.py
  examples/05-misbehaving.py=${PROJECT_SOURCE_DIR}/resources/examples/05-misbehaving.py
  examples/06-review.py=${PROJECT_SOURCE_DIR}/resources/examples/06-review.py
  examples/07-charts.js=${PROJECT_SOURCE_DIR}/resources/examples/07-charts.js
)
