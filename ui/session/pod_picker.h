// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLineEdit;

namespace sandbench::ui {

/// Where in a cluster the pod is made, and what is put over it. Thread: GUI.
class PodPicker : public QWidget
{
    Q_OBJECT

public:
    explicit PodPicker(QWidget* parent = nullptr);

    /// As in SessionChoice.
    void setPod(
        const std::string& namespaceName, const std::string& manifestFile,
        const std::string& existing, const std::string& container);
    /// Those that the cluster told of, to choose from; any other can be typed. @p own: the
    /// context's; empty = not known.
    void setNamespaces(const std::vector<std::string>& names, const std::string& own);
    /// Empty = the context's.
    std::string namespaceName() const;
    /// Path; empty = none.
    std::string manifestFile() const;
    /// Name; empty = a new one is made.
    std::string existing() const;
    /// Which one is the sandbox; empty = the first, or the only one.
    std::string container() const;
    /// Why that cannot be; empty = nothing is known against it. Reads nothing.
    QString problem() const;

signals:
    void changed();

private:
    void askForFile();
    void refresh();

    QComboBox* m_namespace = nullptr;
    QLineEdit* m_existing = nullptr;
    QLineEdit* m_manifest = nullptr;
    QWidget* m_manifestRow = nullptr;
    QLineEdit* m_container = nullptr;
};

} // namespace sandbench::ui
