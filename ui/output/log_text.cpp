// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_text.h"

#include "ui/common/safe_text.h"

#include <algorithm>

namespace sandbench::ui {

namespace {

void appendLine(QString& out, const LineView& view, std::uint32_t from, std::uint32_t to)
{
    const auto [begin, end] = bytesOfCells(view, from, to);
    out += SafeText::withoutControls(
        QString::fromUtf8(view.text.data() + begin, static_cast<qsizetype>(end - begin)));
}

void appendSection(
    QString& out, const LogSection& section, const LogPosition& from, const LogPosition& to)
{
    const bool first = section.serial() == from.serial;
    const bool last = section.serial() == to.serial;
    auto line = std::max(
        section.firstVisibleLine(),
        static_cast<std::uint64_t>(first ? std::max<qint64>(0, from.line) : 0));
    const auto lineOfTo = static_cast<std::uint64_t>(std::max<qint64>(0, to.line));
    const auto end = last ? std::min(section.lineCount(), to.line < 0 ? 0 : lineOfTo + 1)
                          : section.lineCount();
    for (; line < end; ++line) {
        if (!section.retained(line)) {
            out += QStringLiteral("…\n");
            line = section.tailBegin() - 1;
            continue;
        }
        const bool isFirst
            = first && from.line >= 0 && line == static_cast<std::uint64_t>(from.line);
        const bool isLast = last && line == lineOfTo;
        const LineView view = section.line(line);
        appendLine(out, view, isFirst ? from.cell : 0, isLast ? to.cell : view.cells + 1);
        // Behind the last line feed there is an empty line that nobody wrote.
        if (!isLast && !(line + 1 == section.lineCount() && view.cells == 0))
            out += u'\n';
    }
}

// Text alone: what a copy of raw output is meant to hold.
class TextCollector : public AnsiHandler
{
public:
    std::string text;

private:
    void printAscii(std::string_view run) override { text.append(run); }
    void print(char32_t codePoint) override { appendUtf8(text, codePoint); }
    void control(char code) override
    {
        if (code == '\t')
            text.push_back(code);
    }
    void csi(const CsiSequence&) override { }
    void ignored() override { }
};

} // namespace

QString textBetween(const LogDocument& document, const LogPosition& from, const LogPosition& to)
{
    QString out;
    for (const auto& section : document.sections()) {
        if (section->hidden() || section->serial() < from.serial || section->serial() > to.serial)
            continue;
        appendSection(out, *section, from, to);
    }
    return out;
}

LogPosition documentBegin(const LogDocument& document)
{
    return document.empty() ? LogPosition{}
                            : LogPosition{document.sections().front()->serial(), -1, 0};
}

LogPosition documentEnd(const LogDocument& document)
{
    const LogSection* last = document.current();
    return last == nullptr ? LogPosition{}
                           : LogPosition{last->serial(), static_cast<qint64>(last->lineCount()), 0};
}

LogPosition lastBytes(const LogDocument& document, qint64 bytes)
{
    if (bytes < 0)
        return documentBegin(document);
    const auto& sections = document.sections();
    LogPosition position = documentEnd(document);
    for (auto it = sections.rbegin(); it != sections.rend(); ++it) {
        const LogSection& section = **it;
        for (auto line = section.lineCount(); line > section.firstVisibleLine(); --line) {
            if (!section.retained(line - 1)) {
                line = section.headEnd() + 1;
                continue;
            }
            bytes -= static_cast<qint64>(section.line(line - 1).text.size()) + 1;
            if (bytes < 0)
                return position;
            position = {section.serial(), static_cast<qint64>(line - 1), 0};
        }
    }
    return position;
}

QString wholeLine(const LogSection& section, std::uint64_t line, std::uint64_t limit)
{
    const LineView view = section.line(line);
    if (!view.overflowed)
        return SafeText::withoutControls(
            QString::fromUtf8(view.text.data(), static_cast<qsizetype>(view.text.size())));
    SpoolReader reader(section.spool(), view.spoolBegin);
    AnsiParser parser;
    TextCollector collector;
    std::string buffer(256 * 1024, '\0');
    const auto end = std::min(view.spoolEnd, view.spoolBegin + limit);
    while (reader.offset() < end) {
        const auto room = std::min<std::uint64_t>(buffer.size(), end - reader.offset());
        const auto piece = reader.read(std::span(buffer).first(static_cast<std::size_t>(room)));
        if (!piece || piece->size == 0)
            break;
        parser.feed(std::string_view(buffer).substr(0, piece->size), collector);
    }
    parser.finish(collector);
    return SafeText::withoutControls(QString::fromStdString(collector.text));
}

} // namespace sandbench::ui
