// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/safe_text.h"

#include <QChar>
#include <QList>
#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace sandbench::ui {

namespace {

constexpr int kMaxSaveNameBytes = 120;
constexpr int kMaxExtensionLength = 12;

bool isInvisibleLetter(char32_t c)
{
    // Fillers and joiners whose category says letter or mark although nothing is drawn.
    constexpr std::array<char32_t, 7> kInvisible{0x034F, 0x115F, 0x1160, 0x17B4,
                                                 0x17B5, 0x3164, 0xFFA0};
    return std::find(kInvisible.begin(), kInvisible.end(), c) != kInvisible.end();
}

bool isVariationSelector(char32_t c)
{
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF)
        || (c >= 0x180B && c <= 0x180F);
}

void appendCodePoint(QString& out, char32_t c)
{
    out += QChar::fromUcs4(c);
}

int extensionStart(const QString& name)
{
    const auto dot = name.lastIndexOf(u'.');
    const bool usable = dot > 0 && name.size() - dot <= kMaxExtensionLength;
    return static_cast<int>(usable ? dot : name.size());
}

bool isDeviceName(const QString& name)
{
    const QString stem = name.section(u'.', 0, 0).toUpper();
    if (stem == u"CON" || stem == u"PRN" || stem == u"AUX" || stem == u"NUL")
        return true;
    return stem.size() == 4 && (stem.startsWith(u"COM") || stem.startsWith(u"LPT"))
        && stem.at(3).isDigit();
}

// Bytes of one well-formed UTF-8 sequence at the front, or 0.
qsizetype sequenceLength(QByteArrayView bytes)
{
    const auto lead = static_cast<unsigned char>(bytes.at(0));
    const qsizetype length = lead < 0x80 ? 1
        : lead < 0xC2                    ? 0
        : lead < 0xE0                    ? 2
        : lead < 0xF0                    ? 3
                                         : 4;
    if (length == 0 || lead > 0xF4 || length > bytes.size())
        return 0;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(bytes.first(length));
    return decoded.isEmpty() || decoded.contains(QChar::ReplacementCharacter) ? 0 : length;
}

} // namespace

bool SafeText::needsBox(char32_t c)
{
    if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        return true;
    if (c < 0x300)
        return c == 0xAD;
    if (isInvisibleLetter(c) || isVariationSelector(c))
        return true;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

QString SafeText::boxLabel(char32_t c)
{
    const QString hex = QString::number(static_cast<uint>(c), 16).toUpper();
    return hex.rightJustified(c < 0x100 ? 2 : 4, u'0');
}

QString SafeText::display(const QString& foreign)
{
    QString out;
    out.reserve(foreign.size());
    for (const char32_t c : foreign.toUcs4()) {
        if (needsBox(c))
            out += QStringLiteral("[U+%1]").arg(boxLabel(c), c < 0x100 ? 4 : 0, u'0');
        else
            appendCodePoint(out, c);
    }
    return out;
}

QString SafeText::displayBytes(QByteArrayView foreign)
{
    QString out;
    qsizetype good = 0;
    qsizetype at = 0;
    const auto flush = [&] { out += display(QString::fromUtf8(foreign.sliced(good, at - good))); };
    while (at < foreign.size()) {
        if (const auto length = sequenceLength(foreign.sliced(at)); length > 0) {
            at += length;
            continue;
        }
        flush();
        const auto byte = static_cast<unsigned char>(foreign.at(at));
        out += QStringLiteral("\\x%1").arg(uint{byte}, 2, 16, QLatin1Char('0'));
        good = ++at;
    }
    flush();
    return out;
}

QString SafeText::isolated(const QString& foreign)
{
    return QChar(0x2068) + display(foreign) + QChar(0x2069);
}

QString SafeText::elidedName(const QString& foreign, int maxLength)
{
    const QString name = display(foreign);
    if (name.size() <= maxLength)
        return name;
    const QString tail = name.mid(extensionStart(name));
    const auto room = std::max<qsizetype>(1, maxLength - tail.size() - 1);
    QString head = name.left((room + 1) / 2);
    if (head.back().isHighSurrogate())
        head.chop(1);
    QString middle = name.mid(extensionStart(name) - room / 2, room / 2);
    if (!middle.isEmpty() && middle.front().isLowSurrogate())
        middle.remove(0, 1);
    return head + QChar(0x2026) + middle + tail;
}

QString SafeText::withoutControls(const QString& foreign)
{
    QString out;
    out.reserve(foreign.size());
    for (const char32_t c : foreign.toUcs4())
        if (c == U'\n' || c == U'\t' || !needsBox(c))
            appendCodePoint(out, c);
    return out;
}

QString SafeText::saveName(const QString& foreign, const QString& fallback)
{
    QString name;
    for (const char32_t c : foreign.normalized(QString::NormalizationForm_C).toUcs4()) {
        if (c == U'.' || c == U'_' || c == U'-' || QChar::isLetterOrNumber(c))
            appendCodePoint(name, needsBox(c) ? U'_' : c);
        else if (!name.endsWith(u'_'))
            name += u'_';
    }
    while (name.startsWith(u'.') || name.startsWith(u'-') || name.startsWith(u'_'))
        name.remove(0, 1);
    while (name.endsWith(u'.') || name.endsWith(u'_'))
        name.chop(1);
    if (isDeviceName(name))
        name.prepend(u'_');
    const QString extension = name.mid(extensionStart(name));
    QString stem = name.left(extensionStart(name));
    while (!stem.isEmpty() && (stem + extension).toUtf8().size() > kMaxSaveNameBytes)
        stem.chop(stem.back().isLowSurrogate() ? 2 : 1);
    name = stem + extension;
    return name.isEmpty() ? fallback : name;
}

} // namespace sandbench::ui
