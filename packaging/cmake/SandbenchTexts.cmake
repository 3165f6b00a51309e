# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# Manual pages and completion scripts, made by the programs that were built and installed where man and the shells look.
set(texts "${CMAKE_BINARY_DIR}/texts")
set(make_texts "${PROJECT_SOURCE_DIR}/packaging/cmake/make_texts")
add_custom_command(OUTPUT "${texts}.made"
  COMMAND "${make_texts}" $<TARGET_FILE:sandbenchctl> "${texts}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${texts}.made"
  DEPENDS sandbenchctl "${make_texts}" COMMENT "Writing manual pages and completion scripts" VERBATIM)
add_custom_target(texts ALL DEPENDS "${texts}.made")
install(DIRECTORY "${texts}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT sandbenchctl)
install(FILES "${texts}/bash/sandbenchctl" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT sandbenchctl)
install(FILES "${texts}/zsh/_sandbenchctl" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT sandbenchctl)
install(FILES "${texts}/fish/sandbenchctl.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT sandbenchctl)

if(SANDBENCH_BUILD_GUI)
  set(window_page "${CMAKE_BINARY_DIR}/sandbench.1.gz")
  add_custom_command(OUTPUT "${window_page}"
    COMMAND sh -c "\"$0\" --manual | gzip -9n >\"$1\"" $<TARGET_FILE:sandbench> "${window_page}"
    DEPENDS sandbench COMMENT "Writing the manual page of the window" VERBATIM)
  add_custom_target(window_text ALL DEPENDS "${window_page}")
  install(FILES "${window_page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT sandbench)
endif()
