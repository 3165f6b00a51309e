// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTextDocument>

namespace sandbench::ui {

/// Plain text over several lines, which can be copied. One long word, as paths and digests are,
/// does not widen what the label stands in. Thread: GUI.
class WrappedLabel : public QLabel
{
public:
    explicit WrappedLabel(QWidget* parent, const QString& text = {})
        : QLabel(text, parent)
    {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
        setMinimumWidth(1);
    }

protected:
    /// Text that can be selected has a document, which is laid out anew for every width that a
    /// layout asks about: those of panels that nobody sees took a tenth of the window's start.
    void showEvent(QShowEvent* event) override
    {
        if (textInteractionFlags() == Qt::LinksAccessibleByMouse) // nobody chose others
            setTextInteractionFlags(Qt::TextSelectableByMouse);
        QLabel::showEvent(event);
    }
};

inline QLabel* wrappedLabel(QWidget* parent, const QString& text = {})
{
    return new WrappedLabel(parent, text);
}

/// What stands in the place of a list that has nothing to show. Thread: GUI.
inline QLabel* emptyLabel(QWidget* parent)
{
    constexpr int kMargin = 8;
    auto* label = wrappedLabel(parent);
    label->setAlignment(Qt::AlignCenter);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    return label;
}

/// For setToolTip(), which would take foreign text for rich text.
inline QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}

} // namespace sandbench::ui
