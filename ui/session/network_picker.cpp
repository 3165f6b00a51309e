// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/network_picker.h"

#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr auto kBridge = "bridge";
enum Kind { None, Bridge, Named }; // places in the list

NetworkPicker::NetworkPicker(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox(this))
    , m_name(new QLineEdit(this))
    , m_meaning(wrappedLabel(this))
{
    m_kind->setObjectName(QStringLiteral("network"));
    m_kind->setAccessibleName(tr("Network"));
    m_kind->addItems(
        {tr("None"), tr("Bridge: what the engine's machine reaches"),
         tr("A network of the engine's…")});
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_name->setObjectName(QStringLiteral("networkName"));
    m_name->setAccessibleName(tr("Name of the network"));
    m_name->setPlaceholderText(tr("Name of the network"));
    m_name->setMaxLength(200);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_kind);
    column->addWidget(m_name);
    column->addWidget(m_meaning);
    setFocusProxy(m_kind);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &NetworkPicker::refresh);
    connect(m_name, &QLineEdit::textChanged, this, &NetworkPicker::refresh);
    refresh();
}

void NetworkPicker::setNetwork(const std::string& network)
{
    const bool named = !network.empty() && network != kBridge;
    m_name->setText(named ? toQString(network) : QString());
    m_kind->setCurrentIndex(network.empty() ? None : named ? Named : Bridge);
}

std::string NetworkPicker::network() const
{
    switch (m_kind->currentIndex()) {
    case Bridge:
        return kBridge;
    case Named:
        return toStd(m_name->text().trimmed());
    default:
        return {};
    }
}

QString NetworkPicker::problem() const
{
    return m_kind->currentIndex() == Named && network().empty() ? tr("Name the network.")
                                                                : QString();
}

void NetworkPicker::refresh()
{
    m_name->setVisible(m_kind->currentIndex() == Named);
    const QString meaning = m_kind->currentIndex() == None
        ? tr("Programs reach nothing. Packages cannot be installed; use an image that has them.")
        : m_kind->currentIndex() == Bridge
        ? tr("⚠ Relaxed: programs reach the internet, and machines near the engine's.")
        : tr("⚠ Relaxed: programs reach everything that is on this network.");
    m_meaning->setText(meaning);
    m_kind->setAccessibleDescription(meaning);
    emit changed();
}

} // namespace sandbench::ui
