# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts of this directory; sourced, never run. Sets $top, the root of the source tree.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
self=${0##*/}
# CI may start without one, and CMake looks below it too.
export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}

# One entry is a package name, or names that mean the same on different releases ("new|old": the first that the
# release knows is installed); a leading "?" makes it welcome instead of required.
# shellcheck disable=SC2034 # used by the scripts that source this file
{
  packages_build=(
    g++ cmake ninja-build pkg-config '?ccache' '?mold' '?g++-aarch64-linux-gnu'
    nlohmann-json3-dev libexpected-dev libseccomp-dev libcli11-dev libre2-dev libedit-dev
    libcurl4-openssl-dev libarchive-dev libtomlplusplus-dev libyaml-cpp-dev libwslay-dev libsqlite3-dev libssl-dev
    libmd4c-dev libxml2-dev librsvg2-dev libcairo2-dev libpoppler-glib-dev libpng-dev libjpeg-dev libgif-dev libwebp-dev libisal-dev zlib1g-dev
    qt6-base-dev 'qt6-svg-dev|libqt6svg6-dev' qt6-webengine-dev libqscintilla2-qt6-dev qt6-l10n-tools libsecret-1-dev libvterm-dev
  )
  packages_run=(
    bubblewrap slirp4netns ca-certificates python3 python3-numpy python3-pandas python3-matplotlib '?python3-plotly' nodejs
    fonts-dejavu-core '?qt6-qpa-plugins' '?qt6-wayland' '?qt6-translations-l10n' libgl1-mesa-dri
  )
  packages_test=(
    xvfb busybox-static gnome-keyring dbus-daemon '?zsh' '?fish' openssh-client openssh-server openssl curl '?qemu-user-static|qemu-user' python3-pip python3-setuptools python3-pylsp
    vim less htop tmux mandoc appstream desktop-file-utils
  )
  # What only packaging/test --all asks for: other people's languages and balancer, a browser and clang.
  packages_test_all=(
    haproxy chromium clang 'libclang-rt-dev|libclang-rt-19-dev|libclang-rt-18-dev|libclang-rt-14-dev'
    ruby ruby-bundler r-base-core r-cran-ggplot2 r-cran-lattice r-cran-jsonlite php-cli composer golang-go rustc cargo default-jdk-headless node-typescript
  )
  packages_package=(dpkg-dev binutils gzip lintian man-db mandoc appstream desktop-file-utils python3 git)
  packages_syntax=(
    extra-cmake-modules qt6-base-dev qt6-declarative-dev qt6-tools-dev '?qt6-tools-dev-tools' '?qt6-l10n-tools'
    perl xz-utils ca-certificates
  )
}

say() { printf '%s\n' "$*"; }

# fail MESSAGE: one line that says the next step, then out.
fail() {
  printf '%s: %s\n' "$self" "$*" >&2
  exit 1
}

# logs DIRECTORY: where step() writes; log files of an earlier run are overwritten.
logs() {
  log_dir=$1
  mkdir -p "$log_dir" 2>/dev/null || fail "cannot write to $log_dir: make that directory writable for $(id -un)"
}

# step NAME TITLE COMMAND...: one line per step; its output goes to a log; a failure shows its errors and its path.
step() {
  local name=$1 title=$2 began=$SECONDS status=0
  shift 2
  "$@" >"$log_dir/$name.log" 2>&1 </dev/null || status=$?
  if [ "$status" = 0 ]; then
    say "$title: done in $((SECONDS - began)) s"
    return 0
  fi
  # The first errors say most; what other jobs still had to say stands at the end.
  { grep -E ': (fatal )?error: |Error|^E:|^FAILED:' "$log_dir/$name.log" || tail -n 20 "$log_dir/$name.log"; } |
    awk '!seen[$0]++ && shown++ < 20 { print substr($0, 1, 300) }' >&2
  printf '%s: %s failed (status %s); the whole output is in %s\n' "$self" "$title" "$status" "$log_dir/$name.log" >&2
  return "$status"
}

