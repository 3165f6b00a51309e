// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/json_model.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/viewers/caption.h"

#include <QRegularExpression>

#include <vector>

namespace sandbench::ui {

/// Children that are made at once.
static constexpr std::size_t kAtOnce = 1'000;
static constexpr qsizetype kMostLetters = 500;

/// One value that somebody has seen.
struct JsonModel::Node
{
    const Json* value = nullptr;
    Node* parent = nullptr;
    int row = 0;
    QString name; ///< As it is; of an array's values their numbers.
    std::vector<std::unique_ptr<Node>> children; ///< The first of them.
    Json::const_iterator next; ///< Of the children, the first that is not made yet.
};

JsonModel::JsonModel(std::shared_ptr<const Json> document, QObject* parent)
    : QAbstractItemModel(parent)
    , m_document(std::move(document))
    , m_root(std::make_unique<Node>())
{
    m_root->value = m_document.get();
    m_root->next = m_document->begin();
}

JsonModel::~JsonModel() = default;

JsonModel::Node& JsonModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? *static_cast<Node*>(index.internalPointer()) : *m_root;
}

QModelIndex JsonModel::index(int row, int column, const QModelIndex& parent) const
{
    const auto& children = nodeOf(parent).children;
    if (row < 0 || column < 0 || column > 1 || static_cast<std::size_t>(row) >= children.size())
        return {};
    return createIndex(row, column, children[static_cast<std::size_t>(row)].get());
}

QModelIndex JsonModel::parent(const QModelIndex& child) const
{
    Node* above = child.isValid() ? nodeOf(child).parent : nullptr;
    return above && above != m_root.get() ? createIndex(above->row, 0, above) : QModelIndex();
}

int JsonModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).children.size());
}

int JsonModel::columnCount(const QModelIndex&) const
{
    return 2;
}

bool JsonModel::hasChildren(const QModelIndex& parent) const
{
    const auto& value = *nodeOf(parent).value;
    return parent.column() <= 0 && value.is_structured() && !value.empty();
}

bool JsonModel::canFetchMore(const QModelIndex& parent) const
{
    const auto& node = nodeOf(parent);
    return parent.column() <= 0 && node.value->is_structured()
        && node.children.size() < node.value->size();
}

void JsonModel::fetchMore(const QModelIndex& parent)
{
    auto& node = nodeOf(parent);
    const auto first = node.children.size();
    const auto last = std::min(node.value->size(), first + kAtOnce);
    if (first >= last)
        return;
    beginInsertRows(parent, static_cast<int>(first), static_cast<int>(last) - 1);
    for (auto i = first; i < last; ++i, ++node.next) {
        auto child = std::make_unique<Node>();
        child->value = &*node.next;
        child->parent = &node;
        child->row = static_cast<int>(i);
        child->name = node.value->is_array() ? QString::number(i) : toQString(node.next.key());
        child->next = child->value->begin();
        node.children.push_back(std::move(child));
    }
    endInsertRows();
}

static QString valueText(const Json& value)
{
    if (value.is_array())
        return counted(value.size(), JsonModel::tr("value"));
    if (value.is_object())
        return counted(value.size(), JsonModel::tr("name"));
    const auto text = QString::fromStdString(writeJson(value));
    const auto shown = SafeText::display(text.left(kMostLetters));
    return text.size() > kMostLetters ? shown + QChar(0x2026) : shown;
}

QVariant JsonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    const auto& node = nodeOf(index);
    return index.column() == 0 ? SafeText::elidedName(node.name, 200) : valueText(*node.value);
}

QVariant JsonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Name") : tr("Value");
}

QString JsonModel::pathOf(const QModelIndex& index) const
{
    static const QRegularExpression kWord(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
    QString path;
    for (auto at = index; at.isValid(); at = parent(at)) {
        const auto& node = nodeOf(at);
        if (node.parent->value->is_array())
            path.prepend(QStringLiteral("[%1]").arg(node.name));
        else if (kWord.match(node.name).hasMatch())
            path.prepend(QLatin1Char('.') + node.name);
        else
            path.prepend(
                QStringLiteral("[%1]").arg(toQString(writeJson(Json(node.name.toStdString())))));
    }
    return path.startsWith(QLatin1Char('[')) ? QLatin1Char('.') + path : path;
}

} // namespace sandbench::ui
