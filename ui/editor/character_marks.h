// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandbench::ui {

class CodeEditor;

/// Characters of a document that a reader does not see or takes for others: hidden ones are drawn
/// as their numbers (what joins an emoji only where others of its kind join none), look-alikes get
/// a box, and both say what they are where the mouse rests. Only what is visible is looked at, when
/// it is drawn. Lives as long as its editor. Thread: GUI.
class CharacterMarks : public QObject
{
    Q_OBJECT

public:
    /// Its indicator number in the editor, behind those of FindingMarks.
    static constexpr int kIndicator = 23;
    /// Of the visible text, so that one endless line costs no more than a page. Units: bytes.
    static constexpr long kMostBytes = 256L << 10;

    explicit CharacterMarks(CodeEditor& editor);

    /// What stands at a byte, for people; empty where it is nothing special.
    QString textAt(long offset) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyColours();
    void refresh();
    void drawJoiners(bool drawn);
    QByteArray textBetween(long begin, long end) const;

    CodeEditor& m_editor;
    quint64 m_revision = 0; ///< What is marked: of this text,
    long m_begin = -1, m_end = -1; ///< this part.
    bool m_hasMarks = false;
    bool m_drawsJoiners = true; ///< Of emoji too.
};

} // namespace sandbench::ui
