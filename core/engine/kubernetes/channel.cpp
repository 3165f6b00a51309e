// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/channel.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <charconv>

namespace sandbench::kubernetes {

namespace {

constexpr int kMaxStatusDepth = 16;
constexpr int kMaxStatusParts = 16;
constexpr std::size_t kLongestStatus = 500;

Error brokenRule(const std::string& what)
{
    return {ErrorCode::Protocol, "the cluster broke the rules of exec: " + what};
}

std::optional<int> exitCodeOf(const Json& status)
{
    for (const auto& cause : jsonList(jsonField(status, "details"), "causes")) {
        if (jsonString(cause, "reason") != "ExitCode")
            continue;
        const auto text = jsonString(cause, "message");
        int code = -1;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), code);
        if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && code >= 0
            && code <= 255)
            return code;
    }
    return std::nullopt;
}

} // namespace

Result<ExecStatus> parseExecStatus(std::string_view json)
{
    SANDBENCH_TRY(const auto parsed, parseJson(json, ExecReceiver::kMaxStatus, kMaxStatusDepth));
    const auto verdict = jsonString(parsed, "status");
    if (verdict != "Success" && verdict != "Failure")
        return brokenRule("a status that is neither Success nor Failure");
    ExecStatus status;
    status.isSuccess = verdict == "Success";
    status.exitCode = status.isSuccess ? 0 : exitCodeOf(parsed);
    status.message = oneLine(jsonString(parsed, "message"), kLongestStatus);
    return status;
}

Result<std::string_view> ExecReceiver::take(std::string_view message)
{
    if (m_error)
        return *m_error;
    if (message.size() < 2) // so a server says that a channel is open
        return std::string_view();
    const auto part = message.substr(1);
    switch (static_cast<ExecChannel>(message.front())) {
    case ExecChannel::Output:
        return part;
    case ExecChannel::Complaint:
        m_complaint += part.substr(part.size() - std::min(part.size(), kMaxComplaint));
        if (m_complaint.size() > kMaxComplaint)
            m_complaint.erase(0, m_complaint.size() - kMaxComplaint);
        return std::string_view();
    case ExecChannel::Status:
        if (auto taken = takeStatus(part); !taken) {
            m_error = taken.error();
            return *m_error;
        }
        return std::string_view();
    case ExecChannel::Close: // the status comes all the same, and says more
        return std::string_view();
    default:
        break;
    }
    m_error = brokenRule(
        "bytes on channel "
        + std::to_string(static_cast<unsigned>(static_cast<unsigned char>(message.front()))));
    return *m_error;
}

Result<void> ExecReceiver::takeStatus(std::string_view part)
{
    if (m_status)
        return {};
    if (++m_statusParts > kMaxStatusParts || part.size() > kMaxStatus - m_statusText.size())
        return brokenRule("a status of more than 64 KiB, or in more than 16 pieces");
    m_statusText += part;
    const auto parsed = parseJson(m_statusText, kMaxStatus, kMaxStatusDepth);
    if (!parsed)
        return {}; // maybe not all of it
    SANDBENCH_TRY(m_status, parseExecStatus(m_statusText));
    return {};
}

} // namespace sandbench::kubernetes
