// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/require.h"
#include "ui/common/safe_text.h"

#include <QList>

using namespace sandbench::ui;
using sandbench::require;

namespace {

void requireVisible(const QString& text)
{
    require(text.isValidUtf16());
    for (const char32_t c : text.toUcs4())
        require(!SafeText::needsBox(c));
}

void requireSaveName(const QString& name)
{
    requireVisible(name);
    require(!name.isEmpty() && name.toUtf8().size() <= 120);
    for (const QChar separator : QStringLiteral("/\\:"))
        require(!name.contains(separator));
    require(!name.startsWith(u'.') && !name.startsWith(u'-'));
}

void check(const QString& foreign)
{
    requireSaveName(SafeText::saveName(foreign, QStringLiteral("file")));
    requireVisible(SafeText::display(foreign));
    const QString elided = SafeText::elidedName(foreign, 24);
    requireVisible(elided);
    require(elided.size() <= 24);
    for (const char32_t c : SafeText::withoutControls(foreign).toUcs4())
        require(c == U'\n' || c == U'\t' || !SafeText::needsBox(c));
}

} // namespace

/// The bytes as UTF-8 and, for the halves of surrogates, as UTF-16.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const QByteArrayView bytes(data, static_cast<qsizetype>(size));
    requireVisible(SafeText::displayBytes(bytes));
    check(QString::fromUtf8(bytes));
    QString units;
    for (std::size_t at = 0; at + 1 < size; at += 2)
        units += QChar(static_cast<char16_t>(data[at] | data[at + 1] << 8));
    check(units);
    return 0;
}
