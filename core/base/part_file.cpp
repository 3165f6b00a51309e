// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/part_file.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench {

Result<PartFile> PartFile::beside(const std::string& path)
{
    PartFile file;
    const auto slash = path.rfind('/');
    const auto name = slash == std::string::npos ? 0 : slash + 1;
    file.m_path = path;
    file.m_part = path.substr(0, name) + ".sandbench-XXXXXX";
    file.m_fd.reset(::mkostemp(file.m_part.data(), O_CLOEXEC)); // 0600
    if (!file.m_fd)
        return Error::fromErrno(errno, "cannot write " + path);
    return file;
}

PartFile::~PartFile()
{
    if (m_fd)
        ::unlink(m_part.c_str());
}

Result<void> PartFile::sync() const
{
    if (::fsync(m_fd.get()) != 0)
        return Error::fromErrno(errno, "cannot write " + m_path);
    return {};
}

Result<void> PartFile::keep(unsigned mode)
{
    if (::fchmod(m_fd.get(), mode) != 0 || ::rename(m_part.c_str(), m_path.c_str()) != 0)
        return Error::fromErrno(errno, "cannot write " + m_path);
    m_fd.reset();
    return {};
}

} // namespace sandbench
