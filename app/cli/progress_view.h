// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/image_store.h"

#include <cstddef>
#include <map>
#include <string>

namespace sandbench::cli {

/// What to write to show how a pull, build or import goes: on a terminal a line per layer that is
/// drawn again and again below the text, elsewhere a plain line per change. What engines and
/// registries wrote comes out harmless. No I/O.
class ProgressView
{
public:
    struct Screen
    {
        bool terminal = false;
        std::size_t columns = 80, rows = 24;
    };
    explicit ProgressView(Screen screen)
        : m_screen(screen)
    {
    }

    std::string show(const ImageProgress& progress);
    /// Nothing follows: takes the layers off a terminal and ends an open line.
    std::string end();

private:
    std::string text(const std::string& raw);
    std::string drawn(const ImageProgress& progress);
    std::string changes(const ImageProgress& progress);
    std::string erased();

    Screen m_screen;
    std::string m_line; // of the log, until its end comes
    std::size_t m_drawn = 0; // lines below the text
    std::map<std::string, std::string> m_told; // status by layer
};

/// The same on stderr, if @p wanted.
class ProgressPrinter
{
public:
    explicit ProgressPrinter(bool wanted);
    ~ProgressPrinter();
    OnImageProgress callback();

private:
    bool m_wanted;
    ProgressView m_view;
};

} // namespace sandbench::cli
