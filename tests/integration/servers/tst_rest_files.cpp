// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/rest_session.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using sandbench::test::answered;
using sandbench::test::GivenBody;
using sandbench::test::textOf;

/// Files and artifacts of real sandboxes, by handlers without a socket.
class TestRestFiles : public QObject, private test::RestSession
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto why = whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        QCOMPARE(begin(), std::string());
    }
    void init() { QCOMPARE(open(), std::string()); }
    void cleanup() { QVERIFY(closeAll()); }
    void cleanupTestCase()
    {
        const auto problems = end();
        QVERIFY2(problems.empty(), problems.c_str());
    }

    void bringsFilesInAndOut()
    {
        std::string bytes;
        for (int i = 0; i < 300'000; ++i)
            bytes += static_cast<char>(i * 7);
        const auto written = put("/files/deep/down/data.bin", bytes);
        QVERIFY2(written.status == 201, written.body.c_str());
        const auto read = m_server->send("GET", at("/files/deep/down/data.bin"));
        QCOMPARE(read.status, 200);
        QVERIFY(read.body == bytes);
        QCOMPARE(read.type, std::string("application/octet-stream"));
        QVERIFY(
            read.header("content-disposition").starts_with("attachment; filename=\"data.bin\""));
        const auto list = m_server->send("GET", at("/files?path=deep&depth=3"));
        QVERIFY2(
            list.body.find("/work/deep/down/data.bin") != std::string::npos, list.body.c_str());
        QCOMPARE(
            m_server->send("POST", at("/rename"), {{"from", "deep/down/data.bin"}, {"to", "b.bin"}})
                .status,
            200);
        QCOMPARE(m_server->send("GET", at("/files/deep/down/data.bin")).status, 404);
        QCOMPARE(m_server->send("DELETE", at("/files/deep?recursive=true")).status, 204);
        QCOMPARE(m_server->send("GET", at("/files/deep/down")).status, 404);
        QCOMPARE(m_server->send("POST", at("/folders"), {{"path", "x/y"}}).status, 201);
        QCOMPARE(m_server->send("GET", at("/files/x")).status, 400); // a folder has no bytes
        QCOMPARE(put("/files/empty", "").status, 201);
        QCOMPARE(m_server->send("GET", at("/files/empty")).body, std::string());
    }

    void takesFormsOfFiles()
    {
        GivenBody form(
            {{{"file", "a.txt", "text/plain"}, "one"}, {{"file", "d/b.txt", ""}, "two"}});
        auto call = m_server->call("POST", at("/files?path=in"));
        call.headers["content-type"] = "Multipart/Form-Data; boundary=x";
        call.body = &form;
        const auto answer = m_server->send(call);
        QVERIFY2(answer.status == 201, answer.body.c_str());
        const auto said
            = execute({{"code", "print(open('in/a.txt').read(), open('in/d/b.txt').read())"}});
        QCOMPARE(textOf(said, "stdout"), std::string("one two\n"));
        GivenBody hostile({{{"file", "c.txt", ""}, "x"}, {{"file", "../../etc/passwd", ""}, "x"}});
        call.body = &hostile;
        const auto half = m_server->send(call);
        QCOMPARE(half.status, 400);
        const auto& written = jsonField(half.json, "written");
        QVERIFY2(
            written.size() == 1 && jsonString(written[0], "path") == "in/c.txt", half.body.c_str());
        call.headers["content-type"] = "multipart/form-dataX; boundary=x";
        QCOMPARE(m_server->send(call).status, 415);
        QCOMPARE(m_server->send("DELETE", at("/files/in")).code(), std::string("not_empty"));
    }

    void takesPartsWithoutAFileNameForFields()
    {
        const auto send = [&](std::vector<GivenBody::Given> parts) {
            GivenBody form(std::move(parts));
            auto call = m_server->call("POST", at("/files"));
            call.headers["content-type"] = "multipart/form-data; boundary=x";
            call.body = &form;
            return answered(m_server->router(), call);
        };
        const auto good = send(
            {{{"path", "", "", true}, "in/here"},
             {{"file", "", "application/octet-stream"}, ""},
             {{"file", "a.txt", ""}, "one"}});
        QVERIFY2(good.status == 201, good.body.c_str());
        QCOMPARE(m_server->send("GET", at("/files/in/here/a.txt")).body, std::string("one"));
        QCOMPARE(jsonField(good.json, "files").size(), std::size_t(1));
        const auto unknown = send({{{"colour", "", "", true}, "red"}});
        QVERIFY2(
            unknown.status == 400 && unknown.body.find("colour: ") != std::string::npos,
            unknown.body.c_str());
        QCOMPARE(send({{{"file", "", ""}, ""}}).status, 400); // none was chosen
        QCOMPARE(send({{{"file", "", ""}, "bytes"}}).status, 400);
        QCOMPARE(send({}).status, 400);
        QCOMPARE(send({{{"path", "", "", true}, "../x"}, {{"f", "a", ""}, "1"}}).status, 400);
    }

    void listsEveryFileByOneName()
    {
        QCOMPARE(put("/files/a.txt", "x").status, 201);
        for (const char* query : {"/files", "/files?path=.", "/files?path=/work/./&absolute=1"}) {
            const auto listed = m_server->send("GET", at(query));
            QVERIFY2(listed.body.find("\"/work/a.txt\"") != std::string::npos, listed.body.c_str());
        }
        const auto root = m_server->send("GET", at("/files?path=/&absolute=1"));
        QVERIFY2(root.body.find("\"/work\"") != std::string::npos, root.body.c_str());
    }

    void leavesNoFileThatDidNotArriveWhole()
    {
        m_server->caller.quotas.uploadBytes = 1000;
        QCOMPARE(put("/files/large", std::string(2000, 'x')).status, 413);
        QCOMPARE(m_server->send("GET", at("/files/large")).status, 404);
        QCOMPARE(put("/files/fits", std::string(1000, 'x')).status, 201);
    }

    void tellsAFullDiskFromAQuotaThatIsFreeAgain()
    {
        const auto small
            = m_server->send("POST", "/sessions", {{"lang", "python"}, {"disk", "1m"}});
        QVERIFY2(small.status == 201, small.body.c_str());
        m_session = textOf(small, "session_id");
        const auto full = put("/files/large", std::string(3 << 20, 'x'));
        QVERIFY2(full.status == 507, full.body.c_str());
        QCOMPARE(full.code(), std::string("storage_full"));
        QCOMPARE(put("/files/small", "x").status, 201);
    }

    void leadsNowhereThroughFileNames()
    {
        for (const auto* const path : {"/files/../../etc/passwd", "/files/a/../../b", "/files/.."})
            QVERIFY2(m_server->send("GET", at(path)).status == 400, path);
        QCOMPARE(m_server->send("GET", at("/files?path=../..")).status, 400);
        QCOMPARE(
            m_server->send("POST", at("/rename"), {{"from", "a"}, {"to", "../b"}}).status, 400);
    }

    void givesNoFileOfThisMachine()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("secret").toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("ours") == 4);
        file.close();
        // Absolute is what the sandbox calls so; its links lead to its own files too.
        const auto link = execute({{"code", "import os\nos.symlink('" + path + "', 'link')"}});
        QCOMPARE(jsonInt(link.json, "exit_code", -1), std::int64_t(0));
        for (const auto& [name, status] :
             {std::pair("/files" + path + "?absolute=true", 404), {"/files/link", 400}}) {
            const auto read = m_server->send("GET", at(name));
            QVERIFY2(read.status == status, (name + " " + read.body).c_str());
            (void)put(name, "theirs");
            QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll() == "ours");
            file.close();
        }
    }

    void showsArtifactsToNoBrowserAsAPage()
    {
        const auto answer = execute(
            {{"code",
              "import os\nos.makedirs('output', exist_ok=True)\n"
              "open('output/page.html','w').write('<html><script>alert(1)</script></html>')\n"
              "open('output/"
              "dot.png','wb').write(bytes.fromhex('89504e470d0a1a0a0000000d494844520000"
              "00010000000108060000001f15c4890000000d49444154789c626001000000ffff03000006000557bfab"
              "d4"
              "0000000049454e44ae426082'))\n"}});
        QVERIFY2(answer.status == 200, answer.body.c_str());
        const auto& artifacts = jsonField(answer.json, "artifacts");
        QCOMPARE(artifacts.size(), std::size_t(2));
        for (const auto& artifact : artifacts) {
            const auto bytes = m_server->send("GET", jsonString(artifact, "url"));
            QCOMPARE(bytes.status, 200);
            QCOMPARE(bytes.body.size(), static_cast<std::size_t>(jsonInt(artifact, "bytes")));
            QCOMPARE(bytes.header("x-content-type-options"), std::string("nosniff"));
            QVERIFY(bytes.header("content-security-policy").starts_with("sandbox"));
            const bool isPicture = jsonString(artifact, "mime") == "image/png";
            QCOMPARE(bytes.header("content-disposition").starts_with("inline"), isPicture);
        }
        QVERIFY(answer.body.find("storedPath") == std::string::npos);
        QVERIFY(!artifacts[0].contains("path"));
        const auto run = "/runs/" + textOf(answer, "run_id") + "/artifacts";
        QCOMPARE(m_server->send("GET", run).json["artifacts"].size(), std::size_t(2));
        for (const auto* const bad : {"/2", "/-1", "/x", "/0x1", "/..%2f", "/99999999999999999999"})
            QCOMPARE(m_server->send("GET", run + bad).status, 404);
    }

    void showsARunAsAPageToSave()
    {
        const auto made
            = execute({{"code", "open('t.csv', 'w').write('a,b\\n<i>,2')\nprint('<b>')"}});
        QVERIFY2(made.status == 200, made.body.c_str());
        const auto run = "/runs/" + textOf(made, "run_id");
        const auto page = m_server->send("GET", run + "/report");
        QCOMPARE(page.status, 200);
        QVERIFY(page.body.find("<td>&lt;i&gt;</td>") != std::string::npos);
        QVERIFY(page.body.find("&lt;b&gt;") != std::string::npos);
        QVERIFY(page.header("content-disposition").starts_with("attachment"));
        QVERIFY(page.header("content-security-policy").starts_with("sandbox"));
        const auto zip = m_server->send("GET", run + "/artifacts.zip");
        QCOMPARE(zip.status, 200);
        QVERIFY(zip.body.starts_with("PK") && zip.body.find("t.csv") != std::string::npos);
        QVERIFY(zip.header("content-disposition").starts_with("attachment"));
        for (const auto* const call : {"/report", "/artifacts.zip"})
            QCOMPARE(m_server->send("GET", "/runs/r-0/" + std::string(call + 1)).status, 404);
    }
};

SANDBENCH_TEST(TestRestFiles);
#include "tst_rest_files.moc"
