// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The images of real engines in their panel, and of engines that do not answer.
#include "tests/support/image_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/text.h"
#include "ui/images/image_build.h"
#include "ui/images/image_check_view.h"
#include "ui/images/image_details.h"
#include "ui/images/images_panel.h"
#include "ui/session/image_pull.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;
using images::Cleaner;
using images::Folder;

namespace {

constexpr int kDeadline = 60'000; // ms

/// Engines of which "docker" is the real one of the test's name.
std::unique_ptr<EngineSource> realEngines(const QString& engine)
{
    const auto address
        = qEnvironmentVariable(engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN");
    return std::make_unique<EngineSource>(
        [address](const std::string&, const std::string& wanted) {
            return makeDefaultEngines({}, address.toStdString(), wanted);
        },
        [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog());
}

BuildRequest tiny(const Folder& folder, const std::string& tag)
{
    folder.write("Dockerfile", "FROM scratch\nCOPY Dockerfile /\n");
    BuildRequest request;
    request.contextFolder = folder.path().toStdString();
    request.tag = tag;
    return request;
}

/// Its own image, not one that others name, too.
BuildRequest lonely(const Folder& folder, const std::string& tag)
{
    auto request = tiny(folder, tag);
    folder.writeNoise("salt", 16);
    folder.write("Dockerfile", "FROM scratch\nCOPY salt /\n");
    return request;
}

} // namespace

class TestImagesPanel : public WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareOnce(); }
    void init() { m_fakes = FakeEngines(); }
    void cleanup()
    {
        m_panel.reset();
        m_source.reset();
    }

    void saysWhatToDoWhereNoEngineAnswers()
    {
        m_fakes.docker->setProblem("no socket of Docker was found");
        show(m_fakes.source());
        QTRY_VERIFY(m_panel->emptyText().contains(QStringLiteral("no socket of Docker was found")));
        QVERIFY(m_panel->emptyText().contains(QStringLiteral("Ctrl+R")));
        QVERIFY(!enabled("imagesPull"));
        m_fakes.docker->setProblem({});
        m_fakes.docker->tags = {"a:1"};
        m_panel->refresh();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QVERIFY(enabled("imagesPull"));
        QVERIFY(m_panel->emptyText().isEmpty());
    }

    void showsTheImagesOfOneEngineWhileAnotherHangs()
    {
        m_fakes.docker->tags = {"a:1", "b:2"};
        m_fakes.docker->connections
            = {unixConnection("default", "/run/a.sock", "found"),
               unixConnection("lab", "/run/b.sock", "context lab"),
               unixConnection("same", "/run/b.sock", "found")};
        show(m_fakes.source());
        // Two places: a second name of one is not a third.
        QTRY_COMPARE(m_panel->model().rowCount(), 4);
        QCOMPARE(place()->count(), 3);
        QCOMPARE(place()->itemText(2), QStringLiteral("Docker · lab"));
        m_fakes.docker->hang("list");
        m_panel->refresh();
        QTRY_VERIFY(m_panel->summary().contains(QStringLiteral("asking the engines")));
        QCOMPARE(m_panel->model().rowCount(), 4); // what is known stays
        QCOMPARE(m_fakes.docker->callsFromTheGui(), 0);
        m_panel.reset(); // at once, although nobody answers
    }

    void findsByNameAndByEngine()
    {
        m_fakes.docker->tags = {"python:3.12", "busybox:1", "evil\x1b[31m:1"};
        m_fakes.docker->connections
            = {unixConnection("default", "/run/a.sock", "found"),
               unixConnection("lab", "/run/b.sock", "context lab")};
        show(m_fakes.source());
        const QAbstractItemModelTester tester(&m_panel->model());
        QTRY_COMPARE(shown(), 6);
        for (int row = 0; row < shown(); ++row)
            QVERIFY(!text(row).contains(QChar(0x1b)));
        filter()->setText(QStringLiteral("PYTHON"));
        QCOMPARE(shown(), 2);
        place()->setCurrentIndex(2);
        QCOMPARE(shown(), 1);
        QVERIFY(m_panel->summary().contains(QStringLiteral("1 of 6")));
        filter()->setText(QStringLiteral("nothing"));
        QVERIFY(m_panel->emptyText().contains(QStringLiteral("search")));
    }

