// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/answer_opener.h"

#include "core/answer/program_choice.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/folder_files.h"

#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QSet>

#include <map>

namespace sandbench::ui {

static constexpr int kMostDocuments = 20;

// "main.py", "main-2.py"
static QString freeName(const QString& name, QSet<QString>& taken)
{
    const auto dot = name.lastIndexOf(u'.');
    const QString stem = dot > 0 ? name.left(dot) : name,
                  suffix = dot > 0 ? name.mid(dot) : QString();
    QString free = name;
    for (int number = 2; taken.contains(free); ++number)
        free = QStringLiteral("%1-%2%3").arg(stem).arg(number).arg(suffix);
    taken.insert(free);
    return free;
}

static QString nameOf(const answer::AnswerPart& part, const LanguageCatalog& languages)
{
    if (!part.name.empty())
        return toQString(part.name);
    const auto language = languages.find(part.language);
    return part.kind == answer::PartKind::Program && language ? toQString(language->defaultFileName)
                                                              : QString();
}

static QString originOf(const answer::AnswerPart& part, const QString& source)
{
    QString origin = source;
    if (part.origin.message > 0)
        origin += tr(", message %1").arg(part.origin.message);
    if (part.origin.line > 0)
        origin += tr(", line %1").arg(part.origin.line);
    return origin;
}

static QString kindOf(answer::PartKind kind)
{
    switch (kind) {
    case answer::PartKind::Program:
        return tr("programs");
    case answer::PartKind::ShellSteps:
        return tr("shell steps");
    case answer::PartKind::Data:
        return tr("data");
    case answer::PartKind::Output:
        return tr("output");
    case answer::PartKind::Diff:
        break;
    }
    return tr("changes of other files");
}

static QString
leftOf(const std::map<answer::PartKind, int>& kinds, const std::vector<std::string>& notices)
{
    QStringList left;
    for (const auto& [kind, count] : kinds)
        left << QStringLiteral("%1 (%2)").arg(kindOf(kind)).arg(count);
    QString sentence
        = left.isEmpty() ? QString() : tr("Not opened: %1.").arg(left.join(QStringLiteral(", ")));
    constexpr std::size_t kMostNotices = 3;
    for (std::size_t i = 0; i < std::min(notices.size(), kMostNotices); ++i)
        sentence += u' ' + SafeText::display(toQString(notices[i]));
    return sentence.trimmed();
}

AnswerDocuments
documentsOf(const answer::Answer& answer, const LanguageCatalog& languages, const QString& source)
{
    AnswerDocuments found;
    const auto choice = answer::chooseProgram(answer, languages);
    if (!choice)
        return found;
    QSet<QString> taken;
    std::map<answer::PartKind, int> left;
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        const auto& part = answer.parts[i];
        const QString name = nameOf(part, languages);
        const bool isFile
            = part.kind == answer::PartKind::Program || part.kind == answer::PartKind::Data;
        // One place is the program's that is chosen.
        const bool hasRoom = found.documents.size() < kMostDocuments - (i < choice->part ? 1 : 0);
        if (i != choice->part && (!isFile || name.isEmpty() || !hasRoom)) {
            ++left[part.kind];
            continue;
        }
        if (i == choice->part)
            found.program = static_cast<int>(found.documents.size());
        found.documents.append(
            {freeName(name.isEmpty() ? toQString(choice->fileName) : name, taken),
             toBytes(part.text), originOf(part, source)});
    }
    found.left = leftOf(left, answer.notices);
    return found;
}

/// "a.py, b.py, c.py, 4 more"
static QString someOf(const QStringList& names)
{
    constexpr qsizetype kMostNamed = 3;
    QStringList shown;
    for (const QString& name : names.first(std::min(names.size(), kMostNamed)))
        shown << SafeText::display(name);
    if (const auto more = names.size() - shown.size(); more > 0)
        shown << AnswerOpener::tr("%1 more").arg(more);
    return shown.join(QStringLiteral(", "));
}

AnswerOpener::AnswerOpener(EditorTabs& editors, const LanguageCatalog& languages, QObject* parent)
    : QObject(parent)
    , m_editors(editors)
    , m_languages(languages)
    , m_jobs(JobRunner::Ending::Abandon, this)
{
}

void AnswerOpener::openFiles(const QStringList& paths)
{
    for (const QString& path : paths) {
        const auto name = toStd(QFileInfo(path).fileName());
        if (m_languages.findByFileName(name))
            m_editors.openFile(path);
        else if (answer::isAnswerName(name))
            openAnswer(path);
        else
            openFolderOrFile(path);
    }
}

