// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

namespace {

/// Qt Test's watchdog is a detached thread: what it still holds while it ends would be called a
/// leak. Nobody can join it, so the end of the program waits a moment for it.
struct LastThread
{
    static bool isAlone()
    {
        std::error_code none;
        const std::filesystem::directory_iterator threads("/proc/self/task", none);
        return std::distance(begin(threads), end(threads)) < 2;
    }

    ~LastThread()
    {
        const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
        while (!isAlone() && std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
    }
};

const LastThread lastThread;

} // namespace
