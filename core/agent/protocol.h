// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The table of verbs is laid out by hand.
// clang-format off

/// The protocol between the host (core/agent/client.h) and `sandbench-agent` (core/agent/guest).
///
/// One byte stream, no I/O in here. Every frame is
///
///     u32 length | u8 type | u32 stream | payload[length]          (little-endian)
///
/// Control payloads are one JSON object, data payloads are raw bytes behind one channel byte.
/// The host numbers streams 1, 2, 3 … and never reuses one; stream 0 is the connection itself.
/// A frame that breaks a rule below ends the connection, never the host program.
///
/// Order: the guest sends Hello first, then the host; after that the host sends Requests. A request
/// on stream S is answered by any number of Event, Data and Eof frames on S and exactly one Reply, the
/// last frame on S. Requests run concurrently.
///
/// Flow control: per stream and channel, the sender starts with kInitialCredit bytes and may never have
/// more in flight; the receiver returns what it consumed with Credit frames. So a program that prints a
/// gigabyte is paused, not buffered. Only Data payload bytes (without the channel byte) count.
///
/// Rights: a sandbox whose agent may become other users is told so with `setup`, the first Request of all. After it
/// every program, kernel and context is started as that user, without capabilities or new privileges and behind the
/// filter, and the agent itself does all it does as that user, with another one as its real user. A `setup` that
/// fails makes every later Request fail the same way: nothing ever runs with the agent's own rights instead.
///
/// Verbs (Request payload `{"verb": …}`; `→` the Reply's fields besides `"ok": true`):
///  - setup      {user: "name|uid[:group|gid]"?, filter: [u64…]?, temporary: path?, folders: [path…], remove_agent: bool,
///                processes: n?, unreachable: ["address:port"…]?, confined_filter: [u64…]?}
///               → {uid, gid, user, env{}, reached: [address…]}
///               processes: most that the user of programs may have. unreachable: tried at once, $NAME is of the agent's
///               environment; where one answers, confined_filter takes the place of filter.
///               filter: classic BPF, each instruction's eight bytes as one number. temporary is made for the user and
///               removed when the agent ends; folders are made as the user. env is the agent's own environment.
///  - run        {observe: path?, steps: [{name, argv}…]?, argv | kernel+path+args+last+argv(fallback) | context+path+name,
///                after: [stream…], cwd, env{}, stdin: bool, pty{rows,cols}?, display: bool,
///                results: {output: path, folders: [path…], endings: [".png"…]}?, limits{wall_seconds, cpu_seconds, output_bytes, file_bytes,
///                open_files, processes, address_space_bytes, data_bytes, stack_bytes} (0 or absent = none)}
///               Event started {pid, kernel: "none"|"bare"|"full"|"context", clock: seconds since 1970}; with steps Event step {index, name}
///               as each begins, and {index: number of steps, name: ""} as the program does;
///               Data Stdout/Stderr/Display guest→host, Data+Eof Stdin host→guest
///               last: no other run follows, so that the kernel makes nothing ready for one
///               Before the Reply, but for a killed run, Event files {files: [as in `list`, at: seconds since the run
///               began…], more: bool}: what is new or changed in results.folders, the first first, at most 1,000: in
///               output everything, elsewhere regular files with those endings. more: not all of it is told
///               → {exit_code | signal, core_dumped, cause: null|"wall"|"cpu"|"output"|"killed"|
///                 "signal_requested", wall_seconds, cpu_seconds, max_rss_bytes, stdout_bytes, stderr_bytes,
///                 killed_processes, scratch_full: [path…], context_alive, activity?,
///                 oom_kills?, pids_denied?, memory_peak_bytes?}  from the sandbox's own control groups, where the
///                 agent can read them: what they counted during the run, and the peak where it is this run's
///               steps (compilers) run one after the other before argv, with the same folder, environment, outputs and
///               limits (the wall clock runs on), without stdin and display; nothing of one is left when the next
///               starts. The first that does not exit with 0 is the run's end: the Reply tells that step's ending.
///               Refused when one of the requests `after` failed or is not over: no program starts without its files.
///               env is the whole environment. argv[0] is looked up in env.PATH. When the run ends, its whole
///               process tree is gone and its output drained before the Reply is sent.
///               With observe: path, activity tells what the run did: {files: {created, changed, deleted, bytes, grown,
///               list: [{path, change, type, bytes_before?, bytes?}…]} of that folder, before it began and when all of it has
///               ended; programs: {started, list: [{pid, parent, path, arguments, cut, at, exit_code?, signal?}…]};
///               network: {attempts, list: [{call: "connect"|"bind"|"send", address, port, count}…], names: [{name, count}…]};
///               refused: [{number, count}…] by the filter of setup; most_processes; not_seen: [word…], of those that
///               core/session/activity.cpp has}. Lists are bounded, counts are not.
///  - signal     {run: stream, signal: number}      to the run's process group (context: to the interpreter)
///  - kill       {run: stream}                      SIGKILL to the whole tree; cause "killed". A cell, as at its
///                                                  limits, is interrupted first (SIGINT); a context that does not
///                                                  yield within a second dies, see context_alive
///  - resize     {run: stream, rows, cols}
///  - write      {path, mode, parents: bool}        Data+Eof File host→guest → {size}; replaces atomically, never
///                                                  through a symlink in the last component
///  - read       {path, offset, limit}              Data File guest→host → {size, mode, truncated}; regular files only
///  - list       {path, depth, limit}               Event entries {entries: [{path, path_b64?, type: file|directory|
///                                                  link|other, size, mtime, changed: ns, mode, uid, gid}…]} (<= 500 each) → {count,
///                                                  truncated}; changed is the time that no program sets
///                                                  path starts with the one asked for; no link is followed
///  - stat, mkdir {path, parents, mode}, remove {path, recursive}, rename {from, to}
///  - mend {path} -> {changed}: a folder that can be used, opened or made anew
///  - watch      {path, recursive, limit}           Event watching {path}, Data File guest→host: lines of JSON {path,
///                                                  change: created|written|removed|renamed|mode} until kill {run:
///                                                  stream}, the folder is gone, or there are more than can be told →
///                                                  {is_gone, truncated}. A renamed file is created where it is now;
///                                                  with recursive the folders below as well
///  - confine    {unreachable: [address…], confined_filter: [u64…]?} → {reached: [address…]}   as in setup, for programs
///               that start from now on; kernels are started anew
///  - metrics    {}                                 → {cpu_seconds, memory_bytes, processes, scratch: [{path, total_bytes, free_bytes}],
///               memory_limit_bytes?, memory_peak_bytes?, oom_kills?, pids_denied?}
///  - kernel_start {kernel, argv, env{}, preload: [module…], warm: "now"|"idle"|"never", scratch: [path…]}
///               Data+Eof File host→guest: its source. argv starts the interpreter; the agent appends the path of the sealed kernel file.
///               With lent: true the source is empty: the engine has lent it, and a kernel, see guest/kernel_protocol.md
///  - context_open {context, kernel} → {kernel: "bare"|"full", pid}, context_reset {context} → the same,
///    context_close {context}, context_list {} → {contexts: [{context, kernel, busy}…]}
///               cells of one context queue. A context whose interpreter ended is not_found.
///  - context_steps {context} → {alive, steps: [{step, text, threads, sockets, files_known, files_back, files_left}…]}: before which cells a Python context
///    can be had again (the last ten at most; counted from 1; text: the cell's first line), also one that has ended,
///    and what such a copy lacks: threads that ran; sockets are those that it shared; how many entries of the working
///    folder that cells have changed since come back with it, and how many do not, of those that are known; files_known: these are all
///  - context_undo {context, step} → that step and {kernel, pid, paths_left?}: the context is what it was before that cell; 0: the last
///    one. All that it has started since is gone; what cells whose calls were observed changed of the folder comes back, but
///    for what somebody else has changed since. Unavailable while a cell runs.
///  - context_branch {context, to, step} → {kernel, pid}: another context that is what this one was then; 0: what it is
///    A cell with undo: true leaves such a copy before it, and its Reply has step: the number. memory_bytes: the sandbox's
///    limit, of which copies may hold a quarter beside the context.
///  - context_variables {context, variable: name?} → {variables: [{name, type, size, count, value, mark}…], total}: what a Python
///    context has, the last 1,000 at most; with a name {variable: {those, text, is_cut, chart, table} or null}, see
///    core/session/variables.h. Unavailable while a cell runs.
///  - ping {}
/// `stat` answers with one entry as `list` shows it. A read ends with Eof File before its Reply.
/// A run that cannot start (no such program, folder or terminal) is a failed request, never an exit code 127.
/// A failed request: Reply `{"ok": false, "code": errorCodeName, "message": sentence}`.
///
/// The Display channel is opaque here; core/artifact/display_decoder.h parses it on the host.
///
/// Input behind its own Eof, or for a stream that has ended meanwhile, is dropped; a host that waits for credit there
/// sees the Reply instead.
///
/// TTL: the host sends Ping at least every ttl/3; a guest that hears nothing for ttl seconds, or reads the end of
/// the stream, kills everything and exits.
namespace sandbench::agent {

// clang-format on

inline constexpr int kProtocolVersion = 1;
inline constexpr std::size_t kHeaderBytes = 9;
/// Larger than any honest frame; a longer one is a protocol error.
inline constexpr std::size_t kMaxPayload = 4U << 20;
/// What a data sender should put into one frame at most.
inline constexpr std::size_t kDataChunk = 256U << 10;
inline constexpr std::uint32_t kInitialCredit = 2U << 20;

enum class FrameType : std::uint8_t {
    Hello = 1, ///< JSON; guest: {protocol, version, arch, pid, uid, kernel, capabilities[]}; host:
               ///< {protocol, ttl_seconds, scratch: [path…]}
    Request = 2, ///< JSON, host → guest
    Reply = 3, ///< JSON, guest → host
    Event = 4, ///< JSON {"event": name, …}, guest → host
    Data = 5, ///< u8 channel | bytes
    Eof = 6, ///< u8 channel
    Credit = 7, ///< u8 channel | u32 bytes
    Ping = 8, ///< up to 64 bytes, echoed in Pong; stream 0
    Pong = 9,
};

enum class Channel : std::uint8_t { Stdin = 0, Stdout = 1, Stderr = 2, Display = 3, File = 4 };
inline constexpr std::size_t kChannelCount = 5;
constexpr std::size_t indexOf(Channel channel)
{
    return static_cast<std::size_t>(channel);
}

struct Frame
{
    FrameType type = FrameType::Hello;
    std::uint32_t stream = 0;
    std::string payload;

