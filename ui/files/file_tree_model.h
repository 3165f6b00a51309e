// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/files/file_node.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QSortFilterProxyModel>

namespace sandbench::ui {

/// The files of a session below one folder, each folder listed when somebody opens it. Everything
/// that it tells of a file is untrusted and safe to show. Thread: GUI; folders are listed by jobs.
class FileTreeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, SizeColumn, ModifiedColumn, ColumnCount };
    enum Role { ChangedRole = Qt::UserRole }; ///< Since the session began.
    /// Of one folder; a row says that there are more.
    static constexpr std::size_t kMostEntries = 200'000;
    /// That of a folder are shown before all of them are known.
    static constexpr std::size_t kFirstEntries = 500;

    explicit FileTreeModel(QObject* parent = nullptr);
    ~FileTreeModel() override;

    /// @p root: absolute; what was listed before is gone. @p session: null = there is nothing.
    /// @p beganAt: of the session. Units: nanoseconds since 1970.
    void show(std::shared_ptr<Session> session, const std::string& root, std::int64_t beganAt);
    /// Lists again what has been listed; what is selected stays.
    void refresh();
    const std::string& root() const { return m_rootPath; }
    bool isListing() const { return !m_asked.isEmpty(); }

    /// Null for a sentence, and for the root.
    const FileEntry* entryAt(const QModelIndex& index) const;
    bool isFolder(const QModelIndex& index) const;
    bool isSentence(const QModelIndex& index) const { return !nodeOf(index)->isEntry(); }
    std::string pathOf(const QModelIndex& index) const;
    const std::string& nameOf(const QModelIndex& index) const { return nodeOf(index)->name; }
    /// Not valid where the name is in none of the folders that have been listed.
    QModelIndex indexOf(const std::string& path) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// Asks by renameWanted(); the row changes when the file has.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void sort(int column, Qt::SortOrder order) override;
    QStringList mimeTypes() const override;
    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
    bool dropMimeData(
        const QMimeData* data, Qt::DropAction action, int row, int column,
        const QModelIndex& parent) override;

signals:
    /// @p folder has its first entries, or all of them, or a sentence that says why not.
    void listed(const QModelIndex& folder);
    void renameWanted(const std::string& path, const QString& name);
    /// Files and folders of this machine were dropped on a folder of the sandbox.
    void dropped(const QStringList& hostPaths, const std::string& folder);

private:
    struct Listing
    {
        FileNodes nodes;
        bool isPart = false; ///< There is more.
    };
    FileNode* nodeOf(const QModelIndex& index) const;
    QModelIndex indexOf(const FileNode& node, int column = NameColumn) const;
    void list(FileNode& folder, std::size_t limit);
    void take(quint64 asked, std::size_t limit, Result<Listing> told);
    void merge(FileNode& folder, FileNodes nodes);
    bool keepSame(FileNode& folder, FileNodes& nodes);
    void append(FileNode& folder, FileNodes nodes);
    void removeRange(FileNode& folder, int first, int last);
    void sortNodes(FileNode& folder);
    bool isChanged(const FileNode& node) const;
    QString tipOf(const FileNode& node) const;
    static void renumber(FileNode& folder);

    std::shared_ptr<Session> m_session;
    std::string m_rootPath;
    std::int64_t m_beganAt = 0;
    std::unique_ptr<FileNode> m_root;
    FileOrder m_order;
    quint64 m_lastAsked = 0;
    QHash<quint64, FileNode*> m_asked; ///< Folders that are being listed.
    std::stop_source m_listing;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

/// Of it, the rows whose names have a text in them, with the folders that they are in.
class FileFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit FileFilter(FileTreeModel& files, QObject* parent = nullptr);
    void setText(const QString& text);
    /// Sorted where the files are, so that nothing is sorted twice.
    void sort(int column, Qt::SortOrder order) override { m_files.sort(column, order); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    FileTreeModel& m_files;
    QString m_text;
};

} // namespace sandbench::ui
