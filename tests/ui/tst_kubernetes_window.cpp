// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with a real cluster, offscreen.
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/engine_source.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_opener.h"
#include "ui/session/session_panel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

std::unique_ptr<EngineSource> engines()
{
    auto sizes = SizeCatalog::load();
    if (!sizes)
        return nullptr;
    return std::make_unique<EngineSource>(
        [](const std::string& connection, const std::string& engine) {
            return makeDefaultEngines({}, connection, engine);
        },
        [](const std::string&) { return std::vector<docker::Connection>(); }, *sizes);
}

} // namespace

class TestKubernetesWindow : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareOnce();
        m_source = engines();
        QVERIFY(m_source);
        const EngineStatus status = cluster()->look({});
        if (!status.usable)
            SKIP_WITHOUT("kubernetes", status.problem.c_str());
    }

    void init()
    {
        QSettings().clear();
        showWindow(workbench(*m_source));
    }

    void cleanup()
    {
        const auto session = m_window->controller().session();
        const std::string id = session ? session->id() : std::string();
        m_window->controller().destroySession();
        if (!id.empty())
            QTRY_VERIFY_WITH_TIMEOUT(!exists(id), kEngineDeadline);
        removeWindow();
    }

    void runsAProgramInAPodThatTheUserChose()
    {
        QSignalSpy texts(&m_window->controller(), &SessionController::openingTextChanged);
        chooseCluster();
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("✓ Isolated by")), kEngineDeadline);
        QVERIFY2(says(QStringLiteral("A pod of sandbench-python")), qPrintable(summary()));
        QVERIFY2(says(QStringLiteral("network: none")), qPrintable(summary()));
        auto* names = m_dialog->findChild<QComboBox*>(QStringLiteral("namespace"));
        QTRY_VERIFY_WITH_TIMEOUT(
            names->findText(QStringLiteral("kube-system")) >= 0, kEngineDeadline);
        QVERIFY(m_dialog->findChild<QComboBox*>(QStringLiteral("image"))->isVisible());
        auto* size = m_dialog->findChild<QComboBox*>(QStringLiteral("size"));
        size->setCurrentIndex(size->findData(QStringLiteral("small")));
        accept();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Idle, kEngineDeadline);
        QVERIFY2(
            std::any_of(
                texts.begin(), texts.end(),
                [](const auto& text) {
                    return text.at(0).toString().startsWith(QStringLiteral("Waiting: "));
                }),
            "why the pod is not there yet was not told");
        const QString facts = m_window->findChild<SessionPanel*>()->factsText();
        for (const char* fact :
             {"Engine: Kubernetes", "Connection: https://", "Namespace: default",
              "Image: sandbench-python", "Size: small", "Network: none"})
            QVERIFY2(facts.contains(QLatin1String(fact)), qPrintable(facts));
        QVERIFY2(!facts.contains(QStringLiteral("tcp://")), qPrintable(facts));
        const QByteArray text
            = outputOf("import os, matplotlib.pyplot as plt\nplt.plot([1, 3])\nplt.show()\n"
                       "print('uid', os.getuid())\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, kEngineDeadline);
        QVERIFY2(text.contains("uid ") && !text.contains("uid 0"), text.constData());
    }

    void saysWhatAManifestChangesBeforeAnythingIsMade()
    {
        const QString file = m_dir.filePath(QStringLiteral("pod.yaml"));
        chooseCluster();
        write(file, "spec: {automountServiceAccountToken: true, hostNetwork: true}\n");
        m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"))->setText(file);
        QTRY_VERIFY_WITH_TIMEOUT(
            says(QStringLiteral("Manifest: spec.automountServiceAccountToken: true instead of")),
            kEngineDeadline);
        QVERIFY2(says(QStringLiteral("⚠ Relaxed: ")), qPrintable(summary()));
        QVERIFY(m_dialog->problem().isEmpty());
        const QString broken = m_dir.filePath(QStringLiteral("broken.yaml"));
        write(broken, "spec: [1, {\n");
        m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"))->setText(broken);
        QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->problem().isEmpty(), kEngineDeadline);
        m_dialog->reject();
    }

    void saysWhyAPodDoesNotComeAndAsksAgain()
    {
        chooseCluster();
        m_dialog->findChild<QComboBox*>(QStringLiteral("image"))
            ->setEditText(QStringLiteral("sandbench-there-is-none:1"));
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("sandbench-there-is-none")), kEngineDeadline);
        accept();
        QTRY_VERIFY_WITH_TIMEOUT(isAskedAgain(QStringLiteral("there-is-none")), kEngineDeadline);
        m_window->findChild<NewSessionDialog*>()->reject();
    }

    void warnsOfAClusterWhoseCertificateIsNotChecked()
    {
        const QByteArray before = qgetenv("KUBECONFIG");
        QFile given(QString::fromLocal8Bit(before));
        if (!given.open(QIODevice::ReadOnly))
            SKIP_WITHOUT("kubernetes", "KUBECONFIG names no file");
        QString text = QString::fromUtf8(given.readAll());
        text.replace(
            QRegularExpression(
                QStringLiteral("certificate-authority-data: *[\"']?[A-Za-z0-9+/=]+[\"']?")),
            QStringLiteral("insecure-skip-tls-verify: true"));
        QVERIFY(text.contains(QStringLiteral("insecure-skip-tls-verify")));
        const QString file = m_dir.filePath(QStringLiteral("insecure"));
        write(file, text.toUtf8());
        qputenv("KUBECONFIG", QFile::encodeName(file));
        const auto insecure = engines();
        showWindow(workbench(*insecure));
        chooseCluster();
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("⚠ Connection: ")), kEngineDeadline);
        QVERIFY2(says(QStringLiteral("certificate")), qPrintable(summary()));
        m_dialog->reject();
        removeWindow();
        qputenv("KUBECONFIG", before);
        init();
    }

    void entersAPodThatIsThereAndLeavesItThere()
    {
        const auto api = cluster()->api({});
        QVERIFY(api);
        const std::string name = "sandbench-window-test-" + std::to_string(::getpid());
        const std::string folder = kubernetes::podsPath("default");
        const Json pod
            = {{"metadata", {{"name", name}}},
               {"spec",
                {{"terminationGracePeriodSeconds", 0},
                 {"activeDeadlineSeconds", 600},
                 {"containers",
                  Json::array(
                      {{{"name", "main"},
                        {"image", defaultImage(nullptr)},
                        {"imagePullPolicy", "IfNotPresent"},
                        {"command", Json::array({"sleep", "600"})},
                        {"securityContext", {{"runAsUser", 1234}, {"runAsGroup", 1234}}}}})}}}};
        const auto made = (*api)->post(folder, pod, {});
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        const kubernetes::ExecTarget target{"default", name, "main"};
        const auto running
            = kubernetes::awaitPod(**api, target, *made, kubernetes::Until::Running, {}, {});
        QVERIFY2(running, running ? "" : running.error().text().c_str());
        chooseCluster();
        m_dialog->findChild<QLineEdit*>(QStringLiteral("existingPod"))->setText(toQString(name));
        QVERIFY(!m_dialog->findChild<QComboBox*>(QStringLiteral("image"))->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("existing pod")), kEngineDeadline);
        accept();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Idle, kEngineDeadline);
        const QString facts = m_window->findChild<SessionPanel*>()->factsText();
        QVERIFY2(facts.contains(QStringLiteral("Size: as it was made")), qPrintable(facts));
        const QByteArray text = outputOf("import os\nprint('uid', os.getuid())\n");
        QVERIFY2(text.contains("uid 1234"), text.constData());
        m_window->controller().destroySession();
        QVERIFY((*api)->get(kubernetes::podPath(target), {}, {}));
        QVERIFY(kubernetes::removePod(**api, target));
    }

