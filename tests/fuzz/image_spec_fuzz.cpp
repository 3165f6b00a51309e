// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/image_check/image_databases.h"
#include "core/image_check/image_spec.h"
#include "core/image_check/secret_patterns.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::image_check;

/// Input: a file of checks; a list of users or packages of an image; a text with secrets.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    require(readAccounts(input).size() <= kMostAccounts);
    require(readGroups(input).size() <= kMostAccounts);
    Packages packages;
    addDpkgPackages(input, packages);
    addApkPackages(input, packages);
    addRpmPackages(input, packages);
    require(packages.size() <= kMostPackages);
    require(isValidUtf8(osName(input)));
    (void)secretIn(input);
    const auto spec = readImageSpec(input);
    if (!spec) {
        require(isValidUtf8(spec.error().text()));
        return 0;
    }
    require(spec->count() > 0 && spec->count() <= kMostImageChecks);
    for (const auto& command : spec->commands) {
        require(!command.command.empty() || command.mayStillRun);
        require(command.timeout > 0 && command.timeout <= 600);
        for (const auto& expected : command.out)
            (void)holds(expected, input);
    }
    for (const auto& file : spec->files)
        require(file.path.starts_with('/'));
    return 0;
}
