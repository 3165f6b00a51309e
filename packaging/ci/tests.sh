# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# The parts of packaging/test, sourced by it after packaging/lib.sh: each counts what it found and says how long it took.
# shellcheck disable=SC2154 # top and log_dir are that file's
jobs=$(nproc)
passed=0 failed=0 skipped=0
times=()

count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
}

# took WHAT SINCE: for the table of times at the end.
took() { times+=("$(printf '%6d s  %s' $((SECONDS - $2)) "$1")"); }

say_times() {
  say 'Where the time went:'
  printf '%s\n' "${times[@]}"
}

# What is installed now cannot be missing: a test that does not find it fails, where it would be skipped elsewhere.
require_installed() {
  local need
  local -a needs=(CERTIFICATES LUPDATE PYTHON PIP NODE SECRETS NUMPY PANDAS MATPLOTLIB BASH BUSYBOX JAVASCRIPT C CPP LSP TERMINAL MANDOC CATALOGUE SLIRP)
  [ -z "$all" ] || needs+=(HAPROXY PROMTOOL TYPESCRIPT JAVA GO RUST RUBY R PHP COMPOSER)
  for need in "${needs[@]}"; do export "SANDBENCH_REQUIRE_$need=1"; done
}

# What only --all needs comes while the first tree is built: compilers of other languages, a browser, clang.
install_rest() {
  rest=
  [ -n "$all" ] || return 0
  promtool=${XDG_CACHE_HOME:-$HOME/.cache}/sandbench/promtool
  PATH=$PATH:$promtool
  { need_packages "${packages_test_all[@]}" && need_promtool; } &
  rest=$!
}

# Installing its package would start a server for everybody on this machine.
need_promtool() {
  command -v promtool >/dev/null && return
  mkdir -p "$promtool"
  step promtool 'Unpacking promtool' unpack prometheus promtool "$promtool" || fail "could not unpack Debian's package prometheus for promtool"
}