    void asksForASessionOfTheImageThatIsActivated()
    {
        m_fakes.docker->tags = {"a:1"};
        show(m_fakes.source());
        QTRY_VERIFY(m_panel->choose(QStringLiteral("a:1")));
        const QSignalSpy wanted(m_panel.get(), &ImagesPanel::sessionWanted);
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().at(0).toString(), QStringLiteral("docker"));
        QCOMPARE(wanted.first().at(2).toString(), QStringLiteral("a:1"));
    }

    void saysWhyAPullFailed()
    {
        m_fakes.docker->tags = {"a:1"};
        m_fakes.docker->setPullProblem("the registry wants a login");
        show(m_fakes.source());
        QTRY_COMPARE(shown(), 1);
        m_panel->pull(QStringLiteral("private:1"));
        QTRY_VERIFY(m_panel->message().contains(QStringLiteral("wants a login")));
    }

    void tellsWhatAnImageIs_data() { images::eachEngine(); }
    void tellsWhatAnImageIs()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto store = docker::makeImageStore(images::api(engine));
        Cleaner cleaner(*store);
        const Folder folder;
        const auto name = cleaner.add(images::uniqueName("facts"));
        QVERIFY(store->build(tiny(folder, name), {}, {}));
        show(realEngines(engine), engine);
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(name), kDeadline);
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->details().steps().topLevelItemCount(), 1, kDeadline);
        QVERIFY(
            m_panel->details().steps().topLevelItem(0)->text(2).contains(QStringLiteral("COPY")));
        const auto facts
            = m_panel->details().facts().findItems(QStringLiteral("Platform"), Qt::MatchExactly);
        QCOMPARE(facts.size(), 1);
        QVERIFY(facts.first()->text(1).startsWith(QStringLiteral("linux/")));
    }

    void looksIntoAnImage()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed("sandbench-python:1"), kDeadline);
        auto& view = m_panel->details().check();
        view.probe();
        QVERIFY(view.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), kDeadline);
        QVERIFY2(view.status().contains(QStringLiteral("agent runs")), qPrintable(view.status()));
        const auto system = view.results().findItems(QStringLiteral("System"), Qt::MatchExactly);
        QCOMPARE(system.size(), 1);
        QVERIFY2(system.first()->text(1).contains("Debian"), qPrintable(system.first()->text(1)));
        QVERIFY(
            !view.results().findItems(QStringLiteral("Isolated by"), Qt::MatchExactly).isEmpty());
        QCOMPARE(m_workspace->sandboxes().count(), std::size_t(0)); // it was closed again
    }

    void holdsAnImageAgainstAFile()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const Folder folder;
        folder.write(
            "sandbench-image.yaml",
            "commands:\n  - run: [python3, --version]\n    stdout: [Python 3]\n"
            "files:\n  - path: /nothing\n");
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed("sandbench-python:1"), kDeadline);
        auto& view = m_panel->details().check();
        view.check(folder.path("sandbench-image.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), kDeadline);
        QCOMPARE(view.status(), QStringLiteral("1 passed, 1 failed, 0 not checked"));
        QCOMPARE(view.results().topLevelItem(0)->text(0), QStringLiteral("Failed"));
        QVERIFY(view.results().topLevelItem(0)->text(1).contains(QStringLiteral("/nothing")));
        view.check(folder.path("no-such-file"));
        QTRY_VERIFY_WITH_TIMEOUT(!view.isRunning(), kDeadline);
        QVERIFY2(view.status().contains("no-such-file"), qPrintable(view.status()));
        QCOMPARE(m_workspace->sandboxes().count(), std::size_t(0));
    }

    void stopsALookAtOnceWhenAnotherImageIsChosen()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed("sandbench-python:1"), kDeadline);
        auto& view = m_panel->details().check();
        view.probe();
        QVERIFY(chooseNamed("sandbench-languages:1"));
        QVERIFY(!view.isRunning());
        QCOMPARE(view.results().topLevelItemCount(), 0);
    }

    void givesANameTakesItAndGivesItBack()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const auto store = docker::makeImageStore(images::api("docker"));
        Cleaner cleaner(*store);
        const Folder folder;
        const auto name = cleaner.add(images::uniqueName("named"));
        const auto other = cleaner.add(images::uniqueName("other") + ":2");
        QVERIFY(store->build(tiny(folder, name), {}, {}));
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(name), kDeadline);
        m_panel->tag(toQString(other));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->choose(toQString(other)), kDeadline);
        m_panel->removeChosen(); // not the last name: without a question
        QTRY_VERIFY_WITH_TIMEOUT(button("imagesUndo"), kDeadline);
        QVERIFY(!store->inspect(other, {}));
        button("imagesUndo")->click();
        QTRY_VERIFY_WITH_TIMEOUT(store->inspect(other, {}), kDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->choose(toQString(other)), kDeadline);
    }

    void asksBeforeItRemovesTheLastName()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const auto store = docker::makeImageStore(images::api("docker"));
        Cleaner cleaner(*store);
        const Folder folder;
        const auto name = cleaner.add(images::uniqueName("gone"));
        QVERIFY(store->build(lonely(folder, name), {}, {}));
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(name), kDeadline);
        m_panel->removeChosen();
        QVERIFY(button("imagesRemoveYes"));
        QVERIFY(m_panel->message().contains(QStringLiteral("cannot be undone")));
        QVERIFY(store->inspect(name, {}));
        button("imagesRemoveYes")->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->message().contains(QStringLiteral("removed")), kDeadline);
        QVERIFY(!store->inspect(name, {}));
    }

    void removesSeveralAfterOneQuestion()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const auto store = docker::makeImageStore(images::api("docker"));
        Cleaner cleaner(*store);
        const Folder folder;
        const auto one = cleaner.add(images::uniqueName("one") + ":1");
        const auto two = cleaner.add(images::uniqueName("two") + ":1");
        const auto other = cleaner.add(images::uniqueName("other") + ":2");
        for (const auto& name : {one, two})
            QVERIFY(store->build(lonely(folder, name), {}, {}));
        QVERIFY(store->tag(two, other, {}));
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(one), kDeadline);
        select({one, other});
        QVERIFY(!enabled("imagesExport") && enabled("imagesRemove"));
        m_panel->list().setFocus();
        QTest::keyClick(&m_panel->list(), Qt::Key_Delete);
        QVERIFY(button("imagesRemoveYes"));
        QVERIFY2(m_panel->message().contains(toQString(other)), qPrintable(m_panel->message()));
        QVERIFY(m_panel->message().endsWith("undone: " + toQString(one) + "."));
        // Reading the images anew keeps what is selected.
        m_panel->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->summary().contains("asking"), kDeadline);
        QCOMPARE(m_panel->list().selectionModel()->selectedRows().size(), 2);
        button("imagesRemoveYes")->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->message().contains("are removed"), kDeadline);
        QVERIFY(!store->inspect(one, {}) && !store->inspect(other, {}) && store->inspect(two, {}));
        button("imagesUndo")->click(); // what can be undone
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->choose(toQString(other)), kDeadline);
    }

    void tellsWhichOfSeveralCouldNotBeRemoved()
    {
        m_fakes.docker->tags = {"a:1", "b:2", "c:3"};
        show(m_fakes.source());
        QTRY_COMPARE(shown(), 3);
        select({"a:1", "c:3"});
        m_panel->removeChosen();
        button("imagesRemoveYes")->click();
        QTRY_COMPARE(m_panel->message().count("not in this test"), 2);
        QVERIFY(!m_panel->message().contains("removed"));
    }

    void exportsAnImageAndLoadsIt()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const auto store = docker::makeImageStore(images::api("docker"));
        Cleaner cleaner(*store);
        const Folder folder;
        const auto name = cleaner.add(images::uniqueName("carried"));
        QVERIFY(store->build(tiny(folder, name), {}, {}));
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(name), kDeadline);
        m_panel->exportChosen(folder.path("it.tar"));
        QTRY_VERIFY_WITH_TIMEOUT(
            m_panel->message().contains(QStringLiteral("is exported")), kDeadline);
        QVERIFY(store->remove(name, {}));
        m_panel->load(folder.path("it.tar"));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->message().contains(QStringLiteral("Loaded")), kDeadline);
        QVERIFY(store->inspect(name, {}));
        folder.write("noise", "this is no archive");
        m_panel->load(folder.path("noise"));
        QTRY_VERIFY_WITH_TIMEOUT(
            m_panel->message().contains(QStringLiteral("no tar archive")), kDeadline);
    }

    void showsWhatPruningRemovesBeforeItDoes()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const auto store = docker::makeImageStore(images::api("docker"));
        const Folder folder;
        folder.writeNoise("salt", 16);
        auto request = tiny(folder, {});
        folder.write("Dockerfile", "FROM scratch\nCOPY salt /\n");
        const auto id = store->build(request, {}, {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        show(realEngines("docker"), "docker");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->choose(toQString(*id)), kDeadline);
        m_panel->prune();
        QTRY_VERIFY_WITH_TIMEOUT(button("imagesPruneYes"), kDeadline);
        QVERIFY(m_panel->message().contains(shortImageId(*id)));
        QVERIFY(store->inspect(*id, {}));
        button("imagesPruneYes")->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_panel->message().contains(QStringLiteral("free again")), kDeadline);
        QVERIFY(!store->inspect(*id, {}));
    }

    void buildsAnImageStepByStep_data() { images::eachEngine(); }
    void buildsAnImageStepByStep()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto store = docker::makeImageStore(images::api(engine));
        Cleaner cleaner(*store);
        const Folder folder;
        const auto name = cleaner.add(images::uniqueName("built"));
        (void)tiny(folder, name);
        show(realEngines(engine), engine);
        fillBuild(folder, name);
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->build().isRunning(), kDeadline);
        QVERIFY2(
            m_panel->build().status().startsWith(QStringLiteral("Built")),
            qPrintable(m_panel->build().status()));
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(name), kDeadline);
        const auto& sections = m_panel->build().log().sections();
        QVERIFY(sections.size() >= 2);
        QVERIFY(sections.back()->header().title.contains(QStringLiteral("2/2 COPY Dockerfile")));
        QVERIFY(sections.back()->folded);
    }

    void buildsNothingWithAnArgumentThatIsNone()
    {
        m_fakes.docker->tags = {"a:1"};
        show(m_fakes.source());
        QTRY_VERIFY(enabled("imagesBuild"));
        m_panel->findChild<QAction*>(QStringLiteral("imagesBuild"))->trigger();
        auto& build = m_panel->build();
        build.findChild<QLineEdit*>(QStringLiteral("buildFolder"))->setText("/tmp");
        build.findChild<QLineEdit*>(QStringLiteral("buildArguments"))->setText("A=1;word");
        build.findChild<QPushButton*>(QStringLiteral("buildStart"))->click();
        QVERIFY(!build.isRunning());
        QVERIFY2(build.status().startsWith("word"), qPrintable(build.status()));
    }

    void findsAnImageUnderEachOfItsNames()
    {
        QVERIFY(isSameImage("busybox:latest", "busybox"));
        QVERIFY(isSameImage("docker.io/library/busybox:latest", "busybox"));
        QVERIFY(isSameImage("localhost/mine:2", "mine:2"));
        QVERIFY(!isSameImage("busybox:1", "busybox"));
        QVERIFY(!isSameImage("other.example/busybox:latest", "busybox"));
        QVERIFY(!isSameImage("sha256:1", "busybox"));
    }

    void leadsToTheStepThatFailed()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        const Folder folder;
        show(realEngines("docker"), "docker");
        folder.write("Dockerfile", "# a comment\nFROM scratch\n\nCOPY nothing \\\n  /\n");
        fillBuild(folder, {});
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->build().isRunning(), kDeadline);
        QVERIFY2(
            m_panel->build().status().contains(QStringLiteral("nothing")),
            qPrintable(m_panel->build().status()));
        const auto& last = m_panel->build().log().sections().back();
        QVERIFY(!last->folded);
        QVERIFY(last->header().title.contains(QStringLiteral("COPY nothing")));
        const QSignalSpy wanted(m_panel.get(), &ImagesPanel::codeRequested);
        auto* showLine = m_panel->build().findChild<QPushButton*>(QStringLiteral("buildShowLine"));
        QVERIFY(showLine->isVisible());
        showLine->click();
        QTRY_COMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().at(0).toString(), folder.path("Dockerfile"));
        QCOMPARE(wanted.first().at(1).toInt(), 4);
    }

    void pullsAnImageThatThenIsThere()
    {
        REQUIRE_ENGINE(QStringLiteral("docker"));
        if (images::registry().empty())
            SKIP_WITHOUT("registry", "no registry is named");
        const auto name = images::uniqueName("pulled");
        QVERIFY(images::publish(name, {1 << 20, 2 << 20}));
        const auto store = docker::makeImageStore(images::api("docker"));
        Cleaner cleaner(*store);
        const auto reference = cleaner.add(images::registry() + "/" + name + ":1");
        show(realEngines("docker"), "docker");
        m_panel->pull(toQString(reference));
        QTRY_VERIFY_WITH_TIMEOUT(chooseNamed(reference), kDeadline);
        QVERIFY(!m_panel->pulling().isRunning());
        QVERIFY(store->inspect(reference, {}));
    }

