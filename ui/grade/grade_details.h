// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/changes/change_reader.h"
#include "ui/grade/grade_model.h"

#include <KSyntaxHighlighting/Repository>

#include <QWidget>

#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace sandbench::ui {

class CodeEditor;
class DifferenceView;
class OutputPanel;

/// One submission: its code, what a test of it printed, and what differs from what is expected or
/// from another submission. Thread: GUI.
class GradeDetails : public QWidget
{
    Q_OBJECT

public:
    enum Page { CodePage, OutputPage, DifferencePage };

    /// @p model outlives this.
    explicit GradeDetails(const GradeModel& model, QWidget* parent = nullptr);

    /// -1 = none. The test, unless it is named, and whom it is compared with stay where they can.
    void showSubmission(int row, int test = -1);
    void showTest(int test);
    void showPage(Page page);
    /// What the model says of the submission may be another thing than before.
    void refresh();

    QByteArray shownCode() const;
    OutputPanel* output() const { return m_output; }
    DifferenceView& difference() const { return *m_difference; }
    QComboBox& comparedWith() const { return *m_compared; }
    QString note() const;

signals:
    /// In an editor, as a new document. @p origin: where it is from, foreign.
    void openWanted(const QString& file, const QByteArray& code, const QString& origin);

private:
    /// One file of a submission.
    struct File
    {
        std::string path;
        const std::string* bytes = nullptr;
    };

    QWidget* buildChoices();
    QWidget* buildCode();
    void fillTests(int chosen = -1);
    void fillFiles();
    void fillCompared();
    void fillPage();
    void showCode();
    void showOutput();
    void showDifference();
    void take(quint64 serial, const FileDifference& difference);
    void openCode();
    /// The program first.
    static std::vector<File> filesOf(const check::Submission& submission);
    const File* currentFile() const;
    const check::GradedTest* currentResult() const;
    const check::TestOutput* currentOutput() const;
    int testAt() const;
    QString noteOfRow() const;
    QString titleOf(const QString& what) const;

    const GradeModel& m_model;
    int m_row = -1;
    std::vector<File> m_files; ///< Of the model's run.
    quint64 m_serial = 0; ///< Of the difference that was asked for last.
    QStackedWidget* m_pages = nullptr;
    QLabel* m_note = nullptr;
    QTabWidget* m_tabs = nullptr;
    QComboBox *m_test = nullptr, *m_file = nullptr, *m_compared = nullptr;
    QAction* m_open = nullptr;
    /// Made with the first code that is shown, since it takes a moment.
    std::optional<KSyntaxHighlighting::Repository> m_repository;
    QWidget* m_codePage = nullptr;
    CodeEditor* m_code = nullptr;
    QWidget* m_outputPage = nullptr;
    OutputPanel* m_output = nullptr; ///< Another one for each output.
    DifferenceView* m_difference = nullptr;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
