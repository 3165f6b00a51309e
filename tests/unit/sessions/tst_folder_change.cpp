// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/session/folder_change.h"
#include "core/session/guest_files.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

namespace {

class TestFolderChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheGuestTells()
    {
        using Kind = FolderChange::Kind;
        const std::pair<const char*, Kind> kinds[]
            = {{"created", Kind::Created},
               {"written", Kind::Written},
               {"removed", Kind::Removed},
               {"renamed", Kind::Renamed},
               {"mode", Kind::Mode}};
        for (const auto& [name, kind] : kinds) {
            const Json said = {{"path", "/work/a/b"}, {"change", name}};
            for (const auto* folder : {"/work", "/work/", "/", "/work/a"}) {
                const auto change = folderChangeOf(writeJson(said), folder);
                QVERIFY(change);
                QCOMPARE(change->path, std::string("/work/a/b"));
                QVERIFY(change->kind == kind);
            }
        }
    }

    void takesNothingThatIsNotOfTheFolder()
    {
        for (const auto* line :
             {R"({"path":"/work","change":"created"})", R"({"path":"/work/","change":"created"})",
              R"({"path":"/workshop/a","change":"created"})", R"({"path":"a","change":"created"})",
              R"({"path":"/work/a","change":"eaten"})", R"({"path":"/work/a"})",
              R"({"path":7,"change":"created"})", R"({"path":"/work/a","change":["created"]})",
              "[]", "null", "", "{", "\"/work/a\"", "\xff\xfe"})
            QVERIFY2(!folderChangeOf(line, "/work"), line);
        const auto longPath = "/work/" + std::string(kMaxGuestPath, 'a');
        const Json said = {{"path", longPath}, {"change", "created"}};
        QVERIFY(!folderChangeOf(writeJson(said), "/work"));
    }
};

} // namespace

SANDBENCH_TEST(TestFolderChange);
#include "tst_folder_change.moc"
