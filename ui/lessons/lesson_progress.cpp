// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_progress.h"

#include "core/base/json.h"
#include "ui/common/text.h"

#include <QCryptographicHash>
#include <QSettings>

namespace sandbench::ui {

static constexpr std::size_t kMostKept = 256U << 10; // bytes
static constexpr int kMostPrediction = 1000; // characters

// A path has slashes, which the settings take for groups.
static QString settingOf(const QString& key)
{
    const auto digest = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256);
    return QStringLiteral("lessons/") + QString::fromLatin1(digest.toHex().left(32));
}

LessonProgress LessonProgress::of(const QString& key)
{
    LessonProgress progress;
    progress.m_key = key;
    if (key.isEmpty())
        return progress;
    const auto kept = parseJson(toStd(QSettings().value(settingOf(key)).toString()), kMostKept);
    if (!kept || !kept->is_object())
        return progress;
    progress.m_place = jsonString(*kept, "place");
    const auto& steps = jsonField(*kept, "steps");
    if (steps.is_object())
        for (const auto& [title, step] : steps.items())
            progress.m_steps[title]
                = {jsonBool(step, "passed"), toQString(jsonString(step, "prediction"))};
    return progress;
}

LessonProgress::OfStep LessonProgress::ofStep(const lesson::Step& step) const
{
    const auto found = m_steps.find(step.title);
    return found == m_steps.end() ? OfStep() : found->second;
}

void LessonProgress::set(const lesson::Step& step, const OfStep& progress)
{
    m_steps[step.title] = {progress.isPassed, progress.prediction.left(kMostPrediction)};
    keep();
}

int LessonProgress::place(const lesson::Lesson& lesson) const
{
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        if (lesson.steps[i].title == m_place)
            return static_cast<int>(i);
    return 0;
}

void LessonProgress::setPlace(const lesson::Step& step)
{
    m_place = step.title;
    keep();
}

void LessonProgress::keep() const
{
    if (m_key.isEmpty())
        return;
    Json steps = Json::object();
    for (const auto& [title, step] : m_steps)
        steps[title] = {{"passed", step.isPassed}, {"prediction", toStd(step.prediction)}};
    QSettings().setValue(
        settingOf(m_key), toQString(writeJson({{"place", m_place}, {"steps", std::move(steps)}})));
}

} // namespace sandbench::ui
