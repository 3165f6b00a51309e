// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QComboBox;
class QLabel;
class QLineEdit;

namespace sandbench::ui {

/// No network, one that is there only while packages are installed, or one by name; with what that
/// means. Thread: GUI.
class NetworkPicker : public QWidget
{
    Q_OBJECT

public:
    explicit NetworkPicker(QWidget* parent = nullptr);

    /// Whose networks there are: none but for installs, the one of a cluster's pods, or any of an
    /// engine's. Before setNetwork().
    enum class Offer { Installs, Pods, Engine };
    void setOffer(Offer offer);
    /// As in SessionChoice.
    void setNetwork(const std::string& network, const std::string& install);
    /// Empty = none, but for what is installed.
    std::string network() const;
    std::string install() const;
    /// Why it cannot be used; empty = nothing is known against it.
    QString problem() const;

signals:
    void changed();

private:
    void fillKinds();
    void refresh();

    Offer m_offer = Offer::Engine;
    int m_wanted = 0; ///< Of the kinds, though this engine may not offer it.
    QComboBox* m_kind = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_install = nullptr;
    QLabel* m_meaning = nullptr;
    std::string m_installNetwork; ///< Of a choice that names one for the install; empty = bridge.
};

} // namespace sandbench::ui
