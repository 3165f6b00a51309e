// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fake_engines_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/finding_marks.h"
#include "ui/gate/findings_panel.h"
#include "ui/gate/gate_controller.h"

#include <QAbstractButton>
#include <QDir>
#include <QDockWidget>
#include <QFile>

#include <string>
#include <vector>

namespace sandbench::test {

/// A document as large as people may open. Units: bytes.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kMuchCode = std::size_t(1) << 19; // twenty times slower
#else
constexpr std::size_t kMuchCode = std::size_t(10) << 20;
#endif

/// The real window with a folder for the user's own policies; its engines only tell what was asked
/// of them, unless they get a real one.
class GateFixture : public FakeEnginesTest
{
    Q_OBJECT

protected:
    void forgetAll()
    {
        QSettings().clear();
        QDir(policyFolder()).removeRecursively();
        m_engines = std::make_unique<FakeEngines>();
    }

    void show()
    {
        makeWindow(policyFolder().toStdString());
        m_window->resize(1200, 800);
        m_window->show();
    }

    void chooseBefore(const char* key)
    {
        QSettings().setValue(QStringLiteral("gate/policy"), QLatin1String(key));
    }

    void addPolicy(const QString& file, const QByteArray& json)
    {
        QVERIFY(QDir().mkpath(policyFolder()));
        QFile out(policyFolder() + u'/' + file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(json), json.size());
    }

    ui::CodeEditor* open(const QByteArray& code, const char* name = "a.py")
    {
        return m_window->editors().newDocument(QLatin1String(name), code);
    }
    void openScanned(const QByteArray& code)
    {
        open(code);
        QTRY_VERIFY(gate().isSettled());
    }

    ui::GateController& gate() const { return m_window->gate(); }
    ui::CodeEditor& editor() const { return *m_window->editors().current(); }
    const std::vector<Finding>& findings() const { return gate().report().findings; }
    std::size_t count() const { return findings().size(); }

    /// What is underlined as being of this severity.
    QByteArray marked(Severity severity) const
    {
        const QByteArray text = editor().bytes();
        const auto indicator = static_cast<unsigned long>(
            ui::FindingMarks::kFirstIndicator + static_cast<int>(severity));
        QByteArray found;
        for (qsizetype i = 0; i < text.size(); ++i)
            if (editor().SendScintilla(
                    QsciScintilla::SCI_INDICATORVALUEAT, indicator, static_cast<long>(i))
                != 0)
                found += text.at(i);
        return found;
    }

    long caret() const { return editor().SendScintilla(QsciScintilla::SCI_GETCURRENTPOS); }

    QDockWidget* dock() const
    {
        return m_window->findChild<QDockWidget*>(QStringLiteral("dockFindings"));
    }
    /// Null where it cannot be clicked.
    QAbstractButton* button(const char* name) const
    {
        auto* found = m_window->findChild<QAbstractButton*>(QLatin1String(name));
        return found && found->isVisible() ? found : nullptr;
    }

    QString policyFolder() const { return m_dir.filePath(QStringLiteral("policies")); }
};

} // namespace sandbench::test
