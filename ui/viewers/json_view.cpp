// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/json_view.h"

#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/json_model.h"
#include "ui/viewers/own_keys.h"
#include "ui/viewers/text_view.h"

#include <QHeaderView>
#include <QTreeView>

namespace sandbench::ui {

static constexpr std::size_t kMostJsonBytes = 64U << 20;
static constexpr int kNameWidth = 220;

JsonView::JsonView(const QByteArray& bytes, QWidget* parent)
    : ResultView(parent)
    , m_path(captionLabel(this, tr("Reading…")))
    , m_tree(new QTreeView(this))
{
    m_tree->setAccessibleName(tr("JSON"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    keepMovingKeys(m_tree);
    auto* layout = columnOf(this, 0);
    layout->addWidget(m_path);
    layout->addWidget(m_tree, 1);
    setFocusProxy(m_tree);
    m_jobs.run(
        this,
        [bytes](const std::stop_token&) -> Result<std::shared_ptr<const Json>> {
            SANDBENCH_TRY(
                auto document,
                parseJson(
                    {bytes.constData(), static_cast<std::size_t>(bytes.size())}, kMostJsonBytes));
            return std::make_shared<const Json>(std::move(document));
        },
        [this, bytes](const Result<std::shared_ptr<const Json>>& document) {
            show(document, bytes);
        });
}

void JsonView::show(const Result<std::shared_ptr<const Json>>& document, const QByteArray& bytes)
{
    if (!document) {
        m_path->hide();
        m_tree->hide();
        m_text = new TextView(
            bytes, QStringLiteral("result.json"),
            tr("Shown as text: %1.").arg(SafeText::display(toQString(document.error().text()))),
            this);
        layout()->addWidget(m_text);
        m_text->show();
        setFocusProxy(m_text);
        return emit settled();
    }
    m_tree->setModel(new JsonModel(*document, m_tree));
    m_tree->header()->resizeSection(0, kNameWidth);
    m_tree->expandToDepth(0);
    connect(
        m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &JsonView::showPath);
    const auto& json = **document;
    if (json.is_structured())
        m_path->setText(counted(json.size(), json.is_array() ? tr("value") : tr("name")));
    else
        m_path->setText(SafeText::display(writeJson(json)).left(kNameWidth));
    emit settled();
}

void JsonView::showPath()
{
    const auto* model = static_cast<JsonModel*>(m_tree->model());
    m_path->setText(SafeText::elidedName(model->pathOf(m_tree->currentIndex()), 300));
}

QString JsonView::selectedText() const
{
    if (m_text)
        return m_text->selectedText();
    const auto current = m_tree->currentIndex();
    return current.isValid() ? current.siblingAtColumn(1).data().toString() : QString();
}

} // namespace sandbench::ui
