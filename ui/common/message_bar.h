// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFrame>
#include <QList>

#include <functional>

class QHBoxLayout;
class QLabel;

namespace sandbench::ui {

/// A line above the editor for what the user should know but need not answer: never a modal box.
/// Text is plain by construction. Thread: GUI.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Tone { Info, Warning, Error };

    /// What can be done about a message: a button beside it.
    struct Choice
    {
        const char* name; ///< The button's object name.
        QString text;
        std::function<void()> take;
        bool isAnswer = true; ///< The message goes away first; else it stays.
    };

    explicit MessageBar(QWidget* parent = nullptr);
    void showMessage(Tone tone, const QString& text, const QList<Choice>& choices = {});
    /// The same, also while muted: what the user began waits for the answer.
    void ask(Tone tone, const QString& question, const QList<Choice>& choices);
    /// Below what is shown already, where that has the same tone and asks nothing.
    void addMessage(Tone tone, const QString& text);
    QString text() const;
    /// Muted, it keeps what it is told, and shows the last of it when it is not muted any more.
    void setMuted(bool muted);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setMessage(Tone tone, const QString& text, const QList<Choice>& choices);
    void setChoices(const QList<Choice>& choices);
    void reveal();

    bool m_isMuted = false;
    bool m_isWaiting = false; ///< For the end of that.
    Tone m_tone = Tone::Info;
    QColor m_tint;
    QLabel* m_icon = nullptr;
    QLabel* m_text = nullptr;
    QHBoxLayout* m_choices = nullptr;
};

} // namespace sandbench::ui
