// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Does to @p text what a unified diff says, as patch(1) would, and nothing where it does not fit.
/// Written apart from what makes such diffs, to prove it.
inline std::optional<std::string> applyPatch(std::string_view text, std::string_view patch)
{
    const auto takeLine = [](std::string_view& from) {
        const auto end = from.find('\n');
        const auto line = from.substr(0, end == from.npos ? end : end + 1);
        from.remove_prefix(line.size());
        return line;
    };
    std::string out;
    std::size_t number = 0; // of lines of the text that are done
    const auto pass = [&](std::string_view wanted) {
        const auto line = takeLine(text);
        ++number;
        return line == wanted && !line.empty();
    };
    while (!patch.empty()) {
        const auto line = takeLine(patch);
        if (line.starts_with("@@ -")) {
            char* rest = nullptr;
            const std::string head(line.substr(4));
            auto at = std::strtoul(head.c_str(), &rest, 10);
            const auto count = std::strtoul(rest + 1, nullptr, 10);
            at = count == 0 ? at : at - 1;
            for (; number < at && !text.empty(); ++number)
                out += takeLine(text);
            if (number != at)
                return std::nullopt;
            continue;
        }
        auto content = line.substr(1);
        if (patch.starts_with("\\ ")) {
            takeLine(patch);
            content.remove_suffix(1);
        }
        if (line.front() != '+' && !pass(content))
            return std::nullopt;
        if (line.front() != '-')
            out += content;
    }
    return out.append(text);
}

} // namespace sandbench
