// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sandbench {

std::string_view errorCodeName(ErrorCode code)
{
    // In the order of ErrorCode.
    constexpr std::array<std::string_view, 13> kNames
        = {"invalid_argument", "not_found",       "already_exists", "permission_denied",
           "unavailable",      "timeout",         "cancelled",      "resource_exhausted",
           "protocol",         "connection_lost", "unsupported",    "io",
           "internal"};
    static_assert(kNames.size() == static_cast<std::size_t>(ErrorCode::Internal) + 1);
    return kNames[static_cast<std::size_t>(code)];
}

Error::Error(ErrorCode code, std::string message)
    : m_code(code)
    , m_message(std::move(message))
{
}

static ErrorCode codeOfErrno(int value)
{
    switch (value) {
    case ENOENT:
    case ENOTDIR:
    case ESRCH:
        return ErrorCode::NotFound;
    case EEXIST:
    case ENOTEMPTY:
        return ErrorCode::AlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
    case EXDEV:
        return ErrorCode::PermissionDenied;
    case E2BIG:
    case EINVAL:
    case ENAMETOOLONG:
    case EISDIR:
        return ErrorCode::InvalidArgument;
    case ENOSPC:
    case EDQUOT:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case EFBIG:
    case EAGAIN:
        return ErrorCode::ResourceExhausted;
    case ETIMEDOUT:
        return ErrorCode::Timeout;
    case EPIPE:
    case ECONNRESET:
        return ErrorCode::ConnectionLost;
    case ENOSYS:
    case EOPNOTSUPP:
        return ErrorCode::Unsupported;
    default:
        return ErrorCode::Io;
    }
}

Error Error::fromErrno(int errnoValue, std::string what)
{
    what += ": ";
    what += std::strerror(errnoValue);
    return Error(codeOfErrno(errnoValue), std::move(what));
}

Error Error::within(std::string doing) &&
{
    m_context.push_back(std::move(doing));
    return std::move(*this);
}

Error Error::within(std::string doing) const&
{
    return Error(*this).within(std::move(doing));
}

std::string Error::text() const
{
    std::string out;
    for (auto it = m_context.rbegin(); it != m_context.rend(); ++it) {
        out += *it;
        out += ": ";
    }
    return out + m_message;
}

} // namespace sandbench
