// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine_connection.h"

#include <chrono>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// What a program says to its reaper (app/reaper): a JSON object per line, over a socket whose end
/// means that the program is gone. The reaper never answers. No I/O in here.
namespace sandbench::reaper {

enum class ThingKind { Container, Volume, Network, Image, Pod };

/// Something in an engine that must not outlive its program.
struct Thing
{
    ThingKind kind = ThingKind::Container;
    /// As it was asked for, so that it is known before the engine gives an id. Pod: NAMESPACE/NAME.
    std::string name;
    auto operator<=>(const Thing&) const = default;
};

struct ReaperMessage
{
    enum class Verb {
        Connect, ///< From now on @c engine stands for @c connection.
        Made, ///< @c thing is about to be made there.
        Gone, ///< It was removed, or never made.
    };

    Verb verb = Verb::Connect;
    unsigned engine = 0;
    EngineConnection connection;
    Thing thing;
    std::chrono::seconds lease{0}; ///< It ends by itself at the latest then, where it can.
};

/// With the line's end.
std::string encodeReaperMessage(const ReaperMessage& message);
/// @p line without its end. Nothing for what encodeReaperMessage() would not have said.
std::optional<ReaperMessage> parseReaperMessage(std::string_view line);

/// What is left to remove, by what was said so far. Bounded: longer lines and more things than any
/// program of ours has are ignored.
class ReaperBook
{
public:
    struct Engine
    {
        EngineConnection connection;
        std::map<Thing, std::chrono::seconds> left; ///< With its lease.
    };

    /// Any piece of what was said.
    void feed(std::string_view bytes);
    const std::map<unsigned, Engine>& engines() const { return m_engines; }

private:
    void takeLine();

    std::string m_line;
    bool m_tooLong = false;
    std::map<unsigned, Engine> m_engines;
};

} // namespace sandbench::reaper
