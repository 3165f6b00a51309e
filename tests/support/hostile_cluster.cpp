// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_cluster.h"

#include "core/engine/kubernetes/channel.h"

namespace sandbench::test {

namespace {

bool isAbout(const Conversation& peer, std::string_view verb, std::string_view end = {})
{
    return peer.line.starts_with(verb) && peer.path().ends_with(end);
}

/// The pod as its node would have it.
Json running(Json pod)
{
    const auto name = jsonString(pod.at("spec").at("containers").at(0), "name");
    const Json started = {{"startedAt", "2026-01-01T00:00:00Z"}};
    pod["spec"]["nodeName"] = "node1";
    pod["status"]
        = {{"phase", "Running"},
           {"hostIP", "192.0.2.7"},
           {"containerStatuses",
            {{{"name", name},
              {"ready", true},
              {"restartCount", 0},
              {"state", {{"running", started}}}}}}};
    return pod;
}

} // namespace

bool watchesPods(const Conversation& peer)
{
    return peer.path().ends_with("/pods") && peer.line.find("watch=1") != std::string::npos;
}

std::string statusText(int code, const std::string& message)
{
    return writeJson(
        {{"kind", "Status"}, {"status", "Failure"}, {"code", code}, {"message", message}});
}

HostileCluster::HostileCluster()
    : m_server([this](Conversation& peer) { serve(peer); }, HostileHttpServer::Listen::Tcp)
{
}

kubernetes::KubeConnection HostileCluster::connection() const
{
    kubernetes::KubeConnection connection;
    connection.context = "hostile";
    connection.user = "somebody";
    connection.endpoint = m_server.endpoint();
    connection.credentials.token = "secret";
    connection.source = "a test";
    return connection;
}

void HostileCluster::setFault(Fault fault)
{
    const std::lock_guard lock(m_mutex);
    m_fault = std::move(fault);
}

void HostileCluster::setProgram(Program program)
{
    const std::lock_guard lock(m_mutex);
    m_program = std::move(program);
}

std::vector<std::string> HostileCluster::objects() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> paths;
    for (const auto& [path, object] : m_objects)
        paths.push_back(path);
    return paths;
}

void HostileCluster::loseAnswer(const Conversation& peer)
{
    (void)answerTo(peer);
}

void HostileCluster::serve(Conversation& peer)
{
    Fault fault;
    {
        const std::lock_guard lock(m_mutex);
        fault = m_fault;
    }
    if (fault && fault(peer)) {
        peer.cut();
    } else if (peer.line.find("watch=1") != std::string::npos) {
        watch(peer);
        peer.cut();
    } else if (isAbout(peer, "GET", "/exec")) {
        exec(peer);
        peer.cut();
    } else {
        const auto answer = answerTo(peer);
        peer.answer(answer.status, writeJson(answer.body), "Content-Type: application/json\r\n");
    }
}

HostileCluster::Answer HostileCluster::answerTo(const Conversation& peer)
{
    const std::lock_guard lock(m_mutex);
    const auto path = peer.path();
    if (path == "/version")
        return {200, {{"major", "1"}, {"minor", "20+"}, {"gitVersion", "v1.20.2"}}};
    if (path.ends_with("/selfsubjectaccessreviews"))
        return {201, {{"status", {{"allowed", true}}}}};
    if (peer.line.starts_with("POST"))
        return create(path, peer.body);
    const auto found = m_objects.find(path);
    if (found == m_objects.end())
        return {404, {{"kind", "Status"}, {"code", 404}, {"message", "not found"}}};
    const Json object = found->second;
    if (peer.line.starts_with("DELETE"))
        m_objects.erase(found);
    return {200, object};
}

HostileCluster::Answer HostileCluster::create(const std::string& path, const std::string& body)
{
    auto object = parseJson(body);
    if (!object || !object->is_object())
        return {400, {{"kind", "Status"}, {"code", 400}, {"message", "no object"}}};
    auto& metadata = (*object)["metadata"];
    metadata["uid"] = "uid-" + std::to_string(++m_version);
    metadata["resourceVersion"] = std::to_string(m_version);
    if (path.ends_with("/pods"))
        (*object)["status"] = {{"phase", "Pending"}};
    m_objects[path + "/" + jsonString(metadata, "name")] = *object;
    return {201, *object};
}

/// One change of one pod: it runs, or it is gone. There are no events.
void HostileCluster::watch(const Conversation& peer)
{
    if (peer.path().ends_with("/events")) {
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        return;
    }
    constexpr std::string_view kField = "metadata.name%3D";
    const auto at = peer.line.find(kField) + kField.size();
    const auto path = peer.path() + "/" + peer.line.substr(at, peer.line.find('&', at) - at);
    Json event = {{"type", "DELETED"}, {"object", {{"metadata", Json::object()}}}};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_objects.find(path); found != m_objects.end()) {
            found->second = running(found->second);
            found->second["metadata"]["resourceVersion"] = std::to_string(++m_version);
            event = {{"type", "MODIFIED"}, {"object", found->second}};
        }
    }
    peer.send("HTTP/1.1 200 OK\r\n\r\n" + writeJson(event) + "\n");
}

void HostileCluster::exec(const Conversation& peer)
{
    Program program;
    {
        const std::lock_guard lock(m_mutex);
        program = m_program;
    }
    WebSocketPeer socket(peer);
    if (program && socket.accept(kubernetes::kChannelProtocol5))
        program(socket);
}

} // namespace sandbench::test
