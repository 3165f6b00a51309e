# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
#
# Sandbench's Bash contexts. Speaks the lines of core/agent/guest/kernel_protocol.md: orders on 3, answers on 4, this
# text on 5. Cells are sourced into this very shell. Whatever would end it (exit, set -e, an interrupt) ends only the
# cell: on its way out the shell becomes a new one, in the same process, which takes over all that there was to see.

# What is in the way of the shell's own end is kept and run as the shell would have: at the end, once.
trap() {
    if [[ $BASHPID != "$$" ]]; then
        builtin trap "$@"
        return
    fi
    local __sandbench_word __sandbench_others=()
    case ${1-} in
    '' | -l | -p | -lp)
        [[ $# -gt 0 && -z $1 ]] || { builtin trap "$@"; return; }
        ;;
    --)
        builtin shift
        ;;
    esac
    for __sandbench_word in "${@:2}"; do
        case $__sandbench_word in
        EXIT | exit | 0)
            __sandbench_farewell=$1
            [[ $1 != - ]] || __sandbench_farewell=
            ;;
        *) __sandbench_others+=("$__sandbench_word") ;;
        esac
    done
    if [[ $# -lt 2 ]]; then
        builtin trap "$@"
    elif [[ ${#__sandbench_others[@]} -gt 0 ]]; then
        builtin trap -- "$1" "${__sandbench_others[@]}"
    fi
}

__sandbench_state() {
    builtin declare -p
    builtin declare -f
    builtin declare -Fx
    builtin alias -p
    builtin shopt -p
    builtin set +o
    builtin trap -p
}

__sandbench_leave() {
    { builtin set +exuv; } 2> /dev/null
    __sandbench_code=$1
    __sandbench_options=$2
    builtin trap - EXIT
    builtin trap : INT
    exec "$BASH" --norc --noprofile /proc/self/fd/252 <(__sandbench_state 2> /dev/null)
}

# Whether the text of a file is a whole command: 0, or 1 where more is to come.
__sandbench_check() {
    local __sandbench_said __sandbench_text
    __sandbench_said=$(LC_ALL=C "$BASH" --norc -O extglob -n -- "$1" 2>&1 < /dev/null)
    __sandbench_text=$(< "$1")
    [[ $__sandbench_said == *'unexpected end of file'* || $__sandbench_said == *'unexpected EOF'* ||
        $__sandbench_said == *'here-document at line'* || $__sandbench_text =~ (^|[^\\])(\\\\)*\\$ ]]
    builtin printf 'done\t%s\t%d\n' "$2" "$((! $?))" >&251
} 2> /dev/null

__sandbench_decode() {
    builtin printf -v "$1" '%b' "${2//%/\\x}"
}

if [[ $# -gt 0 ]]; then
    builtin source "$1" 2> /dev/null
    { builtin set +exuv; } 2> /dev/null
    __sandbench_word=${1##*/}
    exec {__sandbench_word}<&-
    builtin set --
else
    __sandbench_farewell= __sandbench_token= __sandbench_options=
    # Out of the way: scripts like to use the low numbers themselves.
    exec 250<&3 251>&4 252<&5 3<&- 4>&- 5<&-
fi
builtin trap '__sandbench_leave "$?" "$-"' EXIT
builtin trap : INT

# Three loops, because a cell may try to break out of one of its own that is not there.
while :; do
    for __sandbench_once in 1; do
        for __sandbench_once in 1; do
            if [[ -n $__sandbench_token && -n $__sandbench_farewell ]]; then
                __sandbench_word=$__sandbench_farewell __sandbench_farewell=
                builtin trap 'builtin exit 130' INT
                (builtin exit "$__sandbench_code")
                builtin eval "$__sandbench_word"
            fi
        done
    done
    builtin trap : INT
    if [[ -n $__sandbench_token ]]; then
        exec 0< /dev/null 1> /dev/null 2> /dev/null
        builtin printf 'done\t%s\t%d\n' "$__sandbench_token" "$__sandbench_code" >&251
        __sandbench_token=
    else
        builtin printf 'ready\t%s\n' "$BASH_VERSION" >&251
    fi
    while :; do
        IFS=$'\t' builtin read -r __sandbench_order __sandbench_word __sandbench_in __sandbench_out __sandbench_err \
            __sandbench_display __sandbench_path __sandbench_name <&250
        __sandbench_code=$?
        if [[ $__sandbench_code -gt 128 ]]; then
            continue
        elif [[ $__sandbench_code -ne 0 ]]; then
            builtin trap - EXIT
            builtin exit 0
        elif [[ $__sandbench_order == env ]]; then
            __sandbench_decode __sandbench_word "$__sandbench_word"
            builtin export "$__sandbench_word"
        elif [[ $__sandbench_order == check ]]; then
            builtin printf 'begun\t%s\n' "$__sandbench_word" >&251
            __sandbench_decode __sandbench_path "$__sandbench_path"
            __sandbench_check "$__sandbench_path" "$__sandbench_word"
        elif [[ $__sandbench_order == cell ]]; then
            builtin break
        fi
    done
    __sandbench_token=$__sandbench_word
    exec 0< "$__sandbench_in" 1> "$__sandbench_out" 2> "$__sandbench_err"
    builtin printf 'begun\t%s\n' "$__sandbench_token" >&251
    __sandbench_decode __sandbench_path "$__sandbench_path"
    __sandbench_decode BASH_ARGV0 "$__sandbench_path"
    for __sandbench_once in 1; do
        for __sandbench_once in 1; do
            builtin trap 'builtin exit 130' INT
            __sandbench_code=0
            [[ -z ${__sandbench_options//[^eu]/} ]] || builtin set "-${__sandbench_options//[^eu]/}"
            builtin source "$__sandbench_path"
            { __sandbench_code=$? __sandbench_options=$-; builtin set +exuv; } 2> /dev/null
        done
    done
    # Without its token the cell was left by a break.
done
