// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/editor_tabs.h"

#include "core/base/fd.h"
#include "ui/common/text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSaveFile>
#include <QTextDocument>

namespace sandbench::ui {

static constexpr std::size_t kMaxFileBytes = 64U << 20;
static constexpr int kKeepMilliseconds = 2000;

EditorTabs::EditorTabs(const QString& recoveryFolder, QWidget* parent)
    : QTabWidget(parent)
    , m_recovery(recoveryFolder)
{
    setObjectName(QStringLiteral("editorArea"));
    setDocumentMode(true);
    setTabsClosable(true);
    setMovable(true);
    setElideMode(Qt::ElideMiddle);
    m_keepTimer.setSingleShot(true);
    m_keepTimer.setInterval(kKeepMilliseconds);
    connect(&m_keepTimer, &QTimer::timeout, this, &EditorTabs::keepEdited);
    connect(this, &QTabWidget::tabCloseRequested, this, &EditorTabs::requestClose);
    connect(this, &QTabWidget::currentChanged, this, [this] { emit currentChangedTo(current()); });
}

EditorTabs::~EditorTabs()
{
    // Their destruction must not reach half of us.
    for (int i = 0; i < count(); ++i)
        editorAt(i)->disconnect(this);
}

CodeEditor* EditorTabs::editorAt(int index) const
{
    return qobject_cast<CodeEditor*>(widget(index));
}

CodeEditor* EditorTabs::current() const
{
    return editorAt(currentIndex());
}

CodeEditor* EditorTabs::editorNamed(const QString& fileName) const
{
    for (int i = 0; i < count(); ++i) {
        if (editorAt(i)->fileName() == fileName)
            return editorAt(i);
    }
    return nullptr;
}

CodeEditor* EditorTabs::addEditor(const QString& recoveryId)
{
    auto* editor = new CodeEditor(m_repository, this);
    editor->zoomTo(m_zoom);
    m_recoveryIds.insert(editor, recoveryId);
    connect(editor, &CodeEditor::edited, this, [this, editor] {
        m_unkept.insert(editor);
        m_keepTimer.start();
    });
    connect(editor, &QsciScintilla::modificationChanged, this, [this, editor] {
        refreshTitle(editor);
    });
    return editor;
}

CodeEditor* EditorTabs::newDocument(const QString& name, const QByteArray& bytes)
{
    CodeEditor* editor = addEditor(Recovery::newId());
    editor->setFallbackName(name);
    editor->setBytes(bytes);
    setCurrentIndex(addTab(editor, name));
    editor->setFocus();
    return editor;
}

QString EditorTabs::openFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    for (int i = 0; i < count(); ++i) {
        if (editorAt(i)->filePath() == absolute) {
            setCurrentIndex(i);
            return {};
        }
    }
    auto bytes = readFile(toStd(absolute), kMaxFileBytes);
    if (!bytes)
        return toQString(bytes.error().text());
    CodeEditor* editor = addEditor(Recovery::newId());
    editor->setFilePath(absolute);
    editor->setBytes(toBytes(*bytes));
    const int index = addTab(editor, editor->fileName());
    setTabToolTip(index, Qt::convertFromPlainText(absolute));
    setCurrentIndex(index);
    editor->setFocus();
    return {};
}

int EditorTabs::openRecovered()
{
    const auto lost = m_recovery.takeLost();
    for (const auto& document : lost) {
        CodeEditor* editor = addEditor(document.id);
        if (document.path.isEmpty())
            editor->setFallbackName(document.name);
        else
            editor->setFilePath(document.path);
        editor->setBytes(document.bytes);
        editor->setModified(true);
        setCurrentIndex(addTab(editor, editor->fileName()));
        refreshTitle(editor);
    }
    return static_cast<int>(lost.size());
}

void EditorTabs::refreshTitle(CodeEditor* editor)
{
    const int index = indexOf(editor);
    if (index < 0)
        return;
    QString title = editor->fileName();
    title.replace(QLatin1Char('&'), QLatin1String("&&"));
    setTabText(index, editor->isModified() ? title + QStringLiteral(" •") : title);
    setTabToolTip(
        index,
        Qt::convertFromPlainText(
            editor->filePath().isEmpty() ? editor->fileName() : editor->filePath()));
    if (!editor->isModified()) {
        m_unkept.remove(editor);
        m_recovery.forget(m_recoveryIds.value(editor));
    }
}

void EditorTabs::keepEdited()
{
    for (CodeEditor* editor : std::as_const(m_unkept))
        m_recovery.keep(
            {m_recoveryIds.value(editor), editor->filePath(), editor->fileName(), editor->bytes()});
    m_unkept.clear();
}

bool EditorTabs::write(CodeEditor* editor, const QString& path)
{
    QSaveFile file(path);
    const QByteArray bytes = editor->bytes();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        emit failed(tr("%1 could not be saved: %2. Choose another place with Save As.")
                        .arg(path, file.errorString()));
        return false;
    }
    editor->setFilePath(QFileInfo(path).absoluteFilePath());
    editor->setModified(false);
    refreshTitle(editor);
    return true;
}

void EditorTabs::save(CodeEditor* editor, std::function<void()> then)
{
    if (editor->filePath().isEmpty())
        saveAs(editor, std::move(then));
    else if (write(editor, editor->filePath()) && then)
        then();
}

void EditorTabs::saveAs(CodeEditor* editor, std::function<void()> then)
{
    auto* dialog = new QFileDialog(this, tr("Save As"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(editor->fileName());
    connect(
        dialog, &QFileDialog::fileSelected, editor,
        [this, editor, then = std::move(then)](const QString& path) {
            if (write(editor, path) && then)
                then();
        });
    dialog->open();
}

void EditorTabs::close(CodeEditor* editor)
{
    m_unkept.remove(editor);
    m_recovery.forget(m_recoveryIds.take(editor));
    editor->disconnect(this);
    removeTab(indexOf(editor));
    editor->deleteLater();
}

void EditorTabs::requestClose(int index)
{
    CodeEditor* editor = editorAt(index);
    if (!editor)
        return;
    if (!editor->isModified())
        return close(editor);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Unsaved changes"),
        tr("%1 has changes that are not saved.").arg(editor->fileName()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, editor, [this, editor](int answer) {
        if (answer == QMessageBox::Save)
            save(editor, [this, editor] { close(editor); });
        else if (answer == QMessageBox::Discard)
            close(editor);
    });
    box->open();
}

QList<CodeEditor*> EditorTabs::unsaved() const
{
    QList<CodeEditor*> found;
    for (int i = 0; i < count(); ++i) {
        if (editorAt(i)->isModified())
            found.push_back(editorAt(i));
    }
    return found;
}

void EditorTabs::setZoom(int points)
{
    m_zoom = points;
    for (int i = 0; i < count(); ++i)
        editorAt(i)->zoomTo(points);
}

void EditorTabs::forgetAll()
{
    while (count() > 0)
        close(editorAt(count() - 1));
}

} // namespace sandbench::ui
