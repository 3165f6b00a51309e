// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/engine/engine.h"
#include "core/language/language.h"
#include "ui/editor/document_files.h"
#include "ui/session/session_controller.h"

#include <QMainWindow>

#include <functional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace sandbench::ui {

class EditorFind;
class EditorTabs;
class MessageBar;
class OutputPanel;
class PlotPanel;
class QuitSequence;
class RunPresenter;
class SessionPanel;

/// What the window works with; outlives it. Built by app/common/composition.
struct Workbench
{
    Engine& engine;
    const LanguageCatalog& languages;
    ArtifactStore& artifacts;
    QString stateFolder; ///< For unsaved text; made when missing.
    QString
        webEngineWarning; ///< Why interactive plots run with less protection; empty = they do not.
    DocumentFiles documentFiles = {}; ///< How documents reach the disk.
};

/// The window: places panels, owns the actions, starts runs. Thread: GUI.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens the files and what the last crash left, or else the example of a first start. They are
    /// there when EditorTabs::opened() comes; the first of the files is then the current document.
    void openAtStart(const QStringList& files);
    SessionController& controller() { return m_controller; }
    PlotPanel& plots() { return *m_plots; }
    OutputPanel& output() { return *m_output; }
    EditorTabs& editors() { return *m_editors; }
    QString statusText() const;
    QString messageText() const;

    void runFile();
    void runSelection();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void buildDocks();
    void buildActions();
    void buildFileMenu();
    void buildEditMenu();
    void buildRunMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void buildRunBar();
    void buildStatusBar();
    QAction* addCommand(
        QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
        std::function<void()> run);
    void connectController();
    void connectEditors();
    void refreshActions();
    void startRun(RunRequest request, const QString& title, const QString& fileName);
    void followDocument();
    void showError(const Error& error);
    void openFileDialog();
    void newDocument();
    void openExample(const QString& name);
    void restoreLayout();
    void showIsolation();

    static constexpr int kLayoutVersion
        = 1; ///< Raised when docks change: an older saved layout is then ignored.

    Workbench m_workbench;
    SessionController m_controller;
    EditorTabs* m_editors = nullptr;
    EditorFind* m_find = nullptr;
    OutputPanel* m_output = nullptr;
    PlotPanel* m_plots = nullptr;
    SessionPanel* m_sessionPanel = nullptr;
    RunPresenter* m_presenter = nullptr;
    QuitSequence* m_quit = nullptr;
    MessageBar* m_message = nullptr;
    QComboBox* m_language = nullptr;
    QDoubleSpinBox* m_timeout = nullptr;
    QAction* m_runAction = nullptr;
    QAction* m_runSelectionAction = nullptr;
    QAction* m_stopAction = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_engineLabel = nullptr;
    QLabel* m_position = nullptr;
    QByteArray m_defaultLayout;
    bool m_exampleWhenEmpty = false;
};

} // namespace sandbench::ui
