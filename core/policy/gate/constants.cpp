// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Texts that a program computes from constants: "o" + "s", base64.b64decode("b3M="), chr(111).
#include "core/policy/gate/fact_reader.h"
#include "core/policy/gate/literal.h"

#include <algorithm>
#include <charconv>

namespace sandbench::gate {
namespace {

constexpr unsigned kDeepestConstant = 12;
// What all texts together may hold, as a multiple of the program.
constexpr std::size_t kEvaluatedTimes = 4;
constexpr std::size_t kEvaluatedBase = 1U << 20;

} // namespace

FactReader::Constant FactReader::constantAt(std::size_t i, unsigned depth)
{
    auto sum = suffixed(partAt(i, depth), depth);
    while (sum.value) {
        const char plus = m_rules.has(kPhpText) ? '.' : '+';
        const bool adjacent = isString(sum.end) && m_rules.has(kBracketsJoinLines);
        if (!adjacent
            && !(
                isPunct(sum.end, plus) && !isPunct(sum.end + 1, '+') && !isPunct(sum.end + 1, '=')))
            break;
        const auto next = suffixed(partAt(sum.end + (adjacent ? 0 : 1), depth), depth);
        if (!next.value)
            return {std::nullopt, i + 1, {}, false};
        *sum.value += *next.value;
        sum = {std::move(sum.value), next.end, {sum.at.begin, next.at.end}, false};
    }
    return sum;
}

FactReader::Constant FactReader::partAt(std::size_t i, unsigned depth)
{
    const Constant none = {std::nullopt, i + 1, {}, false};
    if (i >= count() || depth > kDeepestConstant)
        return none;
    if (m_evaluated > kEvaluatedBase + kEvaluatedTimes * m_source.text.size()) {
        addObscure(rangeOf(i, i + 1));
        return none;
    }
    if (isString(i)) {
        if (token(i).has(kPartial) || token(i).has(kRegex))
            return none;
        auto value = decodeLiteral(textOf(i), token(i).has(kRaw));
        m_evaluated += value.size();
        const bool exact = value.size() == textOf(i).size();
        return {std::move(value), i + 1, {token(i).begin, token(i).end}, exact};
    }
    if (isPunct(i, '(')) {
        auto inner = constantAt(i + 1, depth + 1);
        if (!inner.value || !isPunct(inner.end, ')'))
            return none;
        ++inner.end;
        return inner;
    }
    if (!isWord(i))
        return none;
    if (auto computed = computedText(i, depth + 1); computed.value) {
        m_evaluated += computed.value->size();
        return computed;
    }
    // Texts may stand behind a one-letter word: b"", u8"".
    if (isString(i + 1) && isGlued(i + 1) && textOf(i).size() <= 2)
        return partAt(i + 1, depth + 1);
    if (isPunct(i + 1, '(') || !mayBeKnown(i))
        return none;
    const auto known = m_constants.find(textOf(i));
    if (known == m_constants.end() || !known->second.value)
        return none;
    m_evaluated += known->second.value->size();
    return {known->second.value, i + 1, rangeOf(i, i + 1), false};
}

// .decode(), .lower() and [::-1] behind a text.
FactReader::Constant FactReader::suffixed(Constant part, unsigned depth)
{
    for (unsigned times = 0; part.value && times < 4 && depth <= kDeepestConstant; ++times) {
        const auto i = part.end;
        if (!isPunct(i, '.') && !isPunct(i, '['))
            break;
        if (isPunct(i, '[') && isPunct(i + 1, ':') && isPunct(i + 2, ':') && isPunct(i + 3, '-')
            && i + 4 < count() && textOf(i + 4) == "1" && isPunct(i + 5, ']')) {
            std::reverse(part.value->begin(), part.value->end());
            part.end = i + 6;
            part.exact = false;
            continue;
        }
        const bool keeps = isWordIn(
            i + 1,
            {"decode", "encode", "strip", "trim", "toString", "freeze", "to_s", "to_string", "into",
             "lower", "toLowerCase", "downcase"});
        if (!isPunct(i, '.') || !keeps)
            break;
        const bool lowers = isWordIn(i + 1, {"lower", "toLowerCase", "downcase"});
        if (lowers)
            for (char& c : *part.value)
                c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
        part.end = isPunct(i + 2, '(') ? behindCall(i + 2) : i + 2;
        part.exact = part.exact && !lowers;
    }
    return part;
}

} // namespace sandbench::gate
