// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/pod_picker.h"

#include "core/engine/kubernetes/kube_connection.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr int kLongestNamespace = 63;
static constexpr int kLongestPath = 4000;

PodPicker::PodPicker(QWidget* parent)
    : QWidget(parent)
    , m_namespace(new QComboBox(this))
    , m_manifest(new QLineEdit(this))
{
    m_namespace->setObjectName(QStringLiteral("namespace"));
    m_namespace->setAccessibleName(tr("Namespace"));
    m_namespace->setEditable(true);
    m_namespace->setInsertPolicy(QComboBox::NoInsert);
    m_namespace->lineEdit()->setAccessibleName(tr("Namespace"));
    m_namespace->lineEdit()->setPlaceholderText(tr("Namespace: the context's own"));
    m_namespace->lineEdit()->setMaxLength(kLongestNamespace);
    m_manifest->setObjectName(QStringLiteral("manifest"));
    m_manifest->setAccessibleName(tr("Manifest"));
    m_manifest->setPlaceholderText(tr("Manifest to put over the pod: none"));
    m_manifest->setMaxLength(kLongestPath);
    auto* browse = new QPushButton(tr("Bro&wse…"), this);
    browse->setObjectName(QStringLiteral("browseManifest"));
    browse->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_manifest, 1);
    row->addWidget(browse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_namespace);
    column->addLayout(row);
    setFocusProxy(m_namespace);
    connect(browse, &QPushButton::clicked, this, &PodPicker::askForFile);
    connect(m_namespace, &QComboBox::editTextChanged, this, &PodPicker::changed);
    connect(m_manifest, &QLineEdit::textChanged, this, &PodPicker::changed);
}

void PodPicker::setPod(const std::string& namespaceName, const std::string& manifestFile)
{
    m_namespace->setEditText(toQString(namespaceName));
    m_manifest->setText(toQString(manifestFile));
}

void PodPicker::setNamespaces(const std::vector<std::string>& names)
{
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
    return toStd(m_manifest->text().trimmed());
}

QString PodPicker::problem() const
{
    if (const auto name = namespaceName(); !name.empty() && !kubernetes::isNamespaceName(name))
        return tr("%1 is no name of a namespace.").arg(SafeText::display(toQString(name)));
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
