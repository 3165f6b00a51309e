// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "core/base/sha256.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QTest>

#include <string>

using namespace sandbench;

/// Hashes of contents.
class Sha256Test : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheExamplesOfTheStandard()
    {
        QCOMPARE(
            toHex(sha256("abc")),
            std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(
            toHex(sha256("")),
            std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    }

    void agreesWithAnotherOnesAtEveryLength()
    {
        std::string bytes;
        for (int length = 0; length < 300; ++length) {
            const auto theirs = QCryptographicHash::hash(
                QByteArray::fromStdString(bytes), QCryptographicHash::Sha256);
            QCOMPARE(sha256(bytes), theirs.toStdString());
            bytes += static_cast<char>(length * 37);
        }
    }
};

SANDBENCH_TEST(Sha256Test);
#include "tst_sha256.moc"
