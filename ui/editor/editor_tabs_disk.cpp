// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of EditorTabs whose files other programs change.
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"

#include <filesystem>
#include <set>

namespace sandbench::ui {

void EditorTabs::watchFiles()
{
    QStringList paths;
    for (int i = 0; i < count(); ++i)
        if (const auto* editor = editorAt(i); !editor->filePath().isEmpty() && !isOpening(editor))
            paths << editor->filePath();
    m_watch.setFiles(paths);
}

// Which of them is which document only the disk knows: a path can lead over links.
void EditorTabs::reload(const QStringList& paths)
{
    std::vector<std::string> open;
    for (int i = 0; i < count(); ++i)
        if (!editorAt(i)->filePath().isEmpty() && !isOpening(editorAt(i)))
            open.push_back(toStd(editorAt(i)->filePath()));
    std::set<std::string> written;
    for (const QString& path : paths)
        written.insert(toStd(path));
    m_jobs.run(
        this,
        [files = m_files, open, written](std::stop_token) {
            std::vector<OnDisk> read;
            std::error_code failure;
            for (const auto& path : open)
                if (written.contains(path)
                    || written.contains(
                        std::filesystem::weakly_canonical(path, failure).string())) {
                    auto stamp = files->stamp(path);
                    read.push_back({path, std::move(stamp), files->read(path)});
                }
            return read;
        },
        [this](const std::vector<OnDisk>& read) {
            for (const auto& file : read)
                finishReloading(file);
        });
}

void EditorTabs::finishReloading(const OnDisk& file)
{
    CodeEditor* editor = editorWithPath(toQString(file.path));
    if (!editor || isOpening(editor))
        return;
    auto& document = m_documents[editor];
    // What is being saved tells its own stamp.
    if ((file.bytes && file.stamp == document.stamp) || m_saver.isSavingTextOf(editor))
        return;
    if (!file.bytes && document.stamp.empty())
        return; // that was said
    if (!file.bytes) { // its text is nowhere else any more
        document.stamp.clear();
        editor->markUnsaved();
        return emit failed(tr("%1 cannot be read from the disk any more: its text is here alone, "
                              "save it where it shall stay.")
                               .arg(SafeText::display(editor->fileName())));
    }
    const auto theirs = toBytes(*file.bytes);
    if (theirs != editor->bytes() && editor->isUnsaved())
        return noteConflict(editor, theirs);
    document.stamp = file.stamp;
    document.conflicts = false;
    if (theirs == editor->bytes())
        return editor->markSaved();
    CodeEditor* second = m_second && &m_second->original() == editor ? m_second.data() : nullptr;
    int line = 0, column = 0, secondLine = 0, secondColumn = 0;
    editor->getCursorPosition(&line, &column);
    if (second)
        second->getCursorPosition(&secondLine, &secondColumn);
    editor->setBytes(theirs);
    editor->setCursorPosition(line, column);
    if (second)
        second->setCursorPosition(secondLine, secondColumn);
    emit reloaded(editor);
}

void EditorTabs::noteConflict(CodeEditor* editor, const QByteArray& theirs)
{
    auto& document = m_documents[editor];
    document.conflicts = true;
    document.theirs = theirs;
    emit diskConflict(editor, theirs);
}

void EditorTabs::takeFromDisk(CodeEditor* editor, const QByteArray& theirs)
{
    if (!m_documents.contains(editor))
        return;
    editor->replaceLines(0, editor->lines(), theirs);
    m_documents[editor].conflicts = false;
    m_documents[editor].stamp.clear();
    reload({editor->filePath()}); // learns its stamp, or of another change
}

void EditorTabs::saveOver(CodeEditor* editor)
{
    if (m_documents.contains(editor) && !editor->filePath().isEmpty())
        m_saver.save(editor, editor->filePath(), {});
}

} // namespace sandbench::ui
