# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# Reads the output of "ctest -V" and prints "PASSED FAILED SKIPPED", summed over what every Qt Test program says of itself.
# A program that ended badly without saying so (crash, timeout, sanitizer) is one failure; one that is no Qt Test counts as
# one. With -v report=FILE, what explains each failure of the last log is written there. Programs that a second log speaks of,
# for they were tried once more, count as they are there.

function explain(id, name, verdict,    i, n, text, lines, shown) {
  if (report == "" || file < ARGC - 1) return
  printf "--- %s:%s\n", name, verdict >> report
  n = split(output[id], lines, "\n")
  for (i = 1; i <= n && shown < 60; i++)
    if (lines[i] ~ /^FAIL!|^XPASS|^QFATAL|^   (Actual|Expected)|Sanitizer|runtime error|^ *#[0-9]+ .* in |terminate called|Assertion|^ASSERT|^CMake Error/ ||
        (lines[i] ~ /^   Loc:/ && lines[i - 1] !~ /^SKIP/)) {
      print "    " lines[i] >> report
      shown++
    }
  for (i = n > 25 ? n - 25 : 1; shown == 0 && i <= n; i++) print "    " lines[i] >> report
}

FNR == 1 { file++ }

{ sub(/\r$/, "") }

# begin(id): what is known of a program is forgotten when a later log speaks of it.
function begin(id) {
  if (counted_in[id] == file) return
  counted_in[id] = file
  delete output[id]
  passed[id] = failed[id] = skipped[id] = said[id] = 0
}

match($0, /^[0-9]+: /) {
  id = substr($0, 1, RLENGTH - 2)
  line = substr($0, RLENGTH + 1)
  begin(id)
  # Bounded, because a program under test may print without end.
  if (length(output[id]) < 400000) output[id] = output[id] "\n" line
  if (line ~ /^Totals: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped/) {
    split(line, word, " ")
    said[id]++
    passed[id] += word[2]
    failed[id] += word[4]
    skipped[id] += word[6]
  }
  next
}

/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  id = $0
  sub(/^[^#]*#/, "", id)
  sub(/:.*/, "", id)
  begin(id)
  name = $0
  sub(/^[^:]*: */, "", name)
  sub(/[ .*].*/, "", name)
  verdict = $0
  sub(/^[^:]*: *[^ ]+ *\.*/, "", verdict)
  if (verdict ~ /^ *Passed +[0-9.]+ sec/) {
    if (!said[id]) passed[id]++
    next
  }
  if (!failed[id]) failed[id]++
  explain(id, name, verdict)
}

END {
  for (id in counted_in) {
    p += passed[id]
    f += failed[id]
    s += skipped[id]
  }
  printf "%d %d %d\n", p, f, s
}
