// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QCheckBox;
class QLineEdit;

namespace sandbench::ui {

/// Who programs are in a container, and whether they may change its image's files. Thread: GUI.
class RootPicker : public QWidget
{
    Q_OBJECT

public:
    explicit RootPicker(QWidget* parent = nullptr);

    /// A pod knows its user by number only; one that is there already keeps its files as they are.
    void setPods(bool pods, bool isNew);
    /// As in SessionChoice.
    void setRoot(bool writable, const std::string& user);
    bool isWritable() const;
    std::string user() const;
    /// Why it cannot be; empty = nothing is known against it.
    QString problem() const;

signals:
    void changed();

private:
    bool m_pods = false;
    QLineEdit* m_user = nullptr;
    QCheckBox* m_writable = nullptr;
};

} // namespace sandbench::ui
