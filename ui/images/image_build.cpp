// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/image_build.h"

#include "core/base/fd.h"
#include "ui/common/code_font.h"
#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/output/log_view.h"
#include "ui/tasks/run_task.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>

#include <filesystem>
#include <mutex>

namespace sandbench::ui {

static constexpr int kLookMilliseconds = 50;
static constexpr int kLongestField = 4096;
static constexpr std::size_t kMostWaiting = 8U << 20; // bytes
static constexpr std::size_t kMostFileBytes = 1U << 20;
static constexpr QSize kUsualSize(760, 620);

/// Where the job leaves the log: what nobody took is bounded, and the engine never waits.
struct ImageBuild::Feed
{
    std::mutex mutex;
    std::string text; // guarded by mutex
    bool isCut = false; // guarded by mutex

    void add(const ImageProgress& progress)
    {
        const std::lock_guard lock(mutex);
        if (text.size() + progress.line.size() <= kMostWaiting)
            text += progress.line;
        else
            isCut = true;
    }
};

ImageBuild::ImageBuild(TaskList* tasks, QWidget* parent)
    : QDialog(parent)
    , m_tasks(tasks)
{
    setObjectName(QStringLiteral("imageBuild"));
    setWindowTitle(tr("Build Image"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildForm());
    m_view = new LogView(m_log, this);
    m_view->setObjectName(QStringLiteral("buildLog"));
    m_view->setAccessibleName(tr("Log of the build"));
    m_view->setUsualFont(codeFont());
    m_view->setEmptyText(tr("The log of the build comes here, a section for each step."));
    column->addWidget(m_view, 1);
    m_status = wrappedLabel(this);
    m_status->setObjectName(QStringLiteral("buildStatus"));
    column->addWidget(m_status);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    const auto button = [&](const char* name, const QString& text, void (ImageBuild::*press)()) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, press);
        row->addWidget(made);
        return made;
    };
    m_showLine = button("buildShowLine", tr("Show the Failed Step"), &ImageBuild::findFailedLine);
    row->addStretch(1);
    m_stopButton = new QPushButton(tr("Stop"), this);
    m_stopButton->setObjectName(QStringLiteral("buildStop"));
    m_stopButton->setAutoDefault(false);
    connect(m_stopButton, &QPushButton::clicked, this, [this] { m_stop.request_stop(); });
    row->addWidget(m_stopButton);
    m_build = button("buildStart", tr("Build"), &ImageBuild::start);
    m_build->setDefault(true);
    m_clock.setInterval(kLookMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &ImageBuild::takeNews);
    connect(m_folder, &QLineEdit::textChanged, this, &ImageBuild::refresh);
    resize(kUsualSize);
    refresh();
}

ImageBuild::~ImageBuild()
{
    m_stop.request_stop();
}

QWidget* ImageBuild::buildForm()
{
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Engine:"), m_place = wrappedLabel(box));
    auto* row = new QHBoxLayout;
    m_folder = textField(
        box, "buildFolder", tr("Folder"), tr("The folder that COPY takes from"), kLongestField);
    row->addWidget(m_folder, 1);
    auto* choose = new QPushButton(tr("Choose…"), box);
    choose->setObjectName(QStringLiteral("buildChoose"));
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, &ImageBuild::chooseFolder);
    row->addWidget(choose);
    form->addRow(tr("&Folder:"), row);
    qobject_cast<QLabel*>(form->labelForField(row))->setBuddy(m_folder);
    m_tag = textField(box, "buildTag", tr("Name"), tr("Such as mytools:1"), kLongestField);
    form->addRow(tr("&Name:"), m_tag);
    m_file = textField(
        box, "buildFile", tr("Dockerfile"), tr("Dockerfile or Containerfile in the folder"),
        kLongestField);
    form->addRow(tr("&Dockerfile:"), m_file);
    m_target = textField(box, "buildTarget", tr("Stage"), tr("The last one"), kLongestField);
    form->addRow(tr("&Stage:"), m_target);
    m_arguments = textField(
        box, "buildArguments", tr("Arguments"), tr("NAME=VALUE, several with ; between them"),
        kLongestField);
    form->addRow(tr("&Arguments:"), m_arguments);
    m_noCache = new QCheckBox(tr("Run &every step anew"), box);
    m_noCache->setObjectName(QStringLiteral("buildNoCache"));
    form->addRow(QString(), m_noCache);
    return box;
}

void ImageBuild::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder to Build from"), m_folder->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

// Escape closes it; a build goes on.
void ImageBuild::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QDialog::keyPressEvent(event);
}

void ImageBuild::openIn(ImageStore& store, const QString& place)
{
    if (!m_running) {
        m_store = &store;
        m_place->setText(place);
        refresh();
    }
    QDialog::show();
    raise();
    activateWindow();
    m_folder->setFocus(Qt::OtherFocusReason);
}

Result<BuildRequest> ImageBuild::request() const
{
    BuildRequest request;
    request.contextFolder = toStd(m_folder->text().trimmed());
    request.file = toStd(m_file->text().trimmed());
    request.tag = toStd(m_tag->text().trimmed());
    request.target = toStd(m_target->text().trimmed());
    request.noCache = m_noCache->isChecked();
    for (const QString& argument :
         m_arguments->text().split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const auto equals = argument.indexOf(QLatin1Char('='));
        const QString name = argument.left(equals).trimmed();
        if (equals < 0 || name.isEmpty())
            return Error(
                ErrorCode::InvalidArgument,
                toStd(tr("%1 is no argument: write NAME=VALUE").arg(argument.trimmed())));
        request.arguments[toStd(name)] = toStd(argument.mid(equals + 1));
    }
    return request;
}

