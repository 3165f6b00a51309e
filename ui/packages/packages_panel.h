// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/output/log_document.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace sandbench::ui {

class LogView;
class PackageInstalls;

/// The packages dock: names to install for programs of the document's language, where they come
/// from, what happens meanwhile, and what the session has got. Thread: GUI.
class PackagesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PackagesPanel(QWidget* parent = nullptr);

    /// What it shows and asks for; outlives it, or dies with its parent.
    void setInstalls(PackageInstalls& installs);
    /// @p manager: of the language's packages; empty = there is none.
    void setLanguage(const QString& language, const std::string& manager);
    /// Of packages that another part of the window wants.
    void install(const std::vector<std::string>& names);
    QByteArray logText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildForm();
    QPushButton* addButton(QBoxLayout* row, const char* name, const QString& text);
    QLabel* addText(QBoxLayout* column, const char* name);
    void installTyped();
    void chooseFile();
    void begin(const QString& what);
    void end(const std::optional<Error>& problem);
    void refresh();
    QString installedText() const;

    PackageInstalls* m_installs = nullptr;
    std::string m_manager;
    QString m_language;
    LogDocument m_log;
    QBoxLayout* m_columns = nullptr;
    LogView* m_view = nullptr;
    QLabel* m_title = nullptr;
    QLineEdit* m_names = nullptr;
    QLabel* m_wrong = nullptr;
    QPushButton* m_install = nullptr;
    QPushButton* m_file = nullptr;
    QPushButton* m_sources = nullptr;
    QLabel* m_network = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_cancel = nullptr;
    QLabel* m_failure = nullptr;
    QLabel* m_installed = nullptr;
};

} // namespace sandbench::ui
