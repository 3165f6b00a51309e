# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- The program ---------------------------------------------------------------------------------------------------------

# Here and not in a function, so that a program has one frame below it at most.
the_code, the_program = main()
the_error = None
try:
    exec(the_code, the_program.__dict__)
except BaseException as error:
    the_error = error
the_code = None
the_status = conclude(the_program, the_error)
the_error = the_program = None
if atexit._ncallbacks() == Ending.callbacks:
    # Nothing of the program's: the way through the interpreter, which frees the kernel's own syntax tree, can be saved.
    atexit._run_exitfuncs()
raise SystemExit(the_status)
