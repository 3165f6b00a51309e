// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::ui {

/// Finds places in source files in one line of program output. Only names that the owner gave are
/// ever linked, as whole paths, so that output cannot make anything else open.
/// Forms: Python "File \"x\", line 3", Node "at f (x:3:7)" and "file://x:3:7", compilers "x:3:7:",
/// shells "x: line 3:". Units: bytes of the line, lines from 1.
class TracebackLinker
{
public:
    struct Link
    {
        std::size_t begin = 0;
        std::size_t end = 0;
        QString file;
        int line = 0;
    };

    static constexpr std::size_t kMaxScannedBytes = 4096;
    static constexpr std::size_t kMaxLinks = 8;

    explicit TracebackLinker(const QStringList& names = {});

    std::vector<Link> links(std::string_view text) const;

private:
    std::vector<std::string> m_names;
};

} // namespace sandbench::ui
