// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/settings/settings_text.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sandbench::ui {

/// What the user has set in the window: settingTable() and the keys of commands, kept in
/// settings.json beside what other programs read there. What somebody else writes into the file
/// counts at once. Thread: GUI; the file is read here once and otherwise on a worker.
class SettingsStore : public QObject
{
    Q_OBJECT

public:
    /// @p path: empty = nothing is kept. What earlier versions kept elsewhere is taken over.
    explicit SettingsStore(std::string path, QObject* parent = nullptr);
    /// Writes what is not written yet.
    ~SettingsStore() override;

    const std::string& path() const { return m_path; }
    /// @p id: of settingTable().
    Json value(std::string_view id) const;
    bool isOn(std::string_view id) const { return value(id).get<bool>(); }
    int number(std::string_view id) const { return value(id).get<int>(); }
    QString text(std::string_view id) const;
    bool isUsual(std::string_view id) const;
    /// What checkSetting() refuses, and what it is already, changes nothing.
    void set(std::string_view id, const Json& value);
    void reset(std::string_view id);

    const OwnKeys& keys() const { return m_text.keys; }
    void setKeys(const QString& command, const QList<QKeySequence>& keys);
    void resetKeys(const QStringList& commands);

    /// What is wrong with the file as it is now.
    const QList<SettingsText::Problem>& problems() const { return m_text.problems; }
    bool isWritten() const { return m_waiting.empty() && m_writing.empty(); }
    /// Runs @p then when the file is there to be opened.
    void makeFile(std::function<void()> then);

signals:
    void changed(const QString& id);
    void keysChanged();
    void problemsChanged();
    void failed(const QString& sentence); ///< It counts until the program ends.
    void written();

private:
    void takeOver();
    void keep(const Json& patch);
    void write();
    void look();
    void take(SettingsText text);
    void watch();

    std::string m_path;
    SettingsText m_text;
    Json m_waiting = Json::object(); ///< A patch that nobody writes yet.
    Json m_writing = Json::object();
    QFileSystemWatcher m_watcher;
    QTimer m_lookTimer; ///< Who writes a file often does it in several steps.
    std::unique_ptr<JobRunner> m_jobs = std::make_unique<JobRunner>();
};

/// What a store of @p path would say of @p id, for who must know it before there is a window.
/// Reads the file. Thread: any.
Json settingOf(const std::string& path, std::string_view id);

} // namespace sandbench::ui
