// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/package_checks.h"
#include "ui/async/job_runner.h"
#include "ui/session/session_list.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::ui {

/// Finds out which imports of the document the chosen session does not have: a question to the idle
/// sandbox, asked once per session and set of modules. No run ever waits for it.
/// Thread: GUI; core is called through the JobRunner only.
class MissingImports : public QObject
{
    Q_OBJECT

public:
    /// @p sessions outlives it.
    MissingImports(SessionList& sessions, QObject* parent);

    /// Of the document that is shown now: asked about when the text has been left alone for a
    /// moment. @p isOther: not one that was edited.
    void setProgram(const std::string& language, const std::string& code, bool isOther);
    /// Asked about at once: a run of it failed.
    void check(const std::string& language, const std::string& code);
    /// What was known of the session is not true any more.
    void forget();
    /// What was told of @p session is not to be seen any more, and nobody has answered it: it is
    /// told again when the session is.
    void takeBack(const std::weak_ptr<Session>& session);
    /// The user does not want to hear of these modules in this session again.
    void dismiss(const std::vector<MissingImport>& missing);

signals:
    /// Of the program asked about last; may be none. Once, unless a run of it failed.
    void found(const std::vector<sandbench::MissingImport>& missing);

private:
    struct Program
    {
        std::string language, code;
        bool failed = false;
    };
    using Key = std::vector<std::string>; ///< The language, and its modules.
    struct Known
    {
        std::map<Key, std::vector<MissingImport>> missing;
        Key told;
        std::set<std::string> dismissed; ///< Modules.
    };

    void ask();
    void askSession(const Program& program, const Key& key);
    void tell(const Program& program, const Key& key, const std::vector<MissingImport>& missing);
    void followState();

    SessionList& m_sessions;
    Program m_program;
    QTimer m_typing;
    std::map<std::weak_ptr<Session>, Known, std::owner_less<>> m_known;
    std::weak_ptr<Session> m_session; ///< The chosen one's.
    int m_round = 0;
    std::stop_source m_stop;
    JobRunner m_jobs; // last: its destruction waits for jobs that use what stands above
};

} // namespace sandbench::ui
