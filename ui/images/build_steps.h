// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::ui {

/// Finds the steps in the log of a build, which is foreign: "Step 2/5 : RUN make" (Docker) and
/// "[1/2] STEP 2/5: RUN make" (Podman) begin one. No I/O. Thread: one at a time.
class BuildSteps
{
public:
    static constexpr std::size_t kLongestLine = 64U << 10; ///< Units: bytes. The rest is a new one.

    struct Piece
    {
        bool beginsStep = false;
        std::string text; ///< Of a step its title, "2/5 RUN make"; else output with its line feed.
    };
    std::vector<Piece> feed(std::string_view bytes);
    /// The last line, where it has no line feed.
    std::vector<Piece> finish();

private:
    std::string m_line;
};

/// "RUN make" of "2/5 RUN make".
std::string_view instructionOf(std::string_view stepTitle);

/// The line, from 1, on which @p instruction begins in a Dockerfile, spaces and continued lines
/// aside; 0 = it is not there.
int dockerfileLine(std::string_view dockerfile, std::string_view instruction);

} // namespace sandbench::ui