void ImageBuild::start()
{
    if (m_running || !m_store || m_folder->text().trimmed().isEmpty())
        return;
    auto request = this->request();
    if (!request)
        return m_status->setText(SafeText::display(request.error().message()));
    m_asked = *std::move(request);
    m_log.clear();
    m_steps = BuildSteps();
    m_step.clear();
    m_hasFailed = false;
    m_feed = std::make_shared<Feed>();
    m_running = true;
    m_stop = runTask(
        m_tasks,
        tr("Building %1")
            .arg(SafeText::display(m_asked.tag.empty() ? m_asked.contextFolder : m_asked.tag)),
        m_jobs, this,
        [store = m_store, asked = m_asked, feed = m_feed](std::stop_token stop) {
            return store->build(
                asked, [&feed](const ImageProgress& progress) { feed->add(progress); }, stop);
        },
        [this](const Result<std::string>& id) { finish(id); });
    m_status->setText(tr("Sending the folder…"));
    m_clock.start();
    refresh();
}

void ImageBuild::takeNews()
{
    std::string text;
    {
        const std::lock_guard lock(m_feed->mutex);
        text.swap(m_feed->text);
        if (std::exchange(m_feed->isCut, false))
            text += tr("(A part of the log came too fast and is left out.)\n").toStdString();
    }
    take(m_steps.feed(text));
}

void ImageBuild::take(const std::vector<BuildSteps::Piece>& pieces)
{
    std::string output; // in one piece: a line each would be slow
    const auto flush = [&] {
        if (!output.empty())
            m_log.append(
                OutputStream::Stdout,
                QByteArrayView(output.data(), static_cast<qsizetype>(output.size())));
        output.clear();
    };
    for (const auto& piece : pieces) {
        if (!piece.beginsStep) {
            output += piece.text;
            continue;
        }
        flush();
        endStep(tr("Done"), RunSummary::Tone::Good);
        m_step = toQString(piece.text);
        m_stepClock.start();
        m_log.beginRun({{}, SafeText::display(m_step), {}, QDateTime::currentDateTime(), {}});
        m_status->setText(tr("Step %1").arg(SafeText::display(m_step).left(120)));
    }
    flush();
}

void ImageBuild::endStep(const QString& word, RunSummary::Tone tone)
{
    if (m_step.isEmpty())
        return;
    RunSummary summary;
    summary.statusWord = word;
    summary.tone = tone;
    summary.wallSeconds = static_cast<double>(m_stepClock.elapsed()) / 1000.0;
    if (auto* section = m_log.current())
        section->folded = tone == RunSummary::Tone::Good;
    m_log.endRun(summary);
}

void ImageBuild::finish(const Result<std::string>& id)
{
    takeNews();
    take(m_steps.finish());
    m_clock.stop();
    m_running = false;
    if (id) {
        endStep(tr("Done"), RunSummary::Tone::Good);
        const QString reference = toQString(m_asked.tag.empty() ? *id : m_asked.tag);
        m_status->setText(tr("Built %1.").arg(SafeText::display(reference)));
        emit built(m_store, reference);
    } else if (id.error().code() == ErrorCode::Cancelled) {
        endStep(tr("Stopped"), RunSummary::Tone::Warning);
        m_status->setText(
            tr("The build was stopped. Steps that were done are kept by the engine."));
    } else {
        endStep(tr("Failed"), RunSummary::Tone::Bad);
        m_status->setText(SafeText::display(id.error().text()));
        m_hasFailed = true;
    }
    refresh();
}

// The Dockerfile as it is now: it is read when somebody wants to see it.
void ImageBuild::findFailedLine()
{
    m_jobs.run(
        this,
        [asked = m_asked,
         step = toStd(m_step)](std::stop_token) -> Result<std::pair<std::string, int>> {
            const std::filesystem::path folder = asked.contextFolder;
            std::vector<std::filesystem::path> names;
            if (!asked.file.empty())
                names.push_back(folder / asked.file); // an absolute one stays as it is
            else
                names = {folder / "Dockerfile", folder / "Containerfile"};
            Result<std::string> text = Error(ErrorCode::NotFound, "there is no Dockerfile");
            for (const auto& name : names)
                if (text = readFile(name.string(), kMostFileBytes); text)
                    return std::pair(name.string(), dockerfileLine(*text, instructionOf(step)));
            return text.error();
        },
        [this](const Result<std::pair<std::string, int>>& found) {
            if (!found)
                return m_status->setText(SafeText::display(found.error().text()));
            emit codeRequested(toQString(found->first), std::max(1, found->second));
        });
}

void ImageBuild::refresh()
{
    m_build->setEnabled(!m_running && m_store && !m_folder->text().trimmed().isEmpty());
    m_stopButton->setEnabled(m_running);
    m_showLine->setVisible(!m_running && m_hasFailed);
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_folder, m_file, m_tag, m_target, m_arguments, m_noCache})
        field->setEnabled(!m_running);
}

QString ImageBuild::status() const
{
    return m_status->text();
}

} // namespace sandbench::ui
