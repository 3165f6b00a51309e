// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_preview.h"

#include "core/artifact/artifact_store.h"
#include "core/artifact/mime.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/files/file_names.h"
#include "ui/plots/plot_stage.h"
#include "ui/viewers/render_client.h"

#include <QLocale>
#include <QToolButton>

namespace sandbench::ui {

FilePreview::FilePreview(QWidget* parent)
    : QWidget(parent)
    , m_client(new RenderClient(this))
{
    auto* column = columnOf(this, 0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 4, 4);
    head->addWidget(m_title = new ElidedLabel(this), 1);
    m_title->setObjectName(QStringLiteral("filePreviewTitle"));
    auto* close = new QToolButton(this);
    close->setIcon(glyphIcon(Glyph::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the preview (Escape)"));
    close->setAccessibleName(tr("Close the preview"));
    connect(close, &QToolButton::clicked, this, &FilePreview::closeWanted);
    head->addWidget(close);
    column->addLayout(head);
    column->addWidget(m_stage = new PlotStage(*m_client, this), 1);
    connect(m_stage, &PlotStage::saveRequested, this, &FilePreview::saveWanted);
    connect(m_stage, &PlotStage::notice, this, &FilePreview::notice);
}

Result<FilePreview::Contents>
FilePreview::read(Session& session, const std::string& path, const std::stop_token& stop)
{
    Contents contents;
    SANDBENCH_TRY(contents.entry, session.fileInfo(path, stop));
    if (contents.entry.type != "file")
        return Error(ErrorCode::InvalidArgument, "only plain files are shown");
    const auto append = [&contents](std::string_view piece) {
        contents.bytes.append(piece);
        return Result<void>();
    };
    SANDBENCH_TRY(
        [[maybe_unused]] const auto count, session.streamFile(path, 0, kMostBytes, append, stop));
    contents.mime = sniffMime(contents.bytes, mimeOfName(lastComponent(path)));
    return contents;
}

void FilePreview::present(std::shared_ptr<Session> session, const std::string& path)
{
    m_reading.request_stop();
    if (m_path != path) {
        m_stage->present(nullptr);
        m_title->setText(tr("Reading %1…").arg(SafeText::display(lastComponent(path))));
    }
    m_path = path;
    m_reading = m_jobs.run(
        this,
        [session = std::move(session), path](const std::stop_token& stop) {
            return read(*session, path, stop);
        },
        [this, path](const Result<Contents>& contents) {
            if (path == m_path)
                take(contents);
        });
}

void FilePreview::take(const Result<Contents>& contents)
{
    if (contents.failedAs(ErrorCode::Cancelled))
        return;
    const QString name = SafeText::display(lastComponent(m_path));
    if (!contents) {
        m_stage->present(nullptr);
        m_title->setText(tr("%1: %2").arg(name, SafeText::display(contents.error().text())));
        return;
    }
    const QLocale locale;
    const bool isPart = contents->bytes.size() < contents->entry.bytes;
    QString title = tr("%1 · %2").arg(
        name, locale.formattedDataSize(static_cast<qint64>(contents->entry.bytes)));
    if (isPart)
        title += tr(" · only the first %1 are shown")
                     .arg(locale.formattedDataSize(static_cast<qint64>(contents->bytes.size())));
    m_title->setText(title);
    PlotEntry entry;
    entry.id = ++m_number;
    entry.item.name = toQString(lastComponent(m_path));
    entry.item.mime = toQString(contents->mime);
    entry.item.bytes = toBytes(contents->bytes);
    const auto size = pictureSize(contents->bytes, contents->mime);
    entry.item.width = size.width;
    entry.item.height = size.height;
    entry.kind = artifactKind(entry.item.mime, entry.item.bytes);
    m_stage->present(&entry);
}

void FilePreview::clear()
{
    m_reading.request_stop();
    m_path.clear();
    m_stage->present(nullptr);
}

QString FilePreview::title() const
{
    return m_title->text();
}

} // namespace sandbench::ui
