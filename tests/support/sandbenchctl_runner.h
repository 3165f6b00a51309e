// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/needs.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

/// The real `sandbenchctl`, driven from outside. Thread: one.
namespace ctl {

struct Outcome
{
    int status = -1; ///< -1 = ended by a signal, or not at all.
    QByteArray out, err;
};

QString program();

/// Why the embedded engine does not work here, or empty. Asked once.
QString missingEngine();

/// Runs it to its end, 60 seconds at most.
Outcome run(const QStringList& arguments, const QByteArray& input = {});

/// Starts it and returns; the caller ends it. Never null.
std::unique_ptr<QProcess> start(const QStringList& arguments);

/// Any live process of this machine whose command line holds @p marker.
bool isAlive(const QByteArray& marker);

/// A folder with programs that goes at the end.
class Folder
{
public:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// Writes @p name and returns its path.
    QString write(const QString& name, const QByteArray& bytes) const;

    /// Empty where there is none.
    QByteArray read(const QString& name) const;

private:
    QTemporaryDir m_folder;
};

} // namespace ctl

/// Skips the test where no sandbox is possible, and fails it where one must be.
#define REQUIRE_LOCAL_ENGINE()                                                                     \
    do {                                                                                           \
        const auto why = ctl::missingEngine();                                                     \
        if (!why.isEmpty())                                                                        \
            SKIP_WITHOUT("local", qPrintable(why));                                                \
    } while (false)
