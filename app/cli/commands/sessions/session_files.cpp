// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// `sessions put`, `get` and `close`.
#include "app/cli/commands/sessions/session_files.h"

#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/part_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

std::string targetOf(const KeptSession& session, const std::string& path)
{
    const bool isAbsolute = path.starts_with('/');
    return session.path("/files/") + net::percentEncode(isAbsolute ? path.substr(1) : path)
        + (isAbsolute ? "?absolute=true" : "");
}

Result<void> putOne(const KeptSession& session, const FileSpec& file, std::stop_token stop)
{
    const UniqueFd source(::open(file.source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info = {};
    if (!source || ::fstat(source.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + file.source);
    if (!S_ISREG(info.st_mode))
        return Error(
            ErrorCode::InvalidArgument,
            file.source + " is not a file; pack a folder first (tar cf FILE.tar FOLDER)");
    net::HttpRequest request;
    request.method = "PUT";
    request.target = targetOf(session, file.destination);
    const char* mode = info.st_mode & S_IXUSR ? "755" : "644";
    request.target += (request.target.find('?') == std::string::npos ? "?mode=" : "&mode=")
        + std::string(mode);
    request.headers = {{"Content-Type", "application/octet-stream"}};
    request.source = [&source, &file](std::span<char> into) -> Result<std::size_t> {
        const auto n = ::read(source.get(), into.data(), into.size());
        if (n < 0)
            return Error::fromErrno(errno, "cannot read " + file.source);
        return static_cast<std::size_t>(n);
    };
    SANDBENCH_TRY([[maybe_unused]] const auto answer, session.send(request, std::move(stop)));
    return {};
}

} // namespace

Result<void> getFrom(const KeptSession& session, const GetSpec& get, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(makeFolderOf(get));
    SANDBENCH_TRY(auto part, PartFile::beside(get.destination));
    net::HttpRequest request;
    request.target = targetOf(session, get.source);
    const auto answer = session.client().stream(
        request, [&part](std::string_view bytes) { return part.write(bytes); }, std::move(stop));
    if (!answer)
        return answer.error();
    if (answer->status >= 300)
        return problemOf(*answer);
    return part.keep(0644);
}

Result<int> putFiles(const Program& program, const SessionsOptions& options)
{
    SANDBENCH_TRY(const auto session, KeptSession::find(options.kept));
    if (options.files.empty())
        return Error(ErrorCode::InvalidArgument, "name the files to put: SRC[:DEST]");
    for (const auto& text : options.files) {
        struct stat info = {};
        SANDBENCH_TRY(
            const auto file, parseFileSpec(text, ::lstat(text.c_str(), &info) == 0, "put"));
        SANDBENCH_TRY_VOID(putOne(session, file, program.signals.stopToken()));
    }
    return 0;
}

Result<int> getFilesOfSession(const Program& program, const SessionsOptions& options)
{
    SANDBENCH_TRY(const auto session, KeptSession::find(options.kept));
    if (options.files.empty())
        return Error(ErrorCode::InvalidArgument, "name the files to get: PATH[:DEST]");
    SANDBENCH_TRY(const auto gets, parseGets(options.files, "get"));
    for (const auto& get : gets)
        SANDBENCH_TRY_VOID(getFrom(session, get, program.signals.stopToken()));
    return 0;
}

Result<int> closeSession(const Program& program, const SessionsOptions& options)
{
    SANDBENCH_TRY(const auto session, KeptSession::find(options.kept));
    SANDBENCH_TRY(
        [[maybe_unused]] const auto closed,
        session.ask("DELETE", session.path(""), nullptr, program.signals.stopToken()));
    return 0;
}

} // namespace sandbench::cli
