// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/run_gate.h"

#include "core/session/gate_check.h"
#include "core/workspace/project_run.h"
#include "ui/common/safe_text.h"
#include "ui/gate/policy_shelf.h"
#include "ui/tasks/task_list.h"

#include <QCryptographicHash>
#include <QUuid>

#include <algorithm>
#include <set>
#include <utility>

namespace sandbench::ui {

namespace {

void addPart(QCryptographicHash& hash, std::string_view part)
{
    // Its length first, so that no other parts give the same sum.
    hash.addData(QByteArray::number(static_cast<qulonglong>(part.size())) + ':');
    hash.addData(QByteArray::fromRawData(part.data(), static_cast<qsizetype>(part.size())));
}

// Walks from line to line with the findings, which are in the order of the text: one line may hold
// them all and be very long.
class Lines
{
public:
    explicit Lines(std::string_view code)
        : m_code(code)
        , m_end(std::min(code.find('\n'), code.size()))
    {
    }

    /// True where the finding begins in another line than the one before.
    bool advance(const Finding& finding)
    {
        const bool isFirst = std::exchange(m_isFirst, false);
        if (finding.offset <= m_end)
            return isFirst;
        while (m_end < std::min(finding.offset, m_code.size())) {
            m_begin = m_end + 1;
            m_end = std::min(m_code.find('\n', m_begin), m_code.size());
        }
        return true;
    }
    /// Up to where the finding ends.
    std::string_view text(const Finding& finding) const
    {
        const auto last = finding.offset + finding.bytes;
        const auto end = last <= m_end ? m_end : std::min(m_code.find('\n', last), m_code.size());
        return m_code.substr(m_begin, end - m_begin);
    }

private:
    std::string_view m_code;
    std::size_t m_begin = 0, m_end;
    bool m_isFirst = true;
};

// Its files in which something was found. Not all may be readable any more: then nothing is equal.
bool addFiles(QCryptographicHash& hash, const GateReport& report, const ProjectFolder* project)
{
    constexpr std::size_t kMostBytes = 32U << 20;
    std::set<std::string> files;
    for (const Finding& finding : report.findings)
        if (!finding.file.empty())
            files.insert(finding.file);
    for (const std::string& file : files) {
        const auto bytes
            = project ? project->readFile(file, kMostBytes) : Result<std::string>(std::string());
        if (!bytes)
            return false;
        addPart(hash, file);
        addPart(hash, *bytes);
    }
    return true;
}

// Whole lines: what is called is one thing, with what it is called another.
QByteArray
fingerprintOf(const GateReport& report, const RunRequest& request, const ProjectFolder* project)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    addPart(hash, report.policy);
    addPart(hash, report.language);
    bool isWhole = report.omitted == 0 && !report.omittedMore;
    Lines lines(request.code);
    for (const Finding& finding : report.findings) {
        addPart(hash, finding.rule);
        if (!finding.file.empty())
            isWhole = false;
        else if (lines.advance(finding))
            addPart(hash, lines.text(finding));
    }
    if (isWhole)
        return hash.result();
    addPart(hash, request.code);
    for (const InputFile& file : request.files)
        addPart(hash, file.bytes);
    if (!addFiles(hash, report, project))
        addPart(hash, QUuid::createUuid().toByteArray().toStdString());
    return hash.result();
}

// Whether the program and, where it is one of a project, all sources beside it may run.
std::optional<GateReport> reportOn(
    const CodePolicy& policy, const RunRequest& request, const Language& language,
    const ProjectFolder* project, const LanguageCatalog& languages, const std::stop_token& stop)
{
    ProjectScan scan;
    if (project)
        scan = scanProject(*project, languages, policy, stop);
    return checkAgainstPolicy(&policy, request, language, project ? &scan : nullptr);
}

} // namespace

