// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/rule.h"
#include "core/policy/gate/token.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::gate {

/// A program as the patterns of a Rule::Place see it: of the same length, with everything else
/// blanked. Each is made when it is first asked for.
class Views
{
public:
    explicit Views(const LexedSource& source)
        : m_source(source)
    {
    }
    std::string_view of(Rule::Place place);

private:
    std::string make(Rule::Place place) const;

    const LexedSource& m_source;
    std::array<std::optional<std::string>, 4> m_views;
};

} // namespace sandbench::gate
