// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/guide/guide_view.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QSplitter;
class QStackedWidget;
class QTreeWidget;

namespace sandbench::ui {

class FindBar;
class MessageBar;

/// The guide in a window of its own: contents, search over all pages, and the page. Remembers where
/// it was. Nothing in it opens another program. Thread: GUI.
class GuideWindow : public QWidget
{
    Q_OBJECT

public:
    explicit GuideWindow(QWidget* parent);
    ~GuideWindow() override;

    /// A place that does not exist is the page's beginning, or the first page.
    void goTo(const GuidePlace& place);
    /// Where it was closed the last time, or at the beginning.
    void resume();
    GuidePlace place() const;

    const GuideBook& book() const { return m_book; }
    GuideView& view() { return *m_view; }
    QTreeWidget& contents() { return *m_contents; }
    QLineEdit& searchField() { return *m_search; }
    QListWidget& hits() { return *m_hits; }
    FindBar& findBar() { return *m_find; }
    QString messageText() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Stop
    {
        QString page;
        int position = 0;

        bool operator==(const Stop&) const = default;
    };
    QWidget* buildHead();
    QWidget* buildLeft();
    void buildCommands();
    void connectParts();
    void fillContents();
    void showStop(const Stop& stop);
    void leaveFor(const Stop& stop);
    void step(int direction);
    void follow(const QString& link);
    void search(const QString& query);
    void openHit(int row);
    void findInPage(int direction, bool again);
    void escape();
    void markContents();
    void setZoom(int points);

    GuideBook m_book;
    QList<Stop> m_history;
    qsizetype m_now = -1; ///< In m_history.
    QLineEdit* m_search = nullptr;
    QStackedWidget* m_lists = nullptr;
    QTreeWidget* m_contents = nullptr;
    QListWidget* m_hits = nullptr;
    QLabel* m_noHits = nullptr;
    MessageBar* m_message = nullptr;
    GuideView* m_view = nullptr;
    FindBar* m_find = nullptr;
    QSplitter* m_split = nullptr;
    QAction *m_back = nullptr, *m_forward = nullptr;
};

} // namespace sandbench::ui
