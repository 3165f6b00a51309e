// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/network_picker.h"

#include "ui/common/column.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>

#include <utility>

namespace sandbench::ui {

static constexpr auto kBridge = "bridge";
static constexpr auto kPod = "pod";
static constexpr int kLongestNetwork = 200;
static constexpr int kLongestCommand = 4000;
enum Kind { None, InstallOnly, Bridge, Named }; // places in the list, which may end before

NetworkPicker::NetworkPicker(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox(this))
    , m_name(textField(
          this, "networkName", tr("Name of the network"), tr("Name of the network"),
          kLongestNetwork))
    , m_install(textField(
          this, "install", tr("Command that installs"), tr("Command, as pip install rich"),
          kLongestCommand))
    , m_meaning(wrappedLabel(this))
{
    m_kind->setObjectName(QStringLiteral("network"));
    m_kind->setAccessibleName(tr("Network"));
    fillKinds();
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* column = columnOf(this);
    for (QWidget* part :
         {static_cast<QWidget*>(m_kind), static_cast<QWidget*>(m_name),
          static_cast<QWidget*>(m_install), static_cast<QWidget*>(m_meaning)})
        column->addWidget(part);
    setFocusProxy(m_kind);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this](int kind) {
        m_wanted = kind;
        refresh();
    });
    connect(m_name, &QLineEdit::textChanged, this, &NetworkPicker::refresh);
    connect(m_install, &QLineEdit::textChanged, this, &NetworkPicker::refresh);
    refresh();
}

void NetworkPicker::fillKinds()
{
    const QSignalBlocker quiet(m_kind);
    m_kind->clear();
    m_kind->addItems({tr("None"), tr("Only while packages are installed")});
    if (m_offer == Offer::Pods)
        m_kind->addItem(tr("Pod: what the cluster lets its pods reach"));
    if (m_offer == Offer::Engine)
        m_kind->addItems(
            {tr("Bridge: what the engine's machine reaches"), tr("A network of the engine's…")});
    m_kind->setCurrentIndex(m_wanted < m_kind->count() ? m_wanted : None);
}

void NetworkPicker::setOffer(Offer offer)
{
    if (std::exchange(m_offer, offer) == offer)
        return;
    m_installNetwork.clear(); // the other engine's
    fillKinds();
    refresh();
}

void NetworkPicker::setNetwork(const std::string& network, const std::string& install)
{
    const bool pods = m_offer == Offer::Pods;
    const bool shared = network == kBridge || (pods && network == kPod);
    const bool named = !pods && !network.empty() && !shared;
    m_installNetwork = install.empty() ? std::string() : network;
    m_install->setText(toQString(install));
    m_name->setText(named && install.empty() ? toQString(network) : QString());
    const int wanted = !install.empty() ? InstallOnly : named ? Named : shared ? Bridge : None;
    m_kind->setCurrentIndex(wanted < m_kind->count() ? wanted : None);
    m_wanted = wanted;
}

std::string NetworkPicker::network() const
{
    switch (m_kind->currentIndex()) {
    case InstallOnly:
        return m_installNetwork;
    case Bridge:
        return m_offer == Offer::Pods ? kPod : kBridge;
    case Named:
        return toStd(m_name->text().trimmed());
    default:
        return {};
    }
}

std::string NetworkPicker::install() const
{
    return m_kind->currentIndex() == InstallOnly ? toStd(m_install->text().trimmed())
                                                 : std::string();
}

QString NetworkPicker::problem() const
{
    if (m_kind->currentIndex() == InstallOnly && install().empty())
        return tr("Write the command that installs, or choose another network.");
    return m_kind->currentIndex() == Named && network().empty() ? tr("Name the network.")
                                                                : QString();
}

void NetworkPicker::refresh()
{
    const int kind = m_kind->currentIndex();
    m_name->setVisible(kind == Named);
    m_install->setVisible(kind == InstallOnly);
    const QString meaning = kind == None ? tr("Programs reach nothing.")
        : kind == InstallOnly
        ? tr("⚠ Relaxed: the command reaches the internet; then the network is taken away "
             "permanently, and programs reach nothing.")
        : kind == Bridge && m_offer == Offer::Pods
        ? tr("⚠ Relaxed: programs reach whatever the cluster lets its pods reach.")
        : kind == Bridge
        ? tr("⚠ Relaxed: programs reach the internet, and machines near the engine's.")
        : tr("⚠ Relaxed: programs reach everything that is on this network.");
    m_meaning->setText(meaning);
    m_kind->setAccessibleDescription(meaning);
    emit changed();
}

} // namespace sandbench::ui
