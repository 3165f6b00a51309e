// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace sandbench::ui {

/// Runs blocking core calls on worker threads and brings their results back to the GUI thread.
/// One of the two places where threads meet (the other is EventRelay).
/// Destruction requests stop on every job and waits for it; core calls obey within 100 ms.
/// Thread: GUI.
class JobRunner : public QObject
{
    Q_OBJECT

public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// Runs @p work(stop_token) on a worker and then @p done(result) on the GUI thread, unless @p
    /// context is gone by then. Returns the handle that cancels the job; dropping it does not.
    template <typename Work, typename Done>
    std::stop_source run(QObject* context, Work work, Done done)
    {
        std::stop_source source;
        auto result
            = std::make_shared<std::optional<std::invoke_result_t<Work, std::stop_token>>>();
        start(
            source,
            [work = std::move(work), result, token = source.get_token()]() mutable {
                result->emplace(work(token));
            },
            [guard = QPointer<QObject>(context), done = std::move(done), result]() mutable {
                if (guard && *result)
                    done(std::move(**result));
            });
        return source;
    }

private:
    void start(
        const std::stop_source& source, std::function<void()> work, std::function<void()> deliver);

    QThreadPool m_pool;
    std::vector<std::stop_source> m_sources;
};

} // namespace sandbench::ui
