// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/changes/change_reader.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPlainTextEdit;

namespace sandbench::ui {

class DiffHighlighter;
class ElidedLabel;

/// The difference of one file, of whose parts the one with the caret is current. Thread: GUI.
class DifferenceView : public QWidget
{
    Q_OBJECT

public:
    explicit DifferenceView(QWidget* parent = nullptr);

    /// The current part stays the same by number, where there are as many.
    void show(const FileDifference& difference);
    /// Instead of one.
    void showNote(const QString& sentence);

    int partCount() const { return static_cast<int>(m_difference.parts.size()); }
    /// -1 = there is none.
    int currentPart() const { return m_current; }
    void setCurrentPart(int part);
    /// To the next part, or the one before (-1).
    void step(int direction);
    const FileDifference& difference() const { return m_difference; }
    QString caption() const;

signals:
    void currentPartChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void followCaret();
    void mark();
    void describe();

    FileDifference m_difference;
    std::vector<int> m_firstLines; ///< Of the parts, in the text.
    int m_current = -1;
    ElidedLabel* m_caption = nullptr;
    QLabel* m_note = nullptr;
    QPlainTextEdit* m_text = nullptr;
    DiffHighlighter* m_colours = nullptr;
};

} // namespace sandbench::ui
