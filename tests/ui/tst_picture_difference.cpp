// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/viewers/picture_difference.h"

#include <QTest>

using namespace sandbench::ui;

static QImage filledWith(QColor colour, QSize size = {40, 20})
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(colour);
    return image;
}

static PictureDifference compared(const QImage& first, const QImage& second)
{
    return comparePictures(first, second, {});
}

class TestPictureDifference : public QObject
{
    Q_OBJECT

private slots:
    void equalPicturesAreBlackAndSaidToBeEqual();
    void aDifferenceIsThatOfEachChannel();
    void whereOnlyAlphaDiffersItIsGrey();
    void unequalSizesAreComparedAtTheTopLeft();
    void aComparisonEndsWhenItIsToldTo();
};

void TestPictureDifference::equalPicturesAreBlackAndSaidToBeEqual()
{
    const auto difference = compared(filledWith(Qt::red), filledWith(Qt::red));
    QCOMPARE(difference.picture.size(), QSize(40, 20));
    QCOMPARE(difference.picture.pixelColor(39, 19), QColor(Qt::black));
    QCOMPARE(difference.different, 0);
    QCOMPARE(differenceSentence(difference), QStringLiteral("All 800 pixels are equal"));
}

void TestPictureDifference::aDifferenceIsThatOfEachChannel()
{
    QImage second = filledWith(QColor(100, 50, 0));
    second.setPixelColor(3, 4, QColor(90, 84, 1));
    second.setPixelColor(5, 6, QColor(101, 50, 0));
    const auto difference = compared(filledWith(QColor(100, 50, 0)), second);
    QCOMPARE(difference.picture.pixelColor(3, 4), QColor(10, 34, 1));
    QCOMPARE(difference.picture.pixelColor(5, 6), QColor(1, 0, 0));
    QCOMPARE(difference.picture.pixelColor(6, 6), QColor(Qt::black));
    QCOMPARE(difference.largest, 34);
    QCOMPARE(
        differenceSentence(difference),
        QStringLiteral("2 of 800 pixels differ, largest difference 34"));
}

void TestPictureDifference::whereOnlyAlphaDiffersItIsGrey()
{
    const auto difference
        = compared(filledWith(QColor(0, 0, 0, 255)), filledWith(QColor(0, 0, 0, 205)));
    QCOMPARE(difference.picture.pixelColor(0, 0), QColor(50, 50, 50));
    QCOMPARE(difference.different, 800);
}

void TestPictureDifference::unequalSizesAreComparedAtTheTopLeft()
{
    const auto difference
        = compared(filledWith(Qt::blue, {4, 30}), filledWith(QColor(0, 0, 250), {40, 20}));
    QCOMPARE(difference.compared, 80);
    QCOMPARE(difference.different, 80);
    QCOMPARE(difference.picture.pixelColor(3, 19), QColor(0, 0, 5));
    QCOMPARE(difference.picture.pixelColor(4, 0).alpha(), 0);
    QCOMPARE(difference.picture.pixelColor(0, 20).alpha(), 0);
    QCOMPARE(difference.first.size(), QSize(40, 30));
    QCOMPARE(difference.first.pixelColor(3, 29), QColor(Qt::blue));
    QCOMPARE(difference.first.pixelColor(4, 29).alpha(), 0);
    QVERIFY(differenceSentence(difference)
                .endsWith(QStringLiteral("compared at the top left, 4 x 30 with 40 x 20 pixels")));
}

void TestPictureDifference::aComparisonEndsWhenItIsToldTo()
{
    std::stop_source stop;
    stop.request_stop();
    const auto difference
        = comparePictures(filledWith(Qt::red), filledWith(Qt::red), stop.get_token());
    QVERIFY(difference.picture.isNull());
}

SANDBENCH_TEST(TestPictureDifference);
#include "tst_picture_difference.moc"
