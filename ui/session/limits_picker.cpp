// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/limits_picker.h"

#include "core/base/units.h"
#include "core/policy/scratch_space.h"
#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QStandardItemModel>

namespace sandbench::ui {

static constexpr int kMiB = 20; // bits
static constexpr int kStandard = 0; // places in the list; sizes of the catalog lie between
static constexpr int kFirstSize = 1;
static constexpr int kPlainText = Qt::UserRole + 1; // of an item, without what stands behind it

LimitsPicker::LimitsPicker(const SizeCatalog& sizes, QWidget* parent)
    : QWidget(parent)
    , m_sizes(sizes)
    , m_size(new QComboBox(this))
    , m_figures(new QWidget(this))
{
    m_size->setObjectName(QStringLiteral("size"));
    m_size->setAccessibleName(tr("Size"));
    m_size->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* column = columnOf(this);
    column->addWidget(m_size);
    column->addWidget(m_figures);
    setFocusProxy(m_size);
    addFigures();
    addSizes();
    connect(m_size, &QComboBox::currentIndexChanged, this, &LimitsPicker::sizeChosen);
    setLimits({}, {});
}

static QString sizeText(const QString& name, std::uint64_t memoryBytes, double cpus)
{
    const QString processors = cpus > 0 ? LimitsPicker::tr("CPUs: %1").arg(QLocale().toString(cpus))
                                        : LimitsPicker::tr("all CPUs");
    return LimitsPicker::tr("%1 (%2, %3)")
        .arg(name, toQString(formatSize(memoryBytes)), processors);
}

void LimitsPicker::addSizes()
{
    const SandboxLimits standard;
    m_size->addItem(sizeText(tr("Standard"), standard.memoryBytes, standard.cpus));
    for (const Size& size : m_sizes.all()) {
        const QString text = sizeText(SafeText::display(size.name), size.memoryBytes, size.cpus);
        m_size->addItem(text, toQString(size.name));
        m_size->setItemData(m_size->count() - 1, text, kPlainText);
    }
    m_size->addItem(tr("Custom…"));
}

void LimitsPicker::addFigures()
{
    auto* grid = new QGridLayout(m_figures);
    grid->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](int place, const char* name, const QString& title, auto* field) {
        auto* label = new QLabel(title, m_figures);
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(field);
        field->setObjectName(QLatin1String(name));
        field->setAccessibleName(QString(title).remove(u'&'));
        grid->addWidget(label, 2 * (place / 2), place % 2);
        grid->addWidget(field, 2 * (place / 2) + 1, place % 2);
    };
    const auto mebibytes = [this](int smallest) {
        auto* field = new QSpinBox(m_figures);
        field->setRange(smallest, 1 << kMiB); // up to 1 TiB
        field->setSuffix(tr(" MiB"));
        field->setSingleStep(64);
        return field;
    };
    add(0, "memory", tr("&Memory"), m_memory = mebibytes(16));
    add(1, "cpus", tr("C&PUs"), m_cpus = new QDoubleSpinBox(m_figures));
    add(2, "pids", tr("P&rocesses"), m_pids = new QSpinBox(m_figures));
    add(3, "disk", tr("&Disk"), m_disk = mebibytes(1));
    m_cpus->setRange(0, 4096);
    m_cpus->setSingleStep(0.25);
    m_cpus->setSpecialValueText(tr("all"));
    m_pids->setRange(8, 1 << 22);
    connect(m_memory, &QSpinBox::valueChanged, this, &LimitsPicker::refresh);
    connect(m_cpus, &QDoubleSpinBox::valueChanged, this, &LimitsPicker::refresh);
    connect(m_pids, &QSpinBox::valueChanged, this, &LimitsPicker::refresh);
    connect(m_disk, &QSpinBox::valueChanged, this, &LimitsPicker::refresh);
}

