// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/connection_picker.h"

#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/engine_source.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>

namespace sandbench::ui {

static constexpr int kAddressTypingMilliseconds = 600;
static constexpr int kLongestAddress = 500;

ConnectionPicker::ConnectionPicker(QWidget* parent)
    : QWidget(parent)
    , m_found(new QComboBox(this))
    , m_address(new QLineEdit(this))
{
    m_found->setObjectName(QStringLiteral("connection"));
    m_found->setAccessibleName(tr("Connection"));
    m_found->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_address->setObjectName(QStringLiteral("address"));
    m_address->setAccessibleName(tr("Address of the engine"));
    m_address->setPlaceholderText(tr("ssh://me@host, tcp://host:2376 or unix:///run/docker.sock"));
    m_address->setMaxLength(kLongestAddress);
    auto* column = columnOf(this);
    column->addWidget(m_found);
    column->addWidget(m_address);
    setFocusProxy(m_found);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kAddressTypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &ConnectionPicker::chosen);
    connect(m_found, &QComboBox::activated, this, [this] {
        m_typing.stop();
        refresh();
        if (isTyped())
            m_address->setFocus();
        if (problem().isEmpty())
            emit chosen();
    });
    connect(m_address, &QLineEdit::textChanged, this, [this] {
        m_typing.stop();
        refresh();
        if (problem().isEmpty())
            m_typing.start();
    });
    setConnections({}, {});
}

void ConnectionPicker::setConnections(
    const std::vector<docker::Connection>& connections, const std::string& wanted,
    bool takesAddress)
{
    const QSignalBlocker quiet(m_found), quietToo(m_address);
    const bool isBeingTyped
        = takesAddress && m_found->count() > 0 && isTyped() && wanted == this->key();
    m_takesAddress = takesAddress;
    m_found->clear();
    for (std::size_t i = 0; i < connections.size(); ++i)
        m_found->addItem(
            SafeText::display(tr("%1 (%2)").arg(
                toQString(takesAddress ? connections[i].endpoint.text() : connections[i].name),
                toQString(connections[i].source))),
            toQString(connectionKey(connections, i)));
    if (connections.empty())
        m_found->addItem(tr("Default"), QString());
    const QString key = toQString(wanted);
    const bool isAddress = isBeingTyped || (takesAddress && key.contains(u'/'));
    int place = isBeingTyped ? -1 : m_found->findData(key);
    if (place < 0 && !isAddress) { // it is not there any more, which its probe explains
        m_found->addItem(SafeText::display(key), key);
        place = m_found->count() - 1;
    }
    if (takesAddress)
        m_found->addItem(tr("Another address…"));
    if (place < 0) {
        if (!isBeingTyped) // the cursor stays
            m_address->setText(key);
        place = m_found->count() - 1;
    }
    m_found->setCurrentIndex(place);
    refresh();
}

bool ConnectionPicker::isTyped() const
{
    return m_takesAddress && m_found->currentIndex() == m_found->count() - 1;
}

std::string ConnectionPicker::key() const
{
    return toStd(isTyped() ? m_address->text().trimmed() : m_found->currentData().toString());
}

QString ConnectionPicker::problem() const
{
    if (!isTyped())
        return {};
    if (key().empty())
        return tr("Write the address of the engine, or choose a connection.");
    const auto endpoint = net::parseEndpoint(key());
    return endpoint ? QString() : SafeText::display(endpoint.error().text());
}

void ConnectionPicker::refresh()
{
    m_address->setVisible(isTyped());
    m_address->setAccessibleDescription(problem());
    emit changed();
}

} // namespace sandbench::ui
