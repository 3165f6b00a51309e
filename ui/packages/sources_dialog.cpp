// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/packages/sources_dialog.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/packages/package_installs.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr int kWidth = 560;
static constexpr int kLongestSource = 4000;

SourcesDialog::SourcesDialog(PackageInstalls& installs, const std::string& manager, QWidget* parent)
    : QDialog(parent)
    , m_installs(installs)
    , m_manager(manager)
{
    setWindowTitle(tr("Sources of Packages"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->addWidget(wrappedLabel(
        this,
        tr("These are the settings that sandbenchctl reads, too. An empty field means what the "
           "package manager does by itself. A folder takes the place of index and network.")));
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    if (!manager.empty())
        m_index = addRow(
            grid, "sourceIndex", tr("&Index of %1").arg(toQString(manager)),
            tr("https://packages.lab.example/simple"), Picks::Nothing);
    m_proxy = addRow(
        grid, "sourceProxy", tr("&Proxy"), tr("http://proxy.lab.example:3128"), Picks::Nothing);
    m_certificates
        = addRow(grid, "sourceCertificates", tr("&Certificates"), tr("A PEM file"), Picks::File);
    m_folder = addRow(
        grid, "sourceFolder", tr("&Folder of packages"), tr("With wheels, for no network at all"),
        Picks::Folder);
    column->addLayout(grid);
    column->addWidget(m_problem = wrappedLabel(this));
    m_problem->setObjectName(QStringLiteral("sourceProblem"));
    m_problem->hide();
    column->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::ActionRole);
    m_save->setObjectName(QStringLiteral("sourceSave"));
    m_save->setDefault(true);
    column->addWidget(buttons);
    const PackageSettings& now = installs.sources();
    if (const auto known = now.index.find(manager); m_index && known != now.index.end())
        m_index->setText(toQString(known->second));
    m_proxy->setText(toQString(now.proxy));
    m_certificates->setText(toQString(now.certificates));
    m_folder->setText(toQString(now.offlineFolder));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &SourcesDialog::save);
    connect(&installs, &PackageInstalls::sourcesSaved, this, &QDialog::accept);
    connect(&installs, &PackageInstalls::sourcesFailed, this, [this](const Error& error) {
        m_problem->setText(tr("⚠ %1").arg(SafeText::display(error.text())));
        m_problem->show();
        m_save->setEnabled(true);
    });
    resize(kWidth, sizeHint().height());
}

QLineEdit* SourcesDialog::addRow(
    QGridLayout* grid, const char* name, const QString& title, const QString& example, Picks picks)
{
    auto* field = textField(this, name, QString(title).remove(u'&'), example, kLongestSource);
    auto* label = new QLabel(title, this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(field);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row, 1);
    if (picks != Picks::Nothing) {
        auto* browse = new QPushButton(tr("Choose…"), this);
        browse->setAutoDefault(false);
        browse->setAccessibleName(tr("Choose: %1").arg(field->accessibleName()));
        grid->addWidget(browse, row, 2);
        connect(browse, &QPushButton::clicked, this, [this, field, picks] { pick(field, picks); });
    }
    return field;
}

void SourcesDialog::pick(QLineEdit* field, Picks picks)
{
    auto* dialog = new QFileDialog(this, field->accessibleName(), field->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(
        picks == Picks::Folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
    dialog->open();
}

// What is wrong the settings' own reader says.
void SourcesDialog::save()
{
    PackageSettings sources = m_installs.sources();
    if (m_index)
        sources.index[m_manager] = toStd(m_index->text().trimmed());
    sources.proxy = toStd(m_proxy->text().trimmed());
    sources.certificates = toStd(m_certificates->text().trimmed());
    sources.offlineFolder = toStd(m_folder->text().trimmed());
    m_problem->hide();
    m_save->setEnabled(false);
    m_installs.saveSources(sources);
}

} // namespace sandbench::ui
