// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/engine_survey.h"

#include "app/cli/text.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/engine/docker/connections.h"
#include "core/engine/image_store.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/ssh/ssh_address.h"

#include <algorithm>
#include <chrono>
#include <future>

namespace sandbench::cli {
namespace {

constexpr std::chrono::seconds kPatience(20);

std::vector<EngineReport::Image>
surveyImages(Engine& engine, const LanguageCatalog& languages, const std::stop_token& stop)
{
    std::vector<EngineReport::Image> images;
    ImageStore* store = engine.images();
    if (!store)
        return images;
    for (const auto& language : languages.all()) {
        const auto name = defaultImage(&language);
        const auto same = std::find_if(
            images.begin(), images.end(), [&](const auto& image) { return image.name == name; });
        if (same != images.end()) {
            same->languages.push_back(language.id);
            continue;
        }
        const auto there = store->inspect(name, stop);
        images.push_back(
            {name, {language.id}, there.has_value(), there ? "" : there.error().text()});
    }
    return images;
}

void surveyCluster(
    KubernetesEngine& cluster, const std::string& wanted, EngineReport& report,
    const std::stop_token& stop)
{
    const auto api = cluster.api(stop);
    if (!api)
        return;
    const auto& connection = (*api)->connection();
    report.warnings = connection.warnings;
    report.warnings.insert(
        report.warnings.end(), connection.advice.begin(), connection.advice.end());
    report.namespaceName = wanted.empty() ? connection.namespaceName : wanted;
    for (const auto* rights :
         {&kubernetes::rightsOfSandboxes(), &kubernetes::furtherRights(),
          &kubernetes::rightsOfJobs()})
        if (auto missing = (*api)->missingRights(*rights, report.namespaceName, stop))
            report.missingRights.insert(
                report.missingRights.end(), missing->begin(), missing->end());
}

EngineReport survey(
    Engine& engine, const Composition& parts, const std::string& namespaceName,
    const std::stop_token& stop)
{
    EngineReport report;
    report.status = engine.probe(stop);
    if (engine.name() == "local")
        return report;
    if (auto ways = waysTo(engine.name(), parts.settings()))
        report.connections = *std::move(ways);
    if (auto* cluster = dynamic_cast<KubernetesEngine*>(&engine))
        surveyCluster(*cluster, namespaceName, report, stop);
    if (report.status.reachable && !stop.stop_requested())
        report.images = surveyImages(engine, parts.languages(), stop);
    return report;
}

Json imagesJson(const EngineReport& report)
{
    Json list = Json::array();
    for (const auto& image : report.images)
        list.push_back(
            {{"image", image.name},
             {"languages", image.languages},
             {"found", image.found},
             {"remedy", image.remedy}});
    return list;
}

Json connectionsJson(const EngineReport& report)
{
    Json list = Json::array();
    for (const auto& connection : report.connections)
        list.push_back(
            {{"name", connection.name},
             {"address", connection.address},
             {"source", connection.source}});
    return list;
}

Json rightsJson(const EngineReport& report)
{
    Json list = Json::array();
    for (const auto& right : report.missingRights)
        list.push_back({{"right", right.text()}, {"purpose", right.purpose}});
    return list;
}

std::string rightsText(const EngineReport& report)
{
    std::string text;
    for (const auto& right : report.missingRights)
        text += "      - may not " + right.text() + " in the namespace "
            + printable(report.namespaceName) + ", which is needed " + right.purpose + "\n";
    return text;
}

std::string hostText(const HostCapacity& host)
{
    if (host.memoryBytes == 0 && host.cpus == 0)
        return {};
    char cpus[32];
    std::snprintf(cpus, sizeof cpus, "%g", host.cpus);
    return "      machine: " + std::string(cpus) + " CPUs, " + formatSize(host.memoryBytes) + "\n";
}

std::string isolationText(const IsolationReport& isolation)
{
    std::string text;
    for (const auto& layer : isolation.layers)
        text += "      + " + layer + "\n";
    for (const auto& missing : isolation.missing)
        text += "      - " + missing.layer + ": " + missing.reason
            + (missing.remedy.empty() ? "" : "; " + missing.remedy) + "\n";
    return text;
}

} // namespace

Result<std::vector<EngineReport::Way>> waysTo(const std::string& engine, const Settings& settings)
{
    std::vector<EngineReport::Way> ways;
    // Programs of this machine.
    if (engine == "apptainer" || engine == "slurm")
        return ways;
    if (engine == "ssh") {
        for (const auto& way : ssh::savedMachines(settings))
            ways.push_back({way.name, way.endpoint.text(), way.source, way.text(), ways.empty()});
        return ways;
    }
    if (engine == "kubernetes") {
        const auto surroundings = kubernetes::KubeSurroundings::ofThisProcess();
        SANDBENCH_TRY(const auto contexts, kubernetes::findContexts(surroundings));
        const auto current = kubernetes::chooseContext({}, surroundings);
        for (const auto& way : contexts)
            ways.push_back(
                {way.context, way.address(), way.source, way.text(),
                 current && current->context == way.context});
        return ways;
    }
    SANDBENCH_TRY(
        const auto found,
        docker::findConnections(engine, settings, docker::Surroundings::ofThisProcess()));
    for (const auto& way : found)
        ways.push_back(
            {way.name, way.endpoint.text(), way.source, way.text(), &way == &found.front()});
    return ways;
}

std::vector<EngineReport>
surveyEngines(const Composition& parts, const std::string& namespaceName, std::stop_token stop)
{
    const auto engines = parts.engines().all();
    std::stop_source giveUp;
    const std::stop_callback forward(stop, [&giveUp] { giveUp.request_stop(); });
    std::vector<std::future<EngineReport>> asked;
    for (auto* const engine : engines)
        asked.push_back(std::async(std::launch::async, [&, engine] {
            return survey(*engine, parts, namespaceName, giveUp.get_token());
        }));
    const auto deadline = Clock::now() + kPatience;
    bool inTime = true;
    for (const auto& report : asked)
        inTime = report.wait_until(deadline) == std::future_status::ready && inTime;
    if (!inTime)
        giveUp.request_stop();
    std::vector<EngineReport> reports;
    for (auto& report : asked)
        reports.push_back(report.get());
    for (auto& report : reports) {
        auto& status = report.status;
        if (inTime || status.usable || stop.stop_requested())
            continue;
        status.problem = "it did not answer within " + std::to_string(kPatience.count())
            + " seconds" + (status.problem.empty() ? "" : " (" + status.problem + ")");
        status.remedy = "see how its service is, and try again";
    }
    return reports;
}

Json toJson(const EngineReport& report)
{
    const auto& status = report.status;
    Json missing = Json::array();
    for (const auto& layer : status.isolation.missing)
        missing.push_back(
            {{"layer", layer.layer}, {"reason", layer.reason}, {"remedy", layer.remedy}});
    return {
        {"engine", status.engine},
        {"usable", status.usable},
        {"reachable", status.reachable},
        {"version", status.version},
        {"problem", status.problem},
        {"remedy", status.remedy},
        {"connection", status.connection},
        {"host", {{"memory_bytes", status.host.memoryBytes}, {"cpus", status.host.cpus}}},
        {"isolation", {{"layers", status.isolation.layers}, {"missing", std::move(missing)}}},
        {"images", imagesJson(report)},
        {"connections", connectionsJson(report)},
        {"warnings", report.warnings},
        {"namespace", report.namespaceName},
        {"missing_rights", rightsJson(report)}};
}

std::string reportText(const EngineReport& report)
{
    const auto& status = report.status;
    const char* state = status.usable ? "works"
        : status.reachable            ? "answers, but no sandbox is possible"
                                      : "does not work";
    std::string text = "  " + status.engine + "  " + state
        + (status.version.empty() ? "" : ", " + printable(status.version)) + "\n";
    if (!status.usable)
        text += "      problem: " + printable(status.problem) + "\n"
            + (status.remedy.empty() ? "" : "      next step: " + printable(status.remedy) + "\n");
    if (!status.connection.empty())
        text += "      reached by " + printable(status.connection) + "\n";
    for (const auto& warning : report.warnings)
        text += "      warning: " + printable(warning) + "\n";
    text += rightsText(report);
    text += hostText(status.host) + isolationText(status.isolation);
    for (const auto& image : report.images)
        text += "      image " + image.name
            + (image.found ? " is there\n" : ": " + printable(image.remedy) + "\n");
    for (const auto& connection : report.connections)
        if (connection.text != status.connection)
            text += (status.connection.empty() ? "      connection: " : "      other connection: ")
                + printable(connection.name + "  " + connection.text) + "\n";
    return text;
}

} // namespace sandbench::cli
