// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/translation.h"

#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <QWidget>

#include <memory>

namespace sandbench::ui {

QLocale languageOf(std::string_view setting, const QStringList& wanted)
{
    const QStringList names = setting == "system"
        ? wanted
        : QStringList{QString::fromUtf8(setting.data(), static_cast<qsizetype>(setting.size()))};
    for (const QString& name : names) {
        const QLocale locale(name);
        if (locale.language() == QLocale::German)
            return locale;
        if (locale.language() == QLocale::English)
            break; // whoever reads English first does not want German
    }
    return QLocale(QLocale::English);
}

void installTranslations(QCoreApplication& app, const QLocale& language)
{
    const auto install = [&app, &language](const QString& name, const QString& folder) {
        auto translator = std::make_unique<QTranslator>();
        if (!translator->load(language, name, QStringLiteral("_"), folder))
            return;
        translator->setParent(&app);
        QCoreApplication::installTranslator(translator.release());
    };
    const QString others = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    install(QStringLiteral("qtbase"), others);
    install(QStringLiteral("qscintilla"), others);
    install(QStringLiteral("sandbench"), QStringLiteral(":/sandbench/translations"));
}

bool isMirrored(std::string_view setting, const QLocale& language)
{
    return setting == "language" ? language.textDirection() == Qt::RightToLeft
                                 : setting == "rightToLeft";
}

namespace {
class WindowMirror : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* widget = event->type() == QEvent::Polish ? qobject_cast<QWidget*>(watched) : nullptr;
        if (widget && widget->isWindow() && !widget->testAttribute(Qt::WA_SetLayoutDirection))
            widget->setLayoutDirection(Qt::RightToLeft);
        return QObject::eventFilter(watched, event);
    }
};
} // namespace

void mirrorWindows(QCoreApplication& app)
{
    app.installEventFilter(new WindowMirror(&app));
}

} // namespace sandbench::ui
