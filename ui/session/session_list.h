// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_colours.h"
#include "ui/session/session_controller.h"

#include <QAbstractListModel>

#include <functional>
#include <vector>

namespace sandbench::ui {

/// The window's sessions, oldest first, each with a name of its own and what it does; one of them
/// is chosen. Never empty: where nothing is open, one waits for its first run. Thread: GUI.
class SessionList : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit SessionList(const SessionController::Parts& parts, QObject* parent = nullptr);
    /// Ends every sandbox, all at once.
    ~SessionList() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Renames; an empty name is the one that it had by itself.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    SessionController& chosen() const { return *m_chosen; }
    SessionController& at(int row) const
    {
        return *m_entries[static_cast<std::size_t>(row)].session;
    }
    /// -1 when it is not one of them any more.
    int rowOf(const SessionController* session) const;
    QString nameOf(const SessionController& session) const;
    /// It is told apart from the others by it; at first one that no other has, as long as there is
    /// one. See sessionColour().
    int colourNumberOf(const SessionController& session) const { return entryOf(session).colour; }
    QColor colourOf(const SessionController& session) const
    {
        return sessionColour(colourNumberOf(session));
    }
    void setColour(const SessionController& session, int number);
    /// Shown beside the chosen one.
    bool isPinned(const SessionController& session) const { return entryOf(session).isPinned; }
    void setPinned(const SessionController& session, bool pinned);
    /// What it does, in one sentence.
    QString statusOf(const SessionController& session) const;
    void setStatus(const SessionController& session, const QString& status);
    /// Those in which a program runs.
    int running() const;

    void choose(int row);
    /// One more, which is then chosen; its sandbox is opened by whoever asked for it.
    SessionController& add(const SessionChoice& choice);
    /// Ends its sandbox in the background. Where it was the last one, another takes its place.
    void remove(SessionController& session);

    /// Connects @p slot with this signal of whichever session is chosen.
    template <typename Signal, typename Context, typename Slot>
    void connectChosen(Signal signal, Context* context, Slot slot)
    {
        m_connectors.push_back([signal, context, slot](const SessionController* session) {
            return connect(session, signal, context, slot);
        });
        m_connections.push_back(m_connectors.back()(m_chosen));
    }
    /// Calls @p slot for each session, also for those that come later.
    template <typename Slot> void forEach(QObject* context, Slot slot)
    {
        for (const Entry& entry : m_entries)
            slot(entry.session);
        connect(this, &SessionList::added, context, slot);
    }

signals:
    void added(sandbench::ui::SessionController* session);
    /// It is in the list no longer, and ends.
    void removed(sandbench::ui::SessionController* session);
    void chosenChanged();
    void pinnedChanged();
    void statusChanged(const sandbench::ui::SessionController* session);

private:
    struct Entry
    {
        SessionController* session = nullptr;
        QString name, ownName; ///< By itself; by its user.
        QString status;
        int unseenPlots = 0;
        bool unseenOutput = false; ///< Came while it was not shown.
        int colour = 0;
        bool isPinned = false;
    };
    Entry& entryOf(const SessionController& session);
    const Entry& entryOf(const SessionController& session) const;
    void follow(SessionController& session);
    void stateChanged(SessionController& session);
    void noteUnseen(SessionController& session, int plots);
    void changed(const SessionController& session);
    int freeColour() const;
    QString freeName(const QString& wanted, const Entry& of, bool numbersFirst) const;
    static QString useText(const Entry& entry);
    QString activity(const Entry& entry) const;

    SessionController::Parts m_parts;
    std::vector<Entry> m_entries;
    SessionController* m_chosen = nullptr;
    std::vector<std::function<QMetaObject::Connection(const SessionController*)>> m_connectors;
    std::vector<QMetaObject::Connection> m_connections;
};

} // namespace sandbench::ui
