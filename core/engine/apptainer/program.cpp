// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/program.h"

#include "core/base/text.h"
#include "core/process/run_program.h"

#include <array>
#include <cstdlib>
#include <tuple>
#include <unistd.h>

namespace sandbench::apptainer {

namespace {

using namespace std::chrono_literals;

constexpr auto kVersionPatience = 10s;
constexpr std::size_t kVersionBytes = 4096;
constexpr auto kUsualFolders = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

struct Dialect
{
    std::string_view prefix; ///< Of what it prints for --version.
    std::string_view name;
    unsigned major, minor; ///< The first version that knows all options of ours.
};

constexpr std::array kDialects
    = {Dialect{"apptainer version ", "Apptainer", 1, 1},
       Dialect{"singularity-ce version ", "SingularityCE", 3, 11}};

unsigned takeNumber(std::string_view& text)
{
    unsigned number = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9' && number < 100'000) {
        number = number * 10 + static_cast<unsigned>(text.front() - '0');
        text.remove_prefix(1);
    }
    return number;
}

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

} // namespace

Surroundings Surroundings::ofThisProcess()
{
    Surroundings found;
    found.path = variable("PATH");
    found.home = variable("HOME");
    found.runtimeFolder = variable("XDG_RUNTIME_DIR");
    found.temporaryFolder = variable("TMPDIR");
    found.cacheHome = variable("XDG_CACHE_HOME");
    for (const char* name :
         {"http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"})
        if (const auto value = variable(name); !value.empty())
            found.proxies.push_back(std::string(name) + "=" + value);
    return found;
}

Result<std::string> findProgram(const std::string& wanted, const Surroundings& surroundings)
{
    if (!wanted.empty() && !wanted.starts_with('/'))
        return Error(
            ErrorCode::InvalidArgument,
            inQuotes(wanted) + " is no program of Apptainer's; name it by its absolute path");
    if (!wanted.empty() && ::access(wanted.c_str(), X_OK) == 0)
        return wanted;
    if (!wanted.empty())
        return Error(
            ErrorCode::Unavailable,
            "there is no program " + inQuotes(wanted) + "; name Apptainer's by its absolute path");
    for (const char* name : {"apptainer", "singularity"})
        if (auto found = programInPath(name, surroundings.path + ":" + kUsualFolders);
            !found.empty())
            return found;
    return Error(
        ErrorCode::Unavailable,
        "Apptainer is not installed; install the package apptainer, or load the module that your "
        "cluster has for it");
}

Result<std::string> readVersion(std::string_view output)
{
    const auto line = output.substr(0, output.find('\n'));
    for (const auto& dialect : kDialects) {
        if (!line.starts_with(dialect.prefix))
            continue;
        auto rest = line.substr(dialect.prefix.size());
        const auto number = oneLine(rest.substr(0, rest.find_first_of(" -+~")), 20);
        const auto major = takeNumber(rest);
        if (!rest.starts_with('.'))
            break;
        rest.remove_prefix(1);
        const auto minor = takeNumber(rest);
        auto text = std::string(dialect.name) + " " + number;
        if (std::tie(major, minor) < std::tie(dialect.major, dialect.minor))
            return Error(
                ErrorCode::Unsupported,
                text + " is too old; install " + std::string(dialect.name) + " "
                    + std::to_string(dialect.major) + "." + std::to_string(dialect.minor)
                    + " or newer");
        return text;
    }
    return Error(
        ErrorCode::Unsupported,
        "the program does not say that it is Apptainer, but " + inQuotes(line)
            + "; install Apptainer 1.1 or newer");
}

Result<Program>
askProgram(const std::string& wanted, const Surroundings& surroundings, std::stop_token stop)
{
    Program program;
    SANDBENCH_TRY(program.path, findProgram(wanted, surroundings));
    SpawnSpec spec;
    spec.program = program.path;
    spec.arguments = {"apptainer", "--version"};
    spec.environment = programEnvironment(surroundings, {});
    const auto answer
        = runProgram(std::move(spec), "", kVersionBytes, kVersionPatience, std::move(stop));
    if (answer.failedAs(ErrorCode::Cancelled))
        return answer.error();
    if (!answer)
        return Error(
            ErrorCode::Unavailable,
            program.path + " does not tell its version (" + answer.error().text() + "); see what '"
                + program.path + " --version' says");
    SANDBENCH_TRY(program.version, readVersion(answer->output).within(program.path));
    return program;
}

std::vector<std::string>
programEnvironment(const Surroundings& surroundings, const std::string& cacheFolder)
{
    std::vector<std::string> environment
        = {std::string("PATH=") + kUsualFolders, "LANG=C", "NO_COLOR=1"};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty())
            environment.push_back(std::string(name) + "=" + value);
    };
    add("HOME", surroundings.home);
    add("XDG_RUNTIME_DIR", surroundings.runtimeFolder);
    add("TMPDIR", surroundings.temporaryFolder);
    add("APPTAINER_CACHEDIR", cacheFolder);
    add("SINGULARITY_CACHEDIR", cacheFolder);
    environment.insert(environment.end(), surroundings.proxies.begin(), surroundings.proxies.end());
    return environment;
}

} // namespace sandbench::apptainer
