// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_fixture.h"
#include "ui/runs/run_details.h"
#include "ui/runs/runs_panel.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTableView>

namespace sandbench::test {

using namespace sandbench::ui;

/// Base of the tests of the runs' panel, over a real history. What another program does is done
/// through a history of its own over the same file.
class RunsTest : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init()
    {
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        openWorkspace(m_folder->path());
    }

    void cleanup()
    {
        removeWindow();
        m_panel.reset();
        m_other.reset();
        m_workspace.reset();
    }

protected:
    QString path() const { return m_folder->filePath(QLatin1String(workspace::kHistoryName)); }

    void openWorkspace(const QString& folder)
    {
        m_workspace.reset();
        auto opened = workspace::Workspace::open(
            *m_composition,
            {.folder = folder.toStdString(), .tell = [](const std::string&) {}, .reaps = false});
        QVERIFY(opened);
        m_workspace = *std::move(opened);
        if (m_workspace->history()) // it has its file before another program comes
            (void)m_workspace->history()->list(workspace::localCaller(), {}, 1);
    }

    workspace::RunHistory* otherProgram()
    {
        if (!m_other)
            m_other = workspace::openRunHistory(path().toStdString(), [](const std::string&) {});
        return m_other.get();
    }

    static Json record(const std::string& id, int second, const Json& more = Json::object())
    {
        char start[64];
        std::snprintf(
            start, sizeof start, "2026-11-22T20:%02d:%02d.000Z", second / 60, second % 60);
        Json record
            = {{"run_id", id},
               {"session_id", "s-1"},
               {"engine", "docker"},
               {"language", "python"},
               {"verdict", "exited"},
               {"success", true},
               {"sentence", "Finished in 0.5 s"},
               {"started_at", start},
               {"wall_seconds", 0.5},
               {"stdout", "out\n"}};
        record.update(more);
        return record;
    }

    // It is in the file afterwards.
    void end(const std::string& id, int second, const Json& more = Json::object())
    {
        otherProgram()->end(workspace::localCaller().id, record(id, second, more));
        m_other.reset();
    }
    void endMany(int first, std::size_t count)
    {
        for (int i = first; i < first + int(count); ++i)
            otherProgram()->end(workspace::localCaller().id, record("r-" + std::to_string(i), i));
        m_other.reset();
    }
    void begin(const std::string& id, int second)
    {
        otherProgram()->begin(workspace::localCaller().id, record(id, second));
        const auto isThere = [this] {
            const auto listed = otherProgram()->list(workspace::localCaller(), {}, 1);
            return listed && !listed->empty() && listed->front().verdict.empty();
        };
        QTRY_VERIFY(isThere());
    }

    void makePanel()
    {
        m_panel = std::make_unique<RunsPanel>(*m_workspace);
        m_panel->resize(1000, 260);
        for (QAbstractItemModel* model :
             {static_cast<QAbstractItemModel*>(&m_panel->model()), &m_panel->shown()})
            (new QAbstractItemModelTester(
                 model, QAbstractItemModelTester::FailureReportingMode::QtTest, m_panel.get()))
                ->setUseFetchMore(false);
    }
    void showPanel()
    {
        makePanel();
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }

    RunDetails& details() const { return *m_panel->findChild<RunDetails*>(); }
    QLineEdit* filter() const
    {
        return m_panel->findChild<QLineEdit*>(QStringLiteral("runsFilter"));
    }
    int count() const { return m_panel->shown().rowCount(); }
    QString shown(int row, int column, int role = Qt::DisplayRole) const
    {
        return m_panel->shown().index(row, column).data(role).toString();
    }
    QString cell(int row, int column) const { return shown(row, column); }
    QColor colour(int row) const
    {
        return m_panel->shown()
            .index(row, RunsModel::EndColumn)
            .data(Qt::ForegroundRole)
            .value<QColor>();
    }
    QStringList ids() const
    {
        QStringList ids;
        for (int row = 0; row < count(); ++row)
            ids << shown(row, 0, RunsModel::IdRole);
        return ids;
    }
    void chooseFirst()
    {
        m_panel->list().setFocus();
        m_panel->list().setCurrentIndex(m_panel->shown().index(0, 0));
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        QTRY_VERIFY(details().isVisible());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<workspace::RunHistory> m_other;
    std::unique_ptr<RunsPanel> m_panel;
};

} // namespace sandbench::test
