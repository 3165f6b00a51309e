// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/step_trace.h"

#include <algorithm>
#include <utility>

namespace sandbench::trace {

static constexpr std::uint32_t kStepsToCheckpoint = 256;

/// Of a file, without its folders.
static std::string_view nameOf(std::string_view path)
{
    path.remove_prefix(path.rfind('/') + 1);
    return path;
}

StepTrace::Id StepTrace::idOf(std::string_view text)
{
    auto at = m_ids.find(text);
    if (at == m_ids.end()) {
        at = m_ids.emplace(std::string(text), static_cast<Id>(m_texts.size())).first;
        m_texts.push_back(at->first);
    }
    return at->second;
}

void StepTrace::add(const StepRecord& record)
{
    Step step;
    step.event = record.event;
    step.thread = record.thread;
    step.line = record.line;
    step.file = idOf(record.file);
    m_files.insert(step.file);
    step.function = idOf(record.function);
    if (!record.text.empty())
        step.text = idOf(record.text);
    addChanges(record);
    for (const auto& output : record.output)
        m_output.push_back({output.isError, output.text});
    step.changesEnd = static_cast<Id>(m_changes.size());
    step.outputEnd = static_cast<Id>(m_output.size());
    enter(record, step);
    m_steps.push_back(step);
    if (step.sinceCheckpoint >= kStepsToCheckpoint)
        noteAll(m_steps.back(), static_cast<Id>(m_steps.size() - 1));
}

void StepTrace::addChanges(const StepRecord& record)
{
    for (const auto& variable : record.changed)
        m_changes.push_back({idOf(variable.name), idOf(variable.type), idOf(variable.value)});
    for (const auto& name : record.gone)
        m_changes.push_back({idOf(name), 0, kNone});
}

// Finds the frame of the step that is about to be added.
void StepTrace::enter(const StepRecord& record, Step& step)
{
    const auto number = static_cast<Id>(m_steps.size());
    Thread& thread = m_threads[record.thread];
    auto& tops = thread.tops;
    if (std::exchange(thread.hasReturned, record.event == StepEvent::Return))
        tops.pop_back();
    const auto depth = std::min(static_cast<std::size_t>(record.depth), tops.size());
    tops.resize(std::min(tops.size(), record.event == StepEvent::Call ? depth : depth + 1));
    if (tops.size() == depth)
        tops.push_back(kNone);
    step.depth = static_cast<int>(depth);
    step.caller = depth > 0 ? tops[depth - 1] : kNone;
    step.previous = tops.back();
    step.sinceCheckpoint = step.previous == kNone ? 0 : m_steps[step.previous].sinceCheckpoint + 1;
    tops.back() = number;
}

void StepTrace::noteAll(Step& step, Id number)
{
    std::vector<Change> all;
    for (const auto& [name, change] : stateOf(number))
        all.push_back(change);
    step.checkpoint = static_cast<Id>(m_checkpoints.size());
    step.sinceCheckpoint = 0;
    m_checkpoints.push_back(std::move(all));
}

std::vector<StepTrace::Change> StepTrace::changesOf(std::size_t step) const
{
    const auto begin = step == 0 ? 0 : m_steps[step - 1].changesEnd;
    return {m_changes.begin() + begin, m_changes.begin() + m_steps[step].changesEnd};
}

std::map<StepTrace::Id, StepTrace::Change> StepTrace::stateOf(std::size_t step) const
{
    std::map<Id, Change> state;
    for (auto at = static_cast<Id>(step); at != kNone; at = m_steps[at].previous) {
        const auto checkpoint = m_steps[at].checkpoint;
        for (const auto& change : checkpoint == kNone ? changesOf(at) : m_checkpoints[checkpoint])
            state.emplace(change.name, change); // a later one is there already
        if (checkpoint != kNone)
            break;
    }
    std::erase_if(state, [](const auto& entry) { return entry.second.value == kNone; });
    return state;
}

StepTrace::Place StepTrace::place(std::size_t step) const
{
    const Step& at = m_steps[step];
    return {
        at.event,
        at.thread,
        at.depth,
        at.line,
        m_texts[at.file],
        m_texts[at.function],
        at.text == kNone ? std::string_view() : m_texts[at.text]};
}

std::vector<std::size_t> StepTrace::stack(std::size_t step) const
{
    std::vector<std::size_t> frames;
    for (auto at = static_cast<Id>(step); at != kNone; at = m_steps[at].caller)
        frames.push_back(at);
    return frames;
}

std::vector<StepTrace::Variable> StepTrace::variables(std::size_t step) const
{
    auto state = stateOf(step);
    std::map<Id, bool> changed; // and whether it is gone
    for (const auto& change : changesOf(step)) {
        changed[change.name] = change.value == kNone;
        if (change.value == kNone)
            state[change.name] = change;
    }
    std::vector<Variable> variables;
    for (const auto& [name, change] : state) {
        const bool isGone = change.value == kNone;
        const auto text = [&](Id id) { return isGone ? std::string_view() : m_texts[id]; };
        variables.push_back(
            {m_texts[name], text(change.type), text(change.value), changed.contains(name), isGone});
    }
    return variables;
}

std::vector<StepTrace::Output> StepTrace::outputUntil(std::size_t step, std::size_t most) const
{
    std::vector<Output> output;
    std::size_t bytes = 0;
    for (auto at = m_steps[step].outputEnd; at > 0 && bytes < most; --at) {
        output.push_back({m_output[at - 1].isError, m_output[at - 1].text});
        bytes += m_output[at - 1].text.size();
    }
    std::reverse(output.begin(), output.end());
    return output;
}

template <typename Is>
std::optional<std::size_t> StepTrace::find(std::size_t from, int direction, Is is) const
{
    // Before the first one there is a number that is larger than all.
    for (auto at = from + static_cast<std::size_t>(direction); at < m_steps.size();
         at += static_cast<std::size_t>(direction))
        if (is(m_steps[at]))
            return at;
    return {};
}

std::optional<std::size_t> StepTrace::over(std::size_t step) const
{
    const Step from = m_steps[step];
    return find(step, 1, [&](const Step& at) {
        return at.thread == from.thread && at.depth <= from.depth;
    });
}

std::optional<std::size_t> StepTrace::out(std::size_t step) const
{
    const Step from = m_steps[step];
    return find(
        step, 1, [&](const Step& at) { return at.thread == from.thread && at.depth < from.depth; });
}

std::optional<std::size_t> StepTrace::backOver(std::size_t step) const
{
    const Step from = m_steps[step];
    return find(step, -1, [&](const Step& at) {
        return at.thread == from.thread && at.depth <= from.depth;
    });
}

std::optional<std::size_t>
StepTrace::nextBreak(std::size_t step, const Breakpoints& breakpoints) const
{
    return findBreak(step, 1, breakpoints);
}

std::optional<std::size_t>
StepTrace::backBreak(std::size_t step, const Breakpoints& breakpoints) const
{
    return findBreak(step, -1, breakpoints);
}

std::optional<std::size_t>
StepTrace::findBreak(std::size_t from, int direction, const Breakpoints& breakpoints) const
{
    std::set<std::pair<Id, int>> lines;
    for (const Id file : m_files)
        for (const auto& [name, line] : breakpoints)
            if (nameOf(m_texts[file]) == name)
                lines.emplace(file, line);
    if (lines.empty())
        return {};
    return find(from, direction, [&](const Step& at) {
        return at.event == StepEvent::Line && lines.contains({at.file, at.line});
    });
}

} // namespace sandbench::trace
