// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/connections.h"

#include <string>
#include <vector>

namespace sandbench::docker {

/// The sockets of @p engine that are there where its packages, Colima, Lima, Docker Desktop,
/// Rancher Desktop and Podman machine put them; rootless ones first. Does not connect.
std::vector<Connection>
socketsInUsualPlaces(const std::string& engine, const Surroundings& surroundings);

} // namespace sandbench::docker
