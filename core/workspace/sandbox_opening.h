// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/image_store.h"
#include "core/workspace/sandbox_request.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::workspace {

/// What is opened, and who is told of it. Functions may be empty; they are called on the thread
/// that opens, as are those in the request (what it waits for, what installs print).
struct SandboxOpening
{
    SandboxRequest request = {};
    Engine* engine = nullptr; ///< Null = the one that the request names.
    /// It is closed after a single run, so that a pool may use it for another one of the caller, and
    /// others of the caller's wait for its end where the quota is used up.
    bool isForOneRun = false;
    /// What errors call an install command and a build: "--install".
    std::string installName = "install", buildName = "build";

    /// Lines for people, of untrusted text.
    std::function<void(std::string_view)> onNote = {};
    /// Asked before each pull and build; the function is destroyed when that is over.
    std::function<OnImageProgress()> showImage = {};
    /// It is open, and something is installed next.
    std::function<void(Session&)> onInstalling = {};
    /// That is over, well or not; if not, the session is about to go.
    std::function<void()> onInstalled = {};
};

/// Builds or fetches the image where it has to, opens the session, runs the installs and takes
/// their network away. Errors: those of the engine, its images and of Session::open();
/// ResourceExhausted for limits that do not fit its machine, with what would; Unavailable for an
/// install that failed, with the line that says why. An image that was built is in the request.
Result<std::unique_ptr<Session>>
openSandbox(Composition& parts, Engine& engine, SandboxOpening& opening, std::stop_token stop);

} // namespace sandbench::workspace
