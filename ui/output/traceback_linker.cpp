// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/traceback_linker.h"

#include <algorithm>
#include <optional>

namespace sandbench::ui {

namespace {

constexpr std::size_t kMaxDigits = 8;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

struct Number
{
    int value = 0;
    std::size_t end = 0;
};

std::optional<Number> numberAt(std::string_view text, std::size_t at)
{
    Number number{0, at};
    while (number.end < text.size() && isDigit(text[number.end]))
        number.value = number.end - at < kMaxDigits ? number.value * 10 + (text[number.end++] - '0')
                                                    : (++number.end, 0);
    if (number.value == 0)
        return std::nullopt;
    const bool wordGoesOn = number.end < text.size()
        && (std::isalpha(static_cast<unsigned char>(text[number.end])) != 0
            || text[number.end] == '_');
    return wordGoesOn ? std::nullopt : std::optional(number);
}

std::optional<Number> lineAfter(std::string_view text, std::size_t nameBegin, std::size_t nameEnd)
{
    const auto before = text.substr(0, nameBegin);
    const auto after = text.substr(nameEnd);
    constexpr std::string_view kPython = "\", line ";
    constexpr std::string_view kShell = ": line ";
    if (before.ends_with("File \""))
        return after.starts_with(kPython) ? numberAt(text, nameEnd + kPython.size()) : std::nullopt;
    const bool pathStarts = before.empty() || before.ends_with("file://")
        || std::string_view(" \t('\"[<`").find(before.back()) != std::string_view::npos;
    if (!pathStarts)
        return std::nullopt;
    if (after.starts_with(kShell))
        return numberAt(text, nameEnd + kShell.size());
    return after.starts_with(':') ? numberAt(text, nameEnd + 1) : std::nullopt;
}

} // namespace

TracebackLinker::TracebackLinker(const QStringList& names)
{
    for (const QString& name : names)
        if (!name.isEmpty())
            m_names.push_back(name.toStdString());
    // The longest name wins where one ends in another.
    std::sort(m_names.begin(), m_names.end(), [](const auto& a, const auto& b) {
        return a.size() > b.size();
    });
}

std::vector<TracebackLinker::Link> TracebackLinker::links(std::string_view text) const
{
    text = text.substr(0, kMaxScannedBytes);
    std::vector<Link> found;
    for (const auto& name : m_names) {
        for (std::size_t at = text.find(name); at != std::string_view::npos;
             at = text.find(name, at + 1)) {
            const auto number = lineAfter(text, at, at + name.size());
            const bool taken = number
                && std::any_of(found.begin(), found.end(),
                               [&](const Link& l) { return at < l.end && number->end > l.begin; });
            if (!number || taken)
                continue;
            found.push_back({at, number->end, QString::fromStdString(name), number->value});
            if (found.size() == kMaxLinks)
                return found;
        }
    }
    return found;
}

} // namespace sandbench::ui
