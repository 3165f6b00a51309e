// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QComboBox;
class QLabel;
class QLineEdit;

namespace sandbench::ui {

/// No network, or one by name, with what that means. Thread: GUI.
class NetworkPicker : public QWidget
{
    Q_OBJECT

public:
    explicit NetworkPicker(QWidget* parent = nullptr);

    void setNetwork(const std::string& network);
    /// Empty = none.
    std::string network() const;
    /// Why it cannot be used; empty = nothing is known against it.
    QString problem() const;
    QComboBox* field() const { return m_kind; }

signals:
    void changed();

private:
    void refresh();

    QComboBox* m_kind = nullptr;
    QLineEdit* m_name = nullptr;
    QLabel* m_meaning = nullptr;
};

} // namespace sandbench::ui
