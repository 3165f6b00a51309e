// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/similarity.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace sandbench::check {

namespace {

constexpr std::size_t kMostPrograms = 2000;

/// Sorted. Words that say how a program goes on, in most languages.
constexpr std::array<std::string_view, 38> kSharedWords
    = {"and",  "assert", "break", "case",     "catch", "class",  "continue", "def",
       "del",  "do",     "elif",  "else",     "end",   "except", "finally",  "fn",
       "for",  "from",   "func",  "function", "if",    "import", "in",       "lambda",
       "let",  "loop",   "match", "not",      "or",    "raise",  "return",   "switch",
       "then", "throw",  "try",   "while",    "with",  "yield"};

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'
        || static_cast<unsigned char>(c) >= 0x80;
}

bool isDecimal(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpaceByte(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

/// Takes tokens off a text, one pass. Thread: one.
class CodeLexer
{
public:
    CodeLexer(std::string_view code, CommentStyle style)
        : m_rest(code)
        , m_style(style)
    {
    }

    std::vector<std::string> take()
    {
        std::vector<std::string> tokens;
        while (tokens.size() < kMostTokens && skipToToken())
            tokens.push_back(takeToken());
        return tokens;
    }

private:
    /// False at the end.
    bool skipToToken()
    {
        for (;;) {
            while (!m_rest.empty() && isSpaceByte(m_rest.front()))
                m_rest.remove_prefix(1);
            const bool isLine = m_style == CommentStyle::Hash ? m_rest.starts_with('#')
                                                              : m_rest.starts_with("//");
            if (isLine)
                skipBehind("\n", 1);
            else if (m_style == CommentStyle::Slashes && m_rest.starts_with("/*"))
                skipBehind("*/", 2);
            else
                return !m_rest.empty();
        }
    }

    void skipBehind(std::string_view end, std::size_t from)
    {
        const auto at = m_rest.find(end, from);
        m_rest.remove_prefix(
            at == std::string_view::npos ? m_rest.size()
                                         : std::min(m_rest.size(), at + end.size()));
    }

    std::string takeToken()
    {
        const char first = m_rest.front();
        if (first == '"' || first == '\'' || first == '`') {
            skipText(first);
            return "S";
        }
        if (!isNameByte(first) && !isDecimal(first)) {
            m_rest.remove_prefix(1);
            return std::string(1, first);
        }
        std::size_t end = 1;
        while (end < m_rest.size()
               && (isNameByte(m_rest[end]) || isDecimal(m_rest[end])
                   || (isDecimal(first) && m_rest[end] == '.')))
            ++end;
        const auto word = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        if (isDecimal(first))
            return "N";
        return std::binary_search(kSharedWords.begin(), kSharedWords.end(), word)
            ? std::string(word)
            : "I";
    }

    /// Three quotation marks go over lines; what is open otherwise ends with its line.
    void skipText(char quote)
    {
        const std::string three(3, quote);
        if (m_rest.starts_with(three))
            return skipBehind(three, three.size());
        std::size_t at = 1;
        while (at < m_rest.size() && m_rest[at] != quote && m_rest[at] != '\n')
            at += m_rest[at] == '\\' ? 2 : 1;
        m_rest.remove_prefix(std::min(m_rest.size(), at + 1));
    }

    std::string_view m_rest;
    const CommentStyle m_style;
};

/// FNV-1a of tokens and what is between them.
std::uint64_t hashOf(std::span<const std::string> tokens)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto mix = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3U; };
    for (const auto& token : tokens) {
        for (const char c : token)
            mix(static_cast<unsigned char>(c));
        mix(0);
    }
    return hash;
}

using Places = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

/// Every fingerprint with the program that has it, sorted.
Places placesOf(const std::vector<std::vector<std::uint64_t>>& programs)
{
    Places places;
    for (std::size_t i = 0; i < programs.size(); ++i)
        for (const auto hash : programs[i])
            places.emplace_back(hash, static_cast<std::uint32_t>(i));
    std::sort(places.begin(), places.end());
    return places;
}

/// How many fingerprints each program has, and each two of them.
struct Counts
{
    explicit Counts(std::size_t programs)
        : own(programs)
        , shared(programs * programs)
    {
    }
    std::vector<std::uint32_t> own;
    std::vector<std::uint32_t> shared; ///< Of the first and the second, where first < second.
};

void countGroup(Counts& counts, std::span<const Places::value_type> group)
{
    const auto programs = counts.own.size();
    if (programs >= kFewestForTemplate && group.size() * 2 > programs)
        return;
    for (std::size_t i = 0; i < group.size(); ++i) {
        ++counts.own[group[i].second];
        for (std::size_t j = i + 1; j < group.size(); ++j)
            ++counts.shared[group[i].second * programs + group[j].second];
    }
}

std::vector<LikePair> pairsAbove(const Counts& counts, double least)
{
    const auto programs = counts.own.size();
    std::vector<LikePair> pairs;
    for (std::size_t i = 0; i < programs; ++i)
        for (std::size_t j = i + 1; j < programs; ++j) {
            const auto fewer = std::min(counts.own[i], counts.own[j]);
            if (fewer < kFewestFingerprints)
                continue;
            const double share = double(counts.shared[i * programs + j]) / double(fewer);
            if (share > least)
                pairs.push_back({i, j, share});
        }
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& one, const auto& other) {
        return one.share > other.share;
    });
    pairs.resize(std::min(pairs.size(), kMostLikePairs));
    return pairs;
}

} // namespace

CommentStyle commentStyleOf(std::string_view languageId)
{
    constexpr std::array<std::string_view, 4> kHashed = {"bash", "python", "r", "ruby"};
    return std::find(kHashed.begin(), kHashed.end(), languageId) != kHashed.end()
        ? CommentStyle::Hash
        : CommentStyle::Slashes;
}

std::vector<std::string> codeTokens(std::string_view code, CommentStyle style)
{
    return CodeLexer(code, style).take();
}

std::vector<std::uint64_t> fingerprintsOf(const std::vector<std::string>& tokens)
{
    std::vector<std::uint64_t> grams;
    const std::span<const std::string> all(tokens);
    for (std::size_t at = 0; at + kGramTokens <= std::min(all.size(), kMostTokens); ++at)
        grams.push_back(hashOf(all.subspan(at, kGramTokens)));
    std::vector<std::uint64_t> chosen;
    if (!grams.empty() && grams.size() < kWindowGrams)
        chosen.push_back(*std::min_element(grams.begin(), grams.end()));
    for (std::size_t at = 0; at + kWindowGrams <= grams.size(); ++at)
        chosen.push_back(*std::min_element(
            grams.begin() + static_cast<std::ptrdiff_t>(at),
            grams.begin() + static_cast<std::ptrdiff_t>(at + kWindowGrams)));
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

Result<std::vector<LikePair>> likePairs(
    std::vector<std::vector<std::uint64_t>> programs, double least, const std::stop_token& stop)
{
    programs.resize(std::min(programs.size(), kMostPrograms));
    const auto places = placesOf(programs);
    Counts counts(programs.size());
    std::span<const Places::value_type> rest(places);
    while (!rest.empty()) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while the submissions were compared");
        const auto end = std::find_if(rest.begin(), rest.end(), [&rest](const auto& place) {
            return place.first != rest.front().first;
        });
        const auto group = rest.first(static_cast<std::size_t>(end - rest.begin()));
        countGroup(counts, group);
        rest = rest.subspan(group.size());
    }
    return pairsAbove(counts, least);
}

} // namespace sandbench::check
