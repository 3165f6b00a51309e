// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench {
class Composition;
}

namespace sandbench::cli {

struct BenchOptions;

/// Units: milliseconds.
inline double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// How long @p work takes that gives a Result<void>. Units: milliseconds.
template <typename Work> Result<double> timed(Work work)
{
    const auto begin = Clock::now();
    SANDBENCH_TRY_VOID(work());
    return since(begin);
}

/// Of this program, in physical memory. Source: proc(5), statm. Units: megabytes.
double residentMegabytes();

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
    /// A sandbox without us for one program, from nothing until both are gone. Units: milliseconds.
    virtual std::string onceId() const { return bareId(); }
    virtual Result<double> once() { return bare(); }
    /// `python3 -c @p code` without us, @p drain: all its output is read. Units: milliseconds.
    virtual Result<double> python(const std::string& code, bool drain) = 0;
    /// A line to a program where the sandboxes are and back, where that is another machine or a
    /// program between. Units: milliseconds.
    virtual Result<double> roundTrip()
    {
        return Error(ErrorCode::Unsupported, "the sandboxes are on this machine");
    }
};

/// A bare `bwrap … python3 -c pass` as an unprivileged user, which is what any sandbox of this kind
/// costs at least, and python of the host. Errors: Unavailable when one of them is missing.
std::unique_ptr<Baselines> hostBaselines();

/// What a container engine's own API costs: a container without any of our layers, and an exec in
/// one, which is removed with this. Errors: those of the connection; NotFound for the image.
Result<std::unique_ptr<Baselines>>
engineBaselines(const BenchOptions& options, std::stop_token stop);

/// What a cluster's own tools cost: a sandbox's pod until it is ready, and `kubectl exec` in one,
/// which is removed with this. Errors: those of the connection and of a pod that does not run;
/// later also Unavailable without kubectl.
Result<std::unique_ptr<Baselines>>
kubernetesBaselines(const BenchOptions& options, std::stop_token stop);

/// A login and a program on the machine of an ssh engine. Errors: those of the connection's name;
/// Unavailable without ssh.
Result<std::unique_ptr<Baselines>> sshBaselines(const BenchOptions& options);

/// `apptainer exec` with the image of @p options, and the same in a job of its own by `srun`.
/// Errors: those of the image; Unavailable without the programs.
Result<std::unique_ptr<Baselines>>
apptainerBaselines(Composition& parts, const BenchOptions& options, std::stop_token stop);
Result<std::unique_ptr<Baselines>>
slurmBaselines(Composition& parts, const BenchOptions& options, std::stop_token stop);

} // namespace sandbench::cli
