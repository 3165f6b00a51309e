// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>

class QLabel;
class QSplitter;

namespace sandbench::ui {

class ElidedLabel;
class SessionController;
class SessionList;

/// One page for each session, of which the chosen one's is shown, and beside it those of pinned
/// sessions; then each stands below its session's name. Who works in a page chooses its session.
/// Thread: GUI.
class SessionPages : public QWidget
{
    Q_OBJECT

public:
    /// @p sessions outlives it, or is destroyed with its window.
    explicit SessionPages(SessionList& sessions, QWidget* parent = nullptr);

    void add(const SessionController& session, QWidget* page);
    /// The page is the caller's from now on, and hidden.
    void take(const SessionController& session);
    /// How many are shown.
    int shown() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Page
    {
        QWidget* frame = nullptr;
        QWidget* head = nullptr;
        QLabel* colour = nullptr;
        ElidedLabel* name = nullptr;
        QWidget* content = nullptr;
    };
    Page makePage(QWidget* content);
    void refresh();
    void follow(const QWidget* focused);

    SessionList& m_sessions;
    QSplitter* m_splitter;
    QHash<const SessionController*, Page> m_pages;
};

} // namespace sandbench::ui
