// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/image_check/image_spec.h"

#include <re2/re2.h>

namespace sandbench::image_check {

namespace {

/// What readers of patterns put before one.
constexpr std::string_view kByLine = "(?m)";

bool isFoundBy(const std::string& pattern, std::string_view text)
{
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_encoding(re2::RE2::Options::EncodingLatin1); // output is bytes
    const re2::RE2 compiled(pattern, options);
    return compiled.ok() && re2::RE2::PartialMatch({text.data(), text.size()}, compiled);
}

} // namespace

std::string sentenceOf(const Expectation& expectation)
{
    const bool isNegated = expectation.isNegated;
    std::string_view text = expectation.text;
    if (expectation.kind == Expectation::Kind::Matches && text.starts_with(kByLine))
        text.remove_prefix(kByLine.size());
    const auto shown = inQuotes(text);
    switch (expectation.kind) {
    case Expectation::Kind::Equals:
        return (isNegated ? "is not " : "is ") + shown;
    case Expectation::Kind::Matches:
        return (isNegated ? "does not match " : "matches ") + shown;
    case Expectation::Kind::Contains:
        break;
    }
    return (isNegated ? "does not contain " : "contains ") + shown;
}

bool holds(const Expectation& expectation, std::string_view text)
{
    bool isSo = false;
    switch (expectation.kind) {
    case Expectation::Kind::Contains:
        isSo = text.find(expectation.text) != std::string_view::npos;
        break;
    case Expectation::Kind::Equals:
        isSo = text == expectation.text;
        break;
    case Expectation::Kind::Matches:
        isSo = isFoundBy(expectation.text, text);
        break;
    }
    return isSo != expectation.isNegated;
}

} // namespace sandbench::image_check
