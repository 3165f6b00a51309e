// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace sandbench::ui {

/// Widgets beside each other, all of one height, and on the next line what does not fit.
/// Thread: GUI.
class FlowLayout : public QLayout
{
public:
    /// @p spacing: between them, in both directions. Units: pixels.
    FlowLayout(QWidget* parent, int spacing);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    int place(const QRect& area, bool moves) const;

    QList<QLayoutItem*> m_items;
};

} // namespace sandbench::ui
