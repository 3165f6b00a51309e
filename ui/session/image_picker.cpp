// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/image_picker.h"

#include "core/base/units.h"
#include "core/language/language.h"
#include "ui/async/job_runner.h"
#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/image_pull.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

namespace sandbench::ui {

static constexpr int kTypingMilliseconds = 300;
static constexpr int kMostImages = 500; // in the list; any name can be typed
static constexpr qsizetype kLongestName = 500;
static constexpr int kNameLength = 24;

// No registry has our own images.
static bool canBePulled(const std::string& image)
{
    return !image.empty() && !isOwnImage(image);
}

ImagePicker::ImagePicker(JobRunner& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_name(new QComboBox(this))
    , m_pullButton(new QPushButton(tr("P&ull"), this))
    , m_state(wrappedLabel(this))
    , m_pull(new ImagePull(jobs, this))
{
    m_name->setObjectName(QStringLiteral("image"));
    m_name->setEditable(true);
    m_name->setInsertPolicy(QComboBox::NoInsert);
    m_name->setAccessibleName(tr("Image"));
    m_name->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_name->setMinimumContentsLength(kNameLength);
    m_name->lineEdit()->setMaxLength(kLongestName);
    m_name->lineEdit()->setAccessibleName(tr("Image"));
    m_pullButton->setObjectName(QStringLiteral("pull"));
    m_pullButton->setAutoDefault(false);
    m_state->setObjectName(QStringLiteral("imageState"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_name, 1);
    row->addWidget(m_pullButton);
    auto* column = columnOf(this);
    column->addLayout(row);
    column->addWidget(m_state);
    column->addWidget(m_pull);
    setFocusProxy(m_name);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &ImagePicker::inspect);
    connect(m_name, &QComboBox::editTextChanged, this, &ImagePicker::nameChanged);
    connect(m_pullButton, &QPushButton::clicked, this, [this] {
        if (m_store)
            m_pull->start(*m_store, toQString(meant()));
    });
    connect(m_pull, &ImagePull::runningChanged, this, [this] {
        m_name->setEnabled(!m_pull->isRunning());
        m_pullButton->setVisible(m_missing && canBePulled(meant()) && !m_pull->isRunning());
        m_state->setVisible(!m_pull->isRunning());
        emit changed();
    });
    connect(m_pull, &ImagePull::pulled, this, [this] {
        list();
        inspect();
    });
    connect(m_pull, &ImagePull::failed, this, [this](const QString& why) { showState(why, true); });
    showState({}, false);
}

ImagePicker::~ImagePicker()
{
    m_listStop.request_stop();
    m_inspectStop.request_stop();
}

void ImagePicker::setStore(ImageStore* store, const std::string& standard)
{
    m_standard = standard;
    m_name->lineEdit()->setPlaceholderText(SafeText::display(standard));
    if (store == m_store)
        return;
    m_store = store;
    m_pull->cancel();
    m_listStop.request_stop();
    ++m_listRound;
    fill({});
    if (m_store)
        list();
    nameChanged();
}

void ImagePicker::setNote(const QString& note)
{
    if (std::exchange(m_note, note) != note && !m_store)
        showState(m_note, false);
}

void ImagePicker::setImage(const std::string& image)
{
    m_name->setEditText(toQString(image));
}

std::string ImagePicker::image() const
{
    return toStd(m_name->currentText().trimmed());
}

bool ImagePicker::isPulling() const
{
    return m_pull->isRunning();
}

QString ImagePicker::problem() const
{
    if (isPulling())
        return tr("The image is being pulled.");
    if (!m_missing)
        return {};
    return meant().empty()     ? tr("Name an image.")
        : canBePulled(meant()) ? tr("Pull the image first, or name another one.")
                               : tr("Make the default image first, or name another one.");
}

void ImagePicker::list()
{
    m_listStop = m_jobs.run(
        this, [store = m_store](std::stop_token stop) { return store->list(stop); },
        [this, round = ++m_listRound](const Result<std::vector<ImageInfo>>& images) {
            if (round == m_listRound && images)
                fill(*images);
        });
}

void ImagePicker::fill(const std::vector<ImageInfo>& images)
{
    const QSignalBlocker quiet(m_name);
    const QString typed = m_name->currentText();
    m_name->clear();
    if (!m_standard.empty())
        m_name->addItem(toQString(m_standard));
    for (const ImageInfo& image : images) {
        for (const std::string& tag : image.tags) {
            const QString name = toQString(tag);
            // A name that cannot be shown as it is cannot be chosen by reading it.
            const bool readable = name.size() <= kLongestName && SafeText::display(name) == name;
            if (readable && tag != m_standard && m_name->count() < kMostImages)
                m_name->addItem(name);
        }
    }
    m_name->setEditText(typed);
}

void ImagePicker::nameChanged()
{
    m_inspectStop.request_stop();
    ++m_round;
    m_missing = false;
    m_typing.stop();
    if (!m_store)
        showState(m_note, false);
    else if (meant().empty())
        showState(tr("Name an image, for example python:3.12."), true);
    else {
        showState(tr("Looking for the image…"), false);
        m_typing.start();
    }
}

void ImagePicker::inspect()
{
    m_typing.stop();
    if (!m_store || meant().empty())
        return;
    m_inspectStop = m_jobs.run(
        this,
        [store = m_store, name = meant()](std::stop_token stop) {
            return store->inspect(name, stop);
        },
        [this, round = ++m_round](const Result<ImageInfo>& found) {
            if (round == m_round)
                showFound(found);
        });
}

void ImagePicker::showFound(const Result<ImageInfo>& found)
{
    if (found) {
        QString text = image().empty() ? tr("Present, the default, %1") : tr("Present, %1");
        text = text.arg(toQString(formatSize(found->bytes)));
        if (!found->platform.empty())
            text += QStringLiteral(" · ") + SafeText::display(found->platform);
        return showState(text, false);
    }
    if (found.error().code() != ErrorCode::NotFound)
        return showState(SafeText::display(found.error().text()), false);
    showState(
        canBePulled(meant())
            ? tr("The engine does not have this image yet. Pull it to use it; it is fetched from "
                 "its registry with the network of the engine.")
            : tr("The engine does not have the default image yet, and no registry has it. Make it "
                 "with packaging/images/build of Sandbench's source, or name another image."),
        true);
}

void ImagePicker::showState(const QString& text, bool missing)
{
    m_missing = missing;
    m_state->setText(text);
    m_name->setAccessibleDescription(text);
    m_pullButton->setVisible(missing && canBePulled(meant()) && !m_pull->isRunning());
    emit changed();
}

} // namespace sandbench::ui
