// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/editor_tabs.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QDir>
#include <QFileDialog>
#include <QMessageBox>

namespace sandbench::ui {

static constexpr int kKeepMilliseconds = 2000;
static constexpr int kLongestTitle = 40; // characters

EditorTabs::EditorTabs(std::shared_ptr<Recovery> recovery, DocumentFiles files, QWidget* parent)
    : QTabWidget(parent)
    , m_files(std::make_shared<const DocumentFiles>(files))
    , m_jobs(JobRunner::Ending::Abandon)
    , m_saver(m_jobs, std::move(files))
    , m_keeper(m_jobs, std::move(recovery))
{
    setObjectName(QStringLiteral("editorArea"));
    setDocumentMode(true);
    setTabsClosable(true);
    setMovable(true);
    setElideMode(Qt::ElideNone); // a name of three letters tells nothing: they scroll instead
    m_keepTimer.setSingleShot(true);
    m_keepTimer.setInterval(kKeepMilliseconds);
    connect(&m_keepTimer, &QTimer::timeout, this, &EditorTabs::keepEdited);
    connect(this, &QTabWidget::tabCloseRequested, this, &EditorTabs::requestClose);
    connect(this, &QTabWidget::currentChanged, this, [this] { emit currentChangedTo(current()); });
    connect(this, &QTabWidget::tabBarClicked, this, [this] { noteView(false); });
    connect(&m_saver, &DocumentSaver::idle, this, &EditorTabs::savesEnded);
    connect(
        &m_saver, &DocumentSaver::saved, this,
        [this](CodeEditor* editor, const QString& path, const std::string& stamp) {
            if (editor->filePath() != path)
                editor->setFilePath(path);
            auto& document = m_documents[editor];
            document.stamp = stamp;
            document.conflicts = false;
            watchFiles();
            refreshTitle(editor);
        });
    connect(&m_saver, &DocumentSaver::refused, this, [this](CodeEditor* editor) {
        m_documents[editor].closing = false;
        refreshTitle(editor);
        reload({editor->filePath()});
    });
    connect(&m_watch, &DiskWatch::changed, this, &EditorTabs::reload);
    connect(
        &m_saver, &DocumentSaver::failed, this,
        [this](CodeEditor* editor, const QString& sentence) {
            if (const auto document = m_documents.find(editor); document != m_documents.end())
                document->closing = false;
            refreshTitle(editor);
            emit failed(sentence);
        });
    connect(&m_keeper, &RecoveryKeeper::idle, this, &EditorTabs::recoveryWritten);
    connect(&m_keeper, &RecoveryKeeper::failed, this, &EditorTabs::failed);
}

EditorTabs::~EditorTabs()
{
    // Their destruction must not reach half of us.
    if (m_second)
        m_second->removeEventFilter(this);
    for (int i = 0; i < count(); ++i)
        editorAt(i)->disconnect(this);
}

CodeEditor* EditorTabs::editorAt(int index) const
{
    return qobject_cast<CodeEditor*>(widget(index));
}

CodeEditor* EditorTabs::editorNamed(const QString& fileName) const
{
    for (int i = 0; i < count(); ++i) {
        if (editorAt(i)->fileName() == fileName)
            return editorAt(i);
    }
    return nullptr;
}

CodeEditor* EditorTabs::editorWithPath(const QString& path) const
{
    for (int i = 0; i < count(); ++i) {
        if (editorAt(i)->filePath() == path)
            return editorAt(i);
    }
    return nullptr;
}

bool EditorTabs::isOpening(const CodeEditor* editor) const
{
    return m_documents.value(editor).opening;
}

const KSyntaxHighlighting::Repository& EditorTabs::repository()
{
    return m_repository ? *m_repository : m_repository.emplace();
}

CodeEditor* EditorTabs::addEditor(const QString& recoveryId)
{
    auto* editor = new CodeEditor(repository(), this);
    editor->setLook(m_look);
    editor->zoomTo(m_zoom);
    editor->installEventFilter(this);
    m_documents.insert(editor, {recoveryId});
    connect(editor, &CodeEditor::edited, this, [this, editor] {
        m_unkept.insert(editor);
        if (!m_keepTimer.isActive()) // else who never pauses would never be kept
            m_keepTimer.start();
    });
    connect(editor, &CodeEditor::unsavedChanged, this, [this, editor] { refreshTitle(editor); });
    return editor;
}

CodeEditor* EditorTabs::newDocument(const QString& name, const QByteArray& bytes)
{
    CodeEditor* editor = addEditor(Recovery::newId());
    editor->setFallbackName(name);
    editor->setBytes(bytes);
    addTab(editor, name);
    setCurrentWidget(editor);
    editor->setFocus();
    return editor;
}

void EditorTabs::openFile(const QString& path)
{
    const QString absolute = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    if (CodeEditor* editor = editorWithPath(absolute))
        return setCurrentWidget(editor);
    CodeEditor* editor = addEditor(Recovery::newId());
    m_documents[editor].opening = true;
    editor->setFilePath(absolute);
    editor->setReadOnly(true);
    addTab(editor, QString());
    setCurrentWidget(editor);
    refreshTitle(editor);
    editor->setFocus();
    ++m_opening;
    m_jobs.run(
        this,
        [files = m_files, name = toStd(absolute)](std::stop_token) -> OnDisk {
            auto stamp = files->stamp(name); // before: what changes meanwhile is a change
            return {name, std::move(stamp), files->read(name)};
        },
        [this, guard = QPointer<CodeEditor>(editor)](const OnDisk& file) {
            if (guard && isOpening(guard))
                finishOpening(guard, file);
            endOpening();
        });
}

void EditorTabs::openFileAtLine(const QString& path, int line)
{
    openFile(path);
    if (isOpening(current()))
        m_documents[current()].line = line;
    else if (line > 0)
        current()->goToLine(line);
}

void EditorTabs::finishOpening(CodeEditor* editor, const OnDisk& file)
{
    if (!file.bytes) {
        close(editor);
        emit failed(toQString(file.bytes.error().text()));
        return;
    }
    auto& document = m_documents[editor];
    document.opening = false;
    document.stamp = file.stamp;
    editor->setReadOnly(false);
    editor->setBytes(toBytes(*file.bytes));
    if (document.line > 0)
        editor->goToLine(document.line);
    watchFiles();
}

void EditorTabs::endOpening()
{
    if (--m_opening == 0)
        emit opened();
}

void EditorTabs::openRecovered()
{
    ++m_opening;
    m_keeper.takeLost([this](const QList<Recovery::Document>& lost) {
        for (const auto& document : lost)
            showRecovered(document);
        if (!lost.isEmpty())
            emit recovered(static_cast<int>(lost.size()));
        endOpening();
    });
}

void EditorTabs::showRecovered(const Recovery::Document& document)
{
    // The tab of the file it belongs to, unless that has text of its own already.
    CodeEditor* editor = document.path.isEmpty() ? nullptr : editorWithPath(document.path);
    if (editor && !editor->isUnsaved()) {
        m_keeper.forget(m_documents[editor].recoveryId);
        m_documents[editor] = {document.id};
        editor->setReadOnly(false);
    } else {
        editor = addEditor(document.id);
        editor->setFallbackName(document.name);
        if (!document.path.isEmpty())
            editor->setFilePath(document.path);
        addTab(editor, QString());
    }
    editor->setUnsavedBytes(document.bytes);
    if (!document.origin.isEmpty())
        editor->setOrigin({.place = document.origin, .isReviewed = document.isReviewed});
}

void EditorTabs::refreshTitle(CodeEditor* editor)
{
    const int index = indexOf(editor);
    if (index < 0)
        return;
    const Document document = m_documents.value(editor);
    QString title = SafeText::elidedName(editor->fileName(), kLongestTitle);
    title.replace(QLatin1Char('&'), QLatin1String("&&"));
    if (document.opening)
        title = tr("Opening %1…").arg(title);
    else if (document.closing)
        title = tr("Saving %1…").arg(title);
    else if (editor->isUnsaved())
        title += QStringLiteral(" •");
    QString tip
        = SafeText::display(editor->filePath().isEmpty() ? editor->fileName() : editor->filePath());
    if (const auto& origin = editor->origin(); !origin.place.isEmpty()) {
        const QString place = SafeText::display(origin.place);
        tip += origin.isReviewed ? tr(", from %1").arg(place)
                                 : tr(", from %1: not reviewed").arg(place);
        if (!origin.isReviewed)
            title = tr("%1 (not reviewed)").arg(title);
    }
    setTabText(index, title);
    setTabToolTip(index, plainToolTip(tip));
    if (!editor->isUnsaved() && !document.opening) {
        m_unkept.remove(editor);
        m_keeper.forget(document.recoveryId);
    }
}

void EditorTabs::keepEdited()
{
    for (CodeEditor* editor : std::as_const(m_unkept))
        m_keeper.keep(
            {m_documents.value(editor).recoveryId, editor->filePath(), editor->fileName(),
             editor->bytes(), editor->origin().place, editor->origin().isReviewed});
    m_unkept.clear();
}

void EditorTabs::save(CodeEditor* editor, std::function<void()> then)
{
    if (isOpening(editor))
        return; // its text is not here yet: saving would empty the file
    const Document document = m_documents.value(editor);
    if (editor->filePath().isEmpty())
        saveAs(editor, std::move(then));
    else if (document.conflicts)
        emit diskConflict(editor, document.theirs);
    else // of a text that a crash left nobody knows which file it was
        m_saver.save(
            editor, editor->filePath(), std::move(then),
            document.stamp.empty() ? std::nullopt : std::optional(document.stamp));
}

void EditorTabs::saveAs(CodeEditor* editor, std::function<void()> then)
{
    if (isOpening(editor))
        return;
    auto* dialog = new QFileDialog(this, tr("Save As"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(editor->fileName());
    connect(
        dialog, &QFileDialog::fileSelected, editor,
        [this, editor, then = std::move(then)](const QString& path) {
            m_saver.save(editor, QDir::cleanPath(QDir::current().absoluteFilePath(path)), then);
        });
    dialog->open();
}

void EditorTabs::saveAll(const std::function<void()>& then)
{
    const QList<CodeEditor*> rest = unsaved();
    if (rest.isEmpty())
        then();
    else
        save(rest.front(), [this, then] { saveAll(then); });
}

void EditorTabs::close(CodeEditor* editor)
{
    if (m_second && &m_second->original() == editor)
        closeSecond();
    m_unkept.remove(editor);
    m_saver.release(editor);
    m_keeper.forget(m_documents.take(editor).recoveryId);
    editor->disconnect(this);
    removeTab(indexOf(editor));
    editor->deleteLater();
    watchFiles();
}

void EditorTabs::requestClose(int index)
{
    CodeEditor* editor = editorAt(index);
    if (!editor)
        return;
    if (!editor->isUnsaved())
        return close(editor);
    bool& closing = m_documents[editor].closing;
    const auto closeAgain = [this, editor] {
        m_documents[editor].closing = false;
        requestClose(indexOf(editor));
    };
    if (closing || !m_saver.whenSaved(editor, closeAgain))
        return askToClose(editor);
    closing = true;
    refreshTitle(editor);
}

void EditorTabs::askToClose(CodeEditor* editor)
{
    const QString name = SafeText::display(editor->fileName());
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Unsaved changes"),
        m_saver.isSavingTextOf(editor)
            ? tr("%1 is still being saved. Close it without waiting?").arg(name)
            : tr("%1 has changes that are not saved.").arg(name),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, editor, [this, editor](int answer) {
        if (answer == QMessageBox::Save)
            save(editor, [this, editor] { requestClose(indexOf(editor)); });
        else if (answer == QMessageBox::Discard)
            close(editor);
    });
    box->open();
}

QList<CodeEditor*> EditorTabs::unsaved() const
{
    QList<CodeEditor*> found;
    for (int i = 0; i < count(); ++i) {
        if (editorAt(i)->isUnsaved() && !m_saver.isSavingTextOf(editorAt(i)))
            found.push_back(editorAt(i));
    }
    return found;
}

void EditorTabs::setZoom(int points)
{
    m_zoom = points;
    for (int i = 0; i < count(); ++i)
        editorAt(i)->zoomTo(points);
    if (m_second)
        m_second->zoomTo(points);
}

void EditorTabs::setLook(const EditorLook& look)
{
    m_look = look;
    for (int i = 0; i < count(); ++i)
        editorAt(i)->setLook(look);
    if (m_second)
        m_second->setLook(look);
}

void EditorTabs::setKeepAfter(int seconds)
{
    m_keepTimer.setInterval(seconds * 1000);
}

void EditorTabs::forgetAll()
{
    while (count() > 0)
        close(editorAt(count() - 1));
}

} // namespace sandbench::ui
