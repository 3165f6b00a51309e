// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <QAbstractItemModel>

#include <memory>

namespace sandbench::ui {

/// A JSON text as a tree: names, and values or how many there are below. What is below a value is
/// made when it is opened, a thousand at a time. Untrusted. Thread: GUI.
class JsonModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    JsonModel(std::shared_ptr<const Json> document, QObject* parent);
    ~JsonModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// ".prices[3].amount", as jq has it; empty for no index.
    QString pathOf(const QModelIndex& index) const;

private:
    struct Node;

    Node& nodeOf(const QModelIndex& index) const;

    std::shared_ptr<const Json> m_document;
    std::unique_ptr<Node> m_root;
};

} // namespace sandbench::ui
