// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "core/engine/docker/docker_api.h"
#include "core/engine/docker/docker_image_store.h"
#include "core/engine/ownership.h"
#include "core/language/language.h"

#include <array>
#include <chrono>

namespace sandbench::cli {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);

Result<void> drain(ByteStream& stream)
{
    std::array<char, 65536> chunk;
    for (;;) {
        SANDBENCH_TRY(const auto count, stream.read(chunk, kPatience));
        if (count == 0)
            return {};
    }
}

class EngineBaselines : public Baselines
{
public:
    static Result<std::unique_ptr<Baselines>>
    create(const BenchOptions& options, std::stop_token stop);
    ~EngineBaselines() override;

    std::string bareId() const override { return "baseline_engine_create_start"; }
    std::string pythonPrefix() const override { return "baseline_engine_exec_"; }
    std::string onceId() const override { return "baseline_engine_run_rm"; }
    Result<double> bare() override;
    Result<double> once() override;
    Result<double> python(const std::string& code, bool drain) override;

private:
    EngineBaselines() = default;
    Result<std::string> create(const Json& command, const Json& host);
    Result<std::string> startContainer();
    void removeContainer(const std::string& id);

    std::shared_ptr<docker::DockerApi> m_api;
    std::string m_image, m_container;
    std::stop_token m_stop;
};

Result<std::unique_ptr<Baselines>>
EngineBaselines::create(const BenchOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    SANDBENCH_TRY(
        const auto connection,
        docker::chooseConnection(
            options.engine, options.connection, settings, docker::Surroundings::ofThisProcess()));
    std::unique_ptr<EngineBaselines> baselines(new EngineBaselines);
    SANDBENCH_TRY(baselines->m_api, docker::DockerApi::connect(connection, stop));
    const auto image = options.image.empty() ? defaultImage(nullptr) : options.image;
    SANDBENCH_TRY(const auto found, docker::makeImageStore(baselines->m_api)->inspect(image, stop));
    baselines->m_image = found.id;
    baselines->m_stop = stop;
    SANDBENCH_TRY(baselines->m_container, baselines->startContainer());
    return std::unique_ptr<Baselines>(std::move(baselines));
}

EngineBaselines::~EngineBaselines()
{
    removeContainer(m_container);
}

Result<std::string> EngineBaselines::create(const Json& command, const Json& host)
{
    const Json body
        = {{"Image", m_image},
           {"Cmd", command},
           {"Labels",
            {{label::kSession, "bench"},
             {label::kOwner, ownerOfThisProcess()},
             {label::kLease, "60"}}},
           {"HostConfig", host}};
    SANDBENCH_TRY(const auto made, m_api->post("/containers/create", {}, body, m_stop));
    return jsonString(made, "Id");
}

Result<std::string> EngineBaselines::startContainer()
{
    SANDBENCH_TRY(
        const auto id, create({"sleep", "600"}, {{"NetworkMode", "none"}, {"AutoRemove", true}}));
    const auto started = m_api->post("/containers/" + id + "/start", {}, nullptr, m_stop);
    if (!started) {
        removeContainer(id);
        return started.error();
    }
    return id;
}

void EngineBaselines::removeContainer(const std::string& id)
{
    // Without the stop token: what was made goes also when the bench is cancelled.
    if (!id.empty())
        (void)m_api->remove("/containers/" + id, {{"force", "1"}, {"v", "1"}}, {}).has_value();
}

Result<double> EngineBaselines::bare()
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(const auto id, startContainer());
    const double took = since(begin);
    removeContainer(id);
    return took;
}

// What `docker run --rm` asks of its engine, in the engine's usual network.
Result<double> EngineBaselines::once()
{
    const auto begin = Clock::now();
    SANDBENCH_TRY(const auto id, create({"python3", "-c", "pass"}, Json::object()));
    const auto path = "/containers/" + id;
    const auto run = [&]() -> Result<void> {
        SANDBENCH_TRY(
            const auto output,
            m_api->upgrade(
                path + "/attach", {{"stream", "1"}, {"stdout", "1"}, {"stderr", "1"}}, {}, m_stop));
        SANDBENCH_TRY_VOID(m_api->post(path + "/start", {}, nullptr, m_stop));
        SANDBENCH_TRY_VOID(drain(*output));
        SANDBENCH_TRY(const auto ended, m_api->post(path + "/wait", {}, nullptr, m_stop));
        return jsonInt(ended, "StatusCode", -1) == 0
            ? Result<void>()
            : Error(ErrorCode::Unavailable, "python3 of the image did not run to its end");
    };
    const auto done = run();
    removeContainer(id);
    if (!done)
        return done.error();
    return since(begin);
}

Result<double> EngineBaselines::python(const std::string& code, bool)
{
    const Json what
        = {{"AttachStdout", true}, {"AttachStderr", true}, {"Cmd", {"python3", "-c", code}}};
    const auto begin = Clock::now();
    SANDBENCH_TRY(
        const auto made, m_api->post("/containers/" + m_container + "/exec", {}, what, m_stop));
    const auto exec = "/exec/" + jsonString(made, "Id");
    SANDBENCH_TRY(
        const auto stream,
        m_api->upgrade(exec + "/start", {}, {{"Detach", false}, {"Tty", false}}, m_stop));
    SANDBENCH_TRY_VOID(drain(*stream));
    const double took = since(begin);
    SANDBENCH_TRY(const auto state, m_api->get(exec + "/json", {}, m_stop));
    if (!jsonBool(state, "Running", true) && jsonInt(state, "ExitCode", -1) != 0)
        return Error(ErrorCode::Unavailable, "python3 of the image did not run to its end");
    return took;
}

} // namespace

Result<std::unique_ptr<Baselines>>
engineBaselines(const BenchOptions& options, std::stop_token stop)
{
    return EngineBaselines::create(options, std::move(stop));
}

} // namespace sandbench::cli
