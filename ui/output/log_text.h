// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_layout.h"

#include <QString>

namespace sandbench::ui {

/// Program text between two places, lines ended by line feeds, control characters removed. Our own
/// rows are not in it; where lines are only in the spool, one line "…" stands.
QString textBetween(const LogDocument& document, const LogPosition& from, const LogPosition& to);

/// The first and the last place of what is shown.
LogPosition documentBegin(const LogDocument& document);
LogPosition documentEnd(const LogDocument& document);

/// Where the last @p bytes of text begin, at a line. Negative: everything.
LogPosition lastBytes(const LogDocument& document, qint64 bytes);

/// The whole of one long line out of the spool, at most @p limit bytes of it, as plain text.
QString wholeLine(const LogSection& section, std::uint64_t line, std::uint64_t limit);

} // namespace sandbench::ui
