// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <string>

namespace sandbench {

/// A fresh folder (0700) of this program, gone with it. The folder itself is locked (flock) as long
/// as its owner lives, so that the next program finds and removes what a killed one left behind.
/// Thread: any.
class PrivateFolder
{
public:
    /// Makes `<parent>/<prefix>-XXXXXX` (@p parent "" = the system's temporary folder) after
    /// removing folders of the same prefix and user whose owner is dead. Errors: Io,
    /// PermissionDenied, NotFound.
    static Result<PrivateFolder> create(const std::string& parent, const std::string& prefix);

    PrivateFolder() = default;
    PrivateFolder(PrivateFolder&& other) noexcept = default;
    PrivateFolder& operator=(PrivateFolder&& other) noexcept;
    ~PrivateFolder() { remove(); }

    const std::string& path() const { return m_path; }
    int fd() const { return m_fd.get(); }

private:
    PrivateFolder(std::string path, UniqueFd fd);
    void remove();

    std::string m_path;
    UniqueFd m_fd;
};

/// Removes everything below @p dirFd without following a link. Best effort: what cannot be removed
/// stays.
void removeContents(int dirFd);

} // namespace sandbench
