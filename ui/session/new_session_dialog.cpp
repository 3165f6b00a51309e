// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/new_session_dialog.h"

#include "core/engine/container_options.h"
#include "core/engine/install_network.h"
#include "core/workspace/members.h"
#include "ui/async/job_runner.h"
#include "ui/common/column.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/choice_summary.h"
#include "ui/session/connection_picker.h"
#include "ui/session/engine_list.h"
#include "ui/session/engine_probe.h"
#include "ui/session/folder_picker.h"
#include "ui/session/image_picker.h"
#include "ui/session/limits_picker.h"
#include "ui/session/member_form.h"
#include "ui/session/network_picker.h"
#include "ui/session/pod_picker.h"
#include "ui/session/pod_preview.h"
#include "ui/session/profile_picker.h"
#include "ui/session/root_picker.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace sandbench::ui {

static constexpr QSize kWantedSize(600, 700);
static constexpr int kScreenRoom = 80; // for title bar and panels of the desktop

NewSessionDialog::NewSessionDialog(
    EngineSource& source, JobRunner& jobs, const SessionChoice& start,
    const std::string& standardImage, Purpose purpose, QWidget* parent)
    : QDialog(parent)
    , m_source(source)
    , m_jobs(jobs)
    , m_standardImage(standardImage)
    , m_purpose(purpose)
{
    setWindowTitle(purpose == Purpose::Open ? tr("New Session") : tr("Session Options"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_reason = new MessageBar(this));
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget(scroll);
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 6, 0);
    rows->addWidget(buildForm(start));
    rows->addWidget(buildSummary());
    rows->addStretch(1);
    scroll->setWidget(page);
    column->addWidget(scroll, 1);
    buildFoot();
    explainFields();
    resize(kWantedSize.boundedTo(screen()->availableSize() - QSize(kScreenRoom, kScreenRoom)));
    followEngine();
    m_engines->setFocus();
}

void NewSessionDialog::Row::setVisible(bool visible) const
{
    label->setVisible(visible);
    field->setVisible(visible);
}

// Not a form layout: that one takes no account of text that needs more lines when it is narrow.
NewSessionDialog::Row
NewSessionDialog::addRow(QGridLayout* grid, const QString& title, QWidget* field)
{
    const Row row{new QLabel(title, field->parentWidget()), field};
    row.label->setTextFormat(Qt::PlainText);
    row.label->setBuddy(field);
    // Beside the first line of the field, which may have more below.
    row.label->setFixedHeight(QComboBox().sizeHint().height());
    const int place = grid->rowCount();
    grid->addWidget(row.label, place, 0, Qt::AlignTop);
    grid->addWidget(field, place, 1);
    return row;
}

QWidget* NewSessionDialog::buildForm(const SessionChoice& start)
{
    auto* box = new QWidget(this);
    auto* column = columnOf(box);
    auto* engines = new QGroupBox(tr("Engine"), box);
    auto* inside = new QVBoxLayout(engines);
    inside->addWidget(
        m_engines = new EngineList(
            m_source, m_jobs, start.text("engine"), start.text("connection"), engines));
    auto* again = new QPushButton(tr("Check A&gain"), engines);
    again->setObjectName(QStringLiteral("checkAgain"));
    again->setAutoDefault(false);
    inside->addWidget(again, 0, Qt::AlignLeft);
    column->addWidget(engines);
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    m_connectionRow = addRow(grid, tr("&Connection"), m_connection = new ConnectionPicker(box));
    m_imageRow = addRow(grid, tr("&Image"), m_image = new ImagePicker(m_jobs, box));
    addRow(grid, tr("Pro&file"), m_profile = new ProfilePicker(box));
    m_sizeRow = addRow(grid, tr("&Size"), m_limits = new LimitsPicker(m_source.sizes(), box));
    m_networkRow = addRow(grid, tr("&Network"), m_network = new NetworkPicker(box));
    m_rootRow = addRow(grid, tr("Us&er"), m_root = new RootPicker(box));
    m_foldersRow = addRow(grid, tr("Fol&ders"), m_folders = new FolderPicker(box));
    m_podRow = addRow(grid, tr("&Pod"), m_pod = new PodPicker(box));
    m_moreRow = addRow(grid, tr("&More"), m_more = new MemberForm(box));
    column->addLayout(grid);
    m_preview = new PodPreview(m_jobs, this);
    setChoice(start);
    connect(again, &QPushButton::clicked, m_engines, &EngineList::checkAgain);
    connect(m_engines, &EngineList::changed, this, &NewSessionDialog::refresh);
    connect(m_engines, &EngineList::chosenChanged, this, &NewSessionDialog::followEngine);
    connect(m_engines, &EngineList::connectionsFound, this, &NewSessionDialog::fillConnections);
    connect(m_profile, &ProfilePicker::chosen, this, &NewSessionDialog::takeProfile);
    connect(m_connection, &ConnectionPicker::chosen, this, &NewSessionDialog::connectionChosen);
    return box;
}