RunGate::Judgement RunGate::judge(
    const CodePolicy& policy, const RunRequest& request, const Language& language,
    const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop)
{
    std::optional<ProjectFolder> project;
    if (!folder.empty()) {
        auto opened = workspace::openProjectFolder(folder, stop);
        if (!opened)
            return {{}, {}, SafeText::display(opened.error().text())};
        project = *std::move(opened);
    }
    const ProjectFolder* files = project ? &*project : nullptr;
    Judgement judgement{reportOn(policy, request, language, files, languages, stop), {}, {}};
    if (judgement.report && judgement.report->decision == GateDecision::Ask)
        judgement.fingerprint = fingerprintOf(*judgement.report, request, files);
    return judgement;
}

RunGate::RunGate(PolicyShelf& policies, const LanguageCatalog& languages, QObject* parent)
    : QObject(parent)
    , m_policies(policies)
    , m_languages(languages)
{
    connect(&m_policies, &PolicyShelf::changed, this, [this] {
        if (m_waiting && m_waiting->fingerprint.isNull()) // else a person is asked
            scan(); // with what was read, or with the policy that is chosen now
    });
}

void RunGate::check(RunRequest request, const QObject* document, Go go, std::string projectFolder)
{
    m_waiting = {std::move(request), document, std::move(go), {}, {}, std::move(projectFolder)};
    ++m_round;
    if (m_tasks)
        m_tasks->drop(m_task);
    scan();
}

void RunGate::scan()
{
    if (!m_policies.holdsRuns())
        return start();
    if (m_policies.isReading()) {
        emit checking();
        return;
    }
    const auto policy = m_policies.policy();
    if (!policy) {
        m_waiting.reset();
        emit impossible(m_policies.problem());
        return;
    }
    auto language = m_languages.find(m_waiting->request.language);
    if (!language) // which no session runs either, and says so
        return start();
    emit checking();
    if (m_tasks) {
        m_tasks->drop(m_task);
        m_task = m_tasks->begin(this, tr("Scan of the code"), [this] { giveUp(); });
    }
    m_stop = m_jobs.run(
        this,
        [policy, request = m_waiting->request, language = *std::move(language),
         folder = m_waiting->projectFolder, languages = &m_languages](std::stop_token stop) {
            return judge(*policy, request, language, folder, *languages, stop);
        },
        [this, round = ++m_round](const Judgement& judgement) {
            if (round != m_round)
                return;
            if (m_tasks)
                m_tasks->end(m_task, {});
            if (m_waiting)
                decide(judgement);
        });
}

// What was not scanned to its end does not run.
void RunGate::giveUp()
{
    ++m_round;
    m_stop.request_stop();
    m_waiting.reset();
    m_tasks->end(m_task, {TaskEnd::Cancelled, {}});
    emit impossible(tr("the scan was cancelled"));
}

void RunGate::decide(const Judgement& judgement)
{
    if (!judgement.problem.isEmpty()) {
        m_waiting.reset();
        emit impossible(judgement.problem);
        return;
    }
    m_waiting->fingerprint = judgement.fingerprint;
    m_waiting->request.gateConfirmed = isConfirmed();
    if (!judgement.report || !isDenied(*judgement.report, m_waiting->request.gateConfirmed))
        return start();
    if (judgement.report->decision == GateDecision::Refuse)
        m_waiting.reset();
    emit held(*judgement.report);
}

bool RunGate::isConfirmed() const
{
    const QByteArray& fingerprint = m_waiting->fingerprint;
    return !fingerprint.isNull()
        && (fingerprint == m_waiting->confirmed
            || m_confirmed.value(m_waiting->document.data()).contains(fingerprint));
}

void RunGate::runAnyway()
{
    if (!m_waiting || m_waiting->fingerprint.isNull())
        return;
    m_waiting->confirmed = std::exchange(m_waiting->fingerprint, {});
    if (const QObject* document = m_waiting->document) {
        if (!m_confirmed.contains(document))
            connect(document, &QObject::destroyed, this, [this, document] {
                m_confirmed.remove(document);
            });
        m_confirmed[document].insert(m_waiting->confirmed);
    }
    scan(); // another policy may have been chosen since the question
}

// Whoever starts it may ask for the next check from there.
void RunGate::start()
{
    const Waiting ready = *std::exchange(m_waiting, std::nullopt);
    ready.go(ready.request);
}

} // namespace sandbench::ui
