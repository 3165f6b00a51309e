// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "ui/output/ansi_line_discipline.h"
#include "ui/output/char_cells.h"

#include <algorithm>
#include <cstdlib>

using namespace sandbench::ui;

namespace {
struct Lines : LineSink
{
    std::string all;

    void lineFrozen(const LineView& line) override
    {
        std::uint32_t cells = 0;
        ClusterWalker walker(line.text);
        while (const auto cluster = walker.next())
            cells = cluster->column + cluster->width;
        if (cells != line.cells || line.text.find('\n') != std::string_view::npos
            || (!line.text.empty() && (line.spans.empty() || line.spans.front().begin != 0)))
            std::abort();
        all.append(line.text) += '\n';
        for (const auto& [begin, style] : line.spans)
            for (const std::uint32_t value :
                 {begin, style.foreground, style.background, std::uint32_t{style.attributes},
                  static_cast<std::uint32_t>(style.stream)})
                all += std::to_string(value) + ' ';
        all += std::to_string(line.spoolBegin) + '-' + std::to_string(line.spoolEnd) + '\n';
    }
};

// The streams take turns wherever there is a byte 0xFF, which no UTF-8 text holds.
std::string read(std::string_view bytes, std::size_t piece)
{
    Lines lines;
    AnsiLineDiscipline discipline(lines);
    std::size_t turn = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto length = std::min({piece, bytes.find('\xFF', at) - at, bytes.size() - at});
        discipline.feed(static_cast<OutputStream>(turn % 4), bytes.substr(at, length), at);
        for (at += length; at < bytes.size() && bytes[at] == '\xFF'; ++at)
            ++turn;
    }
    discipline.finish();
    return lines.all + std::to_string(discipline.counts().ignoredSequences);
}

} // namespace

/// The first byte says in which pieces the rest arrives: the lines are the same as all at once.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (size > 0 && read(bytes.substr(1), size) != read(bytes.substr(1), 1 + data[0] % 13))
        std::abort();
    return 0;
}
