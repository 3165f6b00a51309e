// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <array>
#include <vector>

namespace sandbench::ui {

/// A line (from 1) of a document that is worth a look, and why, in plain and safe text.
struct LineMark
{
    int line = 1;
    QString text;
};

/// A narrow strip for a whole document: where its marks are, each kind with a shape and a colour of
/// its own, and which part is visible. Thread: GUI.
class MarkRuler : public QWidget
{
    Q_OBJECT

public:
    enum Kind { Low, Medium, High, Character, Error, Found };
    static constexpr std::size_t kKinds = 6;
    static constexpr int kWidth = 12; ///< Units: pixels.

    explicit MarkRuler(QWidget* parent);

    /// Replaces those of @p kind.
    void setMarks(Kind kind, std::vector<LineMark> marks);
    const std::vector<LineMark>& marks(Kind kind) const;
    /// From now on those of @p other, which is of the same text.
    void mirror(const MarkRuler& other);
    /// How many lines there are, and which are visible: @p count from @p first (0-based) on.
    void setLines(int all, int first, int count);
    /// Where a line (from 1) is. Units: pixels.
    int placeOf(int line) const;
    /// Of the marks near @p y, for people; empty = there is none.
    QString textAt(int y) const;

signals:
    /// A click, at a mark or between them. From 1.
    void lineWanted(int line);
    void marksChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int rows() const;
    const LineMark* nearest(int y) const;

    std::array<std::vector<LineMark>, kKinds> m_marks;
    int m_all = 1, m_first = 0, m_count = 1;
};

} // namespace sandbench::ui
