// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/async/job_runner.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::ui {

class PolicyShelf;
class TaskList;

/// Holds what is to run against the chosen policy before anything is made for it: the very request
/// that then runs, scanned on a worker, with the function that sessions use. The window's sessions
/// have no policy of their own, so that another choice counts from the next run on.
///
/// A person's "run anyway" is remembered for its document, as long as that is open, and for exactly
/// these findings: the same rules in the same lines, wherever the lines are. Where not all of them
/// are known, for exactly this text. Thread: GUI.
class RunGate : public QObject
{
    Q_OBJECT

public:
    using Go = std::function<void(const RunRequest&)>;

    /// All outlive this.
    RunGate(PolicyShelf& policies, const LanguageCatalog& languages, QObject* parent = nullptr);

    /// Ends in @p go (at once, where the choice holds no runs), in held() or in impossible(). Takes
    /// the place of a check that has not ended. @p document: whose "run anyway" counts; null =
    /// none. @p projectFolder: whose sources are held as well; empty = there is none.
    void check(RunRequest request, const QObject* document, Go go, std::string projectFolder = {});
    /// Is told of scans that take their time; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }
    /// The answer to held(), where the policy asks: what was held runs.
    void runAnyway();

signals:
    /// It takes a moment.
    void checking();
    /// Nothing was started. The report's decision is Ask or Refuse.
    void held(const GateReport& report);
    /// Nothing was started, because the chosen policy cannot be followed.
    void impossible(const QString& reason);

private:
    struct Waiting
    {
        RunRequest request;
        QPointer<const QObject> document;
        Go go;
        QByteArray fingerprint; ///< Of its findings, once a person is asked about them.
        QByteArray confirmed; ///< The fingerprint that got a yes.
        std::string projectFolder;
    };
    struct Judgement
    {
        std::optional<GateReport> report;
        QByteArray fingerprint;
        QString problem; ///< Why a project could not be looked at; empty = it could.
    };

    static Judgement judge(
        const CodePolicy& policy, const RunRequest& request, const Language& language,
        const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop);
    void scan();
    void decide(const Judgement& judgement);
    void start();
    void giveUp();
    bool isConfirmed() const;

    PolicyShelf& m_policies;
    const LanguageCatalog& m_languages;
    std::optional<Waiting> m_waiting;
    quint64 m_round = 0; ///< A check whose place was taken is not waited for.
    QHash<const QObject*, QSet<QByteArray>> m_confirmed;
    TaskList* m_tasks = nullptr;
    quint64 m_task = 0; ///< Of the list.
    std::stop_source m_stop;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
