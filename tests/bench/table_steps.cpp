// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// A table of a million rows.
#include "tests/bench/waiting.h"
#include "tests/bench/window_bench.h"
#include "tests/ui/stall_meter.h"
#include "ui/common/column.h"
#include "ui/viewers/table_view.h"

#include <QRandomGenerator>
#include <QTableView>
#include <QTest>

namespace sandbench::bench {

static constexpr int kRows = 1'000'000;

static ui::PlotItem table()
{
    QByteArray csv = "id,name,value,group\n";
    QRandomGenerator random(1);
    for (int i = 0; i < kRows; ++i) {
        const auto number = random.generate();
        csv += QByteArray::number(i) + ",name " + QByteArray::number(number % 100'000) + ','
            + QByteArray::number(random.generateDouble() * 1000, 'f', 4) + ",group "
            + QByteArray::number(number % 7) + '\n';
    }
    return {QStringLiteral("run-1"),
            QStringLiteral("table.csv"),
            QStringLiteral("text/csv"),
            csv,
            0,
            0,
            {}};
}

/// Where a result is shown, with nothing in it yet.
struct Place
{
    Place()
    {
        ui::columnOf(&window);
        window.resize(900, 700);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
    }
    QTableView& show(const ui::PlotItem& item)
    {
        auto* view = new ui::TableView(item, &window);
        window.layout()->addWidget(view);
        return *view->findChild<QTableView*>();
    }
    QWidget window;
};

static bool isFilled(const QTableView& rows)
{
    return rows.model()->rowCount() == kRows;
}

void WindowBench::measureTable()
{
    if (!wants("table_1m"))
        return;
    const auto item = table();
    for (int i = 0; i < times(12); ++i) {
        Place place;
        const test::StallMeter meter;
        Waiting waiting;
        auto& rows = place.show(item);
        PaintWatch watch(*rows.viewport(), waiting, [&rows] { return isFilled(rows); });
        attempt("table_1m_shown", waiting.result());
        attempt("table_1m_shown_stall", static_cast<double>(meter.longest()));
    }
    Place place;
    Waiting waiting;
    auto& rows = place.show(item);
    PaintWatch watch(*rows.viewport(), waiting, [&rows] { return isFilled(rows); });
    if (const auto shown = waiting.result(); !shown)
        return attempt("table_1m_sorted_numbers", shown);
    constexpr int kTexts = 1;
    constexpr int kNumbers = 2;
    for (int i = 0; i < times(8); ++i) {
        measureSorting("table_1m_sorted_numbers", rows, kNumbers);
        measureSorting("table_1m_sorted_texts", rows, kTexts);
    }
}

/// As a click on the column's header sorts it.
void WindowBench::measureSorting(const std::string& id, QTableView& rows, int column)
{
    bool isSorted = false;
    const QObject asked;
    QObject::connect(
        rows.model(), &QAbstractItemModel::modelReset, &asked, [&] { isSorted = true; });
    Waiting waiting;
    PaintWatch watch(*rows.viewport(), waiting, [&isSorted] { return isSorted; });
    const test::StallMeter meter;
    waiting.restart();
    rows.sortByColumn(column, Qt::AscendingOrder);
    attempt(id, waiting.result());
    attempt("table_1m_sorted_stall", static_cast<double>(meter.longest()));
}

} // namespace sandbench::bench