private:
    void show(std::unique_ptr<EngineSource> source, const QString& engine = {})
    {
        m_source = std::move(source);
        m_panel = std::make_unique<ImagesPanel>(*m_source, *m_workspace);
        m_panel->resize(1000, 400);
        m_panel->show();
        if (engine.isEmpty())
            return;
        QTRY_VERIFY_WITH_TIMEOUT(place()->findText(engine, Qt::MatchFixedString) > 0, kDeadline);
        place()->setCurrentIndex(place()->findText(engine, Qt::MatchFixedString));
    }
    void fillBuild(const Folder& folder, const std::string& name)
    {
        QTRY_VERIFY_WITH_TIMEOUT(enabled("imagesBuild"), kDeadline);
        m_panel->findChild<QAction*>(QStringLiteral("imagesBuild"))->trigger();
        auto& build = m_panel->build();
        build.findChild<QLineEdit*>(QStringLiteral("buildFolder"))->setText(folder.path());
        build.findChild<QLineEdit*>(QStringLiteral("buildTag"))->setText(toQString(name));
        build.findChild<QPushButton*>(QStringLiteral("buildStart"))->click();
        QVERIFY(build.isRunning());
    }
    /// These rows, and no other.
    void select(const std::vector<std::string>& names)
    {
        constexpr auto kRow = QItemSelectionModel::Select | QItemSelectionModel::Rows;
        auto* rows = m_panel->list().selectionModel();
        rows->clearSelection();
        for (int row = 0; row < shown(); ++row)
            for (const auto& name : names)
                if (text(row).startsWith(toQString(name)))
                    rows->select(rows->model()->index(row, 0), kRow);
    }
    bool chooseNamed(const std::string& name) { return m_panel->choose(toQString(name)); }
    bool enabled(const char* name) const
    {
        return m_panel->findChild<QAction*>(QLatin1String(name))->isEnabled();
    }
    QPushButton* button(const char* name) const
    {
        auto* found = m_panel->findChild<QPushButton*>(QLatin1String(name));
        return found && found->isVisible() ? found : nullptr;
    }
    QComboBox* place() const { return m_panel->findChild<QComboBox*>("imagesPlace"); }
    QLineEdit* filter() const { return m_panel->findChild<QLineEdit*>("imagesFilter"); }
    int shown() const { return m_panel->list().model()->rowCount(); }
    QString text(int row) const { return m_panel->list().model()->index(row, 0).data().toString(); }

    FakeEngines m_fakes;
    std::unique_ptr<ImagesPanel> m_panel;
};

SANDBENCH_TEST(TestImagesPanel);
#include "tst_images_panel.moc"
