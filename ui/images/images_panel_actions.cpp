// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What ImagesPanel does with images.
#include "core/base/units.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/tool_buttons.h"
#include "ui/images/image_build.h"
#include "ui/images/images_panel.h"
#include "ui/session/image_pull.h"
#include "ui/tasks/run_task.h"
#include "ui/tasks/transfer_feed.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

using Tone = MessageBar::Tone;

void ImagesPanel::buildActions(QWidget* head)
{
    const auto add = [this](
                         const char* name, const QString& text, const QList<QKeySequence>& keys,
                         void (ImagesPanel::*run)()) {
        return keyAction(*this, name, text, keys, [this, run] { (this->*run)(); });
    };
    auto* pull = add("imagesPull", tr("Pull…"), {}, &ImagesPanel::askPull);
    auto* build = add("imagesBuild", tr("Build…"), {}, &ImagesPanel::openBuild);
    auto* load = add("imagesLoad", tr("Load from a File…"), {}, &ImagesPanel::askLoad);
    auto* refresh = add(
        "panelRefresh", tr("Refresh"), {QKeySequence(Qt::CTRL | Qt::Key_R)}, &ImagesPanel::refresh);
    auto* session = add("imagesSession", tr("New Session from It…"), {}, &ImagesPanel::wantSession);
    auto* place = add("imagesMatrix", tr("Add to the Matrix"), {}, &ImagesPanel::wantPlace);
    auto* tag = add("imagesTag", tr("Give Another Name…"), {}, &ImagesPanel::askTag);
    auto* save = add("imagesExport", tr("Export to a File…"), {}, &ImagesPanel::askExport);
    auto* remove = keyAction(
        *this, "imagesRemove", tr("Remove"), {Qt::Key_Delete}, [this] { removeChosen(); });
    auto* prune = keyAction(
        *this, "imagesPrune", tr("Remove What Nothing Uses…"), {}, [this] { this->prune(); });
    refresh->setIcon(glyphIcon(Glyph::Again));
    m_needPlace = {pull, build, load, prune};
    m_needRow = {session, place, tag, save};
    m_remove = remove;
    auto* row = qobject_cast<QBoxLayout*>(head->layout());
    addToolButtons(*row, head, {pull, build, refresh});
    auto* more = new QToolButton(head);
    more->setObjectName(QStringLiteral("imagesMore"));
    more->setIcon(glyphIcon(Glyph::More));
    more->setText(tr("More"));
    more->setToolTip(tr("More to do with images"));
    more->setAutoRaise(true);
    more->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    menu->addActions(m_needRow);
    menu->addAction(m_remove);
    menu->addSeparator();
    menu->addActions({load, prune});
    more->setMenu(menu);
    row->addWidget(more);
}

void ImagesPanel::refreshActions()
{
    const auto rows = m_list->selectionModel()->selectedRows().size();
    const QString noRow = chosen() && rows > 0 ? QString() : tr("Choose an image first.");
    explainCommand(*m_remove, noRow);
    for (QAction* action : m_needRow)
        explainCommand(*action, rows > 1 ? tr("Choose one image only.") : noRow);
    const bool hasPlace = target() != nullptr;
    for (QAction* action : m_needPlace)
        explainCommand(*action, hasPlace ? QString() : tr("No engine with images answers."));
}

const ImagePlace* ImagesPanel::target() const
{
    const auto& places = m_model.places();
    if (m_shown.place())
        return &places[*m_shown.place()];
    if (const auto* row = chosen())
        return &places[row->place];
    const auto first = std::find_if(places.begin(), places.end(), [this](const ImagePlace& place) {
        return !m_problems.contains(place.store);
    });
    return first == places.end() ? nullptr : &*first;
}

void ImagesPanel::say(const Error& error)
{
    if (error.code() != ErrorCode::Cancelled)
        m_message->showMessage(Tone::Error, SafeText::display(error.text()));
}

void ImagesPanel::told(ImageStore* store, const Result<void>& done, const QString& success)
{
    if (done && !success.isEmpty())
        m_message->showMessage(Tone::Info, success);
    else if (!done)
        say(done.error());
    readAgain(store);
}

