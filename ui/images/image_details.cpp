// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/image_details.h"

#include "core/base/units.h"
#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/images/image_check_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTabWidget>
#include <QTreeWidget>

namespace sandbench::ui {

static constexpr int kProblemMargin = 8;
static constexpr qsizetype kLongestValue = 4000; // characters

static QTreeWidget* makeTree(QWidget* parent, const char* name, const QStringList& headers)
{
    auto* tree = new QTreeWidget(parent);
    tree->setObjectName(QLatin1String(name));
    tree->setHeaderLabels(headers);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    tree->header()->setSectionResizeMode(
        static_cast<int>(headers.size()) - 1, QHeaderView::Stretch);
    tree->setMinimumSize(80, 60);
    return tree;
}

ImageDetails::ImageDetails(
    EngineSource& engines, workspace::Workspace& workspace, TaskList* tasks, QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_problem(wrappedLabel(this))
{
    auto* column = columnOf(this, 0);
    m_problem->setContentsMargins(kProblemMargin, 4, kProblemMargin, 4);
    m_problem->hide();
    column->addWidget(m_problem);
    column->addWidget(m_tabs, 1);
    m_tabs->setDocumentMode(true);
    m_facts = makeTree(m_tabs, "imageFacts", {tr("Fact"), tr("Value")});
    m_facts->setAccessibleName(tr("Facts about the image"));
    m_steps = makeTree(m_tabs, "imageSteps", {tr("Created"), tr("Size"), tr("Step")});
    m_steps->setAccessibleName(tr("Steps that made the image"));
    m_tabs->addTab(m_facts, tr("Facts"));
    m_tabs->addTab(m_steps, tr("Steps"));
    m_check = new ImageCheckView(engines, workspace, tasks, m_tabs);
    m_tabs->addTab(m_check, tr("Check"));
    for (QTreeWidget* tree : {m_facts, m_steps})
        keyAction(*tree, "imageCopyFacts", tr("Copy Rows"), {QKeySequence::Copy}, [this, tree] {
            copyChosen(*tree);
        });
}

ImageDetails::~ImageDetails()
{
    m_stop.request_stop();
}

void ImageDetails::clear()
{
    m_stop.request_stop();
    ++m_round;
    m_facts->clear();
    m_steps->clear();
    m_problem->hide();
}

void ImageDetails::show(
    const ImagePlace& place, const std::string& reference, const std::vector<std::string>& users)
{
    m_check->setImage(place, reference);
    m_stop.request_stop();
    m_stop = m_jobs.run(
        this,
        [store = place.store, reference](std::stop_token stop) {
            auto image = store->inspect(reference, stop);
            return Read{std::move(image), store->history(reference, stop)};
        },
        [this, users, round = ++m_round](const Read& read) {
            if (round == m_round)
                showRead(read, users);
        });
}

void ImageDetails::showRead(const Read& read, const std::vector<std::string>& users)
{
    m_facts->clear();
    m_steps->clear();
    QString problem;
    if (read.image)
        showFacts(*read.image, users);
    else
        problem = SafeText::display(read.image.error().text());
    if (read.layers)
        showSteps(*read.layers);
    else if (problem.isEmpty())
        problem = SafeText::display(read.layers.error().text());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void ImageDetails::addFact(const QString& name, const QString& value)
{
    if (value.isEmpty())
        return;
    auto* item = new QTreeWidgetItem(m_facts, {name, value});
    item->setToolTip(1, plainToolTip(value));
}

void ImageDetails::addFacts(const QString& name, const std::vector<std::string>& values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        addFact(i == 0 ? name : QString(), SafeText::display(values[i]).left(kLongestValue));
}

static std::string inWords(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

void ImageDetails::showFacts(const ImageInfo& image, const std::vector<std::string>& users)
{
    addFacts(tr("Names"), image.tags);
    addFact(tr("Id"), SafeText::display(image.id));
    addFacts(tr("Digests"), image.digests);
    addFact(tr("Size"), toQString(formatSize(image.bytes)));
    addFact(tr("Created"), imageTime(image.createdAt, QLocale::LongFormat));
    addFact(tr("Platform"), SafeText::display(image.platform));
    addFact(
        tr("User"),
        image.user.empty() ? tr("root: the image names no other") : SafeText::display(image.user));
    addFact(tr("Folder"), SafeText::display(image.workingFolder));
    addFact(tr("Starts"), SafeText::display(inWords(image.entrypoint)));
    addFact(tr("Command"), SafeText::display(inWords(image.command)));
    addFacts(tr("Environment"), image.env);
    addFacts(tr("Ports"), image.ports);
    addFacts(tr("Volumes"), image.volumes);
    std::vector<std::string> labels;
    for (const auto& [name, value] : image.labels)
        labels.push_back(name + "=" + value);
    addFacts(tr("Labels"), labels);
    addFacts(tr("Used by"), users);
}

void ImageDetails::showSteps(const std::vector<ImageLayer>& layers)
{
    for (const ImageLayer& layer : layers) {
        const QString step = SafeText::display(layer.step.empty() ? layer.comment : layer.step)
                                 .left(kLongestValue);
        auto* item = new QTreeWidgetItem(
            m_steps,
            {imageTime(layer.createdAt, QLocale::ShortFormat),
             layer.bytes > 0 ? toQString(formatSize(layer.bytes)) : QString(), step});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(2, plainToolTip(step));
    }
}

void ImageDetails::copyChosen(const QTreeWidget& tree)
{
    QStringList lines;
    for (const QTreeWidgetItem* item : tree.selectedItems()) {
        QStringList cells;
        for (int column = 0; column < tree.columnCount(); ++column)
            cells << item->text(column);
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace sandbench::ui
