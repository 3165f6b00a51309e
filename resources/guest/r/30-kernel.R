# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- A context: cells are evaluated in the global environment, expression by expression ---------------------------------

local(envir = .sandbench, {
    exit_condition <- function(status) structure(class = c("sandbench_exit", "condition"), list(message = "", call = NULL, status = status))

    # A cell's end is not the context's.
    leave <- function(save = "default", status = 0, runLast = TRUE) signal_exit(as.integer(status))
    signal_exit <- function(status) {
        invokeRestart("sandbench_leave", status)
    }

    shadow_quit <- function() {
        for (name in c("quit", "q")) {
            base <- baseenv()
            unlockBinding(name, base)
            assign(name, leave, envir = base)
            lockBinding(name, base)
        }
    }

    decode <- function(word) {
        text <- utils::URLdecode(word)
        Encoding(text) <- "UTF-8"
        text
    }

    # R closes and opens files by name only; the lowest free number is what is opened next.
    standard <- list()
    open_standard <- function(paths) {
        if (length(standard) == 0L) .Call(parallel:::C_mc_close_fds, 0:2) else for (file in standard) close(file)
        standard <<- Map(function(path, mode) {
            if (path == "/dev/null") file(path, mode, raw = TRUE) else fifo(path, mode, blocking = TRUE)
        }, paths, c("r", "w", "w"))
    }

    say <- function(...) {
        cat(paste0(paste(..., sep = "\t"), "\n"), file = answers)
    }

    show_value <- function(value) {
        text <- utils::capture.output(print(value))
        if (length(text) > 0L) {
            emit_parts("\"kind\":\"result\"", list("text/plain" = charToRaw(enc2utf8(limited(text, most_text)))))
        }
    }

    # Calls that no line of the cell made.
    is_kernels <- function(call) {
        is.call(call) && (identical(call[[1L]], quote(eval)) || identical(call[[1L]], quote(parse))) &&
            any(c("expressions", "lines") %in% all.vars(call))
    }

    show_error <- function(e) {
        call <- conditionCall(e)
        if (is_kernels(call)) call <- NULL
        where <- if (is.null(call)) "Error: " else paste0("Error in ", limited(deparse(call, nlines = 1L)[1L], 200L), " : ")
        text <- paste0(where, conditionMessage(e))
        cat(text, "\n", sep = "", file = stderr())
        emit_error(class(e)[1L], conditionMessage(e), text)
        1L
    }

    evaluate <- function(path, name) {
        lines <- readLines(path, warn = FALSE, encoding = "UTF-8")
        expressions <- parse(text = lines, keep.source = TRUE, srcfile = srcfilecopy(name, lines), encoding = "UTF-8")
        for (at in seq_along(expressions)) {
            made <- withVisible(eval(expressions[[at]], globalenv()))
            if (!made$visible) next
            if (at == length(expressions)) show_value(made$value) else print(made$value)
        }
        0L
    }

    execute <- function(path, name) {
        withRestarts(
            tryCatch(
                withCallingHandlers(evaluate(path, name), warning = function(w) {
                    call <- conditionCall(w)
                    if (is_kernels(call)) call <- NULL
                    cat(if (is.null(call)) "Warning message:\n" else paste0("Warning message:\nIn ", deparse(call, nlines = 1L)[1L], " : "),
                        conditionMessage(w), "\n", sep = "", file = stderr())
                    tryInvokeRestart("muffleWarning")
                }),
                error = show_error,
                interrupt = function(e) {
                    emit_error("interrupt", "the cell was interrupted", "")
                    130L
                }),
            sandbench_leave = function(status) status)
    }

    run <- function(words) {
        open_standard(words[2:4])
        display <<- if (words[5] == "/dev/null") NULL else fifo(words[5], "wb", blocking = TRUE)
        say("begun", words[1])
        owner <- Sys.getpid()
        code <- tryCatch(execute(decode(words[6]), decode(words[7])), interrupt = function(e) 130L)
        if (Sys.getpid() != owner) parallel:::mcexit(code)
        finish_page()
        if (!is.null(display)) try(close(display), silent = TRUE)
        display <<- NULL
        flush(stdout())
        open_standard(c("/dev/null", "/dev/null", "/dev/null"))
        say("done", words[1], bitwAnd(as.integer(code), 255L))
    }

    # 1 where the text is the beginning of something, else 0.
    check <- function(path) {
        tryCatch({
            parse(text = readLines(path, warn = FALSE, encoding = "UTF-8"), keep.source = FALSE, encoding = "UTF-8")
            0L
        }, error = function(e) as.integer(grepl("unexpected end of input|INCOMPLETE_STRING", conditionMessage(e))))
    }

    serve <- function() {
        orders <- fifo("/proc/self/fd/3", "r", blocking = TRUE)
        answers <<- fifo("/proc/self/fd/4", "w", blocking = TRUE)
        shadow_quit()
        start_figures()
        say("ready", paste(R.version$major, R.version$minor, sep = "."))
        repeat {
            line <- tryCatch(readLines(orders, 1L), interrupt = function(e) NULL)
            if (is.null(line)) next
            if (length(line) == 0L) break
            words <- strsplit(line, "\t", fixed = TRUE)[[1L]]
            if (words[1] == "env") {
                pair <- regmatches(decode(words[2]), regexpr("=", decode(words[2])), invert = TRUE)[[1L]]
                do.call(Sys.setenv, stats::setNames(list(pair[2]), pair[1]))
            } else if (words[1] == "check") {
                say("begun", words[2])
                say("done", words[2], tryCatch(check(decode(words[7])), interrupt = function(e) 0L))
            } else if (words[1] == "cell") {
                run(words[-1])
            }
        }
    }
    answers <- NULL
})
.sandbench$serve()
