// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent_main.h"

int main(int argc, char** argv)
{
    return sandbench::guest::agentMain(argc, argv);
}
