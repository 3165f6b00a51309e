// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/render_protocol.h"
#include "core/base/fd.h"

#include <cstddef>
#include <memory>

namespace sandbench {

/// Memory that sandbench-render writes the pixels of one reply to, and this program reads: of
/// kMaxReplyBytes, of which only those take room that were written. Its size is sealed. The helper
/// may change it at any time, also while it is read: nothing but colours may be taken from it.
/// Thread: any.
class RenderArea
{
public:
    /// Errors: ResourceExhausted, Io.
    static Result<RenderArea> create();

    /// For the helper, as kRenderAreaFd. Close-on-exec.
    int fd() const { return m_fd.get(); }
    /// Stays for as long as somebody has it.
    const std::shared_ptr<const std::byte>& pixels() const { return m_pixels; }

private:
    RenderArea(UniqueFd fd, std::shared_ptr<const std::byte> pixels)
        : m_fd(std::move(fd))
        , m_pixels(std::move(pixels))
    {
    }

    UniqueFd m_fd;
    std::shared_ptr<const std::byte> m_pixels;
};

} // namespace sandbench
