// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/artifact_card.h"

#include "ui/common/safe_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace sandbench::ui {

static QLabel* addLabel(QBoxLayout* layout, QWidget* parent, const char* name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    layout->addWidget(label);
    return label;
}

ArtifactCard::ArtifactCard(QWidget* parent)
    : QWidget(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch();
    m_badge = addLabel(layout, this, "artifactBadge");
    m_name = addLabel(layout, this, "artifactName");
    m_facts = addLabel(layout, this, "artifactFacts");
    m_reason = addLabel(layout, this, "artifactReason");
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    m_name->setFont(large);
    QFont badge = font();
    badge.setLetterSpacing(QFont::AbsoluteSpacing, 1.5);
    m_badge->setFont(badge);
    m_badge->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setForegroundRole(QPalette::PlaceholderText);

    auto* buttons = new QHBoxLayout;
    m_activate = new QPushButton(tr("Load again"), this);
    m_activate->setObjectName(QStringLiteral("artifactActivate"));
    auto* save = new QPushButton(tr("Save…"), this);
    buttons->addStretch();
    buttons->addWidget(m_activate);
    buttons->addWidget(save);
    buttons->addStretch();
    layout->addSpacing(8);
    layout->addLayout(buttons);
    layout->addStretch();
    connect(save, &QPushButton::clicked, this, &ArtifactCard::saveRequested);
    connect(m_activate, &QPushButton::clicked, this, &ArtifactCard::activateRequested);
}

void ArtifactCard::show(const PlotEntry& entry, const QString& reason, Offer offer)
{
    const PlotItem& item = entry.item;
    m_badge->setText(badgeText(entry.kind));
    m_name->setText(SafeText::elidedName(item.name, 60));
    QString facts = QLocale().formattedDataSize(item.bytes.size());
    if (item.width > 0 && item.height > 0)
        facts = tr("%1 x %2 pixels, %3").arg(item.width).arg(item.height).arg(facts);
    m_facts->setText(facts);
    QStringList sentences;
    for (const QString& sentence : {reason, item.note}) {
        if (!sentence.isEmpty())
            sentences << SafeText::display(sentence.left(600));
    }
    m_reason->setText(sentences.join(QLatin1Char('\n')));
    m_reason->setVisible(!sentences.isEmpty());
    m_activate->setVisible(offer != Offer::SaveOnly);
    m_activate->setText(
        offer == Offer::Retry ? tr("Load again") : tr("Activate (runs scripts, no network)"));
}

} // namespace sandbench::ui