private:
    KubernetesEngine* cluster() const
    {
        const auto engine = m_source->find("kubernetes", {});
        return engine ? dynamic_cast<KubernetesEngine*>(*engine) : nullptr;
    }

    void chooseCluster()
    {
        action("sessionNew")->trigger();
        m_dialog = m_window->findChild<NewSessionDialog*>();
        QVERIFY(m_dialog);
        m_dialog->findChild<QAbstractButton*>(QStringLiteral("engine-kubernetes"))->click();
    }

    QString summary() const { return m_dialog->summaryText(); }
    bool says(const QString& text) const { return summary().contains(text); }

    void accept()
    {
        auto* accept = m_dialog->findChild<QAbstractButton*>(QStringLiteral("accept"));
        QVERIFY2(accept->isEnabled(), qPrintable(m_dialog->problem()));
        accept->click();
    }

    /// By a dialog that says why.
    bool isAskedAgain(const QString& why) const
    {
        const auto* dialog = m_window->findChild<NewSessionDialog*>();
        const auto bars = dialog ? dialog->findChildren<MessageBar*>() : QList<MessageBar*>();
        return std::any_of(bars.begin(), bars.end(), [&](const MessageBar* bar) {
            return bar->isVisible() && bar->text().contains(why);
        });
    }

    /// Of a program that ends well.
    QByteArray outputOf(const QByteArray& program)
    {
        const auto before = m_ended->size();
        m_window->editors().newDocument(QStringLiteral("a.py"), program);
        m_window->runFile();
        const bool isOver = QTest::qWaitFor(
            [&] { return m_ended->size() == before + 1 && m_window->output().isDrained(); },
            kEngineDeadline);
        if (!isOver || m_ended->back().at(0).value<RunRecord>().exitCode != 0)
            return "it did not end well: " + m_window->output().plainText(1 << 16);
        return m_window->output().plainText(1 << 16);
    }

    static void write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    bool exists(const std::string& id) const
    {
        const auto found = cluster()->sandboxes({});
        return !found || std::any_of(found->begin(), found->end(), [&](const SandboxInfo& info) {
            return info.sessionId == id;
        });
    }

    NewSessionDialog* m_dialog = nullptr;
};

SANDBENCH_TEST(TestKubernetesWindow);
#include "tst_kubernetes_window.moc"
