// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "tests/support/websocket_peer.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sandbench::test {

/// As much of a cluster as making a pod and running something in it needs, without a node: pods
/// run as soon as somebody watches them, and what they run is what a test says. Thread: any.
class HostileCluster
{
public:
    HostileCluster();

    kubernetes::KubeConnection connection() const;
    /// Called with every request: true = it was answered there, and the cluster never hears of it.
    using Fault = std::function<bool(Conversation&)>;
    void setFault(Fault fault);
    /// What a program says over its WebSocket, which ends when this returns.
    using Program = std::function<void(WebSocketPeer&)>;
    void setProgram(Program program);
    /// What the cluster does with a request, though the answer is lost.
    void loseAnswer(const Conversation& peer);

    /// Of pods and network policies.
    std::vector<std::string> objects() const;
    std::vector<std::string> requests() const { return m_server.requests(); }

private:
    struct Answer
    {
        int status = 200;
        Json body;
    };

    void serve(Conversation& peer);
    Answer answerTo(const Conversation& peer);
    Answer create(const std::string& path, const std::string& body);
    void watch(const Conversation& peer);
    void exec(const Conversation& peer);

    mutable std::mutex m_mutex;
    Fault m_fault;
    Program m_program;
    std::map<std::string, Json> m_objects; ///< By path.
    int m_version = 0;
    HostileHttpServer m_server; ///< Its threads use the rest.
};

/// Whether the request is a watch of pods.
bool watchesPods(const Conversation& peer);

/// A Status as an API server refuses with.
std::string statusText(int code, const std::string& message);

} // namespace sandbench::test
