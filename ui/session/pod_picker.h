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

    void setPod(const std::string& namespaceName, const std::string& manifestFile);
    /// Those that the cluster told of, to choose from; any other can be typed.
    void setNamespaces(const std::vector<std::string>& names);
    /// Empty = the context's.
    std::string namespaceName() const;
    /// Path; empty = none.
    std::string manifestFile() const;
    /// Why that cannot be; empty = nothing is known against it. Reads nothing.
    QString problem() const;

signals:
    void changed();

private:
    void askForFile();

    QComboBox* m_namespace = nullptr;
    QLineEdit* m_manifest = nullptr;
};

} // namespace sandbench::ui
