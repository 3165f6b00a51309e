// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/characters.h"
#include "core/policy/gate/outline.h"
#include "core/policy/gate/wants.h"

#include "core/base/text.h"
#include "tests/fuzz/require.h"

#include <array>

using namespace sandbench;

/// The first byte chooses the language. Everything found is in the text, in its order.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static constexpr std::array<const char*, 14> kLanguages
        = {"python", "javascript", "typescript", "java", "c",    "cpp", "go",
           "rust",   "ruby",       "r",          "php",  "bash", "lua", "markdown"};
    if (size == 0)
        return 0;
    const std::string_view code(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::size_t last = 0;
    for (const auto& one : findLookAlikes(code)) {
        require(one.bytes > 0 && one.offset >= last && one.offset + one.bytes <= code.size());
        last = one.offset + one.bytes;
    }
    const auto outline = outlineOf(code, kLanguages[data[0] % kLanguages.size()]);
    require(outline.size() <= kMostOutlineItems);
    std::size_t line = 1;
    for (const auto& item : outline) {
        require(item.line >= line && item.offset < code.size());
        require(item.name.size() <= kLongestOutlineName && isValidUtf8(item.name));
        line = item.line;
    }
    std::size_t next = 1;
    for (const auto& cell : cellsOf(outline, line)) {
        require(cell.first == next && cell.last >= cell.first);
        next = cell.last + 1;
    }
    for (const auto& want : wantsOf(code, kLanguages[data[0] % kLanguages.size()]).items)
        require(want.line >= 1 && want.name.size() <= kLongestWant && isValidUtf8(want.name));
    return 0;
}
