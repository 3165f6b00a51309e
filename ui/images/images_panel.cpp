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

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <algorithm>

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
    connect(m_pull, &ImagePull::runningChanged, this, &ImagesPanel::refreshActions);
    connect(m_pull, &ImagePull::failed, this, [this](const QString& sentence) {
        m_message->showMessage(MessageBar::Tone::Warning, sentence);
    });
    describe();
    refreshActions();
}

ImagesPanel::~ImagesPanel()
{
    m_stop.request_stop();
}

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
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
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
    connect(m_list, &QTableView::activated, this, &ImagesPanel::wantSession);
    m_list->addActions(m_needRow);
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
    m_stop.request_stop();
    m_problems.clear();
    m_reading = 1;
    m_stop = m_jobs.run(
        this, [source = &m_source](std::stop_token) { return findImagePlaces(*source); },
        [this, round = ++m_round](std::vector<ImagePlace> places) {
            if (round == m_round)
                takePlaces(std::move(places));
        });
    describe();
}

void ImagesPanel::takePlaces(std::vector<ImagePlace> places)
{
    const bool same = std::equal(
        places.begin(), places.end(), m_model.places().begin(), m_model.places().end(),
        [](const ImagePlace& a, const ImagePlace& b) {
            return a.engine == b.engine && a.connection == b.connection;
        });
    if (!same) { // else what is shown stays until there is something newer
        m_model.setPlaces(std::move(places));
        fillPlaces();
    }
    m_reading = 0;
    for (std::size_t place = 0; place < m_model.places().size(); ++place)
        readAgain(place);
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

void ImagesPanel::readAgain(std::size_t place)
{
    ++m_reading;
    m_jobs.run(
        this,
        [store = m_model.places()[place].store, outer = m_stop.get_token()](std::stop_token own) {
            std::stop_source either;
            const std::stop_callback first(own, [&either] { either.request_stop(); });
            const std::stop_callback second(outer, [&either] { either.request_stop(); });
            return readPlace(*store, either.get_token());
        },
        [this, place, round = m_round](Result<PlaceImages> read) {
            if (round == m_round)
                takeImages(place, std::move(read));
        });
}

void ImagesPanel::takeImages(std::size_t place, Result<PlaceImages> read)
{
    --m_reading;
    const auto* row = chosen();
    if (row && m_current.second.empty())
        m_current = {row->place, row->reference()};
    if (read) {
        m_problems.remove(place);
        m_model.setImages(place, *read);
        auto images = m_model.images(place);
        m_jobs.run(
            this,
            [store = m_model.places()[place].store, images](std::stop_token stop) {
                return describeImages(*store, images, stop);
            },
            [this, place, round = m_round](const std::vector<ImageInfo>& described) {
                if (round == m_round)
                    m_model.describe(place, described);
            });
    } else {
        m_problems[place] = SafeText::display(read.error().text());
        m_model.setImages(place, {});
    }
    const int again = m_model.find(m_current.first, m_current.second);
    if (again >= 0) {
        m_current.second.clear();
        m_list->setCurrentIndex(m_shown.mapFromSource(m_model.index(again, 0)));
    }
    describe();
    refreshActions();
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
    if (m_reading > 0)
        facts << tr("asking the engines…");
    QStringList silent, silentTitles;
    const auto& places = m_model.places();
    for (auto at = m_problems.begin(); at != m_problems.end(); ++at) {
        silentTitles << places[at.key()].title;
        silent << tr("%1: %2").arg(silentTitles.last(), at.value());
    }
    if (!silent.isEmpty() && all > 0)
        facts << tr("no answer: %1").arg(silentTitles.join(QStringLiteral(", ")));
    m_summary->setText(facts.join(QStringLiteral(" · ")));
    m_summary->explain(silent.join(QLatin1Char('\n')));
    setFocusProxy(shown > 0 ? static_cast<QWidget*>(m_list) : m_filter);
    if (shown > 0)
        return m_pages->setCurrentWidget(m_list);
    QString why = tr("No image has such a name. Empty the search, or choose all engines.");
    if (all == 0 && m_reading > 0)
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
    for (std::size_t place = 0; place < m_model.places().size(); ++place) {
        const int row = m_model.find(place, toStd(reference));
        const QModelIndex shown = m_shown.mapFromSource(m_model.index(row, 0));
        if (row < 0 || !shown.isValid())
            continue;
        m_list->setCurrentIndex(shown);
        return true;
    }
    return false;
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
