// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/document_files.h"

#include <QString>

#include <memory>
#include <string>

namespace sandbench {
class Session;
}

namespace sandbench::ui {

/// Documents whose files are in sandboxes: the editor opens and saves them by paths that begin with
/// kPlace, which no file of this machine has; every other path goes to the files of this machine.
/// Thread: any.
class SandboxDocuments
{
public:
    static constexpr auto kPlace = "/sandbox:";
    static bool isPlace(const QString& path) { return path.startsWith(QLatin1String(kPlace)); }

    explicit SandboxDocuments(DocumentFiles own);
    /// Ends what reads and writes in sandboxes, and waits for that.
    ~SandboxDocuments();

    /// How the editor reaches both.
    DocumentFiles files() const;
    /// The path by which the editor knows @p path of @p session.
    QString placeOf(const std::shared_ptr<Session>& session, const std::string& path);

private:
    struct Places;
    std::shared_ptr<Places> m_places; ///< Shared with the editor's jobs, which may outlive us.
};

} // namespace sandbench::ui
