// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// What went wrong, as far as a caller may want to act on it. How a *user's program* ended is never
/// an Error: that is Verdict in core/session/run_record.h.
enum class ErrorCode {
    InvalidArgument, ///< The caller's input cannot be right; nothing was done.
    NotFound,
    AlreadyExists,
    PermissionDenied,
    Unavailable, ///< An engine, program or kernel feature is missing here; the message says what to
                 ///< do.
    Timeout,
    Cancelled, ///< A stop was requested. Never logged as a failure.
    ResourceExhausted,
    Protocol, ///< The other side sent bytes that it may not send.
    ConnectionLost, ///< The stream to the agent ended.
    Unsupported,
    Io,
    Internal,
};

/// Stable lower_snake name, used in JSON and logs.
std::string_view errorCodeName(ErrorCode code);

/// A failure as a value: the code decides behaviour, the text is for people.
/// The message is one English line without a trailing period and says the next step where there is
/// one.
class Error
{
public:
    Error(ErrorCode code, std::string message);

    /// From errno: picks the code and appends the system's text to @p what.
    static Error fromErrno(int errnoValue, std::string what);

    ErrorCode code() const { return m_code; }
    const std::string& message() const { return m_message; }
    const std::vector<std::string>& context() const { return m_context; }

    /// Adds what was being done, outermost last added: `return error.within("opening the
    /// sandbox")`.
    Error within(std::string doing) &&;
    Error within(std::string doing) const&;

    /// "opening the sandbox: bwrap is not installed; install the package bubblewrap"
    std::string text() const;

private:
    ErrorCode m_code;
    std::string m_message;
    std::vector<std::string> m_context; // innermost first
};

} // namespace sandbench
