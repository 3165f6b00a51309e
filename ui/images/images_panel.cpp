// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/images_panel.h"

#include "core/base/units.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/images/image_details.h"
#include "ui/session/engine_source.h"
#include "ui/session/image_pull.h"
#include "ui/tasks/task_feeds.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kRowMargin = 4;
static constexpr int kLongestFilter = 200;

ImagesPanel::ImagesPanel(
    EngineSource& source, workspace::Workspace& workspace, TaskList* tasks, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_tasks(tasks)
    , m_shown(m_model)
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_message = new MessageBar(this));
    m_message->hide();
    column->addWidget(m_pull = new ImagePull(m_jobs, this));
    m_pull->setContentsMargins(kMargin, 0, kMargin, 4);
    column->addWidget(m_split = new QSplitter(this), 1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_pages = new QStackedWidget(m_split));
    m_split->addWidget(m_details = new ImageDetails(source, workspace, tasks, m_split));
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    buildList();
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    m_details->hide();
    if (m_tasks)
        feedPull(*m_tasks, *m_pull);
    connect(m_pull, &ImagePull::runningChanged, this, &ImagesPanel::refreshActions);
    connect(m_pull, &ImagePull::failed, this, [this](const QString& sentence) {
        m_message->showMessage(MessageBar::Tone::Warning, sentence);
    });
    describe();
    refreshActions();
}

ImagesPanel::~ImagesPanel() = default;

QWidget* ImagesPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMargin, 4, kMargin, 4);
    m_place = new QComboBox(head);
    m_place->setObjectName(QStringLiteral("imagesPlace"));
    m_place->setAccessibleName(tr("Engine"));
    m_place->setToolTip(tr("Whose images are shown, and where new ones go"));
    m_place->addItem(tr("All engines"));
    m_place->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_place, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant place = m_place->currentData();
        m_shown.setPlace(
            place.isValid() ? std::optional<std::size_t>(place.toULongLong()) : std::nullopt);
        describe();
        refreshActions();
    });
    row->addWidget(m_place);
    m_filter = textField(
        head, "imagesFilter", tr("Search images"), tr("Search: name, engine, user, …"),
        kLongestFilter);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown.setFilterFixedString(text);
        describe();
    });
    row->addWidget(m_filter, 2);
    row->addWidget(m_summary = new ElidedLabel(head), 2);
    m_summary->setObjectName(QStringLiteral("imagesSummary"));
    buildActions(head);
    return head;
}

void ImagesPanel::buildList()
{
    m_pages->addWidget(m_list = new QTableView(m_pages));
    m_list->setObjectName(QStringLiteral("images"));
    m_list->setAccessibleName(tr("Images"));
    m_list->setModel(&m_shown);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(ImagesModel::CreatedColumn, Qt::DescendingOrder);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setShowGrid(false);
    m_list->setWordWrap(false);
    m_list->setTabKeyNavigation(false);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->verticalHeader()->hide();
    m_list->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowMargin);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumSize(80, 60);
    m_list->horizontalHeader()->setHighlightSections(false);
    m_list->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_list->horizontalHeader()->setStretchLastSection(true);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [section, characters] :
         {std::pair(ImagesModel::NameColumn, 40), std::pair(ImagesModel::PlaceColumn, 16),
          std::pair(ImagesModel::SizeColumn, 11), std::pair(ImagesModel::CreatedColumn, 22),
          std::pair(ImagesModel::PlatformColumn, 15)})
        m_list->horizontalHeader()->resizeSection(section, unit * characters);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ImagesPanel::showChosen);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ImagesPanel::refreshActions);
    connect(m_list, &QTableView::activated, this, &ImagesPanel::wantSession);
    m_list->addActions(m_needRow);
    m_list->addAction(m_remove);
}

void ImagesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_wasRead)
        refresh();
}

void ImagesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int kBesideFrom = 700;
    m_split->setOrientation(width() < kBesideFrom ? Qt::Vertical : Qt::Horizontal);
}

void ImagesPanel::refresh()
{
    m_wasRead = true;
    m_isFinding = true;
    m_jobs.run(
        this, [source = &m_source](std::stop_token) { return findImagePlaces(*source); },
        [this, round = ++m_round](std::vector<ImagePlace> places) {
            if (round == m_round)
                takePlaces(std::move(places));
        });
    describe();
}

void ImagesPanel::renew()
{
    if (m_wasRead)
        refresh();
}

void ImagesPanel::takePlaces(std::vector<ImagePlace> places)
{
    m_isFinding = false;
    const bool same = std::equal(
        places.begin(), places.end(), m_model.places().begin(), m_model.places().end(),
        [](const ImagePlace& a, const ImagePlace& b) { return a.store == b.store; });
    if (!same) { // else what is shown stays until there is something newer
        m_problems.clear();
        m_model.setPlaces(std::move(places));
        fillPlaces();
    }
    for (const ImagePlace& place : m_model.places())
        readAgain(place.store);
    describe();
    refreshActions();
}

void ImagesPanel::fillPlaces()
{
    const QSignalBlocker blocker(m_place);
    while (m_place->count() > 1)
        m_place->removeItem(1);
    const auto& places = m_model.places();
    for (std::size_t place = 0; place < places.size(); ++place)
        m_place->addItem(places[place].title, static_cast<qulonglong>(place));
    m_shown.setPlace(std::nullopt);
}

