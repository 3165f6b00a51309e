// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace sandbench {

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
        return "invalid_argument";
    case ErrorCode::NotFound:
        return "not_found";
    case ErrorCode::AlreadyExists:
        return "already_exists";
    case ErrorCode::PermissionDenied:
        return "permission_denied";
    case ErrorCode::Unavailable:
        return "unavailable";
    case ErrorCode::Timeout:
        return "timeout";
    case ErrorCode::Cancelled:
        return "cancelled";
    case ErrorCode::ResourceExhausted:
        return "resource_exhausted";
    case ErrorCode::Protocol:
        return "protocol";
    case ErrorCode::ConnectionLost:
        return "connection_lost";
    case ErrorCode::Unsupported:
        return "unsupported";
    case ErrorCode::Io:
        return "io";
    case ErrorCode::Internal:
        return "internal";
    }
    return "internal";
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
