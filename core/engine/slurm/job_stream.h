// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/outpost/frame_stream.h"

#include <sys/types.h>
#include <vector>

namespace sandbench::slurm {

/// A stream through an srun of ours, without what TCP would wait for: srun and its step send small
/// pieces, each of which waits until the one before is acknowledged (Nagle), and whoever receives
/// one puts the acknowledgement off for 40 ms. We hold srun's own sockets, send at once and
/// acknowledge at once. Where the kernel does not let us have them, the stream is only slower.
/// Source: pidfd_getfd(2), tcp(7) TCP_NODELAY and TCP_QUICKACK.
class JobStream : public outpost::FrameStream
{
public:
    using FrameStream::FrameStream;

    /// Of the srun @p pid, a child of ours, once it has been heard of.
    void hastenSocketsOf(pid_t pid, int pidFd);

protected:
    ssize_t receive(std::span<char> into) override;

private:
    std::vector<UniqueFd> m_sockets; ///< Connected ones of srun's.
};

} // namespace sandbench::slurm
