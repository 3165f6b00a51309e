// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The German texts: complete, whole, and what the window asks for.
#include "tests/support/needs.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"
#include "ui/common/translation.h"
#include "ui/settings/settings_store.h"

#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

struct Message
{
    QString context;
    QString source;
    QStringList translations; ///< One, or those of its numbers.
    QString state; ///< "unfinished", "vanished", or nothing.

    QString name() const { return context + QStringLiteral(": ") + source; }
};

void readTranslation(QXmlStreamReader& xml, Message& message)
{
    message.state = xml.attributes().value(QLatin1String("type")).toString();
    QString text;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::Characters)
            text += xml.text();
        else if (token == QXmlStreamReader::StartElement)
            message.translations << xml.readElementText();
        else if (token == QXmlStreamReader::EndElement)
            break;
    }
    if (message.translations.isEmpty())
        message.translations << text;
}

QList<Message> readMessages(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> messages;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            messages << Message{context, xml.readElementText(), {}, {}};
        else if (xml.name() == QLatin1String("translation"))
            readTranslation(xml, messages.last());
    }
    return xml.hasError() ? QList<Message>() : messages;
}

QStringList argumentsOf(const QString& text)
{
    static const QRegularExpression argument(QStringLiteral("%(?:[0-9]+|n)"));
    QStringList found;
    for (auto hits = argument.globalMatch(text); hits.hasNext();)
        found << hits.next().captured();
    found.sort();
    return found;
}

qsizetype mnemonicsOf(QString text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&\\S"));
    text.remove(QStringLiteral("&&"));
    return text.count(mnemonic);
}

/// What is said of a translation that has not what its source has; empty = it has.
QString lossOf(const QString& source, const QString& text)
{
    if (text.isEmpty())
        return QStringLiteral("is empty");
    if (argumentsOf(source) != argumentsOf(text))
        return QStringLiteral("has other arguments");
    if (mnemonicsOf(source) != mnemonicsOf(text))
        return QStringLiteral("has another number of mnemonics");
    if (source.endsWith(u'…') != text.endsWith(u'…'))
        return QStringLiteral("lost or got the dots at its end");
    if (source.count(QStringLiteral("  ")) != text.count(QStringLiteral("  ")))
        return QStringLiteral("has two blanks in a row");
    if (source.startsWith(u' ') != text.startsWith(u' ')
        || source.endsWith(u' ') != text.endsWith(u' '))
        return QStringLiteral("lost or got a blank at an end");
    if (source.count(u'\n') != text.count(u'\n'))
        return QStringLiteral("has other lines");
    return {};
}

QSet<QString> namesOf(const QList<Message>& messages)
{
    QSet<QString> names;
    for (const Message& message : messages)
        names << message.name();
    return names;
}

} // namespace

