// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sandbench::cli {

/// What `sandbenchctl run --help` says below its options.
inline constexpr const char* kRunFooter
    = R"(The program gets nothing of this machine but its interpreters (in a container: what the image
holds) and what stands on standard input: no network, no files, no environment. Its output comes
through as it is written, byte for byte. What it draws, the pictures, pages and tables that it writes
and all in the folder $SANDBENCH_OUTPUT are its artifacts; --out keeps them.

With --project DIR the program works on a copy of DIR. What it changed there is listed when it has
ended, and kept: --apply brings it into DIR, now or later ('apply RUN'), and never over a file that
changed here meanwhile.

FILE may be an answer of a language model as well: Markdown, a page, an exported conversation, a
notebook, a diff. What looks like its program is run with its other files beside it, and a line on
stderr says which; --blocks lists what there is, --block N takes another. Shell steps of an answer
are never run unless --block names them.

Standard input is not the program's alone in a loop such as "while read NAME": give --stdin none
there. Ctrl-C reaches the program; the second one ends the run. With --tty it is a key like any
other, and three of them within a second end the run. Several FILEs run in turn in one sandbox, and
the exit status is that of the first that failed.

Durations are seconds, or like 200ms, 1.5s, 2m. Sizes are bytes, or like 64k, 512m, 1.5g.

Examples:
  sandbenchctl run hello.py
  sandbenchctl run --timeout 5 --memory 256m untrusted.py -- first second
  sandbenchctl run --file data.csv --file lib.py:pkg/lib.py --out plots report.py
  sandbenchctl run --project ./tool src/main.c -- input.txt
  sandbenchctl run --project ./tool --apply all fix.py
  echo 'print(input())' > echo.py; echo hi | sandbenchctl run echo.py
  sandbenchctl run --tty game.py
  sandbenchctl run answer.md
  sandbenchctl run --blocks answer.md
  sandbenchctl run make.py check.py --get results/table.csv
  ls *.py | while read f; do sandbenchctl run --stdin none "$f"; done
  sandbenchctl run --json script.sh | jq .verdict
  sandbenchctl run --engine docker --size small report.py
  sandbenchctl run --engine podman --image python:3.12 --network bridge fetch.py
  sandbenchctl run --engine docker --install 'pip install rich' report.py
  sandbenchctl run --engine docker --build . --image mytools:1 --mount ./data:/data report.py
  sandbenchctl run --engine docker --container web check.py
  sandbenchctl run --engine kubernetes --context lab --namespace team --manifest pod.yaml a.py
  sandbenchctl run --engine kubernetes --pod web-0 --container main check.py
  sandbenchctl run --policy production generated.py
  sandbenchctl run --check-imports report.py
  sandbenchctl run --engine docker --connection ssh://me@lab.example hello.py
  sandbenchctl run --engine ssh --connection me@lab.example hello.py

Exit status:
  N        the program exited with N
  128+S    the program was ended by signal S
  122      it reached its output or disk limit
  124      it reached its time or CPU time limit
  125      the sandbox could not be made or went away; or not all that --apply means was applied
  126      a policy refused the program
  130      it was cancelled (Ctrl-C, or nobody read its output any more)
  137      it ran out of memory
  2        wrong usage

--json prints one object and nothing else on stdout: the run record, schema "sandbench.run/1".
When nothing ran (exit status 2, 125 or 130) it is {"schema": "sandbench.error/1",
"exit_status": N, "error": {"name", "value", "traceback"}}.)";

} // namespace sandbench::cli