# installed_of NAME...: those of the names that are installed, one per line.
installed_of() {
  { dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } | sed -n 's/^installed //p'
}

known_to_apt() { [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]; }

# pick_known ENTRY: the first alternative of an entry that this release has, or nothing.
pick_known() {
  local name
  local -a names
  IFS='|' read -r -a names <<<"${1#\?}"
  for name in "${names[@]}"; do
    if known_to_apt "$name"; then
      printf '%s\n' "$name"
      return 0
    fi
  done
}

# missing_of ENTRY...: the entries of which no alternative is installed, one per line. One dpkg-query in all.
missing_of() {
  local entry name found have
  local -a names
  IFS='|' read -r -a names <<<"$(IFS='|'; printf '%s' "$*" | tr -d '?')"
  have=" $(installed_of "${names[@]}" | tr '\n' ' ') "
  for entry in "$@"; do
    found=
    IFS='|' read -r -a names <<<"${entry#\?}"
    for name in "${names[@]}"; do
      case $have in *" $name "*) found=1 ;; esac
    done
    [ -n "$found" ] || printf '%s\n' "$entry"
  done
}

# apt_get ARGUMENT...: as root, directly or through sudo; never asks a question.
apt_get() {
  local -a root=()
  [ "$(id -u)" = 0 ] || root=(sudo)
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

# may_install NAMES: stops with the command to type when nobody here may install packages.
may_install() {
  [ "$(id -u)" = 0 ] && return 0
  command -v sudo >/dev/null || fail "these packages are missing; as root, run: apt-get install $1"
  if ! sudo -n true 2>/dev/null; then
    [ -t 0 ] || fail "these packages are missing; run: sudo apt-get install $1"
    say "Installing packages needs your password: $1"
    sudo -v || fail "no right to install packages; ask an administrator to run: apt-get install $1"
  fi
}

# need_packages ENTRY...: installs what is missing. Quick, and silent, when nothing is.
need_packages() {
  local entry name
  local -a required=() welcome=() install=() unknown=()
  [ -n "$(command -v apt-get)" ] ||
    fail "only Debian and Ubuntu are known here; install the equivalents of these yourself: $*"
  while IFS= read -r entry; do
    case $entry in
      '') ;;
      \?*) welcome+=("$entry") ;;
      *) required+=("$entry") ;;
    esac
  done < <(missing_of "$@")
  if [ ${#required[@]} = 0 ]; then
    for entry in "${welcome[@]}"; do
      name=$(pick_known "$entry")
      [ -z "$name" ] || install+=("$name")
    done
    # What is only welcome asks nobody for a password.
    [ ${#install[@]} -gt 0 ] && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; } || return 0
  fi
  may_install "$(printf '%s ' "${required[@]%%|*}" "${install[@]}" | sed 's/ *$//')"
  # A failed update is not yet an error: the lists that are here may be good enough to install from.
  step apt-update 'Updating the package lists' apt_get update || true
  install=()
  for entry in "${required[@]}" "${welcome[@]}"; do
    name=$(pick_known "$entry")
    if [ -n "$name" ]; then
      install+=("$name")
    elif [ "${entry#\?}" = "$entry" ]; then
      unknown+=("$entry")
    fi
  done
  [ ${#unknown[@]} = 0 ] || fail "this release has no package ${unknown[*]}; build on Debian 12, Ubuntu 24.04 or a newer one"
  step apt-install "Installing ${#install[@]} packages" apt_get install --no-install-recommends "${install[@]}" ||
    fail "could not install packages; repair that, or run yourself: apt-get install ${install[*]}"
}

# use_ccache: one cache for every clone of this tree, wherever it lies.
use_ccache() {
  export CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=true CCACHE_BASEDIR=$top CCACHE_NOHASHDIR=true CCACHE_DEPEND=true CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-5G}
}
