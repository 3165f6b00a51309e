// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/step_record.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbench::trace {

/// Lines at which to halt: the name of a file without its folders, and a line of it, from 1.
using Breakpoints = std::set<std::pair<std::string, int>>;

/// The steps of a program, any of which can be gone to. Steps count from 0. Texts are untrusted.
/// What stands in a variable at a step is found from that step back to the frame's beginning, or to
/// the next step of it that has all noted. No I/O. Thread: one at a time.
class StepTrace
{
public:
    StepTrace() = default;
    StepTrace(const StepTrace&) = delete; // texts are views into it
    StepTrace& operator=(const StepTrace&) = delete;
    StepTrace(StepTrace&&) = default;
    StepTrace& operator=(StepTrace&&) = default;

    /// Whatever a record says of depths: a frame whose call was not told begins with it.
    void add(const StepRecord& record);
    void clear() { *this = StepTrace(); }

    std::size_t size() const { return m_steps.size(); }

    struct Place
    {
        StepEvent event = StepEvent::Line;
        int thread = 0, depth = 0, line = 0;
        std::string_view file, function, text; ///< Until the next add().
    };
    /// @p step: less than size().
    Place place(std::size_t step) const;

    /// The frames of the step's thread, each with the step at which it stands; the innermost first.
    std::vector<std::size_t> stack(std::size_t step) const;

    struct Variable
    {
        std::string_view name, type, value; ///< Until the next add().
        bool isChanged = false; ///< In this step.
        bool isGone = false; ///< It was there before this step.
    };
    /// Of the frame that the step is in; in the order in which names first came up.
    std::vector<Variable> variables(std::size_t step) const;

    struct Output
    {
        bool isError = false;
        std::string_view text;
    };
    /// What was printed up to the step, its last @p most bytes at least, oldest first.
    std::vector<Output> outputUntil(std::size_t step, std::size_t most) const;

    /// The step after which @p step's line, and all that it called, has run: of the same thread,
    /// and no deeper. Nothing behind the last one. The others likewise.
    std::optional<std::size_t> over(std::size_t step) const;
    std::optional<std::size_t> out(std::size_t step) const; ///< Back in who called it.
    std::optional<std::size_t> backOver(std::size_t step) const;
    /// The next line, or the one before, at which there is a breakpoint.
    std::optional<std::size_t> nextBreak(std::size_t step, const Breakpoints& breakpoints) const;
    std::optional<std::size_t> backBreak(std::size_t step, const Breakpoints& breakpoints) const;

private:
    using Id = std::uint32_t;
    static constexpr Id kNone = ~Id(0);
    struct Change
    {
        Id name = 0, type = 0, value = 0; ///< value: kNone = gone.
    };
    struct Step
    {
        StepEvent event = StepEvent::Line;
        int thread = 0, depth = 0, line = 0;
        Id file = 0, function = 0, text = kNone;
        Id changesEnd = 0, outputEnd = 0; ///< They begin where those of the step before end.
        Id previous = kNone; ///< In its frame.
        Id caller = kNone; ///< The step at which the frame stands that called it.
        Id checkpoint = kNone; ///< In m_checkpoints.
        Id sinceCheckpoint = 0; ///< Steps of its frame.
    };
    struct Thread
    {
        std::vector<Id> tops; ///< The last step of each of its frames, outermost first.
        bool hasReturned = false; ///< The innermost has.
    };
    struct Said
    {
        bool isError = false;
        std::string text;
    };

    Id idOf(std::string_view text);
    void addChanges(const StepRecord& record);
    void enter(const StepRecord& record, Step& step);
    void noteAll(Step& step, Id number);
    std::vector<Change> changesOf(std::size_t step) const;
    std::map<Id, Change> stateOf(std::size_t step) const;
    std::optional<std::size_t>
    findBreak(std::size_t from, int direction, const Breakpoints& breakpoints) const;
    template <typename Is>
    std::optional<std::size_t> find(std::size_t from, int direction, Is is) const;

    std::vector<Step> m_steps;
    std::vector<Change> m_changes;
    std::vector<std::vector<Change>> m_checkpoints;
    std::vector<Said> m_output;
    std::map<int, Thread> m_threads;
    std::set<Id> m_files; ///< Those that steps were in.
    std::map<std::string, Id, std::less<>> m_ids;
    std::vector<std::string_view> m_texts; ///< By their ids; keys of m_ids.
};

} // namespace sandbench::trace
