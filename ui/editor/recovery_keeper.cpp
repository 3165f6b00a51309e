// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/recovery_keeper.h"

#include "ui/async/job_runner.h"
#include "ui/common/text.h"

#include <utility>

namespace sandbench::ui {

RecoveryKeeper::RecoveryKeeper(JobRunner& jobs, std::shared_ptr<Recovery> store, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_store(std::move(store))
{
}

void RecoveryKeeper::takeLost(std::function<void(const QList<Recovery::Document>&)> done)
{
    m_takeLost = std::move(done);
    next();
}

void RecoveryKeeper::keep(const Recovery::Document& document)
{
    m_waiting.insert_or_assign(document.id, document);
    next();
}

void RecoveryKeeper::forget(const QString& id)
{
    m_waiting.insert_or_assign(id, std::nullopt);
    next();
}

void RecoveryKeeper::next()
{
    if (m_busy)
        return;
    if (m_takeLost) {
        m_busy = true;
        m_jobs.run(
            this, [store = m_store](std::stop_token) { return store->takeLost(); },
            [this,
             done = std::exchange(m_takeLost, nullptr)](const QList<Recovery::Document>& lost) {
                m_busy = false;
                done(lost);
                finish({});
            });
    } else if (!m_waiting.empty()) {
        m_busy = true;
        m_jobs.run(
            this,
            [store = m_store, changes = std::exchange(m_waiting, {})](std::stop_token) {
                Result<void> written;
                for (const auto& [id, document] : changes) {
                    if (!document)
                        store->forget(id);
                    else if (auto kept = store->keep(*document); !kept)
                        written = std::move(kept);
                }
                return written;
            },
            [this](const Result<void>& written) {
                m_busy = false;
                finish(written);
            });
    }
}

void RecoveryKeeper::finish(const Result<void>& written)
{
    const bool wasFailing = std::exchange(m_failing, !written);
    if (!written && !wasFailing)
        emit failed(toQString(written.error().text()));
    next();
    if (!m_busy)
        emit idle();
}

} // namespace sandbench::ui
