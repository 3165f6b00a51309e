// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/matrix/matrix_fields.h"

#include "core/base/command_words.h"
#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"

#include <algorithm>

namespace sandbench::ui {

static Error wrongLine(const QString& sentence, const QString& line)
{
    return Error(ErrorCode::InvalidArgument, toStd(sentence.arg(SafeText::elidedName(line, 60))));
}

static std::vector<std::string> namesOf(const QString& list)
{
    std::vector<std::string> names;
    for (const QString& name : list.split(u',', Qt::SkipEmptyParts))
        if (const std::string text = toStd(name.trimmed());
            !text.empty() && std::find(names.begin(), names.end(), text) == names.end())
            names.push_back(text);
    if (names.empty())
        names.emplace_back();
    return names;
}

Result<std::vector<check::MatrixSpot>>
readPlaces(const QString& lines, const QString& sizes, const QStringList& engines, const Json& said)
{
    const auto sizeNames = namesOf(sizes);
    std::vector<check::MatrixSpot> spots;
    for (const QString& typed : lines.split(u'\n')) {
        const QString line = typed.simplified();
        if (line.isEmpty())
            continue;
        const QString where = line.section(u' ', 0, 0);
        const QString engine = where.section(u'@', 0, 0);
        const QString image = line.section(u' ', 1);
        if (!engines.contains(engine))
            return wrongLine(
                tr("No engine is called so: %1. There are %2.")
                    .arg(QStringLiteral("%1"), engines.join(QStringLiteral(", "))),
                engine);
        if (image.contains(u' '))
            return wrongLine(tr("An engine and one image in each line: %1"), line);
        if (!image.isEmpty() && !check::takesImages(toStd(engine)))
            return wrongLine(tr("This engine takes no image: %1"), line);
        for (auto& spot : check::spotsOf({toStd(where)}, {toStd(image)}, sizeNames, said))
            spots.push_back(std::move(spot));
    }
    if (spots.empty())
        return Error(ErrorCode::InvalidArgument, toStd(tr("Name at least one place to run in.")));
    return spots;
}

Result<check::MatrixRun::Lines> readArgumentLines(const QString& lines)
{
    check::MatrixRun::Lines all;
    for (const QString& line : lines.split(u'\n', Qt::SkipEmptyParts)) {
        auto words = commandWords(toStd(line));
        if (!words)
            return std::move(words.error()).within(toStd(SafeText::elidedName(line, 60)));
        all.push_back(*std::move(words));
    }
    if (all.empty())
        all.emplace_back();
    return all;
}

// Line by line, since one line is all that display() makes.
static void addText(QStringList& into, const std::string& foreign)
{
    for (const QByteArray& line : toBytes(foreign).split('\n'))
        into << SafeText::displayBytes(line);
}

static void addBlock(QStringList& into, const QString& title, const std::string& foreign)
{
    if (foreign.empty())
        return;
    into << QString() << title;
    addText(into, foreign);
}

QString cellDetails(const check::RunMatrix& matrix, std::size_t oneCase, std::size_t place)
{
    const check::MatrixCell& cell = matrix.cells[oneCase][place];
    QStringList lines{tr("%1 in %2: %3")
                          .arg(
                              SafeText::display(matrix.cases[oneCase].name()),
                              SafeText::display(matrix.places[place].name()),
                              toQString(check::endText(cell)))};
    if (!check::isOver(cell.state))
        return lines.constFirst();
    if (!cell.why.empty())
        lines << SafeText::display(cell.why);
    if (cell.hasEnded())
        lines << tr("%1, %2 at most")
                     .arg(
                         toQString(formatSeconds(cell.seconds)),
                         toQString(formatSize(cell.peakMemoryBytes)));
    const auto outcomes = check::outcomesOf(matrix, oneCase);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& places = outcomes[i].places;
        if (std::find(places.begin(), places.end(), place) == places.end())
            continue;
        const check::MatrixCell& shown = matrix.cells[oneCase][outcomes[i].shown];
        if (i == 0) {
            addBlock(lines, tr("Printed, as in most places:"), shown.output);
            addBlock(lines, tr("Errors:"), shown.errors);
            break;
        }
        const auto difference
            = check::differenceOf(matrix.cells[oneCase][outcomes[0].shown], shown);
        lines << QString() << tr("Otherwise than in most places:");
        if (!difference.end.empty())
            lines << SafeText::display(difference.end);
        addBlock(lines, tr("Output:"), difference.output);
        addBlock(lines, tr("Errors:"), difference.errors);
        for (const std::string& result : difference.results)
            lines << SafeText::display(result);
        if (difference.isCut)
            lines << tr("There is more of it.");
    }
    return lines.join(u'\n');
}

} // namespace sandbench::ui
