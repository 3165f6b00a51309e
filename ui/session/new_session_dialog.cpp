// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/new_session_dialog.h"

#include "core/engine/kubernetes/kube_engine.h"
#include "ui/async/job_runner.h"
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
#include "ui/session/network_picker.h"
#include "ui/session/pod_picker.h"
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
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto* engines = new QGroupBox(tr("Engine"), box);
    auto* inside = new QVBoxLayout(engines);
    inside->addWidget(
        m_engines = new EngineList(m_source, m_jobs, start.engine, start.connection, engines));
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
    addRow(grid, tr("&Size"), m_limits = new LimitsPicker(m_source.sizes(), box));
    m_networkRow = addRow(grid, tr("&Network"), m_network = new NetworkPicker(box));
    m_rootRow = addRow(grid, tr("Us&er"), m_root = new RootPicker(box));
    m_foldersRow = addRow(grid, tr("Fol&ders"), m_folders = new FolderPicker(box));
    m_podRow = addRow(grid, tr("&Pod"), m_pod = new PodPicker(box));
    column->addLayout(grid);
    m_image->setImage(start.image);
    m_profile->setProfile(start.profile);
    m_root->setRoot(start.writableRoot, start.user);
    m_limits->setLimits(start.size, start.limits);
    m_network->setNetwork(start.network, start.install);
    m_folders->setMounts(start.mounts);
    m_pod->setPod(start.namespaceName, start.manifestFile);
    connect(again, &QPushButton::clicked, m_engines, &EngineList::checkAgain);
    connect(m_engines, &EngineList::changed, this, &NewSessionDialog::refresh);
    connect(m_engines, &EngineList::chosenChanged, this, &NewSessionDialog::followEngine);
    connect(m_engines, &EngineList::connectionsFound, this, &NewSessionDialog::fillConnections);
    connect(m_profile, &ProfilePicker::chosen, this, &NewSessionDialog::takeProfile);
    connect(m_connection, &ConnectionPicker::chosen, this, &NewSessionDialog::connectionChosen);
    return box;
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
    m_skip->setChecked(!asksBeforeOpening());
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
    const bool containers = usesContainers();
    m_podRow.setVisible(usesCluster());
    m_imageRow.setVisible(containers);
    m_networkRow.setVisible(containers);
    m_rootRow.setVisible(containers);
    m_foldersRow.setVisible(containers);
    m_connectionRow.setVisible(containers || usesCluster());
    fillConnections();
    refresh();
}

void NewSessionDialog::fillConnections()
{
    const EngineProbe& probe = m_engines->current();
    const bool isSame = std::exchange(m_shownEngine, probe.engine()) == probe.engine();
    m_connection->setConnections(
        probe.connections(), isSame ? m_connection->key() : probe.connection(), !usesCluster());
}

void NewSessionDialog::connectionChosen()
{
    EngineProbe& probe = m_engines->current();
    if (m_connection->key() != probe.connection())
        probe.start(m_connection->key());
}

// The embedded engine's network, root and user are its own: their fields are not shown there.
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
    const EngineProbe& probe = m_engines->current();
    const bool usable = probe.isUsable();
    m_image->setStore(usable ? probe.handle()->images() : nullptr, m_standardImage);
    m_image->setEnabled(usable);
    if (usable && usesCluster() && std::exchange(m_askedCluster, probe.handle()) != probe.handle())
        askForNamespaces(*probe.handle());
    m_limits->setHost(probe.status() ? probe.status()->host : HostCapacity());
    m_summary->setText(choiceSummary(
        choice(), usesContainers() || usesCluster() ? m_standardImage : std::string(), probe,
        m_source.sizes()));
    if (const auto spec = specOf(choice(), m_source.sizes()))
        m_profile->showDifferences(*spec, usesContainers());
    const QString why = problem();
    m_hint->setText(why.isEmpty() ? why : tr("⚠ %1").arg(why.left(1).toUpper() + why.mid(1)));
    m_hint->setVisible(!why.isEmpty());
    m_accept->setEnabled(why.isEmpty());
    m_accept->setToolTip(plainToolTip(why));
}

QString NewSessionDialog::problem() const
{
    const EngineProbe& probe = m_engines->current();
    const bool containers = usesContainers();
    if (const QString why = m_connection->problem(); containers && !why.isEmpty())
        return why;
    if (probe.status() && !probe.isUsable())
        return tr("%1 cannot be used now: choose another engine, or put it right and check again.")
            .arg(probe.title());
    if (const QString why = m_limits->problem(); !why.isEmpty())
        return why;
    if (const QString why = m_pod->problem(); usesCluster() && !why.isEmpty())
        return why;
    if (!containers)
        return {};
    if (const QString why = m_image->problem(); !why.isEmpty())
        return why;
    if (const QString why = m_network->problem(); !why.isEmpty())
        return why;
    const auto allowed = checkRelaxations(choice());
    return allowed ? QString() : SafeText::display(toQString(allowed.error().text()));
}

SessionChoice NewSessionDialog::choice() const
{
    SessionChoice choice;
    choice.engine = m_engines->current().engine();
    choice.size = m_limits->size();
    choice.limits = m_limits->limits();
    choice.profile = m_profile->profile();
    if (usesCluster()) {
        choice.connection = m_connection->key();
        choice.namespaceName = m_pod->namespaceName();
        choice.manifestFile = m_pod->manifestFile();
    }
    if (usesContainers()) {
        choice.connection = m_connection->key();
        choice.image = m_image->image();
        choice.network = m_network->network();
        choice.install = m_network->install();
        choice.writableRoot = m_root->isWritable();
        choice.user = m_root->user();
        choice.mounts = m_folders->mounts();
    }
    return choice;
}

// Who may not list them can still type one.
void NewSessionDialog::askForNamespaces(Engine& engine)
{
    (void)m_jobs.run(
        this,
        [&engine](std::stop_token stop) {
            std::vector<std::string> names;
            auto* cluster = dynamic_cast<KubernetesEngine*>(&engine);
            if (!cluster) // of a test
                return names;
            const auto api = cluster->api(stop);
            if (!api)
                return names;
            if (const auto list = (*api)->get("/api/v1/namespaces", {{"limit", "500"}}, stop))
                for (const auto& item : jsonField(*list, "items"))
                    names.push_back(jsonString(jsonField(item, "metadata"), "name"));
            return names;
        },
        [this](const std::vector<std::string>& names) { m_pod->setNamespaces(names); });
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
