// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/pod_picker.h"

#include "core/engine/kubernetes/kube_connection.h"
#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace sandbench::ui {

static constexpr int kLongestNamespace = 63;
static constexpr int kLongestPath = 4000;
static constexpr int kLongestPod = 253;

PodPicker::PodPicker(QWidget* parent)
    : QWidget(parent)
    , m_namespace(new QComboBox(this))
    , m_existing(textField(
          this, "existingPod", tr("Existing pod"), tr("Existing pod: none, a new one is made"),
          kLongestPod))
    , m_manifest(textField(
          this, "manifest", tr("Manifest"), tr("Manifest to put over the pod: none"), kLongestPath))
    , m_manifestRow(new QWidget(this))
    , m_container(textField(
          this, "container", tr("Container"), tr("Container: the first, or the only one"),
          kLongestNamespace))
{
    m_namespace->setObjectName(QStringLiteral("namespace"));
    m_namespace->setAccessibleName(tr("Namespace"));
    m_namespace->setEditable(true);
    m_namespace->setInsertPolicy(QComboBox::NoInsert);
    m_namespace->lineEdit()->setAccessibleName(tr("Namespace"));
    m_namespace->lineEdit()->setPlaceholderText(tr("Namespace: the context's own"));
    m_namespace->lineEdit()->setMaxLength(kLongestNamespace);
    auto* browse = new QPushButton(tr("Bro&wse…"), this);
    browse->setObjectName(QStringLiteral("browseManifest"));
    browse->setAutoDefault(false);
    auto* row = new QHBoxLayout(m_manifestRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_manifest, 1);
    row->addWidget(browse);
    auto* column = columnOf(this);
    column->addWidget(m_namespace);
    column->addWidget(m_existing);
    column->addWidget(m_manifestRow);
    column->addWidget(m_container);
    setFocusProxy(m_namespace);
    connect(browse, &QPushButton::clicked, this, &PodPicker::askForFile);
    connect(m_namespace, &QComboBox::editTextChanged, this, &PodPicker::changed);
    connect(m_manifest, &QLineEdit::textChanged, this, &PodPicker::refresh);
    connect(m_existing, &QLineEdit::textChanged, this, &PodPicker::refresh);
    connect(m_container, &QLineEdit::textChanged, this, &PodPicker::changed);
    refresh();
}

// A pod that runs already needs no manifest, and only several containers have to be told apart.
void PodPicker::refresh()
{
    m_manifestRow->setVisible(existing().empty());
    m_container->setVisible(!existing().empty() || !manifestFile().empty());
    emit changed();
}

void PodPicker::setPod(
    const std::string& namespaceName, const std::string& manifestFile, const std::string& existing,
    const std::string& container)
{
    m_namespace->setEditText(toQString(namespaceName));
    m_manifest->setText(toQString(manifestFile));
    m_existing->setText(toQString(existing));
    m_container->setText(toQString(container));
}

void PodPicker::setNamespaces(const std::vector<std::string>& names, const std::string& own)
{
    m_namespace->lineEdit()->setPlaceholderText(
        own.empty() ? tr("Namespace: the context's own")
                    : tr("Namespace: %1, the context's own").arg(SafeText::display(own)));
    const QSignalBlocker quiet(m_namespace);
    const QString typed = m_namespace->currentText();
    m_namespace->clear();
    for (const std::string& name : names)
        if (kubernetes::isNamespaceName(name))
            m_namespace->addItem(toQString(name));
    m_namespace->setEditText(typed);
}

std::string PodPicker::namespaceName() const
{
    return toStd(m_namespace->currentText().trimmed());
}

std::string PodPicker::manifestFile() const
{
    return existing().empty() ? toStd(m_manifest->text().trimmed()) : std::string();
}

std::string PodPicker::existing() const
{
    return toStd(m_existing->text().trimmed());
}

std::string PodPicker::container() const
{
    return m_container->isVisibleTo(this) ? toStd(m_container->text().trimmed()) : std::string();
}

QString PodPicker::problem() const
{
    if (const auto name = namespaceName(); !name.empty() && !kubernetes::isNamespaceName(name))
        return tr("%1 is no name of a namespace.").arg(SafeText::display(name));
    if (const auto file = manifestFile(); !file.empty() && file.front() != '/')
        return tr("Name the manifest by its whole path.");
    return {};
}

void PodPicker::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Manifest of the Pod"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Manifests (*.yaml *.yml *.json)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, m_manifest, &QLineEdit::setText);
    dialog->open();
}

} // namespace sandbench::ui
