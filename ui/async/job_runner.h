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
/// Thread: GUI.
class JobRunner : public QObject
{
    Q_OBJECT

public:
    /// What destruction does with the jobs that still run, after it has requested their stop.
    enum class Ending {
        Wait, ///< For calls that obey a stop request, as core's do within 100 ms.
        Abandon, ///< For calls into a file system, which may hang for ever: such a job must own
                 ///< all that it uses, and its result is dropped.
    };

    explicit JobRunner(Ending ending = Ending::Wait, QObject* parent = nullptr);
    ~JobRunner() override;

    bool isIdle() const { return m_sources.empty(); }

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

signals:
    /// The last of the jobs has ended and its result was taken.
    void idle();

private:
    struct Mailbox;

    void start(
        const std::stop_source& source, std::function<void()> work, std::function<void()> deliver);

    Ending m_ending;
    std::unique_ptr<QThreadPool> m_pool;
    std::shared_ptr<Mailbox> m_mailbox; // shared with the jobs, which may outlive us
    std::vector<std::stop_source> m_sources;
};

} // namespace sandbench::ui
