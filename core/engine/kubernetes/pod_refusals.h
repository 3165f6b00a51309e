// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace sandbench::kubernetes {

/// What a cluster's refusal to make a pod means for people, where it is none of rights but of rules
/// for pods: NotFound (RuntimeClass, PriorityClass), InvalidArgument (a LimitRange's bounds),
/// PermissionDenied with what to leave away (Pod Security Standards). Any other @p refused comes
/// back as it is. No I/O. Source: admission plug-ins of Kubernetes 1.20 and later.
Error explainRefusal(const Error& refused);

} // namespace sandbench::kubernetes
