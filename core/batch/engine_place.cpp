// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_item.h"
#include "core/batch/batch_place.h"
#include "core/workspace/pool/clean_sandbox.h"
#include "core/workspace/requests.h"

#include <map>
#include <mutex>

namespace sandbench::batch {
namespace {

using workspace::HostedSandbox;

constexpr std::size_t kMostKept = 8; ///< Besides those that lines run in.
constexpr const char* kReused
    = "reuse fork: other lines ran in this sandbox before; its folders were emptied in between";

/// Sandboxes of an engine: opened for a line, or kept from one line to the next. Thread: any.
class Supply
{
public:
    Supply(workspace::Workspace& workspace, const EnginePlaceOptions& options)
        : m_workspace(workspace)
        , m_options(options)
    {
    }

    struct Taken
    {
        std::shared_ptr<HostedSandbox> sandbox;
        workspace::Untouched untouched = {}; ///< Only where it may be used again.
        bool wasUsed = false;
    };

    /// Errors: those of what is asked for, before any engine is.
    Result<void> check(const std::string& language) { return withoutValue(requestFor(language)); }

    Result<Taken> take(const std::string& language, const std::stop_token& stop)
    {
        if (auto kept = takeKept(language); kept.sandbox)
            return kept;
        SANDBENCH_TRY(auto request, requestFor(language));
        if (m_options.reuse != Reuse::Fork)
            request.session.warm = Warm::Never; // no program follows the first
        SANDBENCH_TRY(auto sandbox, m_options.open(std::move(request), stop));
        Taken taken{std::move(sandbox)};
        if (m_options.reuse != Reuse::Fork)
            return taken;
        auto untouched = workspace::lookAtUntouched(taken.sandbox->session(), stop);
        if (untouched) {
            taken.untouched = *std::move(untouched);
            return taken;
        }
        close(*taken.sandbox);
        return std::move(untouched.error());
    }

    /// @p isGood: nothing speaks against another line in it.
    void giveBack(Taken taken, const std::string& language, bool isGood)
    {
        if (m_options.reuse == Reuse::Fork && isGood
            && workspace::cleanSandbox(taken.sandbox->session(), taken.untouched, {})) {
            taken.wasUsed = true;
            const std::lock_guard lock(m_mutex);
            m_kept.emplace(language, std::move(taken));
            return;
        }
        close(*taken.sandbox);
    }

private:
    Taken takeKept(const std::string& language)
    {
        Taken taken;
        bool isIt = false;
        {
            const std::lock_guard lock(m_mutex);
            auto at = m_kept.find(language);
            isIt = at != m_kept.end();
            // Before another one is opened, one of another language makes room.
            if (!isIt && m_kept.size() >= kMostKept)
                at = m_kept.begin();
            if (at == m_kept.end())
                return {};
            taken = std::move(at->second);
            m_kept.erase(at);
        }
        if (isIt)
            return taken;
        close(*taken.sandbox);
        return {};
    }

    Result<workspace::SandboxRequest> requestFor(const std::string& language)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_requests.find(language); known != m_requests.end())
            return known->second;
        SANDBENCH_TRY(const auto found, m_workspace.parts().languages().find(language));
        auto said = m_options.said;
        said["language"] = found.id;
        SANDBENCH_TRY(auto request, workspace::readSandbox(m_workspace.parts(), said));
        return m_requests.emplace(language, std::move(request)).first->second;
    }

    /// What is left behind is the engine's to say, and the next command's to find.
    void close(const HostedSandbox& sandbox)
    {
        (void)m_workspace.sandboxes().close(workspace::userCaller(), sandbox.id());
    }

    workspace::Workspace& m_workspace;
    const EnginePlaceOptions& m_options;
    std::mutex m_mutex; ///< Of the rest.
    std::map<std::string, workspace::SandboxRequest> m_requests; ///< By language.
    std::multimap<std::string, Taken> m_kept; ///< The same.
};

/// What the program prints goes into the record alone.
class NoSink : public RunSink
{
};

class EngineBench : public Bench
{
public:
    EngineBench(
        Supply& supply, const Composition& parts, bool gateConfirmed, Supply::Taken taken,
        std::string language)
        : m_supply(supply)
        , m_parts(parts)
        , m_gateConfirmed(gateConfirmed)
        , m_taken(std::move(taken))
        , m_language(std::move(language))
    {
    }
    ~EngineBench() override { m_supply.giveBack(std::move(m_taken), m_language, m_isGood); }

    Result<RunRecord>
    run(const Json& program, std::uint64_t keep, const std::stop_token& stop) override
    {
        SANDBENCH_TRY(auto asked, workspace::readRun(m_parts, m_taken.sandbox->asked(), program));
        auto& request = asked.request;
        request.gateConfirmed = m_gateConfirmed;
        request.keepBytes = keep;
        request.isObserved = false; // files that it writes are nobody's business
        NoSink sink;
        auto record = m_taken.sandbox->session().run(request, sink, stop);
        m_isGood = m_isGood && record && record->verdict != Verdict::AgentLost;
        return record;
    }

    /// The sandbox is there: what it has not, no other one has.
    bool blamesProgram(const Error& error) const override
    {
        return error.code() != ErrorCode::Timeout && error.code() != ErrorCode::Protocol
            && error.code() != ErrorCode::Io;
    }

    std::vector<std::string> relaxed() const override
    {
        return m_taken.wasUsed ? std::vector<std::string>{kReused} : std::vector<std::string>{};
    }

private:
    Supply& m_supply;
    const Composition& m_parts;
    const bool m_gateConfirmed;
    Supply::Taken m_taken;
    const std::string m_language;
    bool m_isGood = true;
};

class EnginePlace : public Place
{
public:
    EnginePlace(workspace::Workspace& workspace, EnginePlaceOptions options)
        : m_workspace(workspace)
        , m_options(std::move(options))
        , m_supply(workspace, m_options)
    {
    }

    std::string name() const override { return m_options.name; }
    Result<void> check(const std::string& language) override { return m_supply.check(language); }
    Result<std::unique_ptr<Bench>>
    open(const std::string& language, const std::stop_token& stop) override
    {
        SANDBENCH_TRY(auto taken, m_supply.take(language, stop));
        return std::make_unique<EngineBench>(
            m_supply, m_workspace.parts(), m_options.gateConfirmed, std::move(taken), language);
    }

private:
    workspace::Workspace& m_workspace;
    const EnginePlaceOptions m_options;
    Supply m_supply;
};

} // namespace

std::unique_ptr<Place> makeEnginePlace(workspace::Workspace& workspace, EnginePlaceOptions options)
{
    return std::make_unique<EnginePlace>(workspace, std::move(options));
}

} // namespace sandbench::batch
