// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace sandbench::cli {

/// Units: milliseconds.
inline double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// A command on the host, to compare with.
struct Command
{
    std::vector<std::string> argv; ///< argv[0] is a path.
    bool asNobody = false; ///< Give up root first, if we are root.
    bool drain = false; ///< Read its output through a pipe; otherwise it goes to /dev/null.
};

/// Runs it to its end. Units: milliseconds. Errors: Io, Unavailable when it does not exit with 0.
/// Thread: one at a time (it forks).
Result<double> timeCommand(const Command& command);

/// A bare `bwrap … python3 -c pass` as an unprivileged user: what any sandbox of this kind costs at
/// least. Errors: Unavailable when one of them is missing.
Result<Command> bareSandbox();

/// `python3 -c @p code` on the host. Errors: Unavailable.
Result<Command> hostPython(const std::string& code);

/// What the steps of a bench are compared with. A problem of one is the row's, not the bench's.
/// Thread: one.
class Baselines
{
public:
    virtual ~Baselines() = default;
    /// Of the rows: "baseline_bwrap_python" …
    virtual std::string bareId() const = 0;
    /// "baseline_host_" or "baseline_engine_exec_".
    virtual std::string pythonPrefix() const = 0;
    /// A sandbox without us. Units: milliseconds.
    virtual Result<double> bare() = 0;
    /// `python3 -c @p code` without us, @p drain: all its output is read. Units: milliseconds.
    virtual Result<double> python(const std::string& code, bool drain) = 0;
};

/// bwrap and python of the host.
class HostBaselines : public Baselines
{
public:
    std::string bareId() const override { return "baseline_bwrap_python"; }
    std::string pythonPrefix() const override { return "baseline_host_"; }
    Result<double> bare() override;
    Result<double> python(const std::string& code, bool drain) override;
};

} // namespace sandbench::cli
