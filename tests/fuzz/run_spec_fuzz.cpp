// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_spec.h"
#include "core/agent/kernel_message.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace sandbench;
using namespace sandbench::agent;
using namespace sandbench::guest;

namespace {

bool hasNul(const std::string& text)
{
    return text.find('\0') != std::string::npos;
}

} // namespace

/// A request that passes can be executed: no NUL anywhere, limits that the kernel takes.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto request = parseJson({reinterpret_cast<const char*>(data), size});
    if (!request)
        return 0;
    const auto spec = parseRunSpec(*request);
    if (!spec)
        return 0;
    require(!spec->context.empty() || (!spec->argv.empty() && !spec->argv[0].empty()));
    require((spec->kernel.empty() && spec->context.empty()) || !spec->path.empty());
    for (const auto* texts : {&spec->argv, &spec->args, &spec->env})
        require(std::none_of(texts->begin(), texts->end(), hasNul));
    for (const auto* text : {&spec->cwd, &spec->name, &spec->path, &spec->searchPath})
        require(!hasNul(*text));
    for (const auto& entry : spec->env)
        require(entry.find('=') != std::string::npos && entry.front() != '=');
    for (const auto& limit : spec->limits.resourceLimits())
        require(limit.soft <= limit.hard);
    if (spec->pty)
        require(
            std::min(spec->pty->rows, spec->pty->columns) >= 1
            && std::max(spec->pty->rows, spec->pty->columns) <= 4096);
    KernelMessage message;
    addResourceLimits(message, spec->limits);
    require(encodeKernelMessage(message).has_value());
    return 0;
}
