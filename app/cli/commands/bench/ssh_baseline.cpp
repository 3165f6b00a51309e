// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "core/config/settings_file.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/net/ssh_tunnel.h"
#include "core/process/run_program.h"

#include <cstdlib>

namespace sandbench::cli {
namespace {

/// Each a login of its own.
class SshBaselines : public Baselines
{
public:
    SshBaselines(net::Endpoint machine, std::string program)
        : m_machine(std::move(machine))
        , m_program(std::move(program))
    {
    }

    std::string bareId() const override { return "baseline_ssh_python"; }
    std::string pythonPrefix() const override { return "baseline_ssh_"; }
    Result<double> bare() override { return python("pass", false); }
    Result<double> python(const std::string& code, bool drain) override
    {
        auto argv = net::sshCommand(m_machine, "python3 -c " + net::shellQuoted(code));
        argv.front() = m_program;
        return timeCommand({std::move(argv), false, drain});
    }

private:
    const net::Endpoint m_machine;
    const std::string m_program;
};

} // namespace

Result<std::unique_ptr<Baselines>> sshBaselines(const BenchOptions& options)
{
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    SANDBENCH_TRY(auto machine, ssh::chooseMachine(options.connection, settings));
    const char* path = std::getenv("PATH");
    auto program = programInPath("ssh", path != nullptr ? path : "/usr/bin:/bin");
    if (program.empty())
        return Error(ErrorCode::Unavailable, "there is no ssh; install the package openssh-client");
    return std::unique_ptr<Baselines>(
        std::make_unique<SshBaselines>(std::move(machine.endpoint), std::move(program)));
}

} // namespace sandbench::cli
