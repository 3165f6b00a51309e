// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// The program that makes Apptainer's containers, as an ordinary user starts it.
namespace sandbench::apptainer {

/// What this process was started with and a program of Apptainer's may need. Nothing else of our
/// environment reaches it: APPTAINER_… and SINGULARITY_… change what an option does.
struct Surroundings
{
    std::string path, home, runtimeFolder, temporaryFolder, cacheHome;
    std::vector<std::string> proxies; ///< "https_proxy=http://proxy:3128"

    static Surroundings ofThisProcess();
};

struct Program
{
    std::string path; ///< Absolute.
    std::string version; ///< "Apptainer 1.4.5"
};

/// Its path: @p wanted, which must be absolute, or what PATH has under its names. Errors:
/// Unavailable, InvalidArgument.
Result<std::string> findProgram(const std::string& wanted, const Surroundings& surroundings);

/// What `apptainer --version` printed: "Apptainer 1.4.5", "SingularityCE 4.1.0". Errors:
/// Unsupported (another program, or too old for what we ask of it). No I/O.
Result<std::string> readVersion(std::string_view output);

/// Finds it and asks for its version. Errors: as both, Timeout, Cancelled.
Result<Program>
askProgram(const std::string& wanted, const Surroundings& surroundings, std::stop_token stop);

/// All that the program gets: "NAME=value". @p cacheFolder: where it keeps what it fetched.
std::vector<std::string>
programEnvironment(const Surroundings& surroundings, const std::string& cacheFolder);

} // namespace sandbench::apptainer
