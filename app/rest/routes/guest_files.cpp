// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/guest_files.h"

#include "core/artifact/artifact_store.h"
#include "core/artifact/mime.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::rest {

namespace {

constexpr std::size_t kLongestPath = 4000;
constexpr std::size_t kSniffedBytes = 4096;

bool isUsable(std::string_view component)
{
    return component != ".." && isValidUtf8(component)
        && std::none_of(component.begin(), component.end(), [](char c) {
               return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
           });
}

Result<std::string> joined(std::string_view text)
{
    std::string path;
    while (!text.empty()) {
        const auto slash = text.find('/');
        const auto component = text.substr(0, slash);
        text = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
        if (component.empty() || component == ".")
            continue;
        if (!isUsable(component) || path.size() + component.size() > kLongestPath)
            return Error(
                ErrorCode::InvalidArgument,
                "'" + oneLine(component, 100) + "' cannot be part of a path in the sandbox");
        path += (path.empty() ? "" : "/") + std::string(component);
    }
    return path;
}

Result<std::string>
headOf(const UsedSandbox& sandbox, const std::string& path, std::stop_token stop)
{
    std::string head;
    const auto collect = [&](std::string_view bytes) -> Result<void> {
        head += bytes;
        return {};
    };
    SANDBENCH_TRY(
        const auto count,
        sandbox.session().streamFile(path, 0, kSniffedBytes, collect, std::move(stop)));
    (void)count;
    return head;
}

std::string octal(unsigned mode)
{
    char text[16] = {};
    const auto [end, error] = std::to_chars(text, text + sizeof text, mode & 07777U, 8);
    return error == std::errc() ? std::string(text, end) : std::string();
}

} // namespace

Result<std::string> guestPath(std::string_view text, bool absolute)
{
    SANDBENCH_TRY(auto path, joined(text));
    if (path.empty())
        return Error(ErrorCode::InvalidArgument, "the path names no file of the sandbox");
    return absolute ? "/" + path : path;
}

Result<std::string> guestFolder(std::string_view text, bool absolute)
{
    SANDBENCH_TRY(auto path, joined(text));
    if (path.empty())
        return std::string(absolute ? "/" : ".");
    return absolute ? "/" + path : path;
}

Result<unsigned> readMode(std::string_view text)
{
    unsigned mode = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, mode, 8);
    if (problem != std::errc() || rest != end || mode > 0777)
        return Error(ErrorCode::InvalidArgument, "mode must be octal permissions such as 644");
    return mode;
}

Json entryView(const FileEntry& entry)
{
    return {{"path", entry.path},        {"type", entry.type},
            {"bytes", entry.bytes},      {"modified_at", entry.modifiedAt},
            {"mode", octal(entry.mode)}, {"readable_name", !entry.hasOddName}};
}

Result<Answer> downloadAnswer(UsedSandbox sandbox, const std::string& path, std::stop_token stop)
{
    SANDBENCH_TRY(const auto entry, sandbox.session().fileInfo(path, stop));
    if (entry.type != "file")
        return Error(ErrorCode::InvalidArgument, "'" + path + "' is no regular file");
    SANDBENCH_TRY(const auto head, headOf(sandbox, path, stop));
    const auto mime = sniffMime(head, mimeOfName(path));
    Answer answer;
    answer.headers = untrustedHeaders(mime, path);
    answer.contentType = contentTypeOf(mime);
    if (entry.bytes == 0)
        return answer;
    answer.streamBytes = entry.bytes;
    answer.stream = [sandbox = std::move(sandbox), path, bytes = entry.bytes,
                     stop = std::move(stop)](BodySink& sink) {
        const auto send = [&](std::string_view piece) -> Result<void> {
            if (!sink.write(piece))
                return Error(ErrorCode::Cancelled, "the client has gone");
            return {};
        };
        // A file that became shorter meanwhile ends the connection early, which says so.
        (void)sandbox.session().streamFile(path, 0, bytes, send, stop);
    };
    return answer;
}

Upload::Upload(UsedSandbox sandbox, const Call& call, unsigned mode)
    : m_sandbox(std::move(sandbox))
    , m_most(call.caller.quotas.uploadBytes)
    , m_mode(mode)
    , m_stop(call.stop)
    , m_written(Json::array())
{
}

Result<void> Upload::begin(const std::string& path)
{
    m_path = path;
    m_bytes = 0;
    SANDBENCH_TRY(m_writer, onDisk(m_sandbox.session().createFile(path, m_mode, m_stop)));
    return {};
}

Result<void> Upload::add(std::string_view bytes)
{
    if (!m_writer)
        return Error(ErrorCode::InvalidArgument, "the form has bytes outside of its files");
    m_bytes += bytes.size();
    if (m_most > 0 && m_bytes > m_most)
        return Error(
                   ErrorCode::ResourceExhausted,
                   "a file may have " + std::to_string(m_most) + " bytes")
            .within(std::string(kReadingBody));
    return onDisk(m_writer->write(bytes, m_stop));
}

Result<void> Upload::end()
{
    if (!m_writer)
        return {};
    SANDBENCH_TRY_VOID(onDisk(m_writer->finish(m_stop)));
    m_writer.reset();
    m_written.push_back({{"path", m_path}, {"bytes", m_bytes}});
    return {};
}

} // namespace sandbench::rest
