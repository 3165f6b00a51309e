// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/path_field.h"

#include "ui/common/text_field.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

namespace sandbench::ui {

static constexpr int kLongestPath = 4096;

PathField::PathField(
    Kind kind, const char* name, const QString& title, const QString& placeholder, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_title(title)
    , m_path(textField(this, name, title, placeholder, kLongestPath))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(m_path, 1);
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("…"));
    button->setAccessibleName(tr("Choose: %1").arg(title));
    button->setToolTip(tr("Choose"));
    row->addWidget(button);
    setFocusProxy(m_path);
    connect(m_path, &QLineEdit::textChanged, this, &PathField::pathChanged);
    m_path->installEventFilter(this);
    connect(button, &QToolButton::clicked, this, &PathField::choose);
}

QString PathField::droppedPath(const QMimeData& dropped) const
{
    const QList<QUrl> urls = dropped.urls();
    if (urls.size() != 1 || !urls.constFirst().isLocalFile())
        return {};
    const QString path = urls.constFirst().toLocalFile();
    return QFileInfo(path).isDir() == (m_kind == Kind::Folder) ? path : QString();
}

// The line itself would take the address of what is dropped as text.
bool PathField::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return QWidget::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event);
    const QString path = droppedPath(*drop->mimeData());
    if (path.isEmpty())
        return QWidget::eventFilter(watched, event);
    drop->acceptProposedAction();
    if (type == QEvent::Drop)
        setPath(path);
    return true;
}

void PathField::choose()
{
    auto* dialog = new QFileDialog(this, m_title, path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_kind == Kind::Folder) {
        dialog->setFileMode(QFileDialog::Directory);
    } else if (m_kind == Kind::File) {
        dialog->setFileMode(QFileDialog::ExistingFile);
    } else {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setOption(QFileDialog::DontConfirmOverwrite); // it is gone on with
        dialog->setDefaultSuffix(QStringLiteral("jsonl"));
    }
    connect(dialog, &QFileDialog::fileSelected, this, &PathField::setPath);
    dialog->open();
}

} // namespace sandbench::ui
