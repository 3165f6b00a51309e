// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/checks.h"

#include <QString>

/// The fields of a check, as texts that a table shows and takes. No I/O. Thread: any.
namespace sandbench::ui {

enum class CheckField {
    Name,
    Arguments, ///< As a command line has them; in quotes where they have blanks.
    Input,
    Expected,
    Match,
    Tolerance,
    Exit,
    Timeout, ///< Units: seconds. Empty = as the session has it.
};

/// Those that most checks leave as they are.
inline constexpr CheckField kRareFields[]
    = {CheckField::Arguments, CheckField::Tolerance, CheckField::Exit, CheckField::Timeout};

/// Short and harmless.
QString shownField(const check::Check& check, CheckField field);
/// As it is edited.
QString editedField(const check::Check& check, CheckField field);
/// False = that is no value of this field; the check is as it was. Of a name: whether it is another
/// check's is not asked.
bool setField(check::Check& check, CheckField field, const QString& text);
/// A test has no input and no arguments, and its name is its file's.
bool isEditable(const check::Check& check, CheckField field);
/// It is as one has it that does not mention it.
bool isUsual(const check::Check& check, CheckField field);

} // namespace sandbench::ui
