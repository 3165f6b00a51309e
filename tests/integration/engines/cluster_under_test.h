// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/http_client.h"

#include <QStringList>

#include <optional>
#include <string>

namespace sandbench::test {

/// The cluster of KUBECONFIG as kubectl sees it, below all that we make of a kubeconfig.
struct ClusterUnderTest
{
    net::Endpoint endpoint; ///< With its authority's certificates as text.
    std::string token;

    /// Nothing where there is none, or kubectl is missing.
    static std::optional<ClusterUnderTest> find();

    net::HttpRequest request(const std::string& target) const;
};

/// What kubectl prints, without white space at its ends; nothing where it fails.
std::optional<std::string> kubectl(const QStringList& arguments);

/// A pod that sleeps, in the default namespace; gone with this.
class SleepingPod
{
public:
    /// Waits until it runs.
    SleepingPod();
    ~SleepingPod();
    SleepingPod(const SleepingPod&) = delete;
    SleepingPod& operator=(const SleepingPod&) = delete;

    bool isReady() const { return m_isReady; }
    const std::string& name() const { return m_name; }
    /// The path and query that run @p command in it.
    std::string execTarget(const std::vector<std::string>& command) const;

private:
    std::string m_name;
    bool m_isReady = false;
};

} // namespace sandbench::test