class TestTranslation : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_messages
            = readMessages(sourceFile(QStringLiteral("resources/translations/sandbench_de.ts")));
        QVERIFY(m_messages.size() > 1000);
    }

    void isFinished()
    {
        for (const Message& message : m_messages)
            QVERIFY2(message.state.isEmpty(), qPrintable(message.name() + u' ' + message.state));
    }

    void keepsWhatEachTextHas()
    {
        QStringList losses;
        for (const Message& message : m_messages)
            for (const QString& text : message.translations)
                if (const QString loss = lossOf(message.source, text); !loss.isEmpty())
                    losses << message.name() + QStringLiteral(": “%1” ").arg(text) + loss;
        QVERIFY2(losses.isEmpty(), qPrintable(losses.join(u'\n')));
    }

    // A text that lupdate puts anywhere else is never asked for there.
    void standsWhereTheProgramLooks()
    {
        const QSet<QString> named{QStringLiteral("ChoiceSummary"), QStringLiteral("Guide"),
                                  QStringLiteral("Isolation"),     QStringLiteral("QObject"),
                                  QStringLiteral("SaveFile"),      QStringLiteral("Settings"),
                                  QStringLiteral("WebEngine")};
        for (const Message& message : m_messages)
            QVERIFY2(
                named.contains(message.context)
                    || message.context.startsWith(QLatin1String("sandbench::ui")),
                qPrintable(message.name()));
    }

    void hasEveryTextOfTheWindow()
    {
        const QString lupdate
            = QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate");
        if (!QFile::exists(lupdate))
            SKIP_WITHOUT("lupdate", "lupdate is not installed: install qt6-l10n-tools");
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("now.ts"));
        QProcess process;
        process.setWorkingDirectory(sourceFile({}));
        process.start(
            lupdate,
            {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral("."),
             QStringLiteral("-extensions"), QStringLiteral("cpp,h"), QStringLiteral("ui"),
             QStringLiteral("app/gui"), QStringLiteral("-ts"), path});
        QVERIFY(process.waitForFinished(60'000));
        const QSet<QString> there = namesOf(m_messages);
        const QSet<QString> wanted = namesOf(readMessages(path));
        QVERIFY(!wanted.isEmpty());
        const QStringList missing = (wanted - there).values();
        const QStringList left = (there - wanted).values();
        QVERIFY2(
            missing.isEmpty(),
            qPrintable(
                QStringLiteral("not translated, see “A text” in "
                               "ui/README.md:\n")
                + missing.join(u'\n')));
        QVERIFY2(
            left.isEmpty(),
            qPrintable(QStringLiteral("nobody shows any more:\n") + left.join(u'\n')));
    }

    void comesWithTheProgram()
    {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/sandbench/translations/sandbench_de.qm")));
        QCOMPARE(german.translate("sandbench::ui::MainWindow", "&File"), QStringLiteral("&Datei"));
        QCOMPARE(ui::tr("Discarded"), QStringLiteral("Discarded"));
        QVERIFY(QCoreApplication::installTranslator(&german));
        QCOMPARE(ui::tr("Discarded"), QStringLiteral("Verworfen"));
        QVERIFY(QCoreApplication::removeTranslator(&german));
    }

    void choosesTheLanguageByTheSettingOrTheDesktop()
    {
        const auto choose = [](std::string_view setting, const char* wanted) {
            return languageOf(setting, QString::fromLatin1(wanted).split(u' ')).bcp47Name();
        };
        QCOMPARE(choose("de", "en-US"), QStringLiteral("de"));
        QCOMPARE(choose("en", "de-AT"), QStringLiteral("en"));
        QCOMPARE(choose("system", "de-AT de"), QStringLiteral("de-AT"));
        QCOMPARE(choose("system", "fr-FR fr de"), QStringLiteral("de"));
        QCOMPARE(choose("system", "en-GB en de"), QStringLiteral("en"));
        QCOMPARE(choose("system", "fr"), QStringLiteral("en"));
        QCOMPARE(choose("system", "C"), QStringLiteral("en"));
    }

    void readsTheLanguageBeforeThereIsAWindow()
    {
        const QTemporaryDir folder;
        const auto said
            = [path = folder.filePath(QStringLiteral("settings.json"))](const char* text) {
                  QFile file(path);
                  if (file.open(QIODevice::WriteOnly))
                      file.write(text);
                  file.close();
                  return settingOf(path.toStdString(), "appearance.language").get<std::string>();
              };
        QCOMPARE(said("{\"window\": {\"appearance.language\": \"de\"}}"), std::string("de"));
        QCOMPARE(said("{\"window\": {\"appearance.language\": \"xx\"}}"), std::string("system"));
        QCOMPARE(said("no JSON"), std::string("system"));
        QCOMPARE(settingOf({}, "appearance.language").get<std::string>(), std::string("system"));
    }

private:
    QList<Message> m_messages;
};

SANDBENCH_TEST(TestTranslation);
#include "tst_translation.moc"
