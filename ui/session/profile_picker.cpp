// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/profile_picker.h"

#include "core/engine/profile_spec.h"
#include "ui/common/column.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QComboBox>

#include <algorithm>

namespace sandbench::ui {

static constexpr auto kStandardProfile = "standard";

ProfilePicker::ProfilePicker(QWidget* parent)
    : QWidget(parent)
    , m_name(new QComboBox(this))
    , m_text(wrappedLabel(this))
{
    m_name->setObjectName(QStringLiteral("profile"));
    m_name->setAccessibleName(tr("Profile"));
    m_text->setObjectName(QStringLiteral("profileText"));
    if (auto profiles = ProfileCatalog::load())
        m_profiles = *std::move(profiles);
    for (int i = 0; m_profiles && i < static_cast<int>(m_profiles->all().size()); ++i) {
        const RuntimeProfile& profile = m_profiles->all()[static_cast<std::size_t>(i)];
        m_name->addItem(toQString(profile.name));
        m_name->setItemData(i, plainToolTip(toQString(profile.description)), Qt::ToolTipRole);
    }
    auto* column = columnOf(this);
    column->addWidget(m_name);
    column->addWidget(m_text);
    setFocusProxy(m_name);
    setProfile({});
    connect(m_name, &QComboBox::activated, this, [this] {
        if (const auto profile = current())
            emit chosen(*profile);
    });
}

void ProfilePicker::setProfile(const std::string& name)
{
    const int place = m_name->findText(toQString(name.empty() ? kStandardProfile : name));
    m_name->setCurrentIndex(std::max(place, m_name->findText(QLatin1String(kStandardProfile))));
}

std::string ProfilePicker::profile() const
{
    const std::string name = toStd(m_name->currentText());
    return name == kStandardProfile ? std::string() : name;
}

std::optional<RuntimeProfile> ProfilePicker::current() const
{
    if (!m_profiles)
        return std::nullopt;
    auto profile = m_profiles->find(toStd(m_name->currentText()));
    return profile ? std::optional(*std::move(profile)) : std::nullopt;
}

// What was changed by hand since is told apart from what the profile says.
void ProfilePicker::showDifferences(const SandboxSpec& spec, bool hasContainers)
{
    const RuntimeProfile profile = current().value_or(RuntimeProfile());
    SandboxSpec own;
    applyProfile(profile, hasContainers, own);
    const auto meant = differencesFromDefault(choicesOf(own, profile.runLimits));
    const auto now = differencesFromDefault(choicesOf(spec, profile.runLimits));
    const auto isIn = [](const std::vector<std::string>& list, const std::string& line) {
        return std::find(list.begin(), list.end(), line) != list.end();
    };
    QStringList lines{tr("%1.").arg(toQString(profile.description))};
    for (const std::string& line : now)
        lines
            << (isIn(meant, line) ? tr("• %1") : tr("• %1, changed by hand")).arg(toQString(line));
    for (const std::string& line : meant)
        if (!isIn(now, line))
            lines << tr("• not as the profile says: %1").arg(toQString(line));
    m_text->setText(lines.join(u'\n'));
    m_name->setAccessibleDescription(m_text->text());
}

QString ProfilePicker::text() const
{
    return m_text->text();
}

} // namespace sandbench::ui
