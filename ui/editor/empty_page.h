// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QAction;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace sandbench::ui {

/// What stands in the centre while no document is open: what one can do about it, and at the first
/// start what this program is and where it runs code. Thread: GUI.
class EmptyPage : public QScrollArea
{
    Q_OBJECT

public:
    struct Parts
    {
        QList<QAction*> actions; ///< One button each, with its keys; the first stands out.
        QMenu* examples = nullptr;
        QWidget* engines = nullptr; ///< What is known of them; null = not the first start.
        QAction* chooseEngine = nullptr; ///< Below the engines.
    };
    explicit EmptyPage(const Parts& parts, QWidget* parent = nullptr);

private:
    QPushButton* addButton(QWidget* column, const QString& text);
    void addActions(QWidget* column, const Parts& parts);
    void addEngines(QWidget* column, const Parts& parts);
};

} // namespace sandbench::ui
