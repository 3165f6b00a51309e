# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# What a run shows: records on the display descriptor, see core/agent/guest/kernel_protocol.md.

.sandbench <- new.env(parent = baseenv()) # nothing that a program defines gets into it

local(envir = .sandbench, {
    display <- NULL
    figures <- 0L
    most_text <- 1048576L

    quoted <- function(text) {
        text <- enc2utf8(as.character(text))
        text <- gsub("\\", "\\\\", text, fixed = TRUE)
        text <- gsub("\"", "\\\"", text, fixed = TRUE)
        text <- gsub("\n", "\\n", text, fixed = TRUE)
        text <- gsub("\r", "\\r", text, fixed = TRUE)
        text <- gsub("\t", "\\t", text, fixed = TRUE)
        paste0("\"", gsub("[[:cntrl:]]", " ", text), "\"")
    }

    limited <- function(text, size) {
        text <- paste(text, collapse = "\n")
        if (nchar(text, "bytes") <= size) text else paste0(substr(text, 1, size %/% 4), "...")
    }

    count <- function(bytes) writeBin(length(bytes), raw(), endian = "little")

    emit <- function(header, body = raw()) {
        if (is.null(display)) return(invisible())
        head <- charToRaw(header)
        tryCatch(writeBin(c(count(head), count(body), head, body), display), error = function(e) display <<- NULL)
        invisible()
    }

    emit_parts <- function(header, parts) {
        described <- vapply(names(parts), function(mime) {
            sprintf("{\"mime\":\"%s\",\"size\":%d}", mime, length(parts[[mime]]))
        }, "")
        emit(sprintf("{%s,\"parts\":[%s]}", header, paste(described, collapse = ",")), do.call(c, unname(parts)))
    }

    emit_error <- function(name, value, traceback) {
        emit(sprintf("{\"kind\":\"error\",\"name\":%s,\"value\":%s,\"traceback\":%s}", quoted(name),
            quoted(limited(value, 65536L)), quoted(limited(traceback, 262144L))))
    }

    # A capture that fails becomes a notice, never an error in the user's program.
    guarded <- function(capture) {
        tryCatch(capture, error = function(e) {
            emit(sprintf("{\"kind\":\"notice\",\"text\":%s}", quoted(paste("could not capture:", conditionMessage(e)))))
        })
    }

    # --- Figures: a device that keeps what is drawn, and draws it again once a page is whole ----------------------------

    width <- 7
    height <- 5
    resolution <- 144

    read_bytes <- function(path) readBin(path, raw(), file.size(path))

    close_device <- grDevices::dev.off

    # Both looks of one page; the files live no longer than this call.
    drawn <- function(plot) {
        folder <- tempfile("figure")
        dir.create(folder)
        on.exit(unlink(folder, recursive = TRUE))
        before <- grDevices::dev.cur()
        draw <- function(open, file) {
            path <- file.path(folder, file)
            open(path)
            mine <- grDevices::dev.cur()
            tryCatch(suppressWarnings(grDevices::replayPlot(plot)), finally = {
                close_device(mine)
                if (before > 1L) grDevices::dev.set(before)
            })
            if (file.exists(path)) read_bytes(path)
        }
        parts <- list()
        parts[["image/svg+xml"]] <- draw(function(path) grDevices::svg(path, width, height), "figure.svg")
        parts[["image/png"]] <- draw(function(path) {
            grDevices::png(path, width, height, units = "in", res = resolution, type = "cairo")
        }, "figure.png")
        parts
    }

    is_ours <- function() !is.null(device) && grDevices::dev.cur() == device && names(grDevices::dev.cur()) == "pdf"
    device <- NULL
    shown <- NULL # of the page that is being drawn: what of it was shown already

    # Setting up a page is recorded, too.
    draws_something <- function(steps) {
        names <- lapply(steps, function(step) tryCatch(step[[2L]][[1L]]$name, error = function(e) ""))
        !all(names %in% c("C_par", "C_layout"))
    }

    show_page <- function() {
        if (is.null(display) || !is_ours()) return(invisible())
        plot <- grDevices::recordPlot()
        if (!draws_something(plot[[1L]]) || identical(plot[[1L]], shown)) return(invisible())
        shown <<- plot[[1L]]
        parts <- drawn(plot)
        figures <<- figures + 1L
        emit_parts(sprintf("\"kind\":\"display\",\"name\":\"figure-%d\",\"width\":%d,\"height\":%d", figures,
            as.integer(width * resolution), as.integer(height * resolution)), parts)
    }

    # Closing the device is the end of its page, too.
    is_patched <- FALSE
    patch_close <- function() {
        if (is_patched) return(invisible())
        is_patched <<- TRUE
        for (name in c("dev.off", "graphics.off")) {
            original <- get(name, asNamespace("grDevices"))
            body(original) <- call("{", as.call(list(finish_page)), body(original))
            for (place in list(asNamespace("grDevices"), as.environment("package:grDevices"))) {
                unlockBinding(name, place)
                assign(name, original, envir = place)
                lockBinding(name, place)
            }
        }
    }

    # options(device=): what a program draws without having opened a device itself.
    open_device <- function(...) {
        patch_close()
        grDevices::pdf(NULL, width, height)
        device <<- grDevices::dev.cur()
        shown <<- NULL
        grDevices::dev.control("enable")
    }

    # Called before a new page begins, with the old one still there.
    before_page <- function(...) guarded(show_page())
    # A plot may also go beside others on a page that has room for it, or onto the last one.
    before_plot <- function(...) {
        if (is_ours() && graphics::par("page") && !graphics::par("new")) before_page()
    }

    finish_page <- function() {
        if (!is.null(device) && device %in% grDevices::dev.list()) {
            before <- grDevices::dev.cur()
            if (!is_ours()) grDevices::dev.set(device)
            guarded(show_page())
            if (before > 1L) grDevices::dev.set(before)
        }
    }

    start_figures <- function() {
        if (!isTRUE(capabilities("cairo"))) return(invisible())
        options(device = open_device)
        setHook("before.plot.new", before_plot)
        setHook("before.grid.newpage", before_page)
    }
})