# unpack PACKAGE PROGRAM FOLDER: one program of a package, there.
unpack() {
  local folder status=0
  folder=$(mktemp -d)
  (cd "$folder" && apt-get -q download "$1" && dpkg-deb --fsys-tarfile ./*.deb | tar -x "./usr/bin/$2" && mv "usr/bin/$2" "$3") || status=1
  rm -rf "$folder"
  return "$status"
}

# rest_is_there: waits for install_rest, which has said what failed.
rest_is_there() {
  local began=$SECONDS
  [ -n "$rest" ] || return 0
  wait "$rest" || exit 1
  rest=
  took 'waiting for the rest of the packages' "$began"
}

# build PRESET [CMAKE-ARGUMENT...]: a tree that does not build is one failure, and the other presets still run.
build() {
  local preset=$1 began=$SECONDS status=0
  step "configure-$preset" "Configuring $preset" cmake --preset "$preset" "${@:2}" &&
    step "build-$preset" "Building $preset" cmake --build --preset "$preset" || status=1
  took "building $preset" "$began"
  count 0 "$status" 0
  return "$status"
}

# say_skips LOG...: each reason with the classes that it kept from something. The logs name each test.
say_skips() {
  awk '/^[0-9]+: SKIP +: / {
      sub(/^[0-9]+: SKIP +: /, "")
      class = substr($0, 1, index($0, "::") - 1)
      reason = substr($0, index($0, ") ") + 2)
      if (!count[reason]++) order[++reasons] = reason
      if (!seen[reason, class]++) classes[reason] = classes[reason] (classes[reason] ? ", " : "") class
    }
    END {
      for (i = 1; i <= reasons; ++i)
        printf "    skipped %d: %s (%s)\n", count[order[i]], order[i], classes[order[i]]
    }' "$@"
}

# tests_of PRESET CTEST-ARGUMENT...
tests_of() {
  local preset=$1
  local -a wrap=()
  shift
  # The suites for all engines run with each of them once, where most is looked at.
  local engines=${SANDBENCH_TEST_ENGINES:-local}
  [ "$preset" = dev ] || engines=local
  # GCC 12's thread sanitizer knows fewer bits of address randomisation than newer kernels use.
  if [ "$preset" = dev-tsan ] && setarch "$(uname -m)" -R true 2>/dev/null; then wrap=(setarch "$(uname -m)" -R); fi
  env "SANDBENCH_TEST_ENGINES=$engines" "${wrap[@]}" ctest --preset "$preset" -V "$@"
}

# run_tests PRESET CTEST-ARGUMENT...
run_tests() {
  local preset=$1 log=$log_dir/test-$1.log report=$log_dir/failures-$1.log began=$SECONDS totals p f s again note=
  local -a logs=("$log")
  shift
  tests_of "$preset" --no-tests=error -j $((jobs + 1)) "$@" >"$log" 2>&1 </dev/null || true
  : >"$report"
  totals=$(awk -v report="$report" -f "$top/packaging/ci/totals.awk" "$log")
  cat "$report"
  # A few programs may have failed for what ran beside them: alone, they show it. That stays visible here, and neither a
  # crash nor what a sanitizer found is ever excused.
  again=$(grep -c '^---' "$report" || true)
  if [ "$again" -gt 0 ] && [ "$again" -le 5 ] && ! grep -q '^---.*Exception' "$report" &&
    ! grep -Eq '(ERROR|WARNING|SUMMARY): [A-Za-z]+Sanitizer|: runtime error: ' "$log"; then
    say "--- $preset: $again failed beside others; alone:"
    tests_of "$preset" --rerun-failed >"$log.alone" 2>&1 </dev/null || true
    logs+=("$log.alone") note=", tried twice: $again"
    : >"$report"
    totals=$(awk -v report="$report" -f "$top/packaging/ci/totals.awk" "${logs[@]}")
    cat "$report"
  fi
  read -r p f s <<<"$totals"
  say_skips "${logs[@]}"
  if [ $((p + f)) = 0 ]; then
    say "--- $preset ran no test at all; see $log"
    f=1
  fi
  count "$p" "$f" "$s"
  took "testing $preset" "$began"
  say "Testing $preset: $p passed, $f failed, $s skipped in $((SECONDS - began)) s$note"
}

# make_image PRESET: what the engines' tests make sandboxes from. Kept for the next clone: it takes a minute or two.
make_image() {
  local began=$SECONDS status=0
  local -a engines=()
  case ,${SANDBENCH_TEST_ENGINES:-}, in *,docker,* | *,kubernetes,*) engines+=(docker) ;; esac
  case ,${SANDBENCH_TEST_ENGINES:-}, in *,podman,*) engines+=(podman) ;; esac
  [ ${#engines[@]} -gt 0 ] && [ -z "${SANDBENCH_TEST_IMAGE:-}" ] || return 0
  CONTAINER_HOST=${SANDBENCH_TEST_PODMAN:-${CONTAINER_HOST:-}} SANDBENCHCTL=$top/build/$1/bin/sandbenchctl \
    SANDBENCH_IMAGE_DIR=${SANDBENCH_IMAGE_DIR:-$HOME/.cache/sandbench/images} \
    step image 'Making the image for tests of engines' "$top/packaging/images/build" "${engines[@]}" || status=1
  took 'making images' "$began"
  return "$status"
}

# sandboxes ENGINE: what its own command line sees of ours. The node of the cluster's shows pods that it has not ended.
sandboxes() {
  # Enough to find the test in the log that made it.
  local shown='{{.ID}} {{.Names}} {{.Image}} {{.Status}} {{.CreatedAt}} {{.Labels}};'
  case $1 in
    docker) docker ps --all --filter label=org.sandbench.owner --format "$shown" ;;
    podman) podman --url "$SANDBENCH_TEST_PODMAN" ps --all --filter label=org.sandbench.owner --format "$shown" ;;
    kubernetes)
      kubectl get pods,networkpolicies --all-namespaces --output name --selector app.kubernetes.io/managed-by=sandbench
      docker ps --filter label=io.kubernetes.pod.name --format '{{.Names}}' | grep _sandbench- || true
      ;;
  esac
}

# nothing_left PRESET: the engines' own command lines are the referee. A reaper gets some seconds.
nothing_left() {
  local engine left tries
  for engine in docker podman kubernetes; do
    case ,${SANDBENCH_TEST_ENGINES:-}, in *,$engine,*) ;; *) continue ;; esac
    for tries in 1 2 3 4 5 6 7 8 9 10; do
      left=$(sandboxes "$engine" 2>&1) && [ -z "$left" ] && break
      [ "$tries" = 10 ] || sleep 1
    done
    [ -z "$left" ] || say "--- after $1, $engine still has: ${left//$'\n'/ }"
    count $((${#left} == 0)) $((${#left} > 0)) 0
  done
}

# fuzz_one PROGRAM FOLDER: begins with the seeds and with what earlier calls found, so that each goes further; an input
# that crashes it is kept next to the log.
fuzz_one() {
  local name=${1##*/} seeds=$top/tests/fuzz/corpus/${1##*/}
  local found=${XDG_CACHE_HOME:-$HOME/.cache}/sandbench/fuzz/$name
  local -a corpus=("$found")
  mkdir -p "$found" "$2/crashes"
  [ ! -d "$seeds" ] || corpus+=("$seeds")
  "$1" -max_total_time="${SANDBENCH_FUZZ_SECONDS:-5}" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$2/crashes/$name-" "${corpus[@]}" >"$2/$name.log" 2>&1 </dev/null &&
    grep -Eq '^stat::number_of_executed_units: *[1-9]' "$2/$name.log" && return 0
  grep -E 'ERROR|SUMMARY|runtime error|Test unit written|^ *#[0-9]+ .* in ' "$2/$name.log" | head -n 30 >"$2/$name.failed" || true
  say "--- $name failed; see $2/$name.log" >>"$2/$name.failed"
}

run_fuzzers() {
  local dir=$top/build/fuzz/run began=$SECONDS program p=0 f=0
  rm -rf "$dir" && mkdir -p "$dir"
  for program in "$top"/build/fuzz/bin/fuzz/*; do
    [ -x "$program" ] || continue
    p=$((p + 1))
    # No more at once than there are cores.
    [ "$p" -le "$jobs" ] || wait -n || true
    fuzz_one "$program" "$dir" &
  done
  wait
  for program in "$dir"/*.failed; do
    [ -e "$program" ] || continue
    cat "$program"
    f=$((f + 1))
  done
  if [ "$p" = 0 ]; then
    say '--- there is no fuzz target'
    p=1 f=1
  fi
  count $((p - f)) "$f" 0
  took 'fuzzing' "$began"
  say "Fuzzing: $((p - f)) targets held, $f did not, in $((SECONDS - began)) s"
}
