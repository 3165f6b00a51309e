// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/image_store.h"

#include <string>

namespace sandbench::cli {

/// Shows on stderr how a pull, a build or an import gets on: one moving line on a terminal, else
/// nothing but the lines of a build's log. Thread: one.
class ImageProgressView
{
public:
    /// @p doing: "fetching python:3.12", said at once.
    explicit ImageProgressView(const std::string& doing);
    /// Takes the moving line away, and says what is left of a log's last line.
    ~ImageProgressView();
    ImageProgressView(const ImageProgressView&) = delete;
    ImageProgressView& operator=(const ImageProgressView&) = delete;

    void show(const ImageProgress& progress);
    OnImageProgress callback()
    {
        return [this](const ImageProgress& progress) { show(progress); };
    }

private:
    void sayLog(const std::string& text);

    bool m_isTerminal;
    bool m_hasLine = false;
    std::string m_log; // an unfinished line
};

/// "3 of 7 layers, 12 MiB of 45 MiB, 5 MiB/s"
std::string progressText(const ImageProgress& progress);

} // namespace sandbench::cli