void LimitsPicker::setLimits(const std::string& size, const SandboxLimits& limits)
{
    const int named = size.empty() ? -1 : m_size->findData(toQString(size));
    {
        const QSignalBlocker quiet(m_size);
        m_size->setCurrentIndex(
            named >= kFirstSize             ? named
                : limits == SandboxLimits() ? kStandard
                                            : m_size->count() - 1);
    }
    showFigures(limits);
    sizeChosen();
}

std::string LimitsPicker::size() const
{
    return toStd(m_size->currentData().toString());
}

SandboxLimits LimitsPicker::limits() const
{
    SandboxLimits limits;
    if (m_size->currentIndex() != m_size->count() - 1)
        return limits;
    limits.memoryBytes = static_cast<std::uint64_t>(m_memory->value()) << kMiB;
    limits.cpus = m_cpus->value();
    limits.pids = static_cast<std::uint64_t>(m_pids->value());
    limits.diskBytes = static_cast<std::uint64_t>(m_disk->value()) << kMiB;
    return limits;
}

Result<SandboxLimits> LimitsPicker::meaningOf(const std::string& name) const
{
    SandboxLimits limits;
    if (name.empty())
        return limits;
    SANDBENCH_TRY(const Size size, m_sizes.find(name));
    limits.memoryBytes = size.memoryBytes;
    limits.cpus = size.cpus;
    fitScratchSpace(limits);
    return limits;
}

// Custom figures start from the size that was chosen before.
void LimitsPicker::sizeChosen()
{
    const bool custom = m_size->currentIndex() == m_size->count() - 1;
    if (!custom) {
        if (const auto meant = meaningOf(size()))
            showFigures(*meant);
    }
    m_figures->setVisible(custom);
    refresh();
}

void LimitsPicker::showFigures(const SandboxLimits& limits)
{
    const auto mebibytes = [](std::uint64_t bytes) {
        return static_cast<int>(std::min<std::uint64_t>(bytes >> kMiB, 1U << kMiB));
    };
    const QSignalBlocker memory(m_memory), cpus(m_cpus), pids(m_pids), disk(m_disk);
    m_memory->setValue(mebibytes(limits.memoryBytes));
    m_cpus->setValue(limits.cpus);
    m_pids->setValue(static_cast<int>(std::min<std::uint64_t>(limits.pids, 1U << 22)));
    m_disk->setValue(mebibytes(limits.diskBytes));
}

void LimitsPicker::setHost(const HostCapacity& host)
{
    if (host.memoryBytes == m_host.memoryBytes && host.cpus == m_host.cpus)
        return;
    m_host = host;
    markSizes();
    refresh();
}

void LimitsPicker::markSizes()
{
    auto* model = qobject_cast<QStandardItemModel*>(m_size->model());
    for (int i = kFirstSize; i < m_size->count() - 1; ++i) {
        const auto meant = meaningOf(toStd(m_size->itemData(i).toString()));
        const auto fits = meant ? m_sizes.checkFits(*meant, m_host) : Result<void>();
        const QString why = fits ? QString() : SafeText::display(fits.error().text());
        QStandardItem* item = model->item(i);
        item->setEnabled(why.isEmpty());
        item->setText(
            why.isEmpty() ? m_size->itemData(i, kPlainText).toString()
                          : tr("%1 — too large for this machine")
                                .arg(m_size->itemData(i, kPlainText).toString()));
        item->setToolTip(plainToolTip(why));
        item->setAccessibleDescription(why);
    }
}

QString LimitsPicker::problem() const
{
    const auto meant = size().empty() ? Result<SandboxLimits>(limits()) : meaningOf(size());
    if (!meant)
        return SafeText::display(meant.error().text());
    const auto fits = m_sizes.checkFits(*meant, m_host);
    return fits ? QString() : SafeText::display(fits.error().text());
}

void LimitsPicker::refresh()
{
    m_size->setAccessibleDescription(problem());
    emit changed();
}

} // namespace sandbench::ui
