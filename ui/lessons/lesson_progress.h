// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QString>

#include <map>
#include <string>

namespace sandbench::ui {

/// How far somebody is with a lesson. It is kept with the window's state, by what the steps are
/// called: a lesson that got a step more is where it was. Thread: GUI.
class LessonProgress
{
public:
    struct OfStep
    {
        bool isPassed = false;
        QString prediction; ///< Foreign where it is a choice of the lesson's.
    };

    LessonProgress() = default;
    /// @p key: which lesson, see LessonDesk; empty = nothing is kept.
    static LessonProgress of(const QString& key);

    OfStep ofStep(const lesson::Step& step) const;
    void set(const lesson::Step& step, const OfStep& progress);
    /// Where it is read, as a number in @p lesson.
    int place(const lesson::Lesson& lesson) const;
    void setPlace(const lesson::Step& step);

private:
    void keep() const;

    QString m_key;
    std::string m_place; ///< Title of a step.
    std::map<std::string, OfStep> m_steps; ///< By their titles.
};

} // namespace sandbench::ui
