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
    setConnections({}, {}, {});
}

ConnectionPicker::Address ConnectionPicker::addressOf(const std::string& engine)
{
    if (isCluster(engine) || engine == "local")
        return Address::None;
    if (engine == "ssh")
        return Address::Machine;
    return engine == "apptainer" || engine == "slurm" ? Address::Path : Address::Engine;
}

ConnectionPicker::Words ConnectionPicker::wordsOf(Address address)
{
    switch (address) {
    case Address::Machine:
        return {tr("Another machine…"), tr("Write the name of the machine, as ssh takes it.")};
    case Address::Path:
        return {tr("Another path…"), tr("Write an absolute path.")};
    default:
        return {
            tr("Another address…"), tr("Write the address of the engine, or choose a connection.")};
    }
}

QString ConnectionPicker::placeholderFor(const std::string& engine)
{
    if (engine == "ssh")
        return tr("me@host, or a host of ssh's configuration");
    if (engine == "slurm")
        return tr("The absolute path of slurm.conf");
    if (engine == "apptainer")
        return tr("The absolute path of the program");
    return tr("ssh://me@host, tcp://host:2376 or unix:///run/docker.sock");
}

void ConnectionPicker::setConnections(
    const std::string& engine, const std::vector<docker::Connection>& connections,
    const std::string& wanted)
{
    const QSignalBlocker quiet(m_found), quietToo(m_address);
    const Address takes = addressOf(engine);
    const bool takesAddress = takes != Address::None;
    m_address->setPlaceholderText(placeholderFor(engine));
    const bool isBeingTyped
        = takes == m_takes && m_found->count() > 0 && isTyped() && wanted == this->key();
    m_takes = takes;
    m_found->clear();
    for (std::size_t i = 0; i < connections.size(); ++i)
        m_found->addItem(
            SafeText::display(tr("%1 (%2)").arg(
                toQString(
                    takes == Address::Engine ? connections[i].endpoint.text()
                                             : connections[i].name),
                toQString(connections[i].source))),
            toQString(connectionKey(connections, i)));
    // No machine goes without saying.
    if (connections.empty() && takes != Address::Machine)
        m_found->addItem(tr("Default"), QString());
    const QString key = toQString(wanted);
    const bool isAddress
        = isBeingTyped || takes == Address::Machine || (takesAddress && key.contains(u'/'));
    int place = isBeingTyped ? -1 : m_found->findData(key);
    if (place < 0 && !isAddress) { // it is not there any more, which its probe explains
        m_found->addItem(SafeText::display(key), key);
        place = m_found->count() - 1;
    }
    if (takesAddress)
        m_found->addItem(wordsOf(takes).another);
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
    return m_takes != Address::None && m_found->currentIndex() == m_found->count() - 1;
}

std::string ConnectionPicker::key() const
{
    return toStd(isTyped() ? m_address->text().trimmed() : m_found->currentData().toString());
}

QString ConnectionPicker::problem() const
{
    if (!isTyped())
        return {};
    const std::string typed = key();
    if (m_takes == Address::Path)
        return typed.starts_with('/') ? QString() : wordsOf(m_takes).missing;
    if (typed.empty())
        return wordsOf(m_takes).missing;
    const bool isName = m_takes == Address::Machine && typed.find("://") == std::string::npos;
    const auto endpoint = net::parseEndpoint(isName ? "ssh://" + typed : typed);
    return endpoint ? QString() : SafeText::display(endpoint.error().text());
}

void ConnectionPicker::refresh()
{
    m_address->setVisible(isTyped());
    m_address->setAccessibleDescription(problem());
    emit changed();
}

} // namespace sandbench::ui
