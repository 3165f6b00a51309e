// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/packages/packages_panel.h"

#include "core/package/package_manager.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"
#include "ui/packages/package_installs.h"
#include "ui/packages/package_words.h"
#include "ui/packages/sources_dialog.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kFormWidth = 400;
static constexpr int kTwoColumnsFrom = 700;
static constexpr int kLongestNames = 4000;

PackagesPanel::PackagesPanel(QWidget* parent)
    : QWidget(parent)
    , m_columns(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(0);
    m_columns->addWidget(buildForm());
    m_columns->addWidget(m_view = new LogView(m_log, this), 1);
    m_view->setEmptyText(tr("What package managers print stands here."));
    m_view->setAccessibleName(tr("Log of the installs"));
    m_view->setMinimumSize(80, 60);
    connect(m_install, &QPushButton::clicked, this, &PackagesPanel::installTyped);
    connect(m_names, &QLineEdit::returnPressed, this, &PackagesPanel::installTyped);
    connect(m_names, &QLineEdit::textChanged, this, &PackagesPanel::refresh);
    connect(m_file, &QPushButton::clicked, this, &PackagesPanel::chooseFile);
    connect(m_sources, &QPushButton::clicked, this, [this] {
        (new SourcesDialog(*m_installs, m_manager, this))->open();
    });
    setFocusProxy(m_names);
}

QPushButton* PackagesPanel::addButton(QBoxLayout* row, const char* name, const QString& text)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    row->addWidget(button);
    return button;
}

QLabel* PackagesPanel::addText(QBoxLayout* column, const char* name)
{
    QLabel* label = wrappedLabel(this);
    label->setObjectName(QLatin1String(name));
    column->addWidget(label);
    return label;
}

QWidget* PackagesPanel::buildForm()
{
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget(scroll);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    m_title = addText(column, "packagesTitle");
    auto* names = new QHBoxLayout;
    names->addWidget(m_names = new QLineEdit(page), 1);
    m_names->setObjectName(QStringLiteral("packageNames"));
    m_names->setAccessibleName(tr("Packages to install"));
    m_names->setPlaceholderText(tr("Names, with blanks between them"));
    m_names->setMaxLength(kLongestNames);
    m_names->setClearButtonEnabled(true);
    m_install = addButton(names, "packageInstall", tr("&Install"));
    column->addLayout(names);
    m_wrong = addText(column, "packageWrong");
    auto* more = new QHBoxLayout;
    m_file = addButton(more, "packageFile", tr("Requirements &File…"));
    m_sources = addButton(more, "packageSources", tr("S&ources…"));
    m_sources->setToolTip(tr("Index, proxy, certificates, or a folder of packages"));
    more->addStretch(1);
    column->addLayout(more);
    m_network = addText(column, "packageNetwork");
    auto* progress = new QHBoxLayout;
    progress->addWidget(m_bar = new QProgressBar(page), 1);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Installing"));
    m_cancel = addButton(progress, "packageCancel", tr("&Cancel"));
    column->addLayout(progress);
    m_failure = addText(column, "packageFailure");
    m_installed = addText(column, "packagesInstalled");
    column->addStretch(1);
    scroll->setWidget(page);
    return scroll;
}

void PackagesPanel::setInstalls(PackageInstalls& installs)
{
    m_installs = &installs;
    connect(m_cancel, &QPushButton::clicked, &installs, &PackageInstalls::cancel);
    connect(&installs, &PackageInstalls::changed, this, &PackagesPanel::refresh);
    connect(&installs, &PackageInstalls::started, this, &PackagesPanel::begin);
    connect(&installs, &PackageInstalls::ended, this, &PackagesPanel::end);
    connect(&installs, &PackageInstalls::output, this, [this](const QByteArray& bytes) {
        m_log.append(OutputStream::Stdout, bytes);
    });
    refresh();
}

void PackagesPanel::setLanguage(const QString& language, const std::string& manager)
{
    m_language = language;
    m_manager = manager;
    refresh();
}

void PackagesPanel::install(const std::vector<std::string>& names)
{
    QStringList words;
    for (const std::string& name : names)
        words << toQString(name);
    m_names->setText(words.join(u' '));
    installTyped();
}

