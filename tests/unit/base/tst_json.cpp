// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>

using namespace sandbench;

namespace {

/// "[@p value,@p value,…]"
std::string listOf(const std::string& value, int count)
{
    std::string text = "[" + value;
    for (int i = 1; i < count; ++i)
        text += "," + value;
    return text + "]";
}

constexpr std::size_t kGenerous = 64U << 20;
/// What malloc() adds to each of its pieces.
constexpr std::size_t kOfPiece = 16;

} // namespace

/// Foreign JSON, and what it may take.
class JsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesALargeFigure()
    {
#if defined(__SANITIZE_ADDRESS__)
        constexpr int kPoints = 200'000; // each value costs it many times as much
#else
        constexpr int kPoints = 1'000'000;
#endif
        const auto figure = R"({"x":)" + listOf("0.123456789", kPoints) + R"(,"y":)"
            + listOf("-1e-9", kPoints) + "}";
        const auto parsed = parseJson(figure, kGenerous);
        QVERIFY(parsed.has_value());
        QCOMPARE(jsonField(*parsed, "y").size(), std::size_t(kPoints));
    }

    void refusesMoreValuesThanMemoryIsFor_data()
    {
        QTest::addColumn<QByteArray>("value");
        for (const char* value : {"[]", "{}", "\"\"", "[0,[0]]", "{\"\":{}}"})
            QTest::newRow(value) << QByteArray(value);
    }
    void refusesMoreValuesThanMemoryIsFor()
    {
        QFETCH(QByteArray, value);
        const auto parsed = parseJson(listOf(value.toStdString(), 2'000'000), kGenerous);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code(), ErrorCode::ResourceExhausted);
        QVERIFY2(
            parsed.error().text().find("values") != std::string::npos,
            parsed.error().text().c_str());
    }

    void knowsNoLessThanValuesTake()
    {
        constexpr std::size_t kCount = 1000;
        constexpr std::size_t kPlace = 2 * sizeof(Json); // a list may have as many to spare
        QVERIFY(jsonMemory(listOf("1", kCount)) >= kCount * kPlace);
        QVERIFY(
            jsonMemory(listOf("\"\"", kCount))
            >= kCount * (kPlace + sizeof(std::string) + kOfPiece));
        QVERIFY(
            jsonMemory(listOf("[]", kCount))
            >= kCount * (kPlace + sizeof(Json::array_t) + kOfPiece));
        QVERIFY(
            jsonMemory(listOf("{}", kCount))
            >= kCount * (kPlace + sizeof(Json::object_t) + kOfPiece));
    }

    void refusesWhatIsNestedTooDeep()
    {
        QVERIFY(parseJson(std::string(64, '[') + std::string(64, ']')).has_value());
        const auto parsed = parseJson(std::string(65, '[') + std::string(65, ']'));
        QCOMPARE(parsed.error().code(), ErrorCode::ResourceExhausted);
    }
};

SANDBENCH_TEST(JsonTest);
#include "tst_json.moc"
