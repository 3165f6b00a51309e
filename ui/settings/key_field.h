// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QLineEdit>

namespace sandbench::ui {

/// Waits for one key with its modifiers, whatever it is. QKeySequenceEdit waits a second for more
/// of them, and cannot be told to take one. Thread: GUI.
class KeyField : public QLineEdit
{
    Q_OBJECT

public:
    explicit KeyField(QWidget* parent);

signals:
    void pressed(const QKeySequence& key);

protected:
    bool event(QEvent* event) override;
};

} // namespace sandbench::ui
