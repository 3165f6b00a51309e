// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QButtonGroup;
class QLabel;
class QRadioButton;

namespace sandbench::ui {

class EngineProbe;
class EngineSource;
class JobRunner;

/// Every engine with what is known of it right now; one of them is chosen. Thread: GUI.
class EngineList : public QWidget
{
    Q_OBJECT

public:
    /// Probes all of them at once; @p chosen over @p connection. Both references outlive it.
    EngineList(
        EngineSource& source, JobRunner& jobs, const std::string& chosen,
        const std::string& connection, QWidget* parent = nullptr);

    /// The chosen one's.
    EngineProbe& current() const;
    /// Asks every engine anew.
    void checkAgain();
    QRadioButton* chosenButton() const;

signals:
    /// Something is known now that was not, of the chosen engine.
    void changed();
    void chosenChanged();
    /// The chosen engine's connections are there.
    void connectionsFound();

private:
    struct Row
    {
        EngineProbe* probe = nullptr;
        QRadioButton* button = nullptr;
        QLabel* status = nullptr;
    };
    void addRow(EngineSource& source, JobRunner& jobs, const std::string& engine);
    static void showRow(const Row& row);

    std::vector<Row> m_rows;
    QButtonGroup* m_buttons = nullptr;
};

} // namespace sandbench::ui
