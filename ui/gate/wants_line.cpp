// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/wants_line.h"

#include "ui/common/flow_layout.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

static constexpr std::size_t kMostNames = 3; // of a kind
static constexpr int kLongestName = 40;

QString WantsLine::wordOf(WantKind kind)
{
    switch (kind) {
    case WantKind::Network:
        return tr("network");
    case WantKind::Files:
        return tr("files");
    case WantKind::Programs:
        return tr("programs");
    case WantKind::Native:
        return tr("native code");
    case WantKind::Code:
        return tr("code made while it runs");
    case WantKind::Packages:
        break;
    }
    return tr("packages");
}

WantsLine::WantsLine(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("wants"));
    auto* flow = new FlowLayout(this, 4);
    flow->setContentsMargins(8, 0, 8, 4);
    hide();
}

void WantsLine::show(const Wants& wants)
{
    while (QLayoutItem* item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may have been what was clicked
        delete item;
    }
    m_text.clear();
    if (!wants.items.empty()) {
        addText(tr("Wants:"));
        for (std::size_t at = 0; at < wants.items.size();)
            addKind(wants, at);
    } else if (wants.isUnderstood) {
        addText(tr("Wants nothing but to compute."));
    }
    setAccessibleName(m_text);
    setVisible(!m_text.isEmpty());
    updateGeometry();
}

void WantsLine::addKind(const Wants& wants, std::size_t& at)
{
    const WantKind kind = wants.items[at].kind;
    const auto end = static_cast<std::size_t>(
        std::find_if(
            wants.items.begin() + static_cast<std::ptrdiff_t>(at), wants.items.end(),
            [kind](const Want& want) { return want.kind != kind; })
        - wants.items.begin());
    addText((at == 0 ? QString() : QStringLiteral("· ")) + wordOf(kind));
    const std::size_t shown = std::min(end, at + kMostNames);
    for (std::size_t i = at; i < shown; ++i)
        addWant(wants.items[i]);
    const auto more = end - shown + wants.omitted[static_cast<std::size_t>(kind)];
    if (more > 0)
        addText(tr("and %1 more").arg(more));
    at = end;
}

void WantsLine::addText(const QString& text)
{
    auto* label = new QLabel(text, this);
    label->setTextFormat(Qt::PlainText);
    layout()->addWidget(label);
    label->show();
    m_text += (m_text.isEmpty() ? QString() : QStringLiteral(" ")) + text;
}

void WantsLine::addWant(const Want& want)
{
    const QString line = QString::number(want.line);
    const QString name = SafeText::elidedName(toQString(want.name), kLongestName);
    const QString told = name.isEmpty()   ? tr("line %1").arg(line)
        : want.kind == WantKind::Packages ? name
                                          : tr("%1, line %2").arg(name, line);
    auto* button = new QToolButton(this);
    button->setText(QString(told).replace(u'&', QStringLiteral("&&")));
    button->setAccessibleName(tr("%1 %2").arg(wordOf(want.kind), told));
    button->setToolTip(tr("Go to line %1").arg(line));
    QFont link = font();
    link.setUnderline(true);
    button->setFont(link);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, number = static_cast<int>(want.line)] {
        emit lineWanted(number);
    });
    layout()->addWidget(button);
    button->show();
    m_text += QStringLiteral(" (%1)").arg(told);
}

} // namespace sandbench::ui
