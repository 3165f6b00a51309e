// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/program_text.h"

#include "core/base/fd.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::guest {

static bool isIdentifierByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z')
        || (byte >= 'a' && byte <= 'z') || byte == '_' || byte >= 0x80;
}

static bool mentions(std::string_view text, std::string_view name)
{
    if (name.empty())
        return false;
    for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const auto end = at + name.size();
        const bool startsThere = at == 0 || !isIdentifierByte(text[at - 1]);
        if (startsThere && (end == text.size() || !isIdentifierByte(text[end])))
            return true;
    }
    return false;
}

bool mentionsAny(std::string_view text, const std::vector<std::string>& names)
{
    return std::any_of(names.begin(), names.end(), [text](const std::string& name) {
        return mentions(text, name);
    });
}

std::string readProgramText(const std::string& path, std::size_t limit)
{
    const UniqueFd fd(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    struct stat info = {};
    if (!fd || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return {};
    std::string text(std::min(limit, static_cast<std::size_t>(info.st_size)), '\0');
    const auto n = ::pread(fd.get(), text.data(), text.size(), 0);
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return text;
}

} // namespace sandbench::guest
