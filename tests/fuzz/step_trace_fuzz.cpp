// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/trace/step_record.h"
#include "core/trace/step_trace.h"
#include "tests/fuzz/require.h"

#include <string>

using namespace sandbench;
using namespace sandbench::trace;

namespace {

/// The steps, and how it ended.
std::string readAll(std::string_view bytes, std::size_t step, StepTrace& steps)
{
    std::string all;
    StepReader reader([&](const StepRecord& record) {
        require(record.depth >= 0 && record.depth <= StepReader::kMostDepth && record.line >= 0);
        require(isValidUtf8(record.file) && isValidUtf8(record.function));
        require(record.changed.size() <= StepReader::kMostVariables);
        all += std::to_string(record.line) + record.file + record.text;
        for (const auto& variable : record.changed) {
            require(isValidUtf8(variable.name) && isValidUtf8(variable.value));
            require(variable.value.size() <= StepReader::kMostValueBytes);
            all += variable.name + variable.value;
        }
        steps.add(record);
    });
    while (!bytes.empty()) {
        const auto piece = bytes.substr(0, step);
        reader.feed(piece);
        bytes.remove_prefix(piece.size());
    }
    return all + reader.python() + std::to_string(reader.oddLines());
}

/// Every step can be gone to, whatever the trace says.
void goThrough(const StepTrace& steps)
{
    const Breakpoints breakpoints = {{"main.py", 2}};
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto stack = steps.stack(step);
        require(!stack.empty() && stack.front() == step);
        require(static_cast<std::size_t>(steps.place(step).depth) + 1 == stack.size());
        for (const auto frame : stack)
            require(frame <= step && steps.place(frame).thread == steps.place(step).thread);
        (void)steps.variables(step);
        (void)steps.outputUntil(step, 100);
        const auto over = steps.over(step), out = steps.out(step), back = steps.backOver(step);
        require((!over || *over > step) && (!out || *out > step) && (!back || *back < step));
        require(!out || (over && *over <= *out));
        const auto next = steps.nextBreak(step, breakpoints);
        require(!next || steps.place(*next).line == 2);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t step = size == 0 ? 1 : 1 + data[size - 1] % 13;
    StepTrace whole, dripped;
    require(readAll(bytes, size + 1, whole) == readAll(bytes, step, dripped));
    require(whole.size() == dripped.size());
    goThrough(whole);
    return 0;
}
