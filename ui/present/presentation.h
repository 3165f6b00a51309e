// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>

class QMainWindow;
class QToolBar;

namespace sandbench::ui {

class CommandBook;
class KeyStrokes;
class MessageBar;
class Spotlight;

/// Shows a window to people: on the whole screen, in large type, the document with its output and
/// plots and nothing else, and the keys that are pressed. No message, no tool tip comes meanwhile;
/// messages wait. Thread: GUI.
class Presentation : public QObject
{
    Q_OBJECT

public:
    /// What of the window takes part. All outlive it.
    struct Parts
    {
        QMainWindow& window;
        CommandBook& commands;
        QList<MessageBar*> bars;
        /// Points added to every text; negative: taken away again.
        std::function<void(int points)> zoom;
        /// Shows document, output and plots, and nothing else.
        std::function<void()> arrange;
    };
    static constexpr int kMorePoints = 6;

    explicit Presentation(const Parts& parts, QObject* parent = nullptr);
    ~Presentation() override;

    bool isOn() const { return m_isOn; }
    void begin();
    /// The window is as it was before.
    void end();
    /// From usual to the whole screen, to the presentation, and back to usual.
    void next();
    Spotlight& spotlight() const { return *m_spotlight; }

signals:
    void changed(bool isOn);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void hideChrome();
    void showChrome();

    const Parts m_parts;
    KeyStrokes* m_strokes;
    Spotlight* m_spotlight;
    bool m_isOn = false;
    Qt::WindowStates m_states;
    QByteArray m_layout;
    QList<QPointer<QWidget>> m_hidden; ///< By us.
};

} // namespace sandbench::ui