QByteArray PackagesPanel::logText() const
{
    return textBetween(m_log, documentBegin(m_log), documentEnd(m_log)).toUtf8();
}

void PackagesPanel::installTyped()
{
    PackageWords words = readPackageWords(m_manager, m_names->text());
    if (!m_installs || words.names.empty() || !m_install->isEnabled())
        return;
    InstallRequest request;
    request.manager = m_manager;
    request.names = std::move(words.names);
    m_installs->install(std::move(request));
}

void PackagesPanel::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Install What a File Lists"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_installs->installFile(path);
    });
    dialog->open();
}

void PackagesPanel::begin(const QString& what)
{
    m_failure->clear();
    RunHeader header;
    header.title = tr("Install %1").arg(what);
    header.startedAt = QDateTime::currentDateTime();
    m_log.beginRun(header);
    m_log.setPhase(tr("Installing"));
}

void PackagesPanel::end(const std::optional<Error>& problem)
{
    RunSummary summary;
    const LogSection* section = m_log.current();
    if (section && section->running()) {
        using Tone = RunSummary::Tone;
        const bool cancelled = problem && problem->code() == ErrorCode::Cancelled;
        summary.statusWord = !problem ? tr("Installed")
            : cancelled               ? tr("Cancelled")
                                      : tr("Failed");
        summary.tone = !problem ? Tone::Good : cancelled ? Tone::Neutral : Tone::Bad;
        summary.wallSeconds = section->runningSeconds();
        m_log.endRun(summary);
    }
    if (!problem)
        m_names->clear();
    m_failure->setText(problem ? tr("⚠ %1").arg(SafeText::display(problem->text())) : QString());
    m_failure->setAccessibleName(m_failure->text());
    refresh();
}

QString PackagesPanel::installedText() const
{
    QStringList lines;
    for (const auto& [manager, what] : m_installs->installed())
        lines << tr("%1 (%2)").arg(what, toQString(manager));
    return lines.isEmpty() ? tr("This session has only what its sandbox came with.")
                           : tr("Installed in this session: %1").arg(lines.join(tr("; ")));
}

void PackagesPanel::refresh()
{
    if (!m_installs)
        return;
    const bool known = !m_manager.empty();
    m_title->setText(
        known ? tr("Packages for %1, installed by %2").arg(m_language, toQString(m_manager))
              : tr("%1 programs have no package manager here.").arg(m_language));
    const auto manager = findPackageManager(m_manager);
    if (manager && manager->needsRoot)
        m_title->setText(
            m_title->text()
            + tr(". They are the system's: only root can install them, in a container whose files "
                 "programs may change."));
    const PackageWords words
        = known ? readPackageWords(m_manager, m_names->text()) : PackageWords();
    m_wrong->setText(words.problem.isEmpty() ? QString() : tr("⚠ %1").arg(words.problem));
    m_names->setAccessibleDescription(words.problem);
    const QString why = m_installs->problem();
    const bool running = m_installs->isRunning();
    m_names->setEnabled(known);
    m_install->setEnabled(!words.names.empty() && why.isEmpty());
    m_install->setToolTip(plainToolTip(words.problem.isEmpty() ? why : words.problem));
    m_install->setText(
        m_installs->way() == PackageInstalls::Way::NewSession ? tr("&Install in New Session")
                                                              : tr("&Install"));
    m_file->setEnabled(why.isEmpty());
    m_file->setToolTip(plainToolTip(why));
    m_sources->setEnabled(!running);
    m_network->setText(m_installs->networkText());
    m_bar->setVisible(running);
    m_cancel->setVisible(running);
    m_installed->setText(installedText());
    for (QLabel* label : {m_wrong, m_failure})
        label->setVisible(!label->text().isEmpty());
}

// Beside each other at the bottom of the window, below each other at its sides.
void PackagesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() >= kTwoColumnsFrom;
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    QWidget* form = m_columns->itemAt(0)->widget();
    form->setMinimumWidth(wide ? kFormWidth : 0);
    form->setMaximumWidth(wide ? kFormWidth : QWIDGETSIZE_MAX);
    m_columns->setStretch(0, wide ? 0 : 1);
}

} // namespace sandbench::ui
