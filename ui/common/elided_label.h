// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace sandbench::ui {

/// One line of plain text that never takes room from others: what does not fit is cut with "…" and
/// stands in the tool tip, below explain()'s text. Thread: GUI.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(const QString& text, QWidget* parent = nullptr);
    explicit ElidedLabel(QWidget* parent = nullptr)
        : ElidedLabel(QString(), parent)
    {
    }

    QSize minimumSizeHint() const override;
    /// More than the label says, for the tool tip. Plain text.
    void explain(const QString& text) { m_more = text; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString elided() const;

    QString m_more;
};

} // namespace sandbench::ui
