// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/messages.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench::apptainer {

namespace {

constexpr std::size_t kReasonBytes = 400;

struct KnownProblem
{
    std::string_view said; ///< A part of Apptainer's words.
    ErrorCode code;
    std::string_view problem, remedy;
};

constexpr std::array kKnown = {
    KnownProblem{
        "image format not recognized", ErrorCode::InvalidArgument,
        "the file is no image that Apptainer knows",
        "name a .sif file, or a folder that 'apptainer build --sandbox' made"},
    KnownProblem{
        "user namespace", ErrorCode::Unavailable,
        "Apptainer may not make user namespaces on this machine",
        "allow them: sysctl user.max_user_namespaces=15000, and see what 'apptainer exec --userns' "
        "says"},
    KnownProblem{
        "doesn't exist in container", ErrorCode::InvalidArgument,
        "the image lacks a folder that every container needs",
        "make it with 'apptainer build', which adds them"},
    KnownProblem{
        "could not run on the host", ErrorCode::Unsupported,
        "the image is for another processor than this machine's", "use an image for this one"},
    KnownProblem{
        "/.sandbench/agent: permission denied", ErrorCode::Unavailable,
        "no program can be started from the folder for temporary files",
        "set TMPDIR to one where that is possible"},
    KnownProblem{
        "no space left on device", ErrorCode::ResourceExhausted, "there is no room for the sandbox",
        "make some in the folder for temporary files"}};

/// Without the escape sequences of colours.
std::string withoutColours(std::string_view text)
{
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\x1b') {
            plain += text[at];
            continue;
        }
        while (at < text.size() && text[at] != 'm' && text[at] != '\n')
            ++at;
    }
    return plain;
}

} // namespace

std::string reasonIn(std::string_view complaint)
{
    const auto text = withoutColours(complaint);
    std::string_view rest = text;
    std::string reason, last;
    while (!rest.empty()) {
        const auto line = takeUpTo(rest, '\n');
        for (const std::string_view mark : {"FATAL:", "ERROR:", "Error:"})
            if (line.starts_with(mark))
                reason = oneLine(line.substr(mark.size()), kReasonBytes);
        if (!line.empty())
            last = oneLine(line, kReasonBytes);
    }
    return reason.empty() ? last : reason;
}

bool tellsOfDamage(std::string_view complaint)
{
    constexpr std::array<std::string_view, 4> kWords
        = {"reading descriptors:", "trying to read the squashfs image",
           "Read on filesystem failed because", "FATAL ERROR: Can't find a valid SQUASHFS"};
    return std::any_of(kWords.begin(), kWords.end(), [complaint](std::string_view words) {
        return complaint.find(words) != std::string_view::npos;
    });
}

Error damageProblem(std::string_view complaint)
{
    return Error(
        ErrorCode::InvalidArgument,
        "the image's file is damaged (" + reasonIn(complaint) + "); fetch or make it again");
}

Error startProblem(std::string_view complaint)
{
    const auto reason = reasonIn(complaint);
    if (tellsOfDamage(complaint))
        return damageProblem(complaint);
    const auto lower = lowerCase(complaint);
    for (const auto& known : kKnown)
        if (lower.find(lowerCase(known.said)) != std::string::npos)
            return Error(
                known.code,
                std::string(known.problem) + " (" + reason + "); " + std::string(known.remedy));
    return Error(
        ErrorCode::Unavailable,
        "Apptainer did not start the sandbox: "
            + (reason.empty() ? "it gave no reason; see what 'apptainer exec --userns' says"
                              : reason));
}

} // namespace sandbench::apptainer
