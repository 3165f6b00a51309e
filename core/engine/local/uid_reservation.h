// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <string>
#include <sys/types.h>

namespace sandbench::local {

/// Host user ids that no account has; each sandbox of a root workbench runs as its own.
inline constexpr uid_t kFirstSandboxUid = 61184;
inline constexpr uid_t kLastSandboxUid = 65519;

/// A user id that nobody else on this machine uses while this lives.
///
/// Held by a lock on a file, so that the kernel gives it back when its owner dies.
/// Thread: take() any.
class UidReservation
{
public:
    /// @p directory is made with mode 0700 when it is missing.
    /// Errors: PermissionDenied (the folder is not ours alone), ResourceExhausted (all ids taken),
    /// Io.
    static Result<UidReservation> take(const std::string& directory);

    UidReservation(UidReservation&&) = default;
    UidReservation& operator=(UidReservation&&) = default;
    ~UidReservation();

    uid_t uid() const { return m_uid; }

private:
    UidReservation(uid_t uid, std::string path, UniqueFd lock)
        : m_uid(uid)
        , m_path(std::move(path))
        , m_lock(std::move(lock))
    {
    }

    uid_t m_uid;
    std::string m_path;
    UniqueFd m_lock;
};

/// Removes reservations that nobody holds any more, and ends what their killed owner left running.
void removeStaleReservations(const std::string& directory);

/// Whether there is any process of the user @p uid.
bool isUidInUse(uid_t uid);

} // namespace sandbench::local
