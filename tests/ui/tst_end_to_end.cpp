// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, as a script or a person without a display would start it: Xvfb, real
// WebEngine, real sandbox.
#include "tests/support/test_program.h"
#include "tests/ui/xvfb_display.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kProgramDeadline = 120'000;

int pixelsLike(const QImage& image, QColor wanted)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            const auto near = [](int a, int b) { return std::abs(a - b) <= 8; };
            found += near(c.red(), wanted.red()) && near(c.green(), wanted.green())
                && near(c.blue(), wanted.blue());
        }
    }
    return found;
}

} // namespace

class TestEndToEnd : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(m_display.start(), "Xvfb does not start; install the package xvfb");
    }

    void showsTheFigureThatTheProgramDrew()
    {
        const int status
            = shoot("import matplotlib.pyplot as plt\n"
                    "plt.figure(facecolor='#c81e78')\nplt.plot([1, 4, 2])\nplt.show()\n");
        QCOMPARE(status, 0);
        const int pixels = pixelsLike(m_picture, QColor(0xc8, 0x1e, 0x78));
        QVERIFY2(pixels > 10'000, qPrintable(QString::number(pixels)));
    }

    void showsThePlotlyChartLive()
    {
        const int status = shoot(
            "import plotly.graph_objects as go\n"
            "fig = go.Figure(go.Bar(y=[3, 1, 2], marker_color='#1e78c8'))\n"
            "fig.update_layout(paper_bgcolor='#e6b422', plot_bgcolor='#e6b422')\nfig.show()\n");
        QCOMPARE(status, 0);
        QVERIFY2(
            pixelsLike(m_picture, QColor(0xe6, 0xb4, 0x22)) > 10'000,
            "the chart's background is not on the screen");
        QVERIFY2(
            pixelsLike(m_picture, QColor(0x1e, 0x78, 0xc8)) > 2'000,
            "the chart's bars are not on the screen");
        // It is loaded late, and would draw without the graphics card where its context is missing.
        QVERIFY2(!m_said.contains("WebEngine"), m_said.constData());
    }

    void endsWithTheProgramsOwnStatus()
    {
        QCOMPARE(shoot("import sys\nsys.exit(7)\n"), 7);
        QVERIFY(!m_picture.isNull());
    }

    void refusesAnOptionThatItDoesNotKnow()
    {
        QTemporaryDir dir;
        QProcess program;
        start(program, {QStringLiteral("--nonsense")}, dir.path());
        QVERIFY(program.waitForFinished(kProgramDeadline));
        QCOMPARE(program.exitCode(), 2);
    }

    void endsWithAReasonWhenTheFileCannotBeOpened()
    {
        QTemporaryDir dir;
        const QString picture = dir.filePath(QStringLiteral("window.png"));
        QProcess program;
        start(
            program,
            {QStringLiteral("--run"), QStringLiteral("--screenshot"), picture,
             dir.filePath(QStringLiteral("none.py"))},
            dir.path(), QProcess::SeparateChannels);
        QVERIFY(program.waitForFinished(kProgramDeadline));
        QCOMPARE(program.exitCode(), 2);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.contains("none.py: No such file"), said.constData());
    }

private:
    void start(
        QProcess& program, const QStringList& arguments, const QString& home,
        QProcess::ProcessChannelMode channels = QProcess::ForwardedErrorChannel) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
        environment.insert(QStringLiteral("DISPLAY"), QString::fromLatin1(m_display.name()));
        for (const char* name : {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.insert(QLatin1String(name), home);
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(channels);
        const QString binary
            = qEnvironmentVariable("SANDBENCH_TEST_BIN") + QStringLiteral("/sandbench");
        program.start(binary, arguments);
    }

    // Runs the program in the window; its exit status, or -1. The picture is in m_picture.
    int shoot(const QByteArray& code)
    {
        QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("shown.py")));
        if (!file.open(QIODevice::WriteOnly) || file.write(code) != code.size())
            return -1;
        file.close();
        const QString picture = dir.filePath(QStringLiteral("window.png"));
        QProcess program;
        start(
            program,
            {QStringLiteral("--run"), QStringLiteral("--screenshot"), picture, file.fileName()},
            dir.path(), QProcess::SeparateChannels);
        if (!program.waitForFinished(kProgramDeadline)
            || program.exitStatus() != QProcess::NormalExit)
            return -1;
        m_picture = QImage(picture);
        m_said = program.readAllStandardError();
        return program.exitCode();
    }

    XvfbDisplay m_display;
    QImage m_picture;
    QByteArray m_said; ///< On standard error.
};

SANDBENCH_TEST(TestEndToEnd);
#include "tst_end_to_end.moc"