static NetworkPicker::Offer networksOf(const std::string& engine)
{
    if (isCluster(engine))
        return NetworkPicker::Offer::Pods;
    return usualInstallNetwork(engine) == kInstallNetwork ? NetworkPicker::Offer::Installs
                                                          : NetworkPicker::Offer::Engine;
}

void NewSessionDialog::setChoice(const SessionChoice& start)
{
    m_network->setOffer(networksOf(start.text("engine")));
    m_image->setImage(start.text("image"));
    m_profile->setProfile(start.text("profile"));
    m_root->setRoot(start.text("root") == "writable", start.text("user"));
    const auto commands = jsonTexts(start.said, "install");
    m_network->setNetwork(start.text("network"), commands.empty() ? "" : commands.front());
    m_pod->setPod(
        start.text("namespace"), start.manifestFile, start.text("pod"), start.text("container"));
    // Only what was said counts: which engine would take it does not matter here.
    SandboxSpec spec;
    for (const char* name : {"memory", "cpus", "pids", "disk", "mounts"})
        (void)readMember(*workspace::findMember(name), jsonField(start.said, name), spec);
    m_limits->setLimits(start.text("size"), spec.limits);
    m_folders->setMounts(containerOf(spec).mounts);
    m_more->setSaid(start.said);
}

