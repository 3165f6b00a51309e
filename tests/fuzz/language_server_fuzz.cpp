// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/lsp/answers.h"
#include "core/lsp/conversation.h"
#include "core/lsp/document_text.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <string>

using namespace sandbench;
using namespace sandbench::lsp;

namespace {

/// All that came of it: answers, what is sent, and how it ended.
std::string talk(std::string_view bytes, std::size_t step)
{
    std::string all;
    Conversation conversation([&all](std::uint64_t number, const Answer& answer) {
        require(answer.words.size() <= kMostWords && answer.text.size() <= kMostHoverBytes);
        require(isValidUtf8(answer.text));
        all += std::to_string(number) + ' ' + answer.text;
        for (const auto& word : answer.words) {
            require(word.size() <= kMostWordBytes && isValidUtf8(word));
            require(word.find_first_of("\n\t \x1b") == std::string::npos);
            all += ' ' + word;
        }
    });
    const Document document = {"1.py", "python", 1, "import os\nos.pa"};
    conversation.ask(1, {Topic::Completion, document, 15});
    conversation.ask(2, {Topic::Hover, document, 3});
    Result<void> state;
    while (state && !bytes.empty()) {
        const auto piece = bytes.substr(0, step);
        state = conversation.feed(piece);
        bytes.remove_prefix(piece.size());
    }
    conversation.close("1.py");
    all += conversation.takeOutput();
    return all + (state ? std::string("fine") : state.error().text());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t step = size == 0 ? 1 : 1 + data[size - 1] % 13;
    require(talk(bytes, step) == talk(bytes, 1));
    // Without a header, which is not easily guessed.
    const std::string ready = framed(R"({"id":0,"result":{}})");
    const auto framedBytes = ready + framed(bytes);
    require(talk(framedBytes, framedBytes.size()) == talk(framedBytes, step));
    const auto place = positionAt(bytes, size / 2);
    require(place.line <= size && place.character <= size);
    require(wordBefore(bytes, size / 2).size() <= size / 2);
    return 0;
}
