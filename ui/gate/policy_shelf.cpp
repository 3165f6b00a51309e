// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/policy_shelf.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/gate/finding_text.h"

#include <QSettings>

#include <algorithm>

namespace sandbench::ui {

static constexpr auto kSetting = "gate/policy";
static constexpr auto kShownPolicy = "development";
static constexpr int kMostTitle = 40;

static QString usualKey(const std::string& policy)
{
    return policy.empty() ? QString(QLatin1String(PolicyShelf::kShowOnly))
                          : QLatin1String(PolicyShelf::kPolicyPrefix) + toQString(policy);
}

PolicyShelf::PolicyShelf(std::string userFolder, const std::string& usual)
    : m_chosen(QSettings().value(QLatin1String(kSetting), usualKey(usual)).toString())
    , m_jobs(JobRunner::Ending::Abandon)
{
    // Nothing that this program wrote; it must not mean "no policy".
    if (m_chosen != QLatin1String(kShowOnly) && m_chosen != QLatin1String(kNone) && !holdsRuns())
        m_chosen = QLatin1String(kShowOnly);
    m_jobs.run(
        this, [folder = std::move(userFolder)](std::stop_token) { return read(folder); },
        [this](Read found) {
            m_catalog = std::move(found.catalog);
            emit changed();
            if (!found.problem.isEmpty())
                emit failed(found.problem);
        });
}

PolicyShelf::Read PolicyShelf::read(const std::string& userFolder)
{
    Read found;
    auto all = PolicyCatalog::load(userFolder);
    if (!all) {
        found.problem
            = tr("Your own policies are left out: %1").arg(SafeText::display(all.error().text()));
        all = PolicyCatalog::load();
    }
    found.catalog = all ? std::move(*all) : PolicyCatalog();
    return found;
}

static QString fromSeverity(const QString& verb, std::optional<Severity> severity)
{
    return severity
        ? PolicyShelf::tr("%1 from %2 severity on").arg(verb, severityWord(*severity).toLower())
        : QString();
}

static QString explanationOf(const CodePolicy& policy)
{
    QStringList parts{
        fromSeverity(PolicyShelf::tr("warns"), policy.thresholds.warn),
        fromSeverity(PolicyShelf::tr("asks"), policy.thresholds.ask),
        fromSeverity(PolicyShelf::tr("refuses"), policy.thresholds.refuse)};
    parts.removeAll(QString());
    return findingLine(policy.description) + u'\n'
        + (parts.isEmpty() ? PolicyShelf::tr("Holds nothing.")
                           : PolicyShelf::tr("It %1.").arg(parts.join(QStringLiteral(", "))));
}

QList<PolicyShelf::Choice> PolicyShelf::choices() const
{
    QList<Choice> all{
        {QLatin1String(kShowOnly), tr("Show findings only"),
         tr("Scans with the policy Development and shows what it finds; no run is held for it.")}};
    if (m_catalog)
        for (const auto& policy : m_catalog->all())
            all.append(
                {QLatin1String(kPolicyPrefix) + toQString(policy->id),
                 SafeText::elidedName(
                     toQString(policy->name.empty() ? policy->id : policy->name), kMostTitle),
                 explanationOf(*policy)});
    const bool isThere = std::any_of(
        all.begin(), all.end(), [this](const Choice& choice) { return choice.key == m_chosen; });
    if (holdsRuns() && !isThere)
        all.append(
            {m_chosen,
             SafeText::elidedName(m_chosen.mid(QLatin1String(kPolicyPrefix).size()), kMostTitle),
             isReading() ? tr("Your policies are being read.") : problem()});
    all.append({QLatin1String(kNone), tr("No policy"), tr("Nothing is scanned.")});
    return all;
}

void PolicyShelf::choose(const QString& key)
{
    if (key == m_chosen)
        return;
    m_chosen = key;
    QSettings().setValue(QLatin1String(kSetting), key);
    emit changed();
}

std::shared_ptr<const CodePolicy> PolicyShelf::policy() const
{
    if (!m_catalog || m_chosen == QLatin1String(kNone))
        return nullptr;
    const std::string id = holdsRuns() ? toStd(m_chosen.mid(QLatin1String(kPolicyPrefix).size()))
                                       : std::string(kShownPolicy);
    // Not find(): it would take a remembered name for the path of a file.
    const auto& all = m_catalog->all();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const auto& policy) { return policy->id == id; });
    return found == all.end() ? nullptr : *found;
}

Result<std::shared_ptr<const CodePolicy>> PolicyShelf::required() const
{
    if (!holdsRuns())
        return std::shared_ptr<const CodePolicy>();
    if (auto found = policy())
        return found;
    return Error(
        ErrorCode::Unavailable,
        toStd(isReading() ? tr("The policies are still being read; try again.") : problem()));
}

QString PolicyShelf::problem() const
{
    if (!holdsRuns() || isReading() || policy())
        return {};
    return tr("The policy %1 is not there any more; choose another one.")
        .arg(SafeText::elidedName(m_chosen.mid(QLatin1String(kPolicyPrefix).size()), kMostTitle));
}

} // namespace sandbench::ui
