// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/policy_catalog.h"
#include "ui/async/job_runner.h"

#include <QList>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace sandbench::ui {

/// The policies that can be chosen, and the one that is; remembered from start to start.
///
/// Before anything was chosen it is as on the command line: programs are scanned with the policy
/// `development` (as `sandbenchctl scan` does) and the findings are shown, and no run is held for
/// them (as `sandbenchctl run` without --policy). A chosen policy holds runs. One that is not there
/// any more holds every run, until another is chosen. Thread: GUI; files are read on a worker.
class PolicyShelf : public QObject
{
    Q_OBJECT

public:
    static constexpr auto kShowOnly = "show-only";
    static constexpr auto kNone = "none";
    static constexpr auto kPolicyPrefix = "policy/"; ///< Before a policy's id.

    /// @p userFolder: see PolicyCatalog::load(). @p usual: id of the one that holds runs before
    /// anything was chosen; empty = none.
    PolicyShelf(std::string userFolder, const std::string& usual);

    struct Choice
    {
        QString key, title, explanation;
    };
    /// Texts are plain and bounded.
    QList<Choice> choices() const;
    const QString& chosen() const { return m_chosen; }
    void choose(const QString& key);

    /// What programs are scanned with; null = nothing, or not read yet.
    std::shared_ptr<const CodePolicy> policy() const;
    /// Programs must pass the policy before they run.
    bool holdsRuns() const { return m_chosen.startsWith(QLatin1String(kPolicyPrefix)); }
    /// The policy that must be passed; null = none. Errors: Unavailable, a sentence for people.
    Result<std::shared_ptr<const CodePolicy>> required() const;
    bool isReading() const { return !m_catalog; }
    /// Why the chosen policy cannot be followed; empty = it can.
    QString problem() const;

signals:
    /// policy(), choices() or chosen() are others.
    void changed();
    /// Policies of the user's are left out; a sentence for people.
    void failed(const QString& sentence);

private:
    struct Read
    {
        std::optional<PolicyCatalog> catalog;
        QString problem;
    };
    static Read read(const std::string& userFolder);

    std::optional<PolicyCatalog> m_catalog;
    QString m_chosen;
    JobRunner m_jobs; // abandons a folder that hangs
};

} // namespace sandbench::ui
