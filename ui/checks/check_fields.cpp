// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/check_fields.h"

#include "core/base/text.h"
#include "core/policy/limits.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace sandbench::ui {

static constexpr qsizetype kLongestShown = 200;

/// On one line.
static QString onOneLine(const std::string& text)
{
    auto shown = toQString(cutAtCharacter(text, 4 * kLongestShown)).trimmed();
    shown.replace(u'\n', QChar(0x21b5)); // ↵
    shown = SafeText::display(shown);
    return shown.size() > kLongestShown ? shown.left(kLongestShown) + QChar(0x2026) : shown;
}

static bool isOfTest(CheckField field)
{
    return field == CheckField::Exit || field == CheckField::Timeout;
}

/// As a shell reads them: 'as it is', "with \\" and \\\\", and \\ before any character.
static std::vector<std::string> splitArguments(const QString& line)
{
    std::vector<std::string> words;
    QString word;
    bool isWord = false;
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        const bool escapes = c == u'\\' && quote != u'\'' && i + 1 < line.size()
            && (quote.isNull() || line[i + 1] == u'"' || line[i + 1] == u'\\');
        const bool isQuote = quote.isNull() ? c == u'"' || c == u'\'' : c == quote;
        if (quote.isNull() && c.isSpace()) {
            if (isWord)
                words.push_back(toStd(word));
            word.clear();
            isWord = false;
            continue;
        }
        isWord = true;
        if (escapes)
            word += line[++i];
        else if (isQuote)
            quote = quote.isNull() ? c : QChar();
        else
            word += c;
    }
    if (isWord)
        words.push_back(toStd(word));
    return words;
}

static QString joinArguments(const std::vector<std::string>& arguments)
{
    QStringList words;
    for (const auto& argument : arguments) {
        QString word = toQString(argument);
        const bool isPlain = !word.isEmpty() && std::none_of(word.begin(), word.end(), [](QChar c) {
            return c.isSpace() || c == u'"' || c == u'\'' || c == u'\\';
        });
        word.replace(u'\'', QStringLiteral("'\\''"));
        words << (isPlain ? word : u'\'' + word + u'\'');
    }
    return words.join(u' ');
}

// A test is the program, and has what a program is given and prints.
static QString shownOfTest(const check::Check& check, CheckField field)
{
    if (field == CheckField::Input)
        return tr("(a test) %1").arg(onOneLine(check.test->code));
    if (field == CheckField::Expected)
        return tr("(that it exits with %1)").arg(check.exitCode);
    return {};
}

QString shownField(const check::Check& check, CheckField field)
{
    if (check.test && field != CheckField::Name && !isOfTest(field))
        return shownOfTest(check, field);
    if (field == CheckField::Expected && !check.expected)
        return tr("(anything)");
    if (field == CheckField::Tolerance && check.match != check::Match::Numbers)
        return {};
    return onOneLine(toStd(editedField(check, field)));
}

QString editedField(const check::Check& check, CheckField field)
{
    switch (field) {
    case CheckField::Name:
        return toQString(check.name);
    case CheckField::Arguments:
        return joinArguments(check.arguments);
    case CheckField::Input:
        return toQString(check.input);
    case CheckField::Expected:
        return toQString(check.expected.value_or(std::string()));
    case CheckField::Match:
        return toQString(matchName(check.match));
    case CheckField::Tolerance:
        return QString::number(check.tolerance);
    case CheckField::Exit:
        return QString::number(check.exitCode);
    case CheckField::Timeout:
        return check.timeout ? QString::number(*check.timeout) : QString();
    }
    return {};
}

static std::optional<double> numberIn(const QString& text, double least, double most)
{
    bool isNumber = false;
    const double number = text.trimmed().toDouble(&isNumber);
    return isNumber && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

static bool setName(check::Check& check, const QString& text)
{
    auto name = oneLine(toStd(text), check::kMostNameBytes);
    if (name.empty() || name.size() > check::kMostNameBytes)
        return false;
    check.name = std::move(name);
    return true;
}

static bool setMatch(check::Check& check, const QString& text)
{
    const auto* const at
        = std::find(std::begin(check::kMatchNames), std::end(check::kMatchNames), toStd(text));
    if (at == std::end(check::kMatchNames))
        return false;
    check.match = static_cast<check::Match>(at - std::begin(check::kMatchNames));
    return true;
}

static bool setNumber(check::Check& check, CheckField field, const QString& text)
{
    constexpr double kLeastSeconds = 0.001, kMostTolerance = 1e300;
    constexpr int kMostExit = 255;
    const bool isUnset = field == CheckField::Timeout && text.trimmed().isEmpty();
    const auto number = field == CheckField::Exit ? numberIn(text, 0, kMostExit)
        : field == CheckField::Timeout            ? numberIn(text, kLeastSeconds, kLongestSeconds)
                                                  : numberIn(text, 0, kMostTolerance);
    const bool isWhole = field != CheckField::Exit || (number && *number == int(*number));
    if (!isUnset && (!number || !isWhole))
        return false;
    if (field == CheckField::Exit)
        check.exitCode = static_cast<int>(*number);
    else if (field == CheckField::Timeout)
        check.timeout = number;
    else
        check.tolerance = *number;
    return true;
}

bool setField(check::Check& check, CheckField field, const QString& text)
{
    switch (field) {
    case CheckField::Name:
        return setName(check, text);
    case CheckField::Arguments:
        check.arguments = splitArguments(text);
        return true;
    case CheckField::Input:
        check.input = toStd(text);
        // What is typed as lines is read as lines.
        if (!check.input.empty() && !check.input.ends_with('\n'))
            check.input += '\n';
        return true;
    case CheckField::Expected:
        check.expected = text.isEmpty() ? std::nullopt : std::optional(toStd(text));
        return true;
    case CheckField::Match:
        return setMatch(check, text);
    default:
        return setNumber(check, field, text);
    }
}

bool isEditable(const check::Check& check, CheckField field)
{
    return !check.test || isOfTest(field);
}

bool isUsual(const check::Check& check, CheckField field)
{
    switch (field) {
    case CheckField::Arguments:
        return check.arguments.empty();
    case CheckField::Tolerance:
        return check.match != check::Match::Numbers || check.tolerance == check::kUsualTolerance;
    case CheckField::Exit:
        return check.exitCode == 0;
    case CheckField::Timeout:
        return !check.timeout;
    default:
        return false;
    }
}

} // namespace sandbench::ui
