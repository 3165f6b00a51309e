// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/tar_stream.h"
#include "core/archive/tar_writer.h"
#include "tests/support/test_program.h"

#include <array>
#include <cstdio>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

/// Tar archives that are written and read piece by piece.
class TestTarStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsWhichPathsStayBelowAFolder()
    {
        for (const char* path : {"a", "a/b", ".hidden", "a..b", "...", "a b/ü"})
            QVERIFY2(staysBelow(path), path);
        using namespace std::string_view_literals;
        for (const auto path :
             {""sv, "/"sv, "/a"sv, ".."sv, "a/../b"sv, "a/.."sv, "."sv, "a/./b"sv, "a//b"sv,
              "a\0b"sv})
            QVERIFY2(!staysBelow(path), std::string(path).c_str());
    }

    void readsWhatItWrote()
    {
        const std::string large(700'000, 'x');
        const UniqueFd file = memory({});
        TarFileWriter writer(file.get());
        QVERIFY(writer.addFolder("folder", 0700));
        QVERIFY(writer.addFile("folder/empty", 0600, 0));
        const std::string longName = std::string(300, 'n') + "/ü";
        QVERIFY(writer.addFile(longName, 0755, large.size()));
        QVERIFY(writer.write(std::string_view(large).substr(0, 1)));
        QVERIFY(writer.write(std::string_view(large).substr(1)));
        QVERIFY(writer.finish());
        const auto found = readAll(file.get());
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QCOMPARE(found->size(), std::size_t(3));
        QVERIFY(found->contains("folder"));
        QCOMPARE(found->at("folder/empty"), std::string("600 "));
        QVERIFY(found->at(longName) == "755 " + large);
    }

    void writesAnArchiveOfNothing()
    {
        const UniqueFd file = memory({});
        TarFileWriter writer(file.get());
        QVERIFY(writer.finish());
        const auto found = readAll(file.get());
        QVERIFY(found);
        QCOMPARE(found->size(), std::size_t(1));
    }

    void saysWhenMoreWasWrittenThanWasSaid()
    {
        const UniqueFd file = memory({});
        TarFileWriter writer(file.get());
        QVERIFY(writer.addFile("a", 0644, 2));
        QVERIFY(!writer.write("three"));
    }

    // They are for whoever puts them somewhere to refuse.
    void tellsHostilePathsAsTheyAre()
    {
        const std::array entries{
            TarEntry{"../../etc/passwd", 0777, "x"}, TarEntry{"link", 0777, {}, false, "/etc"}};
        const auto bytes = makeTar(entries);
        QVERIFY(bytes);
        const UniqueFd file = memory(*bytes);
        const auto found = readAll(file.get());
        QVERIFY(found);
        QCOMPARE(found->size(), std::size_t(1)); // links are passed over
        QVERIFY(!staysBelow(found->begin()->first));
    }

    void refusesWhatIsCutShortOrNoArchive()
    {
        const std::array entries{TarEntry{"a", 0644, "0123456789"}};
        const auto bytes = makeTar(entries);
        QVERIFY(bytes);
        for (const std::size_t length : {std::size_t(515), std::size_t(520)}) {
            const UniqueFd file = memory(bytes->substr(0, length));
            QVERIFY2(
                readAll(file.get()).failedAs(ErrorCode::InvalidArgument),
                std::to_string(length).c_str());
        }
        const UniqueFd text = memory(std::string(2000, 'z'));
        QVERIFY(readAll(text.get()).failedAs(ErrorCode::InvalidArgument));
    }

private:
    static UniqueFd memory(const std::string& bytes)
    {
        UniqueFd file(::memfd_create("tar", MFD_CLOEXEC));
        if (!writeAll(file.get(), bytes))
            qFatal("no memory file");
        ::lseek(file.get(), 0, SEEK_SET);
        return file;
    }
    static Result<std::map<std::string, std::string>> readAll(int fd)
    {
        ::lseek(fd, 0, SEEK_SET);
        std::map<std::string, std::string> found;
        std::string current;
        const auto done = readTarFile(
            fd,
            [&](const TarMember& member) -> Result<void> {
                current = member.path;
                std::array<char, 8> mode{};
                std::snprintf(mode.data(), mode.size(), "%o ", member.mode);
                found[current] = mode.data();
                return {};
            },
            [&](std::string_view bytes) -> Result<void> {
                found[current] += bytes;
                return {};
            });
        if (!done)
            return done.error();
        return found;
    }
};

SANDBENCH_TEST(TestTarStream);
#include "tst_tar_stream.moc"
