// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/config/settings.h"
#include "core/engine/engine.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The engines that this program knows, by name. Filled once where the program is wired together.
/// Thread: any after the last add().
class EngineRegistry
{
public:
    /// Errors: AlreadyExists.
    Result<void> add(std::unique_ptr<Engine> engine);
    /// From now on there are no others. Errors: NotFound, with the known names.
    Result<void> allowOnly(const std::vector<std::string>& names);
    /// Errors: NotFound, with the known names; PermissionDenied for what is not allowed.
    Result<Engine*> find(std::string_view name) const;
    /// Those that are allowed, in the order of adding; the first one is the default.
    std::vector<Engine*> all() const;

private:
    bool isAllowed(const Engine& engine) const;

    std::vector<std::unique_ptr<Engine>> m_engines;
    std::set<std::string> m_allowed; ///< Empty = all.
};

/// A registry with every engine of this build: local, docker, podman, kubernetes, apptainer, slurm,
/// ssh. All but the first connect at their first use, as @p settings and the environment say. @p
/// connection: a profile's or context's name, an address, or the path of Apptainer's program or of
/// slurm.conf; empty = the first that findConnections() knows, the kubeconfig's current context, or
/// what PATH has. @p engine: whom it is for; empty = docker and podman, or apptainer where it is a
/// path, since contexts of a cluster and machines behind ssh have names of their own.
EngineRegistry makeDefaultEngines(
    const Settings& settings = {}, const std::string& connection = {},
    const std::string& engine = {});

} // namespace sandbench
