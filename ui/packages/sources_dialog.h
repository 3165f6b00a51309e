// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <string>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace sandbench::ui {

class PackageInstalls;

/// Where packages come from: what the user's settings say of it, for this window and for
/// sandbenchctl. Show it with open(). Thread: GUI.
class SourcesDialog : public QDialog
{
    Q_OBJECT

public:
    /// @p manager: whose index is asked for. @p installs outlives it.
    SourcesDialog(PackageInstalls& installs, const std::string& manager, QWidget* parent);

private:
    enum class Picks { Nothing, File, Folder };
    QLineEdit* addRow(
        QGridLayout* grid, const char* name, const QString& title, const QString& example,
        Picks picks);
    void pick(QLineEdit* field, Picks picks);
    void save();

    PackageInstalls& m_installs;
    std::string m_manager;
    QLineEdit* m_index = nullptr;
    QLineEdit* m_proxy = nullptr;
    QLineEdit* m_folder = nullptr;
    QLineEdit* m_certificates = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace sandbench::ui
