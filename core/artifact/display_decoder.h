// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/result_facts.h"
#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// One representation of a displayed object. Untrusted.
struct DisplayPart
{
    std::string mime;
    std::string bytes;
};

/// One record of a run's display stream.
struct DisplayRecord
{
    enum class Kind { Display, Result, File, Children, Error, Notice };
    Kind kind = Kind::Display;
    std::string name; ///< Display: "figure-1"; Error: the exception's type.
    std::vector<DisplayPart> parts; ///< Display and Result.
    std::string chart; ///< What they show, see readChart(); of a File as well. Empty = not told.
    int width = 0; ///< Pixels, 0 = unknown.
    int height = 0;
    std::string path; ///< File: where the program saved something, in the sandbox; Children: the
                      ///< folder of what its children show, each a file of one record.
    ResultFacts facts; ///< Display, Result and File; seconds and from are not told.
    double time = 0; ///< Units: seconds since 1970 by the sandbox's clock, 0 = not told.
    std::string value, traceback; ///< Error; a Notice's sentence is its value.
};

/// Incremental parser of the display stream, which the sandboxed program can write itself: no I/O,
/// bounded memory (one record: 64 MiB and a header of 2). The first broken record is the last:
/// error() says why and the rest is ignored. Source: core/agent/guest/kernel_protocol.md, "Display
/// stream". Thread: one at a time.
class DisplayDecoder
{
public:
    /// An error's text and traceback are cut at 320 Ki characters, which JSON may write with six
    /// bytes each.
    static constexpr std::size_t kMaxHeaderBytes = 2U << 20;
    static constexpr std::size_t kMaxBodyBytes = 64U << 20;
    static constexpr std::size_t kMaxParts = 64;

    void feed(std::string_view bytes);
    /// The next whole record, or nothing until more bytes come.
    std::optional<DisplayRecord> next();
    /// Says that no more bytes come: a record that began but did not end is an error.
    void finish();
    /// Why the stream is broken, or empty.
    const std::string& error() const { return m_error; }

private:
    std::optional<DisplayRecord> fail(std::string why);

    std::string m_buffer;
    std::size_t m_consumed = 0;
    std::string m_error;
};

/// The part to show first: plotly and Vega-Lite JSON, PNG, SVG, JPEG, PDF, HTML, LaTeX, Markdown,
/// JSON, any other type, plain text. Null when there is none.
const DisplayPart* primaryPart(const std::vector<DisplayPart>& parts);

} // namespace sandbench
