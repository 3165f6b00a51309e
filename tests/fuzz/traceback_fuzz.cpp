// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "ui/output/traceback_linker.h"

#include <algorithm>
#include <cstdlib>

using namespace sandbench::ui;

/// A link names a file that the owner gave, at the place where it stands, and no two overlap.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static const QStringList kNames{"main.py", "/work/main.py", "a b.js", "x:3"};
    static const TracebackLinker kLinker(kNames);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto links = kLinker.links(text);
    std::sort(
        links.begin(), links.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::size_t free = 0;
    for (const auto& link : links) {
        const bool inside = link.begin >= free && link.begin < link.end
            && link.end <= std::min(size, TracebackLinker::kMaxScannedBytes);
        if (!inside || link.line <= 0 || !kNames.contains(link.file)
            || !text.substr(link.begin).starts_with(link.file.toStdString()))
            std::abort();
        free = link.end;
    }
    if (links.size() > TracebackLinker::kMaxLinks)
        std::abort();
    return 0;
}
