// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace sandbench::ui {

class ChecksPanel;
class ImagePull;
class PackageInstalls;
class SessionController;
class SessionList;
class SessionOpener;
class TaskList;

/// What tells a TaskList of work that has signals of its own: other work is begun by runTask().
/// @p tasks outlives all of it. Thread: GUI.

/// Openings and runs of every session. @p titleOf: of the program that runs, safe to show.
void feedSessions(
    TaskList& tasks, SessionList& sessions,
    const std::function<QString(const SessionController&)>& titleOf);
/// Pulls of images: of one widget, and of all that dialogs begin.
void feedPull(TaskList& tasks, ImagePull& pull);
void feedPulls(TaskList& tasks, SessionOpener& opener);
void feedInstalls(TaskList& tasks, PackageInstalls& installs);
void feedChecks(TaskList& tasks, ChecksPanel& checks);

} // namespace sandbench::ui
