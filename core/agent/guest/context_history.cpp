// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/context_history.h"

#include "core/agent/guest/program_text.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace sandbench::guest {

static constexpr std::size_t kMostText = 200;
// What all copies may hold beside the context: of the sandbox's limit, or of the machine's memory.
static constexpr std::uint64_t kPartOfLimit = 4;
static constexpr std::uint64_t kPartOfMachine = 16;

namespace {

struct MemoryUse
{
    std::uint64_t residentBytes = 0;
    std::uint64_t ownBytes = 0; ///< Shared with no other process.
};

} // namespace

/// Nothing where it cannot be seen. Source: proc(5), smaps_rollup.
static std::optional<MemoryUse> memoryOf(pid_t pid)
{
    const auto text = readFile("/proc/" + std::to_string(pid) + "/smaps_rollup", 8U << 10);
    if (!text)
        return std::nullopt;
    const auto bytesAfter = [&text](std::string_view key) {
        std::uint64_t kibibytes = 0;
        auto at = text->find(key);
        if (at == std::string::npos)
            return kibibytes;
        at = text->find_first_not_of(' ', at + key.size());
        if (at != std::string::npos)
            std::from_chars(text->data() + at, text->data() + text->size(), kibibytes);
        return kibibytes << 10;
    };
    return MemoryUse{
        bytesAfter("\nRss:"), bytesAfter("\nPrivate_Clean:") + bytesAfter("\nPrivate_Dirty:")};
}

static std::uint64_t residentBytesOf(pid_t pid)
{
    const auto text = readFile("/proc/" + std::to_string(pid) + "/stat", 4U << 10);
    const auto process = text ? parseProcessStat(*text) : std::nullopt;
    return process ? process->residentPages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))
                   : 0;
}

static std::string firstLine(const std::string& path)
{
    const std::string text = readProgramText(path, 16U << 10);
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos)
        return {};
    const auto line = std::string_view(text).substr(begin);
    return std::string(line.substr(0, std::min(line.find_first_of("\r\n"), kMostText)));
}

ContextHistory::~ContextHistory()
{
    clear();
}

int ContextHistory::keep(Context& context, const std::string& path)
{
    measure(context); // where it was not done yet
    if (!isPrepared())
        ask(context);
    ++m_cells;
    if (Step* step = locate(m_cells)) // there may have been no copy at once
        step->text = firstLine(path);
    while (m_steps.size() > kMostSteps)
        dropOldest();
    return m_cells;
}

void ContextHistory::prepare(Context& context)
{
    if (!isPrepared() && context.canBeCopied() && !context.isBusy())
        ask(context);
}

void ContextHistory::ask(Context& context)
{
    Step step;
    step.number = m_cells + 1;
    step.residentBefore = residentBytesOf(context.pid());
    m_steps.push_back(std::move(step));
    context.copy([history = weak_from_this(), number = m_cells + 1,
                  name = context.name()](Result<ContextCopy> copied) {
        if (const auto self = history.lock())
            self->onCopied(number, name, std::move(copied));
    });
}

void ContextHistory::dropPrepared()
{
    if (!isPrepared())
        return;
    if (m_steps.back().copy)
        m_drop(std::move(m_steps.back().copy));
    m_steps.pop_back();
}

void ContextHistory::onCopied(int number, const std::string& name, Result<ContextCopy> copied)
{
    const auto step = std::find_if(m_steps.begin(), m_steps.end(), [number](const Step& asked) {
        return asked.number == number && !asked.copy;
    });
    if (step == m_steps.end())
        return;
    if (!copied)
        return forget(number);
    step->threads = copied->threads;
    step->sockets = copied->sockets;
    step->copy
        = std::make_unique<Context>(m_services, name, m_kernel, [this, number] { forget(number); });
    step->copy->adopt(std::move(copied->control), [](const Result<void>&) {});
}

void ContextHistory::measure(const Context& context)
{
    Step* last = locate(m_cells);
    if (!last || last->ownBytes != 0)
        return;
    // Of what the context has now, all but its own is shared with the copy; the rest of the copy is
    // shared with nothing later.
    const auto now = memoryOf(context.pid());
    const auto shared = now ? now->residentBytes - std::min(now->ownBytes, now->residentBytes) : 0;
    last->ownBytes
        = std::max<std::uint64_t>(1, last->residentBefore - std::min(shared, last->residentBefore));
    trim();
}

void ContextHistory::trim()
{
    struct sysinfo machine = {};
    ::sysinfo(&machine);
    const auto ofMachine = static_cast<std::uint64_t>(machine.totalram) * machine.mem_unit;
    const auto limit = m_services.groups.read().memoryLimitBytes.value_or(
        m_limitBytes ? m_limitBytes : ofMachine);
    const auto most = std::min(limit / kPartOfLimit, ofMachine / kPartOfMachine);
    const auto held = [this] {
        return std::accumulate(
            m_steps.begin(), m_steps.end(), std::uint64_t(0),
            [](std::uint64_t sum, const Step& step) { return sum + step.ownBytes; });
    };
    while (!m_steps.empty() && held() > most)
        dropOldest();
}

void ContextHistory::dropOldest()
{
    if (m_steps.empty())
        return;
    if (m_steps.front().copy)
        m_drop(std::move(m_steps.front().copy));
    m_steps.pop_front();
}

void ContextHistory::clear()
{
    while (!m_steps.empty())
        dropOldest();
    m_cells = 0;
}

void ContextHistory::forget(int number)
{
    std::erase_if(m_steps, [number](const Step& step) { return step.number == number; });
}

ContextHistory::Step* ContextHistory::locate(int number)
{
    if (number > m_cells)
        return nullptr;
    const auto found = std::find_if(m_steps.begin(), m_steps.end(), [&](const Step& step) {
        return step.number == (number == 0 ? m_cells : number);
    });
    return found == m_steps.end() ? nullptr : &*found;
}

Result<Context*> ContextHistory::find(int number)
{
    const Step* step = locate(number);
    if (!step || !step->copy || !step->copy->isReady())
        return Error(
            ErrorCode::NotFound,
            "there is no copy of the context before "
                + (number == 0 ? std::string("its last cell") : "cell " + std::to_string(number)));
    return step->copy.get();
}

Result<ContextHistory::Taken> ContextHistory::take(int number)
{
    SANDBENCH_TRY_VOID(find(number));
    Step* step = locate(number);
    Taken taken{std::move(step->copy), describe(*step)};
    m_cells = step->number - 1;
    while (!m_steps.empty() && m_steps.back().number > m_cells) {
        if (m_steps.back().copy)
            m_drop(std::move(m_steps.back().copy));
        m_steps.pop_back();
    }
    return taken;
}

Json ContextHistory::describe(const Step& step) const
{
    const auto changes = files ? files->changesSince(step.number) : FolderHistory::Changes();
    return {
        {"step", step.number},
        {"text", step.text},
        {"threads", step.threads},
        {"sockets", step.sockets},
        {"files_known", files && files->knows(step.number, m_cells)},
        {"files_back", changes.back},
        {"files_left", changes.left}};
}

Json ContextHistory::list() const
{
    Json steps = Json::array();
    for (const Step& step : m_steps)
        if (step.copy && step.number <= m_cells)
            steps.push_back(describe(step));
    return steps;
}

} // namespace sandbench::guest
