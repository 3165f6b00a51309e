// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/result_view.h"

namespace sandbench::ui {

class ByteRows;

/// Shows bytes as they are, sixteen in a row: where they stand, in hexadecimal, and as ASCII.
/// Thread: GUI.
class BytesView : public ResultView
{
    Q_OBJECT

public:
    /// @p sentence: why there is no better view of them; empty = nothing better is known.
    BytesView(const QByteArray& bytes, const QString& sentence, QWidget* parent);

    QString selectedText() const override;

private:
    ByteRows* m_rows = nullptr;
};

} // namespace sandbench::ui