void ImagesPanel::ask(
    const QString& title, const QString& label, const QString& text,
    std::function<void(const QString&)> then)
{
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("imagesAsk"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setTextValue(text);
    connect(
        dialog, &QInputDialog::textValueSelected, this,
        [then = std::move(then)](const QString& value) {
            if (!value.trimmed().isEmpty())
                then(value.trimmed());
        });
    dialog->open();
}

void ImagesPanel::askPull()
{
    if (const ImagePlace* place = target())
        ask(tr("Pull Image"), tr("Image to get from its registry into %1:").arg(place->title), {},
            [this, store = place->store](const QString& image) { pullInto(store, image); });
}

void ImagesPanel::pull(const QString& image)
{
    if (const ImagePlace* place = target())
        pullInto(place->store, image);
}

void ImagesPanel::pullInto(ImageStore* store, const QString& image)
{
    if (m_pull->isRunning())
        return m_message->showMessage(
            Tone::Info, tr("Another image is being pulled; wait for it, or cancel it."));
    m_message->hide();
    disconnect(m_pull, &ImagePull::pulled, this, nullptr);
    connect(m_pull, &ImagePull::pulled, this, [this, store](const QString& pulled) {
        m_wanted = {store, toStd(pulled)};
        readAgain(store);
    });
    m_pull->start(*store, image);
}

void ImagesPanel::askTag()
{
    if (const auto* row = chosen())
        ask(tr("Another Name"),
            tr("Name that %1 gets besides:").arg(SafeText::display(row->reference())),
            toQString(row->name), [this, row = *row](const QString& name) { tagImage(row, name); });
}

void ImagesPanel::tag(const QString& name)
{
    if (const auto* row = chosen())
        tagImage(*row, name);
}

void ImagesPanel::tagImage(const ImagesModel::Row& row, const QString& name)
{
    ImageStore* const store = row.store;
    runTask(
        m_tasks, tr("Naming %1").arg(SafeText::display(name)), m_jobs, this,
        [store, id = row.image.id, name = toStd(name)](std::stop_token stop) {
            return store->tag(id, name, stop);
        },
        [this, store, name](const Result<void>& done) {
            m_wanted = {store, toStd(name)};
            told(store, done, {});
        });
}

void ImagesPanel::askExport()
{
    const auto* row = chosen();
    if (!row)
        return;
    auto* dialog = new QFileDialog(this, tr("Export Image"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(
        SafeText::saveName(
            toQString(row->name).replace(QLatin1Char('/'), QLatin1Char('-')),
            QStringLiteral("image"))
        + QStringLiteral(".tar"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, row = *row](const QString& path) {
        exportImage(row, path);
    });
    dialog->open();
}

void ImagesPanel::exportChosen(const QString& path)
{
    if (const auto* row = chosen())
        exportImage(*row, path);
}

// For the job of a transfer.
static OnImageProgress counted(const TransferFeed& feed)
{
    return [counts = feed.counts()](const ImageProgress& progress) {
        counts->done = progress.doneBytes;
        counts->total = progress.totalBytes;
    };
}

void ImagesPanel::exportImage(const ImagesModel::Row& row, const QString& path)
{
    auto* feed = new TransferFeed(m_tasks, this);
    const QString name = SafeText::display(row.reference());
    const auto stop = m_jobs.run(
        this,
        [store = row.store, reference = row.reference(), path = toStd(path),
         watch = counted(*feed)](std::stop_token token) {
            return store->save(reference, path, watch, token);
        },
        [this, feed, name, path](const Result<void>& done) {
            feed->end(outcomeOf(done));
            if (done)
                m_message->showMessage(
                    Tone::Info, tr("%1 is exported to %2.").arg(name, SafeText::display(path)));
            else
                say(done.error());
        });
    feed->begin(tr("Exporting %1").arg(name), stop);
}

void ImagesPanel::askLoad()
{
    const ImagePlace* place = target();
    if (!place)
        return;
    auto* dialog = new QFileDialog(
        this, tr("Load Images"), QString(),
        tr("Archives of images (*.tar *.tar.gz *.tgz);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(
        dialog, &QFileDialog::fileSelected, this,
        [this, store = place->store](const QString& path) { loadInto(store, path); });
    dialog->open();
}

void ImagesPanel::load(const QString& path)
{
    if (const ImagePlace* place = target())
        loadInto(place->store, path);
}

void ImagesPanel::loadInto(ImageStore* store, const QString& path)
{
    auto* feed = new TransferFeed(m_tasks, this);
    const auto stop = m_jobs.run(
        this,
        [store, path = toStd(path), watch = counted(*feed)](std::stop_token token) {
            return store->load(path, watch, token);
        },
        [this, feed, store](const Result<std::vector<std::string>>& names) {
            feed->end(outcomeOf(names));
            if (!names)
                return say(names.error());
            m_wanted = {store, names->front()};
            QStringList shown;
            for (const std::string& name : *names)
                shown << SafeText::display(name);
            told(store, {}, tr("Loaded: %1").arg(shown.join(QStringLiteral(", "))));
        });
    feed->begin(tr("Loading %1").arg(SafeText::display(path)), stop);
}

void ImagesPanel::prune()
{
    if (const ImagePlace* place = target())
        m_jobs.run(
            this, [store = place->store](std::stop_token stop) { return readPlace(*store, stop); },
            [this, place = *place](const Result<PlaceImages>& read) { askPrune(place, read); });
}

void ImagesPanel::askPrune(const ImagePlace& place, const Result<PlaceImages>& read)
{
    if (!read)
        return say(read.error());
    const auto gone = prunableImages(read->images, read->users);
    if (gone.empty())
        return m_message->showMessage(
            Tone::Info, tr("Every image of %1 has a name or is in use.").arg(place.title));
    std::uint64_t bytes = 0;
    QStringList ids;
    for (const ImageInfo& image : gone) {
        bytes += image.bytes;
        ids << shortImageId(image.id);
    }
    constexpr int kMostShown = 8;
    if (ids.size() > kMostShown)
        ids = ids.mid(0, kMostShown) << QStringLiteral("…");
    m_message->showMessage(
        Tone::Warning,
        tr("Remove from %1 what has no name and no use: %2, up to %3? It cannot be brought back.")
            .arg(place.title, ids.join(QStringLiteral(", ")), toQString(formatSize(bytes))),
        {{"imagesPruneYes", tr("Remove"), [this, store = place.store] { pruneIn(store); }}});
}

void ImagesPanel::pruneIn(ImageStore* store)
{
    runTask(
        m_tasks, tr("Removing what nothing uses"), m_jobs, this,
        [store](std::stop_token stop) { return store->prune(stop); },
        [this, store](const Result<std::uint64_t>& freed) {
            if (!freed)
                return say(freed.error());
            told(store, {}, tr("%1 are free again.").arg(toQString(formatSize(*freed))));
        });
}

ImageBuild& ImagesPanel::build()
{
    if (!m_build) {
        m_build = new ImageBuild(m_tasks, this);
        connect(m_build, &ImageBuild::codeRequested, this, &ImagesPanel::codeRequested);
        connect(
            m_build, &ImageBuild::built, this, [this](ImageStore* store, const QString& reference) {
                m_wanted = {store, toStd(reference)};
                readAgain(store);
            });
    }
    return *m_build;
}

void ImagesPanel::openBuild()
{
    if (const ImagePlace* place = target())
        build().openIn(*place->store, place->title);
}

void ImagesPanel::wantSession()
{
    if (const auto* row = chosen()) {
        const ImagePlace& place = m_model.places()[row->place];
        emit sessionWanted(
            toQString(place.engine), toQString(place.connection), toQString(row->reference()));
    }
}

void ImagesPanel::wantPlace()
{
    const auto* row = chosen();
    if (!row)
        return;
    const ImagePlace& place = m_model.places()[row->place];
    const std::string where
        = place.connection.empty() ? place.engine : place.engine + '@' + place.connection;
    emit placeWanted(toQString(where) + u' ' + toQString(row->reference()));
}

} // namespace sandbench::ui
