// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/changes/changes_panel.h"
#include "ui/changes/difference_view.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <filesystem>

namespace sandbench::test {

/// A folder of files that a run is said to have changed, and what is done with them in a panel.
class ChangesFolder
{
public:
    ChangesFolder() { QDir(m_dir.path()).mkpath(QStringLiteral("p")); }

    QString stateFolder() const { return m_dir.filePath(QStringLiteral("state")); }
    QString path(const QString& name = {}) const
    {
        return m_dir.filePath(QStringLiteral("p/") + name);
    }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }

    /// Null = there is none.
    void change(const std::string& name, const char* before, const char* after)
    {
        m_files.push_back({name, before, after, {}});
    }
    void changeOdd(const std::string& name, const std::string& note)
    {
        m_files.push_back({name, nullptr, "", note});
    }
    /// Keeps them under "r-1".
    void keep() const
    {
        auto store = ChangeStore::create(stateFolder().toStdString(), "r-1", {});
        QVERIFY2(store.has_value(), store ? "" : store.error().text().c_str());
        ProjectChanges changes;
        changes.folder = path().toStdString();
        changes.folder.pop_back();
        for (const auto& file : m_files) {
            const auto version = [&store](const char* text) {
                return text ? MaybeFile({*store->keep(text), std::strlen(text), false})
                            : MaybeFile();
            };
            changes.add({file.name, version(file.before), version(file.after), file.note});
        }
        std::ranges::sort(changes.files, {}, &ProjectChange::path);
        QVERIFY(store->writeChanges(changes).has_value());
    }

private:
    struct File
    {
        std::string name;
        const char* before;
        const char* after;
        std::string note;
    };
    QTemporaryDir m_dir;
    std::vector<File> m_files;
};

/// "changed a.txt Not applied", of each row.
inline QStringList rowsOf(const ui::ChangesPanel& panel)
{
    const auto* model = panel.findChild<QTreeView*>()->model();
    QStringList rows;
    for (int row = 0; row < model->rowCount(); ++row)
        rows << QStringLiteral("%1 %2 %3")
                    .arg(
                        model->index(row, ui::ChangesModel::ChangeColumn).data().toString(),
                        model->index(row, ui::ChangesModel::FileColumn).data().toString(),
                        model->index(row, ui::ChangesModel::StateColumn).data().toString());
    return rows;
}

} // namespace sandbench::test
