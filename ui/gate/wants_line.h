// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/wants.h"

#include <QWidget>

namespace sandbench::ui {

/// What the current document reaches for, in a line: "Wants: network (requests.get, line 12)", each
/// of them a button that leads there. Hidden where nothing can be told. Thread: GUI.
class WantsLine : public QWidget
{
    Q_OBJECT

public:
    explicit WantsLine(QWidget* parent);

    void show(const Wants& wants);
    /// All that it says.
    QString text() const { return m_text; }

signals:
    /// From 1.
    void lineWanted(int line);

private:
    static QString wordOf(WantKind kind);
    void addText(const QString& text);
    void addWant(const Want& want);
    void addKind(const Wants& wants, std::size_t& at);

    QString m_text;
};

} // namespace sandbench::ui
