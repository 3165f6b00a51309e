// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/full_output_window.h"

#include "ui/common/safe_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

namespace sandbench::ui {

FullOutputWindow::FullOutputWindow(const LogSection& section, quint64 line, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_header(section.header())
    , m_summary(section.summary().value_or(RunSummary{tr("Running"), {}, 0, 0, {}}))
    , m_spool(section.spool())
    , m_index(section.index())
    , m_view(new LogView(m_document, this))
    , m_where(new QLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Full output of %1").arg(SafeText::isolated(m_header.title)));
    resize(1000, 700);
    m_where->setTextFormat(Qt::PlainText);
    m_previous->setText(tr("◀ Previous page"));
    m_next->setText(tr("Next page ▶"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_previous);
    row->addWidget(m_where);
    row->addWidget(m_next);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(m_view, 1);
    connect(m_previous, &QToolButton::clicked, this, [this] { showPage(m_page - 1); });
    connect(m_next, &QToolButton::clicked, this, [this] { showPage(m_page + 1); });
    connect(
        m_view, &LogView::sourceLocationActivated, this,
        &FullOutputWindow::sourceLocationActivated);
    m_view->setFollow(false);
    m_view->setWrap(true);
    showPage(m_index.pageOfLine(line));
}

void FullOutputWindow::showPage(std::size_t page)
{
    m_page = page;
    const bool last = page + 1 >= m_index.pageCount();
    const auto end = last ? m_spool->size() : m_index.page(page + 1).offset;
    m_document.showPage(m_header, m_summary, m_spool, m_index.page(page).offset, end);
    const QLocale locale;
    m_where->setText(tr("Page %1 of %2, from line %3")
                         .arg(
                             locale.toString(qulonglong{page + 1}),
                             locale.toString(qulonglong{m_index.pageCount()}),
                             locale.toString(qulonglong{m_index.page(page).line + 1})));
    m_previous->setEnabled(page > 0);
    m_next->setEnabled(!last);
}

} // namespace sandbench::ui
