// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/language/language.h"
#include "ui/packages/missing_imports.h"
#include "ui/packages/package_installs.h"
#include "ui/session/session_list.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class MessageBar;
class PackagesPanel;
class SessionOpener;

/// What the window does about programs whose packages or image the chosen session lacks: it offers
/// to install them, or another session, in a bar. Thread: GUI.
class PackageSupport : public QObject
{
    Q_OBJECT

public:
    /// All outlive it, or die with its parent.
    struct Parts
    {
        SessionList& sessions;
        SessionOpener& opener;
        EditorTabs& editors;
        const LanguageCatalog& languages;
        PackagesPanel& panel;
        MessageBar& bar;
    };
    PackageSupport(const Parts& parts, QObject* parent);

    PackageInstalls& installs() { return *m_installs; }
    /// Of the document that is shown.
    void setLanguage(const std::string& id);
    /// Before every run. True: the user is asked first where it shall run, and runWanted() may
    /// follow. @p isFresh: it does not run in the open session.
    bool asksFirst(const RunRequest& request, bool isFresh = false);

signals:
    /// The run that was asked for last, again.
    void runWanted();
    /// The panel is to be seen.
    void panelWanted();
    /// The document is to run on a copy of its folder, which has what it imports.
    void folderWanted();

private:
    void followSession();
    void followDocument();
    void lookAtDocument(bool isOther);
    void runEnded(const RunRecord& record);
    void runFailed(const Error& error);
    void offerFolder(const std::vector<MissingImport>& beside);
    void lookBeside(const std::vector<MissingImport>& missing);
    void offerPackages(const std::vector<MissingImport>& missing);
    QString missingText(const std::vector<MissingImport>& missing) const;
    void offerImage(
        const QString& why, const std::string& image, const QString& no,
        std::function<void()> onNo);
    void hideOffer();
    std::string imageFor(const std::string& language) const;
    bool isDefaultImage(const std::string& image) const;

    Parts m_parts;
    PackageInstalls* m_installs = nullptr;
    MissingImports* m_imports = nullptr;
    Language m_language;
    QPointer<CodeEditor> m_editor;
    std::optional<RunRequest> m_run; ///< Asked for last, until it has ended.
    int m_round = 0; ///< Of what is missing: only the last is offered.
    bool m_offersPackages = false; ///< What the bar is about, while it is shown.
    std::weak_ptr<Session> m_session;
    /// Languages that run in a session whatever its image is.
    std::map<std::weak_ptr<Session>, std::set<std::string>, std::owner_less<>> m_runHere;
    JobRunner m_jobs{JobRunner::Ending::Abandon};
};

} // namespace sandbench::ui
