// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/telling_line.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

namespace sandbench {

namespace {

constexpr std::size_t kLongestLine = 300;

/// In lower case, the most telling first.
constexpr std::array<std::string_view, 34> kReasons
    = {"no space left on device",
       "readtimeouterror",
       "connecttimeouterror",
       "newconnectionerror",
       "reason: getaddrinfo",
       "could not resolve host",
       "failed to resolve address",
       "couldn't resolve host",
       "unable to download data from",
       "getaddrinfo for ",
       "dial tcp: lookup",
       "network eai_again",
       "network enotfound",
       "failed, reason: ",
       "unable to access index for repository",
       "is not in this registry",
       "no matching version found",
       "because these package versions have conflicting dependencies",
       "these packages do not match the hashes",
       "no matching distribution found",
       "npm error invalid: ",
       "npm err! invalid: ",
       "could not find gem '",
       "unable to resolve dependency tree",
       "could not resolve dependency",
       "could not find a valid gem",
       "no matching package named",
       "failed to select a version for",
       "root composer.json requires",
       "could not find a matching version of package",
       "could not find package",
       "unable to locate package",
       "is not available for this version of r",
       "temporary failure in name resolution"};

/// What only says that something above it went wrong.
constexpr std::array<std::string_view, 12> kEmptyWords
    = {"resolutionimpossible",
       "metadata-generation-failed",
       "subprocess-exited-with-error",
       "a complete log of this run",
       "npm error code ",
       "npm err! code ",
       "this error originates from",
       "error reference",
       "this error is too confusing",
       "errors parsing go.mod:",
       "-debug-0.log",
       "see above for output"};

bool isEmptyWord(const std::string& low)
{
    return std::any_of(kEmptyWords.begin(), kEmptyWords.end(), [&](std::string_view words) {
        return low.find(words) != std::string::npos;
    });
}

bool complains(const std::string& low)
{
    if (isEmptyWord(low))
        return false;
    return low.find("error") != std::string::npos || low.starts_with("e: ")
        || low.find("fatal") != std::string::npos;
}

} // namespace

std::string tellingLine(const std::string& output, bool wasKilled)
{
    std::string last;
    std::string complaint;
    std::string reason;
    auto best = kReasons.size();
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        // A progress bar's earlier states are in the same line.
        line.erase(0, line.rfind('\r', line.size() < 2 ? 0 : line.size() - 2) + 1);
        line = oneLine(line, kLongestLine);
        if (line.empty())
            continue;
        const auto low = lowerCase(line);
        for (std::size_t i = 0; i < best; ++i)
            if (low.find(kReasons[i]) != std::string::npos) {
                best = i;
                reason = line;
            }
        if (complains(low))
            complaint = line;
        if (!isEmptyWord(low))
            last = line;
    }
    if (!reason.empty())
        return reason;
    return complaint.empty() && !wasKilled ? last : complaint;
}

} // namespace sandbench