void AnswerOpener::openFolderOrFile(const QString& path)
{
    m_editors.beginOpening();
    m_jobs.run(
        this,
        [path = toStd(path), languages = m_languages](std::stop_token stop) {
            return filesOfFolder(path, languages, std::move(stop));
        },
        [this, path](const std::optional<FolderFiles>& files) {
            if (files)
                openAll(*files, path);
            else
                m_editors.openFile(path);
            m_editors.endOpening();
        });
}

void AnswerOpener::openAll(const FolderFiles& files, const QString& folder)
{
    const QString name = SafeText::display(QDir(folder).dirName());
    QStringList names;
    for (const QString& file : files.paths) {
        m_editors.openFile(file);
        names << QDir(folder).relativeFilePath(file);
    }
    if (!files.program.isEmpty())
        m_editors.openFile(files.program); // has a tab by now, which is shown
    if (!files.problem.isEmpty())
        return emit opened(SafeText::display(files.problem), {});
    if (names.isEmpty())
        return emit opened(tr("There is no program in the folder %1.").arg(name), {});
    QString sentence = tr("Opened from the folder %1: %2.").arg(name, someOf(names));
    if (files.left > 0)
        sentence += u' ' + tr("%1 more stay closed.").arg(files.left);
    emit opened(sentence, {});
}

void AnswerOpener::openAnswer(const QString& path)
{
    const QString source = QFileInfo(path).fileName();
    m_editors.beginOpening();
    m_jobs.run(
        this,
        [path = toStd(path), source, languages = m_languages](const std::stop_token&) {
            const auto bytes = readDocument(path);
            return bytes ? documentsOf(
                       answer::readAnswer(*bytes, toStd(source), languages), languages, source)
                         : AnswerDocuments();
        },
        [this, path, source](const AnswerDocuments& documents) {
            if (documents.documents.isEmpty())
                m_editors.openFile(path); // also says why it cannot be read
            else
                show(documents, source, path);
            m_editors.endOpening();
        });
}

void AnswerOpener::openCopied(const QMimeData& copied)
{
    const QString source = tr("the clipboard");
    const QString page = copied.html();
    // A browser's text has lost where its blocks begin and end; a chat's own has not.
    const bool isPage = page.contains(QLatin1String("<pre"), Qt::CaseInsensitive)
        && !copied.text().contains(QLatin1String("```"));
    m_jobs.run(
        this,
        [bytes = toStd(isPage ? page : copied.text()), isPage, source,
         languages = m_languages](const std::stop_token&) {
            return documentsOf(
                answer::readAnswer(bytes, isPage ? "copied.html" : "copied.md", languages),
                languages, source);
        },
        [this, source, text = copied.text()](AnswerDocuments documents) {
            if (!documents.documents.isEmpty())
                return show(documents, source, {});
            if (text.trimmed().isEmpty())
                return emit opened(tr("There is no text on the clipboard."), {});
            // Without blocks it is taken for a program.
            documents.documents = {{QStringLiteral("copied.py"), text.toUtf8(), source}};
            show(documents, source, {});
        });
}

void AnswerOpener::openText(const QByteArray& text, const QString& source)
{
    m_jobs.run(
        this,
        [bytes = toStd(text), source, languages = m_languages](const std::stop_token&) {
            return documentsOf(
                answer::readAnswer(bytes, "answer.md", languages), languages, source);
        },
        [this, source](const AnswerDocuments& documents) {
            if (documents.documents.isEmpty())
                return emit opened(
                    tr("There is no program in %1.").arg(SafeText::display(source)), {});
            show(documents, source, {});
        });
}

void AnswerOpener::show(
    const AnswerDocuments& documents, const QString& source, const QString& path)
{
    ++m_lastAnswer;
    CodeEditor* program = nullptr;
    for (qsizetype i = 0; i < documents.documents.size(); ++i) {
        const AnswerDocument& document = documents.documents[i];
        CodeEditor* editor = m_editors.newDocument(document.name);
        editor->setUnsavedBytes(document.text);
        editor->setOrigin({document.origin, m_lastAnswer, false});
        if (i == documents.program)
            program = editor;
    }
    m_editors.setCurrentWidget(program);
    QStringList names;
    for (const AnswerDocument& document : documents.documents)
        names << document.name;
    QString sentence
        = tr("Opened from %1, not reviewed: %2.").arg(SafeText::display(source), someOf(names));
    if (!documents.left.isEmpty())
        sentence += u' ' + documents.left;
    emit opened(sentence, path);
}

std::vector<InputFile> AnswerOpener::filesBeside(const CodeEditor& editor) const
{
    std::vector<InputFile> files;
    for (int i = 0; editor.origin().answer != 0 && i < m_editors.count(); ++i) {
        const auto* other = qobject_cast<const CodeEditor*>(m_editors.widget(i));
        if (other && other != &editor && other->origin().answer == editor.origin().answer)
            files.push_back({toStd(other->fileName()), toStd(other->bytes())});
    }
    return files;
}

} // namespace sandbench::ui
