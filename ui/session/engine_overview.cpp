// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_overview.h"

#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/session/engine_probe.h"
#include "ui/session/engine_source.h"

#include <QGridLayout>

namespace sandbench::ui {

static constexpr int kIconSize = 12;

EngineOverview::EngineOverview(EngineSource& source, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(2, 1);
    for (const std::string& engine : source.names())
        addLine(engine);
}

void EngineOverview::addLine(const std::string& engine)
{
    auto* grid = qobject_cast<QGridLayout*>(layout());
    auto* probe = new EngineProbe(m_source, m_jobs, engine, this);
    auto* icon = new QLabel(this);
    icon->setTextFormat(Qt::PlainText);
    icon->setFixedWidth(kIconSize);
    auto* title = new QLabel(probe->title(), this);
    title->setTextFormat(Qt::PlainText);
    auto* status = new ElidedLabel(this);
    status->setObjectName(QStringLiteral("overview-") + QString::fromStdString(engine));
    status->setForegroundRole(QPalette::PlaceholderText);
    const int row = grid->rowCount();
    grid->addWidget(icon, row, 0);
    grid->addWidget(title, row, 1);
    grid->addWidget(status, row, 2);
    const auto show = [probe, icon, title, status] {
        const QString text = probe->statusText();
        status->setText(text.section(u'\n', 0, 0));
        status->explain(text);
        status->setAccessibleName(title->text() + QStringLiteral(": ") + text);
        icon->setPixmap(
            glyphIcon(Glyph::Dot, probe->isUsable() ? GlyphInk::Go : GlyphInk::Text)
                .pixmap(kIconSize, kIconSize, probe->isUsable() ? QIcon::Normal : QIcon::Disabled));
    };
    connect(probe, &EngineProbe::changed, this, show);
    show();
}

void EngineOverview::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (std::exchange(m_hasAsked, true))
        return;
    for (auto* probe : findChildren<EngineProbe*>())
        probe->start({});
}

} // namespace sandbench::ui
