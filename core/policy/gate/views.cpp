// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/views.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

void blank(std::string& view, Range range)
{
    const auto last = std::min<std::size_t>(range.end, view.size());
    for (std::size_t at = range.begin; at < last; ++at)
        if (view[at] != '\n')
            view[at] = ' ';
}

void copy(std::string& view, std::string_view text, Range range)
{
    text.substr(range.begin, range.end - range.begin)
        .copy(view.data() + range.begin, view.size() - range.begin);
}

} // namespace

std::string_view Views::of(Rule::Place place)
{
    if (place == Rule::Place::All)
        return m_source.text;
    auto& view = m_views[static_cast<std::size_t>(place)];
    if (!view)
        view = make(place);
    return *view;
}

std::string Views::make(Rule::Place place) const
{
    const bool keepsCode = place == Rule::Place::Code || place == Rule::Place::Program;
    // What is left out between strings is line ends, so that no pattern goes on from one to
    // another.
    std::string view
        = keepsCode ? std::string(m_source.text) : std::string(m_source.text.size(), '\n');
    for (const auto& comment : m_source.comments) {
        if (keepsCode)
            blank(view, comment);
        else if (place == Rule::Place::Comments)
            copy(view, m_source.text, comment);
    }
    for (const auto& token : m_source.tokens) {
        if (token.kind != TokenKind::String)
            continue;
        const Range range = {token.begin, token.end};
        if (place == Rule::Place::Code || (keepsCode && token.has(kDoc)))
            blank(view, range);
        else if (!keepsCode && token.has(kDoc) == (place == Rule::Place::Comments))
            copy(view, m_source.text, range);
    }
    return view;
}

} // namespace sandbench::gate
