// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/new_id.h"

#include <cstdio>
#include <random>

namespace sandbench::service {

std::string newId(const char* prefix)
{
    std::random_device random;
    char text[40];
    std::snprintf(text, sizeof text, "%s-%08x%08x", prefix, random(), random());
    return text;
}

} // namespace sandbench::service
