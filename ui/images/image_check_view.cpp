// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/image_check_view.h"

#include "core/base/fd.h"
#include "core/base/units.h"
#include "core/image_check/yaml_node.h"
#include "core/workspace/image_access.h"
#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/engine_source.h"
#include "ui/tasks/run_task.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTreeWidget>

namespace sandbench::ui {

using image_check::Finding;
using image_check::State;

ImageCheckView::ImageCheckView(
    EngineSource& engines, workspace::Workspace& workspace, TaskList* tasks, QWidget* parent)
    : QWidget(parent)
    , m_engines(engines)
    , m_workspace(workspace)
    , m_tasks(tasks)
    , m_status(wrappedLabel(this))
    , m_results(new QTreeWidget(this))
{
    auto* column = columnOf(this, 0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 4, 4, 4);
    m_probe = keyAction(*this, "imageProbe", tr("Look Inside"), {}, [this] { probe(); });
    m_check
        = keyAction(*this, "imageCheck", tr("Check against a File…"), {}, [this] { chooseFile(); });
    m_stopAction = keyAction(*this, "imageCheckStop", tr("Stop"), {}, [this] { stop(); });
    addToolButtons(*row, this, {m_probe, m_check, m_stopAction});
    row->addStretch(1);
    column->addLayout(row);
    m_status->setObjectName(QStringLiteral("imageCheckStatus"));
    m_status->setContentsMargins(8, 0, 8, 4);
    column->addWidget(m_status);
    m_results->setObjectName(QStringLiteral("imageCheckResults"));
    m_results->setAccessibleName(tr("What was found in the image"));
    m_results->setRootIsDecorated(false);
    m_results->setFrameShape(QFrame::NoFrame);
    m_results->setHeaderHidden(true);
    m_results->setColumnCount(2);
    m_results->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_results->setMinimumSize(80, 60);
    column->addWidget(m_results, 1);
    refresh();
}

ImageCheckView::~ImageCheckView()
{
    m_stop.request_stop();
}

void ImageCheckView::setImage(const ImagePlace& place, const std::string& reference)
{
    if (place.engine == m_engine && place.connection == m_connection && reference == m_reference)
        return;
    stop();
    m_engine = place.engine;
    m_connection = place.connection;
    m_reference = reference;
    m_results->clear();
    m_status->setText(
        tr("Look Inside says what the image has and what isolates its sandbox. A file of checks is "
           "sandbench-image.yaml, a goss.yaml, or one of container-structure-test."));
    refresh();
}

image_check::ImageAccess ImageCheckView::access() const
{
    const auto engine = [this, name = m_engine, connection = m_connection] {
        return m_engines.find(name, connection);
    };
    workspace::ImageOpening opening;
    opening.image = m_reference;
    opening.said = {{"engine", m_engine}};
    opening.engine = engine;
    opening.open
        = [workspace = &m_workspace, engine](
              workspace::SandboxRequest request,
              const std::stop_token& token) -> Result<std::shared_ptr<workspace::HostedSandbox>> {
        workspace::SandboxOpening sandbox;
        sandbox.request = std::move(request);
        SANDBENCH_TRY(sandbox.engine, engine());
        return workspace->sandboxes().open(workspace::userCaller(), std::move(sandbox), token);
    };
    return workspace::imageAccess(m_workspace, std::move(opening));
}

void ImageCheckView::begin(const QString& sentence)
{
    m_running = true;
    ++m_round;
    m_results->clear();
    m_status->setText(sentence);
    refresh();
}

void ImageCheckView::end()
{
    m_running = false;
    refresh();
}

void ImageCheckView::stop()
{
    m_stop.request_stop();
    if (!m_running)
        return;
    ++m_round;
    m_status->setText(tr("Stopped."));
    end();
}

void ImageCheckView::probe()
{
    if (m_running || m_reference.empty())
        return;
    const QString name = SafeText::display(m_reference);
    begin(tr("Looking into %1…").arg(name));
    m_stop = runTask(
        m_tasks, tr("Looking into %1").arg(name), m_jobs, this,
        [image = access()](std::stop_token token) -> Result<image_check::ImageProbe> {
            auto probe = image_check::probeImage(image, std::move(token));
            if (probe.problem)
                return *probe.problem;
            return probe;
        },
        [this, round = m_round](const Result<image_check::ImageProbe>& probe) {
            if (round != m_round)
                return;
            end();
            if (probe)
                showProbe(*probe);
            else
                m_status->setText(
                    tr("There was no sandbox: %1").arg(SafeText::display(probe.error().text())));
        });
}

void ImageCheckView::chooseFile()
{
    auto* dialog = new QFileDialog(
        this, tr("Checks of Images"), QString(), tr("Checks (*.yaml *.yml *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ImageCheckView::check);
    dialog->open();
}

void ImageCheckView::check(const QString& specFile)
{
    if (m_running || m_reference.empty())
        return;
    const QString name = SafeText::display(m_reference);
    begin(tr("Checking %1…").arg(name));
    m_stop = runTask(
        m_tasks, tr("Checking %1").arg(name), m_jobs, this,
        [image = access(),
         path = toStd(specFile)](std::stop_token token) -> Result<image_check::ImageReport> {
            SANDBENCH_TRY(const auto text, readFile(path, image_check::kMostSpecBytes));
            SANDBENCH_TRY(const auto spec, image_check::readImageSpec(text));
            auto report = image_check::runImageChecks(spec, image, std::move(token));
            if (report.problem)
                return *report.problem;
            return report;
        },
        [this, round = m_round](const Result<image_check::ImageReport>& report) {
            if (round != m_round)
                return;
            end();
            showReport(report);
        });
}

void ImageCheckView::add(const QString& first, const QString& second)
{
    auto* item = new QTreeWidgetItem(m_results, {first, second});
    item->setToolTip(1, plainToolTip(second));
}

void ImageCheckView::addFinding(const Finding& finding)
{
    const QString name = SafeText::display(finding.name);
    switch (finding.state) {
    case State::Passed:
        return add(tr("Passed"), name);
    case State::Failed:
        return add(
            tr("Failed"),
            tr("%1: expected %2, got %3")
                .arg(name, SafeText::display(finding.expected), SafeText::display(finding.got)));
    case State::NotChecked:
        return add(tr("Not checked"), tr("%1: %2").arg(name, SafeText::display(finding.why)));
    }
}

static QString listOf(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list << SafeText::display(text);
    return list.join(QStringLiteral(", "));
}

void ImageCheckView::showProbe(const image_check::ImageProbe& probe)
{
    const auto fact = [this](const QString& name, const QString& value) {
        add(name, value.isEmpty() ? QStringLiteral("–") : value);
    };
    m_status->setText(
        probe.agentRuns ? tr("Our agent runs in it.") : tr("Our agent does not run in it."));
    fact(tr("System"), SafeText::display(probe.os));
    fact(tr("Platform"), SafeText::display(probe.platform));
    fact(tr("Size"), probe.bytes > 0 ? toQString(formatSize(probe.bytes)) : QString());
    fact(tr("User"), SafeText::display(probe.user));
    fact(tr("Users"), listOf(probe.users));
    fact(tr("Shells"), listOf(probe.shells));
    QStringList interpreters;
    for (const auto& [name, version] : probe.interpreters)
        interpreters << SafeText::display(name + " " + version);
    fact(tr("Interpreters"), interpreters.join(QStringLiteral(", ")));
    fact(tr("Package managers"), listOf(probe.packageManagers));
    fact(tr("Packages"), probe.packages ? QString::number(*probe.packages) : tr("not known"));
    fact(tr("Isolated by"), listOf(probe.isolation.layers));
    for (const MissingLayer& missing : probe.isolation.missing)
        add(tr("Missing"), SafeText::display(missing.layer + ": " + missing.reason));
    for (const Finding& finding : probe.trust)
        addFinding(finding);
    for (const std::string& note : probe.notes)
        add(tr("Note"), SafeText::display(note));
}

void ImageCheckView::showReport(const Result<image_check::ImageReport>& report)
{
    if (!report)
        return m_status->setText(SafeText::display(report.error().text()));
    m_status->setText(tr("%1 passed, %2 failed, %3 not checked")
                          .arg(report->count(State::Passed))
                          .arg(report->count(State::Failed))
                          .arg(report->count(State::NotChecked)));
    // What failed is what people look for.
    for (const State state : {State::Failed, State::NotChecked, State::Passed})
        for (const Finding& finding : report->findings)
            if (finding.state == state)
                addFinding(finding);
}

void ImageCheckView::refresh()
{
    const QString why = m_reference.empty() ? tr("Choose an image first.")
        : m_running                         ? tr("It is being looked at.")
                                            : QString();
    explainCommand(*m_probe, why);
    explainCommand(*m_check, why);
    explainCommand(*m_stopAction, m_running ? QString() : tr("Nothing goes on."));
}

QString ImageCheckView::status() const
{
    return m_status->text();
}

} // namespace sandbench::ui
