// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/hook_file.h"

#include "core/agent/guest/named_pipe.h"
#include "core/base/fd.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench::guest {

static bool writeNew(const std::string& path, const std::string& text)
{
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd fd(::open(path.c_str(), kFlags, 0600));
    if (!fd)
        return false;
    if (::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()))
        return true;
    ::unlink(path.c_str());
    return false;
}

void HookFile::install(
    const Hook& hook, const std::vector<std::string>& folders, std::vector<std::string>& env)
{
    if (hook.env.empty())
        return;
    for (const std::string& folder : folders) {
        const auto path = folder + "/.sandbench-" + randomToken() + hook.suffix;
        if (!writeNew(path, hook.source))
            continue;
        m_path = path;
        break;
    }
    if (m_path.empty())
        return;
    const auto known = std::find_if(env.begin(), env.end(), [&hook](const std::string& entry) {
        return entry.starts_with(hook.env + "=");
    });
    auto value = hook.prefix + m_path;
    if (known != env.end()) {
        const auto before = known->substr(hook.env.size() + 1);
        // One with a prefix is a list of options.
        if (!hook.prefix.empty())
            value = before + ' ' + value;
        env.erase(known);
        env.push_back("SANDBENCH_HOOKED=" + before);
    }
    env.push_back(hook.env + "=" + value);
}

void HookFile::remove()
{
    if (!m_path.empty())
        ::unlink(m_path.c_str());
    m_path.clear();
}

} // namespace sandbench::guest
