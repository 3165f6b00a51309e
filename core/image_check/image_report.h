// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What checks of an image said. No I/O. Thread: as a value.
namespace sandbench::image_check {

enum class State { Passed, Failed, NotChecked };
/// "passed", "not_checked"
std::string_view stateName(State state);

/// Partly foreign text, each of one line.
struct Finding
{
    std::string name;
    State state = State::NotChecked;
    std::string expected, got; ///< Of State::Failed.
    std::string why; ///< Of State::NotChecked.
    double seconds = 0;

    static Finding passed(std::string name);
    static Finding failed(std::string name, std::string expected, std::string_view got);
    static Finding notChecked(std::string name, std::string_view why);
};

struct ImageReport
{
    std::string image, engine;
    std::vector<Finding> findings; ///< In the order of the file.
    std::optional<Error> problem; ///< Why there was no sandbox, or it was stopped.
    double seconds = 0;

    std::size_t count(State state) const;
    bool hasFailed() const { return count(State::Failed) > 0; }
};

/// Schema "sandbench.image_check/1": {schema, passed, images: [{image, engine, passed, counts,
/// problem, seconds, checks: [{name, state, expected, got, why, seconds}]}]}
Json toJson(const std::vector<ImageReport>& reports);

/// The same for programs that read JUnit's XML: a test suite for each image; what was not checked
/// is a skipped test. Bytes that XML cannot hold are replaced.
std::string junitXml(const std::vector<ImageReport>& reports);

} // namespace sandbench::image_check
