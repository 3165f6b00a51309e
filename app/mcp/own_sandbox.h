// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/toolbox.h"

#include <string>
#include <utility>

namespace sandbench::mcp {

/// A sandbox for one run, held by the call and by the run: closed by the call, or by whoever of
/// them is the last.
class OwnSandbox
{
public:
    OwnSandbox(const Toolbox& box, workspace::Caller caller, std::string id)
        : m_box(box)
        , m_caller(std::move(caller))
        , m_id(std::move(id))
    {
    }
    ~OwnSandbox() { close(); }
    OwnSandbox(const OwnSandbox&) = delete;
    OwnSandbox& operator=(const OwnSandbox&) = delete;
    /// Once. Thread: the call's, or the last holder's.
    void close()
    {
        // A failure has nobody to tell: the table closes what is left.
        if (!m_id.empty())
            (void)m_box.workspace.sandboxes().close(m_caller, std::exchange(m_id, {}));
    }
    /// To the table, which closes all at the server's end: the answer is in a hurry then.
    void leave() { m_id.clear(); }

private:
    const Toolbox& m_box;
    const workspace::Caller m_caller;
    std::string m_id;
};

} // namespace sandbench::mcp
