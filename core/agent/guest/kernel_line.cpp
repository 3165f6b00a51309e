// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/kernel_line.h"

#include <charconv>
#include <cstdio>
#include <optional>

namespace sandbench::guest {

// An empty pipe holds 64 KiB.
static constexpr std::size_t kMostOrderBytes = 60U << 10;

static std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    for (;;) {
        const auto tab = line.find('\t');
        words.push_back(line.substr(0, tab));
        if (tab == std::string_view::npos)
            return words;
        line.remove_prefix(tab + 1);
    }
}

static std::optional<KernelAnswer> parseAnswer(std::string_view line)
{
    const auto words = wordsOf(line);
    KernelAnswer answer;
    if (words[0] == "ready" && words.size() == 2)
        return answer;
    if (words[0] == "begun" && words.size() == 2 && !words[1].empty()) {
        answer.kind = KernelAnswer::Kind::Begun;
        answer.token = words[1];
        return answer;
    }
    if (words[0] != "done" || words.size() != 3 || words[1].empty())
        return std::nullopt;
    answer.kind = KernelAnswer::Kind::Done;
    answer.token = words[1];
    const auto* end = words[2].data() + words[2].size();
    const auto [at, failure] = std::from_chars(words[2].data(), end, answer.code);
    if (failure != std::errc() || at != end || answer.code < 0 || answer.code > 255)
        return std::nullopt;
    return answer;
}

Result<std::vector<KernelAnswer>> KernelAnswerReader::read(std::string_view bytes)
{
    std::vector<KernelAnswer> answers;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        if (m_rest.size() + part.size() > kMostLineBytes)
            return Error(ErrorCode::Protocol, "the interpreter sent too long a line");
        m_rest += part;
        if (end == std::string_view::npos)
            break;
        bytes.remove_prefix(end + 1);
        if (auto answer = parseAnswer(m_rest))
            answers.push_back(std::move(*answer));
        m_rest.clear();
    }
    return answers;
}

/// Leaves nothing that ends a word or a line, and nothing that a shell's printf would take for its
/// own.
static std::string encodeWord(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte != 0x7f && c != '%' && c != '\\') {
            out += c;
            continue;
        }
        char code[4];
        std::snprintf(code, sizeof code, "%%%02x", byte);
        out += code;
    }
    return out;
}

Result<std::string> encodeCellOrder(const CellOrder& order)
{
    std::string out;
    for (const std::string& entry : order.env)
        out += "env\t" + encodeWord(entry) + '\n';
    out += (order.isCheck ? "check\t" : "cell\t") + order.token;
    for (const std::string& file : order.files)
        out += '\t' + encodeWord(file);
    out += '\t' + encodeWord(order.path) + '\t' + encodeWord(order.name) + '\n';
    if (out.size() > kMostOrderBytes)
        return Error(
            ErrorCode::ResourceExhausted,
            "the cell's environment does not fit what an interpreter takes; hand it over in a "
            "file");
    return out;
}

} // namespace sandbench::guest
