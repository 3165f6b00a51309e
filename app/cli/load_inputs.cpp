// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_plan.h"

#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/units.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/pod_options.h"

#include <cerrno>
#include <filesystem>
#include <map>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kMaxManifestBytes = 1U << 20;
constexpr std::size_t kMaxFileBytes = 512U << 20;

// What the user named does not fit: wrong usage, not a failure of the sandbox.
Error tooLarge(const std::string& what, std::size_t limit)
{
    return Error(
        ErrorCode::InvalidArgument,
        what + " is larger than " + formatSize(limit)
            + "; leave out what the run does not need, or make the data inside the sandbox");
}

Result<std::string> readNamed(const std::string& path, std::size_t limit)
{
    auto bytes = readFile(path, limit);
    if (!bytes && bytes.error().code() == ErrorCode::ResourceExhausted)
        return tooLarge(path, limit);
    return bytes;
}

Result<std::string> readStandardInput(std::stop_token stop)
{
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&] { wake.signal(); });
    std::string bytes;
    char chunk[65536];
    while (!stop.stop_requested()) {
        pollfd waits[] = {{STDIN_FILENO, POLLIN, 0}, {wake.fd(), POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0 || !waits[0].revents)
            continue;
        const auto n = ::read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read the program from standard input");
        if (n == 0)
            return bytes;
        bytes.append(chunk, static_cast<std::size_t>(n));
        if (bytes.size() > kMaxProgramBytes)
            return tooLarge("the program on standard input", kMaxProgramBytes);
    }
    return Error(ErrorCode::Cancelled, "stopped while the program was read");
}

Result<void> checkProgram(const std::string& name, std::string_view code)
{
    if (!code.starts_with("\x7f"
                          "ELF"))
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        name
            + " is a compiled program, not source text; hand it over with --file and start it "
              "from a bash program");
}

Result<InputFile> readInputFile(const std::string& text)
{
    struct stat info = {};
    const bool exists = ::lstat(text.c_str(), &info) == 0;
    SANDBENCH_TRY(FileSpec spec, parseFileSpec(text, exists));
    if (::stat(spec.source.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
        return Error(
            ErrorCode::InvalidArgument,
            "--file: " + spec.source
                + " is a folder; pack it (tar cf FILE.tar FOLDER) and hand over the archive");
    auto bytes = readNamed(spec.source, kMaxFileBytes);
    if (!bytes)
        return std::move(bytes.error()).within("--file");
    const bool executable = info.st_mode & S_IXUSR;
    return InputFile{std::move(spec.destination), *std::move(bytes), executable ? 0755U : 0644U};
}

Result<void> checkStdin(const std::string& path)
{
    struct stat info = {};
    if (path != "-" && path != kNoInput && ::stat(path.c_str(), &info) == 0
        && S_ISDIR(info.st_mode))
        return Error(ErrorCode::InvalidArgument, "--stdin: " + path + " is a folder");
    return {};
}

} // namespace

Result<std::string> readProgram(const std::string& path, std::stop_token stop)
{
    if (path == "-")
        return readStandardInput(std::move(stop));
    struct stat info = {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return Error(
            ErrorCode::InvalidArgument,
            path
                + " is not a regular file; hand its text over on standard input: "
                  "sandbenchctl run --language LANGUAGE - < "
                + path);
    return readNamed(path, kMaxProgramBytes);
}

Result<void> loadManifest(RunOptions& options, std::stop_token stop)
{
    const auto path = jsonString(options.sandbox, "manifest");
    // Another engine refuses it by its name.
    if (path.empty() || jsonString(options.sandbox, "engine") != "kubernetes")
        return {};
    if (path == "-" && (options.program == "-" || options.stdinPath == "-"))
        return optionError(
            "--manifest",
            "something else is read from standard input already; put the manifest into a file");
    auto text
        = path == "-" ? readStandardInput(std::move(stop)) : readNamed(path, kMaxManifestBytes);
    if (!text)
        return std::move(text.error()).within("--manifest");
    options.sandbox["manifest"] = *std::move(text);
    return {};
}

Result<void> loadInputs(const RunOptions& options, RunInvocation& plan, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkStdin(options.stdinPath));
    std::map<std::string, std::string> taken; // by where they go
    for (const auto& text : options.files) {
        SANDBENCH_TRY(auto file, readInputFile(text));
        const auto [other, isFree] = taken.emplace(
            std::filesystem::path(file.destination).lexically_normal().string(), text);
        if (!isFree)
            return optionError(
                "--file",
                other->second + " and " + text + " would both be " + file.destination
                    + " in the sandbox; write SRC:DEST with another name");
        if (std::filesystem::path(file.destination).lexically_normal() == plan.request.fileName)
            return Error(
                ErrorCode::InvalidArgument,
                "--file: " + file.destination
                    + " is where the program itself goes; write SRC:DEST with another name");
        plan.request.files.push_back(std::move(file));
    }
    if (options.answer) {
        plan.request.code = options.answer->code;
        // What the user hands over counts more.
        for (const auto& file : options.answer->files)
            if (!taken.contains(file.destination))
                plan.request.files.push_back(file);
        return {};
    }
    if (!options.command.empty() || !options.projectFolder.empty())
        return {};
    SANDBENCH_TRY(plan.request.code, readProgram(options.program, std::move(stop)));
    return checkProgram(options.program, plan.request.code);
}

} // namespace sandbench::cli
