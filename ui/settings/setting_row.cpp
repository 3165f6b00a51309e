// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/setting_row.h"

#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/settings/settings_store.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

namespace sandbench::ui {

static constexpr int kControlWidth = 220;

SettingRow::SettingRow(const Setting& setting, SettingsStore& store, QWidget* parent)
    : QWidget(parent)
    , m_setting(setting)
    , m_store(store)
    , m_help(wrappedLabel(this, settingText(setting.help)))
    , m_reset(new QToolButton(this))
{
    setObjectName(QLatin1String(setting.id));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 8, 8, 8);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    QWidget* control = std::visit([this](const auto& kind) { return make(kind); }, setting.kind);
    const QString title = settingText(setting.title);
    const QString help = settingText(setting.help);
    control->setAccessibleName(title);
    control->setAccessibleDescription(help);
    control->setFocusPolicy(Qt::StrongFocus);
    control->installEventFilter(this);
    m_help->setForegroundRole(QPalette::PlaceholderText);
    if (qobject_cast<QCheckBox*>(control)) {
        grid->addWidget(control, 0, 0, 1, 2);
    } else {
        auto* label = wrappedLabel(this, title);
        label->setBuddy(control);
        control->setFixedWidth(kControlWidth);
        grid->addWidget(label, 0, 0);
        grid->addWidget(control, 0, 1, 2, 1, Qt::AlignVCenter);
    }
    grid->addWidget(m_help, 1, 0);
    m_reset->setIcon(glyphIcon(Glyph::Again));
    m_reset->setAutoRaise(true);
    m_reset->setToolTip(tr("Back to what is usual"));
    m_reset->setAccessibleName(tr("Back to what is usual: %1").arg(title));
    QSizePolicy kept = m_reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // or the control beside it would move
    m_reset->setSizePolicy(kept);
    grid->addWidget(m_reset, 0, 2, 2, 1, Qt::AlignVCenter);
    setTabOrder(control, m_reset); // which was made before it
    connect(m_reset, &QToolButton::clicked, this, [this] { m_store.reset(m_setting.id); });
    connect(&store, &SettingsStore::changed, this, [this](const QString& id) {
        if (id == QLatin1String(m_setting.id))
            refresh();
    });
    refresh();
}

QWidget* SettingRow::make(const SettingSwitch&)
{
    auto* box = new QCheckBox(settingText(m_setting.title), this);
    m_show = [this, box] { box->setChecked(m_store.isOn(m_setting.id)); };
    connect(box, &QCheckBox::toggled, this, [this](bool on) { m_store.set(m_setting.id, on); });
    return box;
}

QWidget* SettingRow::make(const SettingNumber& kind)
{
    auto* box = new QSpinBox(this);
    box->setRange(kind.smallest, kind.largest);
    box->setSuffix(settingText(kind.unit));
    box->setSpecialValueText(settingText(kind.smallestMeans));
    box->setKeyboardTracking(false); // 1 is not meant where 16 is typed
    m_show = [this, box] { box->setValue(m_store.number(m_setting.id)); };
    connect(box, &QSpinBox::valueChanged, this, [this](int value) {
        m_store.set(m_setting.id, value);
    });
    return box;
}

QWidget* SettingRow::makeCombo(const QList<QPair<QString, QString>>& options)
{
    auto* box = new QComboBox(this);
    for (const auto& [value, title] : options)
        box->addItem(title, value);
    m_show = [this, box] {
        const QString value = m_store.text(m_setting.id);
        if (box->findData(value) < 0)
            box->addItem(SafeText::display(value), value); // a font that is not installed
        box->setCurrentIndex(box->findData(value));
    };
    connect(box, &QComboBox::currentIndexChanged, this, [this, box] {
        m_store.set(m_setting.id, toStd(box->currentData().toString()));
    });
    return box;
}

QWidget* SettingRow::make(const SettingChoice& kind)
{
    QList<QPair<QString, QString>> options;
    for (const SettingOption& option : kind.options)
        options << qMakePair(QString(QLatin1String(option.value)), settingText(option.title));
    return makeCombo(options);
}

QWidget* SettingRow::make(const SettingFont&)
{
    QList<QPair<QString, QString>> options{{QString(), tr("As the desktop")}};
    for (const QString& family : QFontDatabase::families())
        if (QFontDatabase::isFixedPitch(family) && !QFontDatabase::isPrivateFamily(family))
            options << qMakePair(family, family);
    return makeCombo(options);
}

QWidget* SettingRow::make(const SettingLine& kind)
{
    auto* field = new QLineEdit(this);
    field->setPlaceholderText(QLatin1String(kind.example));
    m_show = [this, field] { field->setText(m_store.text(m_setting.id)); };
    connect(field, &QLineEdit::editingFinished, this, [this, field] {
        takeLine(field->text().trimmed());
    });
    return field;
}

// What cannot be stays in its field, to be corrected.
void SettingRow::takeLine(const QString& line)
{
    const auto allowed = checkSetting(m_setting, toStd(line));
    m_help->setForegroundRole(allowed ? QPalette::PlaceholderText : QPalette::WindowText);
    m_help->setText(
        allowed ? settingText(m_setting.help)
                : tr("⚠ Not taken: %1.").arg(SafeText::display(allowed.error().text())));
    if (allowed)
        m_store.set(m_setting.id, toStd(line));
}

void SettingRow::refresh()
{
    m_show();
    m_reset->setVisible(!m_store.isUsual(m_setting.id));
}

bool SettingRow::matches(const QString& text) const
{
    const QString all = QStringList{
        QLatin1String(m_setting.id), settingText(m_setting.group), settingText(m_setting.title),
        settingText(m_setting.help)}
                            .join(u' ');
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts))
        if (!all.contains(word, Qt::CaseInsensitive))
            return false;
    return true;
}

// Who scrolls through the settings wants to change none.
bool SettingRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && !qobject_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sandbench::ui
