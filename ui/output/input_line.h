// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;

namespace sandbench::ui {

/// One line for the program's standard input. Enter sends it with a line feed, Ctrl+D ends the
/// input.
class InputLine : public QWidget
{
    Q_OBJECT
public:
    explicit InputLine(QWidget* parent = nullptr);

    void setEnded(bool ended);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void entered(const QByteArray& line);
    void closed();

private:
    void send();
    void end();

    QLineEdit* m_text;
};

} // namespace sandbench::ui