    /// Of Data, Eof and Credit frames; the decoder has checked that it is there and known.
    Channel channel() const { return static_cast<Channel>(static_cast<std::uint8_t>(payload[0])); }
    /// Of Data frames.
    std::string_view data() const { return std::string_view(payload).substr(1); }
    /// Of Credit frames. Units: bytes.
    std::uint32_t credit() const;
};

/// Appends one frame to @p out. @p payload must not be longer than kMaxPayload.
void appendFrame(std::string& out, FrameType type, std::uint32_t stream, std::string_view payload);
void appendData(std::string& out, std::uint32_t stream, Channel channel, std::string_view bytes);
void appendEof(std::string& out, std::uint32_t stream, Channel channel);
void appendCredit(std::string& out, std::uint32_t stream, Channel channel, std::uint32_t bytes);

/// Incremental decoder for hostile bytes. After an error it stays in that state.
/// Thread: one at a time.
class FrameDecoder
{
public:
    void feed(std::string_view bytes);
    /// The next whole frame, or nothing until more bytes come.
    std::optional<Frame> next();
    /// Why the stream is broken, or empty.
    const std::string& error() const { return m_error; }

private:
    std::string m_buffer;
    std::size_t m_consumed = 0;
    std::string m_error;
};

} // namespace sandbench::agent