void ImagesPanel::readAgain(ImageStore* store)
{
    m_reads[store].request_stop(); // what an earlier one would say is old
    m_reads[store] = m_jobs.run(
        this, [store](std::stop_token stop) { return readPlace(*store, stop); },
        [this, store](Result<PlaceImages> read) {
            if (!read.failedAs(ErrorCode::Cancelled))
                takeImages(store, std::move(read));
        });
    describe();
}

void ImagesPanel::takeImages(ImageStore* store, Result<PlaceImages> read)
{
    m_reads.erase(store);
    const auto place = m_model.placeOf(store);
    if (!place)
        return;
    const auto* row = chosen();
    const Choice before = row ? Choice{row->store, row->reference()} : Choice();
    const auto selected = selectedRows();
    if (read) {
        m_problems.erase(store);
        m_model.setImages(*place, *read);
        m_jobs.run(
            this,
            [store, images = m_model.images(*place)](std::stop_token stop) {
                return describeImages(*store, images, stop);
            },
            [this, store](const std::vector<ImageInfo>& described) {
                if (const auto now = m_model.placeOf(store))
                    m_model.describe(*now, described);
            });
    } else {
        m_problems[store] = SafeText::display(read.error().text());
        m_model.setImages(*place, {});
    }
    const bool isWanted = m_wanted.store == store;
    if (!isWanted || !choose(std::exchange(m_wanted, {}))) {
        choose(before);
        selectAgain(selected);
    }
    describe();
    refreshActions();
}

bool ImagesPanel::choose(const Choice& choice)
{
    const auto place = m_model.placeOf(choice.store);
    const int row = place ? m_model.find(*place, choice.reference) : -1;
    const QModelIndex shown = m_shown.mapFromSource(m_model.index(row, 0));
    if (shown.isValid())
        m_list->setCurrentIndex(shown);
    return shown.isValid();
}

void ImagesPanel::describe()
{
    QStringList facts;
    const int shown = m_shown.rowCount();
    const int all = m_model.rowCount();
    if (shown < all)
        facts << tr("%1 of %2 images").arg(shown).arg(all);
    else if (all > 0)
        facts << (all == 1 ? tr("1 image") : tr("%1 images").arg(all));
    if (all > 0 && shown == all)
        facts << toQString(formatSize(m_model.bytes()));
    const bool isReading = m_isFinding || !m_reads.empty();
    if (isReading)
        facts << tr("asking the engines…");
    QStringList silent, silentTitles;
    const auto& places = m_model.places();
    for (const ImagePlace& place : places) {
        const auto problem = m_problems.find(place.store);
        if (problem == m_problems.end())
            continue;
        silentTitles << place.title;
        silent << tr("%1: %2").arg(place.title, problem->second);
    }
    if (!silent.isEmpty() && all > 0)
        facts << tr("no answer: %1").arg(silentTitles.join(QStringLiteral(", ")));
    m_summary->setText(facts.join(QStringLiteral(" · ")));
    m_summary->explain(silent.join(QLatin1Char('\n')));
    setFocusProxy(shown > 0 ? static_cast<QWidget*>(m_list) : m_filter);
    if (shown > 0)
        return m_pages->setCurrentWidget(m_list);
    QString why = tr("No image has such a name. Empty the search, or choose all engines.");
    if (all == 0 && isReading)
        why = tr("Asking the engines for their images…");
    else if (all == 0 && places.empty())
        why = tr("No engine here has images. The embedded engine needs none; Docker and Podman are "
                 "found when they run.");
    else if (all == 0 && !silent.isEmpty())
        why = tr("No engine with images answers:\n%1\nStart one, and press Ctrl+R.")
                  .arg(silent.join(QLatin1Char('\n')));
    else if (all == 0)
        why = tr("No engine has an image yet. Pull one, or build one from a folder.");
    m_empty->setText(why);
    m_pages->setCurrentWidget(m_empty);
}

const ImagesModel::Row* ImagesPanel::chosen() const
{
    return m_model.row(m_shown.mapToSource(m_list->currentIndex()).row());
}

std::vector<ImagesModel::Row> ImagesPanel::selectedRows() const
{
    std::vector<ImagesModel::Row> rows;
    for (const QModelIndex& shown : m_list->selectionModel()->selectedRows())
        if (const auto* row = m_model.row(m_shown.mapToSource(shown).row()))
            rows.push_back(*row);
    return rows;
}

// Besides the current one. Those that are gone are left out.
void ImagesPanel::selectAgain(const std::vector<ImagesModel::Row>& rows)
{
    for (const auto& row : rows) {
        const auto place = m_model.placeOf(row.store);
        const int found = place ? m_model.find(*place, row.reference()) : -1;
        const QModelIndex shown = m_shown.mapFromSource(m_model.index(found, 0));
        if (shown.isValid())
            m_list->selectionModel()->select(
                shown, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
}

void ImagesPanel::showChosen()
{
    refreshActions();
    const auto* row = chosen();
    m_details->setVisible(row != nullptr);
    if (row)
        m_details->show(m_model.places()[row->place], row->reference(), row->users);
    else
        m_details->clear();
}

bool ImagesPanel::choose(const QString& reference)
{
    const auto& places = m_model.places();
    return std::any_of(places.begin(), places.end(), [&](const ImagePlace& place) {
        return choose(Choice{place.store, toStd(reference)});
    });
}

QString ImagesPanel::summary() const
{
    return m_summary->text();
}

QString ImagesPanel::emptyText() const
{
    return m_pages->currentWidget() == m_empty ? m_empty->text() : QString();
}

QString ImagesPanel::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

} // namespace sandbench::ui
