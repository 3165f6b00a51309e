// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/render_area.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sandbench {

Result<RenderArea> RenderArea::create()
{
    UniqueFd fd(::memfd_create("sandbench-pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    // Without the seals the helper could make it shorter while it is read here.
    if (!fd || ::ftruncate(fd.get(), static_cast<off_t>(kMaxReplyBytes)) != 0
        || ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return Error::fromErrno(errno, "cannot make memory for a picture");
    void* area = ::mmap(nullptr, kMaxReplyBytes, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (area == MAP_FAILED)
        return Error::fromErrno(errno, "cannot map memory for a picture");
    std::shared_ptr<const std::byte> pixels(
        static_cast<const std::byte*>(area),
        [](const std::byte* mapped) { ::munmap(const_cast<std::byte*>(mapped), kMaxReplyBytes); });
    return RenderArea(std::move(fd), std::move(pixels));
}

} // namespace sandbench
