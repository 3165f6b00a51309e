// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/images/images_model.h"

#include <QWidget>

#include <functional>
#include <map>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace sandbench::workspace {
class Workspace;
}

namespace sandbench::ui {

class ElidedLabel;
class EngineSource;
class ImageBuild;
class ImageDetails;
class ImagePull;
class MessageBar;
class TaskList;

/// The images of every engine over every connection: what they are, and what can be done with
/// them. Asks no engine before somebody sees it. Thread: GUI.
class ImagesPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p source and @p workspace outlive this. @p tasks: null = nobody is told of long work.
    ImagesPanel(
        EngineSource& source, workspace::Workspace& workspace, TaskList* tasks = nullptr,
        QWidget* parent = nullptr);
    ~ImagesPanel() override;

    /// Asks all engines anew.
    void refresh();
    /// There are other images now: asks all engines, if it was seen before.
    void renew();
    ImagesModel& model() { return m_model; }
    QTableView& list() { return *m_list; }
    ImageDetails& details() { return *m_details; }
    ImageBuild& build();
    ImagePull& pulling() { return *m_pull; }
    QString summary() const;
    QString emptyText() const;
    QString message() const;
    /// Chooses the row of that name or id.
    bool choose(const QString& reference);

    void pull(const QString& image);
    void tag(const QString& name);
    /// All that are selected. Asks first where there are several, and where an image goes with its
    /// last name.
    void removeChosen();
    void exportChosen(const QString& path);
    void load(const QString& path);
    /// Shows what would go, and asks.
    void prune();

signals:
    /// Of a Dockerfile.
    void codeRequested(const QString& file, int line);
    /// Somebody wants a session of @p image.
    void sessionWanted(const QString& engine, const QString& connection, const QString& image);
    /// Programs are to be run in it among others: "docker python:3.12".
    void placeWanted(const QString& place);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Choice
    {
        ImageStore* store = nullptr; ///< Null = nothing.
        std::string reference;
    };
    struct Removed
    {
        std::vector<ImagesModel::Row> rows;
        std::vector<Error> problems; ///< Of others.
    };
    QWidget* buildHead();
    void buildList();
    void buildActions(QWidget* head);
    void fillPlaces();
    void takePlaces(std::vector<ImagePlace> places);
    void readAgain(ImageStore* store);
    void takeImages(ImageStore* store, Result<PlaceImages> read);
    bool choose(const Choice& choice);
    void describe();
    void showChosen();
    void refreshActions();
    const ImagesModel::Row* chosen() const;
    std::vector<ImagesModel::Row> selectedRows() const;
    void selectAgain(const std::vector<ImagesModel::Row>& rows);
    /// Where new images go: the place that is filtered by, else the chosen row's, else the first
    /// that answered. Null = none is there.
    const ImagePlace* target() const;
    void pullInto(ImageStore* store, const QString& image);
    void tagImage(const ImagesModel::Row& row, const QString& name);
    void askRemove(const std::vector<ImagesModel::Row>& rows);
    void remove(const std::vector<ImagesModel::Row>& rows);
    void tellRemoved(const Removed& removed);
    void exportImage(const ImagesModel::Row& row, const QString& path);
    void loadInto(ImageStore* store, const QString& path);
    void askPrune(const ImagePlace& place, const Result<PlaceImages>& read);
    void pruneIn(ImageStore* store);
    void askPull();
    void askTag();
    void askExport();
    void askLoad();
    void openBuild();
    void wantSession();
    void wantPlace();
    void
    ask(const QString& title, const QString& label, const QString& text,
        std::function<void(const QString&)> then);
    void told(ImageStore* store, const Result<void>& done, const QString& success);
    void say(const Error& error);

    EngineSource& m_source;
    TaskList* m_tasks;
    ImagesModel m_model;
    ShownImages m_shown;
    QComboBox* m_place = nullptr;
    QLineEdit* m_filter = nullptr;
    ElidedLabel* m_summary = nullptr;
    MessageBar* m_message = nullptr;
    ImagePull* m_pull = nullptr;
    QStackedWidget* m_pages = nullptr;
    QSplitter* m_split = nullptr;
    QTableView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    ImageDetails* m_details = nullptr;
    ImageBuild* m_build = nullptr; ///< Null before it was wanted.
    QList<QAction*> m_needRow, m_needPlace;
    QAction* m_remove = nullptr;
    std::map<ImageStore*, QString> m_problems; ///< Of places that do not answer.
    std::map<ImageStore*, std::stop_source> m_reads; ///< Of places that have not answered yet.
    bool m_isFinding = false; ///< Which places there are.
    bool m_wasRead = false;
    int m_round = 0;
    Choice m_wanted; ///< To be chosen when its place was read.
    JobRunner m_jobs;
};

} // namespace sandbench::ui
