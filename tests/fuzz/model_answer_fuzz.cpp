// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/model/answer_reader.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace sandbench;
using namespace sandbench::model;

namespace {

/// The text, and how it ended.
std::string readAll(std::string_view bytes, std::size_t step)
{
    std::string text;
    AnswerReader reader([&text](std::string_view piece) {
        require(!piece.empty() && isValidUtf8(piece));
        text += piece;
    });
    while (!bytes.empty()) {
        const auto piece = bytes.substr(0, step);
        if (!reader.feed(piece))
            break;
        bytes.remove_prefix(piece.size());
    }
    const auto end = reader.finish();
    require(text.size() <= AnswerReader::kMostText);
    if (end)
        return text + "." + std::to_string(static_cast<int>(*end));
    require(isValidUtf8(end.error().message()));
    return text + "!" + end.error().message();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t step = size == 0 ? 1 : 1 + data[size - 1] % 13;
    require(readAll(bytes, step) == readAll(bytes, 1));
    require(isValidUtf8(problemText(bytes)));
    return 0;
}
