// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/document_saver.h"

#include "ui/async/job_runner.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

DocumentSaver::DocumentSaver(JobRunner& jobs, DocumentFiles files, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_files(std::make_shared<const DocumentFiles>(std::move(files)))
{
}

void DocumentSaver::save(
    CodeEditor* editor, const QString& path, std::function<void()> then,
    std::optional<std::string> stamp)
{
    // Until the write has ended nobody knows what the file holds, also if the text is undone.
    editor->markUnsaved();
    Request request{editor, ++m_order, std::move(stamp), {}};
    if (then)
        request.then.push_back(std::move(then));
    const auto running = m_running.value(path);
    if (!running)
        return start(path, std::move(request));
    Request* joined = running->next ? &*running->next : nullptr;
    if (!joined && running->request.editor == editor && running->revision == editor->revision())
        joined = &running->request;
    if (joined && joined->editor == editor) {
        joined->order = request.order;
        if (!request.stamp)
            joined->stamp.reset();
        std::move(request.then.begin(), request.then.end(), std::back_inserter(joined->then));
    } else {
        running->next = std::move(request);
    }
}

DocumentSaver::Write* DocumentSaver::writeOf(const CodeEditor* editor) const
{
    const auto found
        = std::find_if(m_running.begin(), m_running.end(), [editor](const auto& write) {
              return write->request.editor == editor && write->revision == editor->revision();
          });
    return found == m_running.end() ? nullptr : found->get();
}

bool DocumentSaver::whenSaved(const CodeEditor* editor, std::function<void()> then)
{
    Write* const write = writeOf(editor);
    if (write)
        write->request.then.push_back(std::move(then));
    return write != nullptr;
}

void DocumentSaver::start(const QString& path, Request request)
{
    auto write = std::make_shared<Write>();
    write->revision = request.editor->revision();
    std::string bytes = toStd(request.editor->bytes());
    write->request = std::move(request);
    m_running.insert(path, write);
    m_jobs.run(
        this,
        [files = m_files, target = toStd(path), bytes = std::move(bytes),
         stamp = write->request.stamp](std::stop_token) -> Written {
            if (stamp && files->stamp(target) != *stamp)
                return {{}, {}, true};
            auto result = files->write(target, bytes);
            return {std::move(result), files->stamp(target)};
        },
        [this, path](const Written& written) { finish(path, written); });
}

void DocumentSaver::finish(const QString& path, const Written& written)
{
    const std::shared_ptr<Write> write = m_running.take(path);
    if (write->next && write->next->editor) {
        if (write->next->stamp && !written.isForeign)
            write->next->stamp = written.stamp; // of our own text
        start(path, *std::exchange(write->next, std::nullopt));
    }
    if (CodeEditor* editor = write->request.editor) {
        if (written.isForeign)
            emit refused(editor);
        else if (written.result)
            apply(*write, path, written.stamp);
        else
            emit failed(editor, toQString(written.result.error().text()));
    }
    if (m_running.isEmpty())
        emit idle();
}

void DocumentSaver::apply(const Write& write, const QString& path, const std::string& stamp)
{
    CodeEditor* const editor = write.request.editor;
    drop(editor, write.request.order);
    emit saved(editor, path, stamp);
    if (editor->revision() == write.revision)
        editor->markSaved();
    for (const auto& then : write.request.then)
        then();
}

// A save that hangs on another disk must not take the document back when it ends at last.
void DocumentSaver::drop(const CodeEditor* editor, quint64 before)
{
    const auto dropIn = [editor, before](Request& request) {
        if (request.editor == editor && request.order < before)
            request.editor = nullptr;
    };
    for (const auto& write : std::as_const(m_running)) {
        dropIn(write->request);
        if (write->next)
            dropIn(*write->next);
    }
}

} // namespace sandbench::ui
