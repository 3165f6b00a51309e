// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_list.h"

#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/session/engine_probe.h"
#include "ui/session/session_facts.h"

#include <QFont>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::ui {

static constexpr int kLongestName = 60;

static QIcon iconOf(SessionState state)
{
    switch (state) {
    case SessionState::Opening:
        return glyphIcon(Glyph::More);
    case SessionState::Running:
        return glyphIcon(Glyph::Run, GlyphInk::Go);
    case SessionState::Stopping:
        return glyphIcon(Glyph::Stop, GlyphInk::Halt);
    case SessionState::Lost:
        return glyphIcon(Glyph::Close, GlyphInk::Halt);
    case SessionState::None:
    case SessionState::Idle:
        break;
    }
    return glyphIcon(Glyph::Dot);
}

SessionList::SessionList(const SessionController::Parts& parts, QObject* parent)
    : QAbstractListModel(parent)
    , m_parts(parts)
{
    add({});
}

SessionList::~SessionList()
{
    for (const Entry& entry : m_entries)
        entry.session->retire();
}

int SessionList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant SessionList::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const QString name = nameOf(*entry.session);
    switch (role) {
    case Qt::DisplayRole:
        return QStringList{name, activity(entry)}.join(u'\n');
    case Qt::EditRole:
        return name;
    case Qt::AccessibleTextRole:
        return QStringList{
            name, sessionColourName(entry.colour), entry.isPinned ? tr("pinned") : QString(),
            sessionStateWord(entry.session->state()), activity(entry)}
            .filter(QRegularExpression(QStringLiteral(".")))
            .join(QStringLiteral(", "));
    case Qt::ToolTipRole: // tool tips guess at rich text; escaped text cannot become any
        return QStringList{
            name, sessionStateWord(entry.session->state()), entry.status, useText(entry)}
            .join(u'\n')
            .trimmed()
            .toHtmlEscaped();
    case Qt::DecorationRole:
        return iconOf(entry.session->state());
    case Qt::FontRole:
        if (entry.unseenOutput || entry.unseenPlots > 0) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    default:
        return {};
    }
}

QString SessionList::useText(const Entry& entry)
{
    QStringList lines;
    for (const Used what : kAllUsed)
        if (!entry.session->use().samples(what).empty())
            lines << tr("%1: %2").arg(usedName(what), entry.session->use().words(what));
    return lines.join(u'\n');
}

QString SessionList::activity(const Entry& entry) const
{
    const SessionState state = entry.session->state();
    QStringList parts;
    if (entry.unseenPlots > 0)
        parts
            << (entry.unseenPlots == 1 ? tr("1 new plot")
                                       : tr("%1 new plots").arg(entry.unseenPlots));
    else if (entry.unseenOutput)
        parts << tr("New output");
    if (entry.status.isEmpty() || state == SessionState::Lost)
        parts << sessionStateWord(state);
    if (!entry.status.isEmpty())
        parts << entry.status;
    return parts.join(QStringLiteral(" · "));
}

bool SessionList::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const QString wanted = SafeText::display(value.toString().simplified()).left(kLongestName);
    if (wanted == nameOf(*entry.session))
        return true;
    entry.ownName = wanted.isEmpty() ? QString() : freeName(wanted, entry, false);
    changed(*entry.session);
    return true;
}

Qt::ItemFlags SessionList::flags(const QModelIndex& index) const
{
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable | Qt::ItemNeverHasChildren;
}

int SessionList::rowOf(const SessionController* session) const
{
    const auto found
        = std::find_if(m_entries.begin(), m_entries.end(), [session](const Entry& entry) {
              return entry.session == session;
          });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

const SessionList::Entry& SessionList::entryOf(const SessionController& session) const
{
    return m_entries.at(static_cast<std::size_t>(rowOf(&session)));
}

SessionList::Entry& SessionList::entryOf(const SessionController& session)
{
    return m_entries.at(static_cast<std::size_t>(rowOf(&session)));
}

QString SessionList::nameOf(const SessionController& session) const
{
    const Entry& entry = entryOf(session);
    return !entry.ownName.isEmpty() ? entry.ownName
        : entry.name.isEmpty()      ? tr("New session")
                                    : entry.name;
}

QString SessionList::statusOf(const SessionController& session) const
{
    const Entry& entry = entryOf(session);
    return entry.status.isEmpty() ? tr("Ready") : entry.status;
}

void SessionList::setStatus(const SessionController& session, const QString& status)
{
    entryOf(session).status = status;
    changed(session);
    emit statusChanged(&session);
}

int SessionList::running() const
{
    return static_cast<int>(
        std::count_if(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
            return entry.session->isRunning();
        }));
}