QWidget* NewSessionDialog::buildSummary()
{
    auto* box = new QGroupBox(tr("What the sandbox will be"), this);
    auto* inside = new QVBoxLayout(box);
    inside->addWidget(m_summary = wrappedLabel(box));
    m_summary->setObjectName(QStringLiteral("summary"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_summary->setAccessibleName(tr("What the sandbox will be"));
    return box;
}

void NewSessionDialog::buildFoot()
{
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->addWidget(m_skip = new QCheckBox(tr("Do not &ask again: open with this choice"), this));
    m_skip->setObjectName(QStringLiteral("doNotAsk"));
    column->addWidget(m_hint = wrappedLabel(this));
    m_hint->setObjectName(QStringLiteral("hint"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_accept = buttons->addButton(
        m_purpose == Purpose::Open ? tr("&Open") : tr("&Use for Next Sessions"),
        QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("accept"));
    m_accept->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_image, &ImagePicker::changed, this, &NewSessionDialog::refresh);
    connect(m_limits, &LimitsPicker::changed, this, &NewSessionDialog::refresh);
    connect(m_network, &NetworkPicker::changed, this, &NewSessionDialog::refresh);
    connect(m_root, &RootPicker::changed, this, &NewSessionDialog::refresh);
    connect(m_connection, &ConnectionPicker::changed, this, &NewSessionDialog::refresh);
    connect(m_folders, &FolderPicker::changed, this, &NewSessionDialog::refresh);
    connect(m_pod, &PodPicker::changed, this, &NewSessionDialog::refresh);
    connect(m_more, &MemberForm::changed, this, &NewSessionDialog::refresh);
    connect(m_preview, &PodPreview::changed, this, &NewSessionDialog::showSummary);
    connect(m_preview, &PodPreview::answered, this, &NewSessionDialog::clusterAnswered);
}

void NewSessionDialog::explain(const QString& reason)
{
    m_reason->showMessage(MessageBar::Tone::Error, SafeText::display(reason));
}

bool NewSessionDialog::usesContainers() const
{
    const auto engine = m_source.find(m_engines->current().engine(), {});
    return engine && (*engine)->images() != nullptr;
}

bool NewSessionDialog::usesCluster() const
{
    return isCluster(m_engines->current().engine());
}

void NewSessionDialog::followEngine()
{
    m_network->setOffer(networksOf(m_engines->current().engine()));
    m_image->setNote(
        usesCluster() ? tr("A node of the cluster fetches it where it is not there yet.")
                      : QString());
    fillConnections();
    refresh();
}

// A pod that is there already keeps what it was made with.
void NewSessionDialog::showRows()
{
    const bool cluster = usesCluster(), containers = usesContainers();
    const bool isNew = !cluster || m_pod->existing().empty();
    m_podRow.setVisible(cluster);
    m_imageRow.setVisible((containers || cluster) && isNew);
    m_sizeRow.setVisible(isNew);
    m_networkRow.setVisible(isNew);
    m_rootRow.setVisible(containers || cluster);
    m_root->setPods(cluster, isNew);
    m_foldersRow.setVisible(containers);
    m_connectionRow.setVisible(m_engines->current().engine() != "local");
    m_more->setEngine(m_engines->current().engine(), isNew);
    const auto& status = m_engines->current().status();
    m_more->setOffered(status ? status->offered : EngineStatus().offered);
}

void NewSessionDialog::fillConnections()
{
    const EngineProbe& probe = m_engines->current();
    const bool isSame = std::exchange(m_shownEngine, probe.engine()) == probe.engine();
    m_connection->setConnections(
        probe.engine(), probe.connections(), isSame ? m_connection->key() : probe.connection());
}

void NewSessionDialog::connectionChosen()
{
    EngineProbe& probe = m_engines->current();
    if (m_connection->key() != probe.connection())
        probe.start(m_connection->key());
}

// The embedded engine's root and user are its own: their fields are not shown there.
void NewSessionDialog::takeProfile(const RuntimeProfile& profile)
{
    m_limits->setLimits({}, profile.limits);
    m_network->setNetwork(profile.network, {});
    m_root->setRoot(profile.writableRoot, profile.user);
    refresh();
}

void NewSessionDialog::refresh()
{
    if (!m_accept) // still being built
        return;
    showRows();
    const EngineProbe& probe = m_engines->current();
    const bool reachable = isReachable();
    m_image->setStore(reachable ? probe.handle()->images() : nullptr, m_standardImage);
    m_image->setEnabled(reachable);
    m_limits->setHost(probe.status() ? probe.status()->host : HostCapacity());
    m_preview->setCluster(reachable && usesCluster() ? probe.handle() : nullptr);
    if (const auto request = requestOf(choice(), m_source)) {
        const SandboxSpec& spec = request->session.sandbox;
        m_profile->showDifferences(spec, usesContainers() || usesCluster());
        m_preview->ask(spec, m_pod->manifestFile(), m_standardImage);
    }
    showSummary();
}

void NewSessionDialog::showSummary()
{
    const EngineProbe& probe = m_engines->current();
    const bool containers = usesContainers();
    m_summary->setText(
        usesCluster() && isReachable()
            ? podSummary(choice(), m_standardImage, *m_preview, m_source)
            : choiceSummary(
                choice(), containers || usesCluster() ? m_standardImage : std::string(), probe,
                m_source));
    const QString why = problem();
    m_hint->setText(why.isEmpty() ? why : tr("⚠ %1").arg(why.left(1).toUpper() + why.mid(1)));
    m_hint->setVisible(!why.isEmpty());
    m_accept->setEnabled(why.isEmpty());
    m_accept->setToolTip(plainToolTip(why));
}

void NewSessionDialog::clusterAnswered()
{
    m_pod->setNamespaces(m_preview->cluster().namespaces, m_preview->cluster().namespaceName);
    showSummary();
}

void NewSessionDialog::setAsksNextTime(bool asks)
{
    m_skip->setChecked(!asks);
}

bool NewSessionDialog::asksNextTime() const
{
    return !m_skip->isChecked();
}

QString NewSessionDialog::summaryText() const
{
    return m_summary->text();
}

} // namespace sandbench::ui
