// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <string>
#include <string_view>

namespace sandbench::cli {

/// A private folder that goes when it does.
class ScratchFolder
{
public:
    ScratchFolder()
    {
        auto path = (std::filesystem::temp_directory_path() / "sandbench-bench-XXXXXX").string();
        if (::mkdtemp(path.data()))
            m_path = path;
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::string& path() const { return m_path; }
    std::string file(const char* name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

/// Errors: Io.
inline Result<void> writeFile(const std::string& path, std::string_view bytes)
{
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file)
        return Error(ErrorCode::Io, "cannot write " + path);
    return {};
}

} // namespace sandbench::cli
