// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fields.h"
#include "core/workspace/member_names.h"
#include "core/workspace/members.h"
#include "core/workspace/public_text.h"
#include "core/workspace/requests.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::workspace;

namespace {

const Fields& example()
{
    using enum FieldType;
    static const Fields kFile
        = {{"path", Text, "Where", true}, {"mode", Integer, "", false, {}, 0, 511}};
    static const Fields kFields
        = {{"code", Text, "The program", true, {}, 0, 0, {}, 10},
           {"kind", Text, "", false, {"a", "b"}},
           {"count", Integer, "", false, {}, 1, 5},
           {"share", Number},
           {"yes", Boolean},
           {"names", TextList, "", false, {}, 0, 0, {}, 2},
           {"env", TextMap},
           {"one", Object, "", false, {}, 0, 0, kFile},
           {"files", ObjectList, "", false, {}, 0, 0, kFile},
           {"anything", Any}};
    return kFields;
}

/// The error's text; empty = it was right.
std::string fieldProblem(const char* text)
{
    const auto checked = checkFields(*parseJson(text), example());
    if (checked)
        return {};
    return checked.error().code() == ErrorCode::InvalidArgument ? checked.error().text() : "?";
}

} // namespace

class TestServiceFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitingBringsNoPackageThatTheIndexDoesNotHave()
    {
        const auto codeOf = [](const char* text) {
            return asWrongPackage(Error(ErrorCode::Unavailable, text)).code();
        };
        QCOMPARE(
            codeOf("pip: ERROR: No matching distribution found for x (it ended with 1)"),
            ErrorCode::InvalidArgument);
        QCOMPARE(
            codeOf("npm: npm error 404 'x@*' is not in this registry. (it ended with 1)"),
            ErrorCode::InvalidArgument);
        for (const char* text :
             {"pip: ERROR: No matching distribution found for x; this sandbox has no network to "
              "fetch packages with",
              "pip: WARNING: Retrying (Retry(total=0)) after connection broken"})
            QCOMPARE(codeOf(text), ErrorCode::Unavailable);
        QCOMPARE(
            asWrongPackage(Error(ErrorCode::Io, "No matching distribution found")).code(),
            ErrorCode::Io);
    }

    void takesWhatIsRight()
    {
        QCOMPARE(
            fieldProblem(R"({"code": "x", "kind": "b", "count": 5, "share": 1, "yes": false,
                "names": ["a", "b"], "env": {"A": "b"}, "one": {"path": "p", "mode": 420},
                "files": [{"path": "p"}], "anything": [1]})"),
            std::string());
        // Many clients write null for what they were not given.
        QCOMPARE(fieldProblem(R"({"code": "x", "kind": null, "files": null})"), std::string());
    }

    void namesTheMemberThatIsWrong_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* json, const char* expected) {
            QTest::newRow(name) << QString(json) << QString(expected);
        };
        row("no object", "[]", "the body must be a JSON object");
        row("missing", "{}", "code: is missing");
        row("null", R"({"code": null})", "code: must be a text");
        row("type", R"({"code": 3})", "code: must be a text");
        row("too long", R"({"code": "12345678901"})", "code: longer than 10 bytes");
        row("value", R"({"code": "", "kind": "c"})", "kind: 'c' is none of a, b");
        row("small", R"({"code": "", "count": 0})", "count: must be 1 or more");
        row("large", R"({"code": "", "count": 6})", "count: must be 5 or less");
        row("no whole number", R"({"code": "", "count": 1.5})", "count: must be a whole number");
        row("list of numbers", R"({"code": "", "names": ["a", 1]})", "names[1]: must be a text");
        row("long list", R"({"code": "", "names": ["", "", ""]})", "names: more than 2 entries");
        row("map", R"({"code": "", "env": {"A": 1}})", "env.A: must be a text");
        row("deep", R"({"code": "", "files": [{"path": "p"}, {"path": 1}]})",
            "files[1].path: must be a text");
        row("deep and missing", R"({"code": "", "one": {"mode": 1}})", "one.path: is missing");
        row("unknown", R"({"code": "", "cod\u001be": 1})",
            "cod e: is not known; known are code, kind, count");
        row("deep and unknown", R"({"code": "", "one": {"path": "", "x": 1}})",
            "one.x: is not known; known are path, mode");
    }

    void namesTheMemberThatIsWrong()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const auto problem = fieldProblem(json.toUtf8().constData());
        QVERIFY2(problem.starts_with(expected.toStdString()), problem.c_str());
    }

    void saysInItsSchemaWhatItChecks()
    {
        const auto schema = schemaOf(example());
        const auto isSame = [](const Json& a, const Json& b) { return a == b; };
        QCOMPARE(jsonBool(schema, "additionalProperties", true), false);
        QVERIFY(isSame(jsonField(schema, "required"), Json::array({"code"})));
        const auto& properties = jsonField(schema, "properties");
        QCOMPARE(properties.size(), example().size());
        QVERIFY(isSame(
            jsonField(properties, "count"), {{"type", "integer"}, {"minimum", 1}, {"maximum", 5}}));
        QVERIFY(isSame(
            jsonField(properties, "code"),
            {{"type", "string"}, {"maxLength", 10}, {"description", "The program"}}));
        QVERIFY(isSame(jsonField(jsonField(properties, "kind"), "enum"), Json::array({"a", "b"})));
        const auto& items = jsonField(jsonField(properties, "files"), "items");
        QVERIFY(isSame(jsonField(items, "required"), Json::array({"path"})));
        QVERIFY(isSame(jsonField(properties, "anything"), Json::object()));
    }

    void namesMembersWhereOptionsWereMeant()
    {
        QCOMPARE(
            memberNamesIn("--agent-image: add --engine docker; --library"),
            std::string("agent_image: add engine docker; libraries"));
        QCOMPARE(memberNamesIn("'--never-heard-of' -- x"), std::string("'--never-heard-of' -- x"));
        const auto error
            = inMemberNames(Error(ErrorCode::NotFound, "leave --cpus out").within("--size"));
        QCOMPARE(error.code(), ErrorCode::NotFound);
        QCOMPARE(error.text(), std::string("size: leave cpus out"));
    }

    void showsNoPathOfThisMachine_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](ErrorCode code, const char* text, const char* shown) {
            QTest::newRow(text) << static_cast<int>(code) << QByteArray(text) << QByteArray(shown);
        };
        row(ErrorCode::Io, "cannot read /etc/x",
            "something went wrong in the server; its log says more");
        row(ErrorCode::Unavailable, "no answer at /tmp/docker.sock: refused",
            "no answer at …: refused");
        row(ErrorCode::PermissionDenied, "cannot write /sys/fs/cgroup/x: Permission denied",
            "cannot write …: Permission denied");
        row(ErrorCode::InvalidArgument, "'/home/user/p.json' (a file=/app/q) is spoiled",
            "'…' (a file=/app/q) is spoiled");
        row(ErrorCode::NotFound, "/work/a.txt and /tmp/b: not there",
            "/work/a.txt and /tmp/b: not there");
        row(ErrorCode::NotFound, "/worker, /tmp/sandbench-x/y and /home/user/of-ours are not",
            "/worker, … and … are not");
        row(ErrorCode::NotFound, "a/b of text/plain: 1/2", "a/b of text/plain: 1/2");
    }

    void showsNoPathOfThisMachine()
    {
        QFETCH(int, code);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        const auto before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", "/home/user");
        const Error error(static_cast<ErrorCode>(code), text.toStdString());
        QCOMPARE(QByteArray::fromStdString(publicText(error)), shown);
        qputenv("XDG_STATE_HOME", before);
    }
};

SANDBENCH_TEST(TestServiceFields);
#include "tst_service_fields.moc"
