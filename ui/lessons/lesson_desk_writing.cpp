// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How LessonDesk helps to write a lesson: lesson.md in the editor, and here what it says.
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/lessons/lesson_desk.h"
#include "ui/lessons/lesson_panel.h"

#include <QDir>
#include <QFileInfo>

namespace sandbench::ui {

CodeEditor* LessonDesk::source() const
{
    return m_source.data();
}

void LessonDesk::startLesson(const QString& folder)
{
    const QString title = QFileInfo(folder).fileName();
    m_files.run(
        this,
        [folder = toStd(folder),
         text = lesson::lessonTemplate(toStd(title))](const std::stop_token&) {
            return lesson::writeLessonFolder(folder, {{std::string(lesson::kLessonFile), text}});
        },
        [this, folder](const Result<void>& written) {
            if (!written)
                return emit told(
                    tr("No lesson was made: %1")
                        .arg(SafeText::display(toQString(written.error().text()))),
                    true);
            m_parts.editors.openFile(folder + u'/' + toQString(lesson::kLessonFile));
        });
}

void LessonDesk::edit()
{
    if (!m_folder.isEmpty())
        m_parts.editors.openFile(m_folder + u'/' + toQString(lesson::kLessonFile));
}

void LessonDesk::followDocument(CodeEditor* document)
{
    const bool isLesson = document && document->fileName() == toQString(lesson::kLessonFile);
    if (isLesson && document != m_source)
        watchSource(document);
}

void LessonDesk::watchSource(CodeEditor* document)
{
    if (m_source)
        m_source->disconnect(this);
    m_source = document;
    ++m_round;
    m_programs.clear();
    m_runs.clear();
    const auto later = [this] { m_sourceTimer.start(); };
    connect(document, &CodeEditor::edited, this, later);
    connect(document, &QObject::destroyed, this, &LessonDesk::lessonChanged);
    readSource();
    emit wanted();
}

int LessonDesk::stepAtCaret() const
{
    int line = 0, column = 0;
    m_source->getCursorPosition(&line, &column);
    int step = 0;
    for (int i = 0; i < steps(); ++i)
        if (m_lesson.steps[static_cast<std::size_t>(i)].line <= static_cast<std::size_t>(line) + 1)
            step = i;
    return step;
}

// The files that it names are read again with each pause: they may be written meanwhile.
void LessonDesk::readSource()
{
    if (!m_source || m_parts.editors.isOpening(m_source))
        return;
    const QString path = m_source->filePath();
    const QString folder = path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
    const auto text = toStd(m_source->bytes());
    m_files.run(
        this,
        [text, folder = toStd(folder), languages = m_parts.languages](const std::stop_token&) {
            return lesson::readLessonText(text, folder, languages);
        },
        [this, text, folder, round = m_round](lesson::Lesson read) {
            if (round != m_round || !m_source)
                return;
            const bool isOther = m_folder != folder || m_lesson.steps.empty();
            m_lesson = std::move(read);
            m_text = text;
            m_folder = folder;
            m_key = folder;
            if (isOther)
                m_progress = LessonProgress::of(m_key);
            m_step = stepAtCaret();
            showLesson();
            showStep();
            emit lessonChanged();
        });
}

void LessonDesk::addStep(const CodeEditor& document)
{
    const auto language = m_parts.languages.findByFileName(toStd(document.fileName()));
    if (!m_source || &document == m_source || !language)
        return emit told(
            !m_source ? tr("Open a lesson.md first: the step goes to its end.")
                      : tr("The name of this document tells no language to run it in."),
            true);
    const auto code = document.bytes();
    const auto name = toStd(document.fileName());
    if (static_cast<std::size_t>(code.size()) > lesson::kMostCodeBytes
        || !lesson::isLessonPath(name))
        return emit told(
            tr("This document is too large for a step, or its name is none for a lesson."), true);
    const auto title = QFileInfo(document.fileName()).completeBaseName();
    CodeEditor* source = m_source;
    source->appendBytes(toBytes(lesson::stepText(toStd(title), name, *language, toStd(code))));
    m_parts.editors.setCurrentWidget(source);
    source->goToLine(source->lines());
    m_sourceTimer.start();
}

void LessonDesk::exportTo(const QString& path)
{
    const lesson::FoundLesson found = {m_lesson, m_text};
    auto files = lesson::filesToWrite(found);
    const QFileInfo place(path);
    const bool isArchive = place.suffix().compare(QStringLiteral("zip"), Qt::CaseInsensitive) == 0;
    m_files.run(
        this,
        [path, files = std::move(files), isArchive,
         name = toStd(place.completeBaseName())](const std::stop_token&) -> QString {
            if (!isArchive) {
                const auto written = lesson::writeLessonFolder(toStd(path), files);
                return written ? QString() : toQString(written.error().text());
            }
            const auto bytes = lesson::lessonZip(name, files);
            return bytes ? saveFile(path, toBytes(*bytes)) : toQString(bytes.error().text());
        },
        [this, path](const QString& problem) {
            if (problem.isEmpty())
                emit told(tr("The lesson is in %1.").arg(SafeText::display(path)), false);
            else
                emit told(
                    tr("The lesson was not exported: %1").arg(SafeText::display(problem)), true);
        });
}

} // namespace sandbench::ui