void SessionList::choose(int row)
{
    if (row < 0 || row >= rowCount() || &at(row) == m_chosen)
        return;
    for (const QMetaObject::Connection& connection : std::exchange(m_connections, {}))
        disconnect(connection);
    m_chosen = &at(row);
    for (const auto& connector : m_connectors)
        m_connections.push_back(connector(m_chosen));
    Entry& entry = entryOf(*m_chosen);
    entry.unseenPlots = 0;
    entry.unseenOutput = false;
    changed(*m_chosen);
    emit chosenChanged();
}

SessionController& SessionList::add(const SessionChoice& choice)
{
    auto* session = new SessionController(m_parts, choice, this);
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_entries.push_back({session, {}, {}, {}, 0, false, freeColour(), false});
    endInsertRows();
    follow(*session);
    emit added(session);
    choose(row);
    return *session;
}

void SessionList::remove(SessionController& session)
{
    const int row = rowOf(&session);
    if (row < 0)
        return;
    if (rowCount() == 1)
        add(session.choice());
    else if (&session == m_chosen)
        choose(row > 0 ? row - 1 : 1);
    beginRemoveRows({}, row, row);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
    emit removed(&session);
    session.retire();
}

void SessionList::follow(SessionController& session)
{
    connect(&session, &SessionController::stateChanged, this, [this, &session] {
        stateChanged(session);
    });
    const auto show = [this, &session](const QString& text) { setStatus(session, text); };
    connect(&session, &SessionController::openingTextChanged, this, show);
    connect(&session.use(), &SessionUse::changed, this, [this, &session] { changed(session); });
    connect(&session, &SessionController::stopHint, this, show);
    connect(
        &session, &SessionController::output, this, [this, &session] { noteUnseen(session, 0); });
    connect(&session, &SessionController::artifactReady, this, [this, &session] {
        noteUnseen(session, 1);
    });
}

// A session is called after what it is opened with, unless its user has named it.
void SessionList::stateChanged(SessionController& session)
{
    if (session.state() == SessionState::Opening) {
        const SessionChoice& choice = session.openChoice();
        const std::string engine = choice.text("engine").empty() ? m_parts.engines.names().front()
                                                                 : choice.text("engine");
        const std::string what = choice.text(choice.text("pod").empty() ? "image" : "pod");
        const QString image = shortImageName(SafeText::display(what));
        const QString wanted
            = image.isEmpty() ? engineTitle(engine) : tr("%1 · %2").arg(engineTitle(engine), image);
        Entry& entry = entryOf(session);
        if (entry.name != wanted && !entry.name.startsWith(wanted + u' '))
            entry.name = freeName(wanted, entry, image.isEmpty());
    }
    changed(session);
}

void SessionList::noteUnseen(SessionController& session, int plots)
{
    Entry& entry = entryOf(session);
    if (&session == m_chosen || entry.isPinned || (plots == 0 && entry.unseenOutput))
        return;
    entry.unseenOutput = true;
    entry.unseenPlots += plots;
    changed(session);
}

void SessionList::changed(const SessionController& session)
{
    const QModelIndex row = index(rowOf(&session));
    emit dataChanged(row, row);
}

void SessionList::setColour(const SessionController& session, int number)
{
    entryOf(session).colour = number;
    changed(session);
}

void SessionList::setPinned(const SessionController& session, bool pinned)
{
    Entry& entry = entryOf(session);
    if (std::exchange(entry.isPinned, pinned) == pinned)
        return;
    entry.unseenOutput = false;
    entry.unseenPlots = 0;
    changed(session);
    emit pinnedChanged();
}

int SessionList::freeColour() const
{
    std::array<int, kSessionColours> uses{};
    for (const Entry& entry : m_entries)
        ++uses.at(static_cast<std::size_t>(entry.colour) % uses.size());
    return static_cast<int>(std::min_element(uses.begin(), uses.end()) - uses.begin());
}

QString SessionList::freeName(const QString& wanted, const Entry& of, bool numbersFirst) const
{
    const auto isTaken = [&](const QString& name) {
        return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
            return &entry != &of && (entry.name == name || entry.ownName == name);
        });
    };
    QString name = numbersFirst ? tr("%1 1").arg(wanted) : wanted;
    for (int number = 2; isTaken(name); ++number)
        name = (numbersFirst ? tr("%1 %2") : tr("%1 (%2)")).arg(wanted).arg(number);
    return name;
}

} // namespace sandbench::ui
