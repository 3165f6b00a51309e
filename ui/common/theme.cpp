// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QStyle>
#include <QStyleFactory>

#include <memory>
#include <utility>

namespace sandbench::ui {

namespace {

constexpr auto kPortal = "org.freedesktop.portal.Desktop";
constexpr auto kPortalPath = "/org/freedesktop/portal/desktop";
constexpr auto kPortalSettings = "org.freedesktop.portal.Settings";
constexpr auto kAppearance = "org.freedesktop.appearance";
constexpr auto kColourScheme = "color-scheme";
constexpr uint kSchemeDark = 1; // XDG Desktop Portal, Settings

struct Colours
{
    QRgb window, base, alternate, button, text, disabled, placeholder, highlight, onHighlight, link;
};

constexpr Colours kLight{0xfff4f5f7, 0xffffffff, 0xffeef0f3, 0xfffafafb, 0xff1f2430,
                         0xff9097a1, 0xff68707c, 0xff2a6fbb, 0xffffffff, 0xff1d5fc4};
// The base is the background of the editor's dark theme, so that the panels match it.
constexpr Colours kDark{0xff2d3136, 0xff232629, 0xff2a2e32, 0xff383d43, 0xffe6e8eb,
                        0xff7d858e, 0xffa0a8b2, 0xff2f6db8, 0xffffffff, 0xff7fb4ff};
constexpr Colours kHighContrast{0xff000000, 0xff000000, 0xff1a1a1a, 0xff333333, 0xffffffff,
                                0xffa8a8a8, 0xffe0e0e0, 0xffffd800, 0xff000000, 0xff6cd4ff};

bool isColoured(const QPalette& palette)
{
    const std::unique_ptr<QStyle> fusion(QStyleFactory::create(QStringLiteral("Fusion")));
    const QPalette plain = fusion->standardPalette();
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Highlight})
        if (palette.color(role) != plain.color(role))
            return true;
    return false;
}

} // namespace

QPalette themePalette(ThemeChoice choice)
{
    const Colours& c = choice == ThemeChoice::Dark ? kDark
        : choice == ThemeChoice::HighContrast      ? kHighContrast
                                                   : kLight;
    QPalette palette{QColor(c.button), QColor(c.window)}; // bevels are derived from these two
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, QColor(c.text));
        palette.setColor(QPalette::Disabled, role, QColor(c.disabled));
    }
    palette.setColor(QPalette::Base, QColor(c.base));
    palette.setColor(QPalette::AlternateBase, QColor(c.alternate));
    palette.setColor(QPalette::ToolTipBase, QColor(c.alternate));
    palette.setColor(QPalette::PlaceholderText, QColor(c.placeholder));
    palette.setColor(QPalette::Highlight, QColor(c.highlight));
    palette.setColor(QPalette::HighlightedText, QColor(c.onHighlight));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(c.disabled));
    palette.setColor(QPalette::Link, QColor(c.link));
    palette.setColor(QPalette::LinkVisited, QColor(c.link));
    return palette;
}

Theme::Theme(ThemeChoice choice, QObject* parent)
    : QObject(parent)
    , m_choice(choice)
    , m_desktopHasColours(isColoured(QApplication::palette()))
{
    apply();
    if (!m_desktopHasColours)
        askDesktop();
}

void Theme::choose(ThemeChoice choice)
{
    if (std::exchange(m_choice, choice) != choice)
        apply();
}

void Theme::apply() const
{
    if (m_choice != ThemeChoice::System)
        QApplication::setPalette(themePalette(m_choice));
    else if (m_desktopHasColours)
        QApplication::setPalette(QPalette());
    else
        QApplication::setPalette(
            themePalette(m_prefersDark ? ThemeChoice::Dark : ThemeChoice::Light));
}

void Theme::setPrefersDark(bool dark)
{
    if (dark == m_prefersDark)
        return;
    m_prefersDark = dark;
    apply();
}

void Theme::askDesktop()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(
        QLatin1String(kPortal), QLatin1String(kPortalPath), QLatin1String(kPortalSettings),
        QStringLiteral("SettingChanged"), this,
        SLOT(desktopChanged(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(
        QLatin1String(kPortal), QLatin1String(kPortalPath), QLatin1String(kPortalSettings),
        QStringLiteral("Read"));
    question << QLatin1String(kAppearance) << QLatin1String(kColourScheme);
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        answer->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isError()) // no portal, or one without this setting
            return;
        desktopChanged(QLatin1String(kAppearance), QLatin1String(kColourScheme), reply.value());
    });
}

void Theme::desktopChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group != QLatin1String(kAppearance) || key != QLatin1String(kColourScheme))
        return;
    QVariant plain = value.variant();
    if (plain.canConvert<QDBusVariant>()) // Read() wraps twice
        plain = plain.value<QDBusVariant>().variant();
    setPrefersDark(plain.toUInt() == kSchemeDark);
}

} // namespace sandbench::ui
