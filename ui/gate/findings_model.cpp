// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gate/findings_model.h"

#include "ui/common/wrapped_label.h"
#include "ui/gate/finding_text.h"

#include <QApplication>
#include <QIcon>
#include <QPainter>
#include <QPixmap>

namespace sandbench::ui {

namespace {

constexpr int kIconSize = 16;

// A triangle, a diamond, a dot: told apart also by who sees no colours.
QIcon severityIcon(Severity severity)
{
    QPixmap pixmap(QSize(kIconSize, kIconSize) * qApp->devicePixelRatio());
    pixmap.setDevicePixelRatio(qApp->devicePixelRatio());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(severityColor(severity, QApplication::palette()));
    if (severity == Severity::High)
        painter.drawPolygon(QPolygonF({{8, 2}, {14.5, 13.5}, {1.5, 13.5}}));
    else if (severity == Severity::Medium)
        painter.drawPolygon(QPolygonF({{8, 1.5}, {14.5, 8}, {8, 14.5}, {1.5, 8}}));
    else
        painter.drawEllipse(QPointF(8, 8), 5, 5);
    return QIcon(pixmap);
}

QString cellText(const Finding& finding, int column)
{
    switch (column) {
    case FindingsModel::SeverityColumn:
        return severityWord(finding.severity);
    case FindingsModel::PlaceColumn:
        return placeText(finding);
    case FindingsModel::DescriptionColumn:
        return findingLine(finding.description);
    default:
        return findingLine(finding.rule);
    }
}

} // namespace

void FindingsModel::setFindings(const std::vector<Finding>& findings)
{
    beginResetModel();
    m_findings = findings;
    endResetModel();
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_findings.size());
}

int FindingsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Finding& finding = m_findings[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(finding, index.column());
    case Qt::DecorationRole:
        return index.column() == SeverityColumn ? severityIcon(finding.severity) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(findingText(finding));
    case Qt::AccessibleTextRole:
        return tr("%1, line %2, column %3: %4")
            .arg(severityWord(finding.severity))
            .arg(finding.line)
            .arg(finding.column)
            .arg(findingLine(finding.description));
    default:
        return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SeverityColumn:
        return tr("Severity");
    case PlaceColumn:
        return tr("Place");
    case DescriptionColumn:
        return tr("Finding");
    default:
        return tr("Rule");
    }
}

} // namespace sandbench::ui
