// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <functional>
#include <utility>

namespace sandbench::test {

/// Does something as soon as the program has printed something. Once.
class ActingSink : public RunSink
{
public:
    explicit ActingSink(std::function<void()> act)
        : m_act(std::move(act))
    {
    }
    void onOutput(StreamKind, std::string_view) override
    {
        if (const auto act = std::exchange(m_act, nullptr))
            act();
    }

private:
    std::function<void()> m_act;
};

} // namespace sandbench::test
