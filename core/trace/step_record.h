// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::trace {

/// What the tracer in the sandbox (resources/guest/steps/python.py) writes is one JSON object a
/// line, all of it untrusted:
///   {"e":"begin","python":"3.11.7"}
///   {"e":"line","t":0,"d":1,"f":"main.py","l":4,"n":"fib","v":[["n","int","3"]],"g":["old"],
///    "w":[[1,"printed\n"]],"r":"what it returned or raised"}
///   {"e":"end","why":"steps"}
/// e: call, line, return or exception; t: the thread, d: its frames below this one; v: variables
/// that changed, g: those that are gone; w: what was printed since the step before.
enum class StepEvent { Call, Line, Return, Exception };

struct StepVariable
{
    std::string name, type, value;
};

struct StepOutput
{
    bool isError = false; ///< The standard error, not the standard output.
    std::string text;
};

/// One step. A line is told before it runs: what it changed is told by the next step of its frame.
struct StepRecord
{
    StepEvent event = StepEvent::Line;
    int thread = 0, depth = 0;
    int line = 0; ///< From 1; 0 = before the first.
    std::string file; ///< Relative to the working folder.
    std::string function;
    std::vector<StepVariable> changed;
    std::vector<std::string> gone;
    std::vector<StepOutput> output;
    std::string text; ///< What was returned or raised; empty = nothing.
};

/// Why the tracer wrote no more, though the program went on.
enum class TraceEnd { Steps, Bytes, Recursion, Memory, Interrupted, Version };

/// Incremental parser of a trace. Hostile bytes: what is no step is skipped and counted, and past a
/// bound all is. No I/O. Thread: one at a time.
class StepReader
{
public:
    /// A little more than an honest tracer writes, see MOST_STEPS and MOST_BYTES there.
    static constexpr std::size_t kMostSteps = 100'000, kMostBytes = 20U << 20,
                                 kMostLineBytes = 1U << 20;
    static constexpr int kMostDepth = 100'000, kMostThreads = 10'000;
    /// Of a step. Units: bytes of each text, and how many.
    static constexpr std::size_t kMostNameBytes = 1000, kMostValueBytes = 1000,
                                 kMostOutputBytes = 64U << 10, kMostVariables = 200;

    explicit StepReader(std::function<void(StepRecord&&)> onStep);

    void feed(std::string_view bytes);

    const std::string& python() const { return m_python; } ///< "3.11.7"; empty before it was told.
    std::optional<TraceEnd> end() const { return m_end; }
    std::size_t steps() const { return m_steps; }
    std::size_t oddLines() const { return m_oddLines; }

private:
    void takeLine(std::string_view line);

    std::function<void(StepRecord&&)> m_onStep;
    std::string m_line; ///< As far as it came.
    bool m_isTooLong = false; ///< The line is, the rest of it is skipped.
    std::string m_python;
    std::optional<TraceEnd> m_end;
    std::size_t m_steps = 0, m_bytes = 0, m_oddLines = 0;
};

/// One line of a trace; nothing where it is no step.
std::optional<StepRecord> stepOf(std::string_view line);

} // namespace sandbench::trace
