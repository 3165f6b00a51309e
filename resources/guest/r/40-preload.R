# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- A program of its own: this is R_PROFILE_USER, which is read before it ----------------------------------------------

local(envir = .sandbench, {
    # What the program starts shall know nothing of us.
    restore <- function() {
        before <- Sys.getenv("SANDBENCH_HOOKED", NA)
        Sys.unsetenv(c("R_PROFILE_USER", "SANDBENCH_HOOKED", "SANDBENCH_DISPLAY_FD"))
        if (!is.na(before)) Sys.setenv(R_PROFILE_USER = before)
        before
    }

    # As R itself finds the user's profile.
    profile <- function(named) {
        candidates <- if (is.na(named)) c(".Rprofile", file.path(Sys.getenv("HOME"), ".Rprofile")) else named
        found <- candidates[file.exists(candidates)]
        if (length(found) > 0L) sys.source(found[1L], globalenv())
    }

    start <- function() {
        fd <- Sys.getenv("SANDBENCH_DISPLAY_FD")
        named <- restore()
        if (nzchar(fd)) {
            path <- paste0("/proc/self/fd/", fd)
            display <<- tryCatch(suppressWarnings(fifo(path, "wb", blocking = TRUE)), error = function(e) NULL)
            start_figures()
            reg.finalizer(.self, function(...) finish_page(), onexit = TRUE)
        }
        profile(named)
    }
    .self <- environment()
})
.sandbench$start()
