// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the output panel opens beside itself: files, the full output, the plain text view, the menu.
#include "ui/common/safe_text.h"
#include "ui/output/full_output_window.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"
#include "ui/output/output_panel.h"
#include "ui/output/spool_saver.h"

#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>

namespace sandbench::ui {

namespace {

constexpr qint64 kPlainViewBytes = 256 * 1024;
constexpr int kPlainViewLines = 2000;
constexpr int kPlainViewColumns = 1024; // longer lines block the widget for seconds

QString shortLines(const QString& text)
{
    QStringList lines = text.split(u'\n');
    lines = lines.mid(std::max<qsizetype>(0, lines.size() - kPlainViewLines));
    for (QString& line : lines)
        if (line.size() > kPlainViewColumns)
            line = line.left(kPlainViewColumns) + QChar(0x2026);
    return lines.join(u'\n');
}

} // namespace

void OutputPanel::saveOutput()
{
    const LogSection* current = m_document.current();
    if (current == nullptr)
        return;
    const QString stem = current->header().title.section(u'/', -1);
    askWhereToSave(
        {current->spool(), 0, UINT64_MAX},
        SafeText::saveName(stem, QStringLiteral("program")) + QStringLiteral(".output.txt"));
}

void OutputPanel::saveOutputTo(const QString& path)
{
    if (const LogSection* current = m_document.current(); current != nullptr)
        m_saver->save(current->spool(), 0, UINT64_MAX, path);
}

void OutputPanel::saveLine(quint64 serial, quint64 line)
{
    const LogSection* section = m_document.section(serial);
    if (section == nullptr || !section->retained(line))
        return;
    const LineView view = section->line(line);
    askWhereToSave({section->spool(), view.spoolBegin, view.spoolEnd}, QStringLiteral("line.txt"));
}

void OutputPanel::askWhereToSave(const SaveRange& range, const QString& proposal)
{
    auto* dialog = new QFileDialog(this, tr("Save output"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(proposal);
    connect(dialog, &QFileDialog::fileSelected, m_saver, [this, range](const QString& path) {
        m_saver->save(range.spool, range.begin, range.end, path);
    });
    dialog->open();
}

void OutputPanel::saveEnded(const QString& path, const QString& error)
{
    m_facts->setText(
        error.isEmpty() ? tr("Saved to %1").arg(SafeText::display(path))
                        : tr("Not saved: %1. Choose another place.").arg(SafeText::display(error)));
    emit saved(path, error);
}

void OutputPanel::openFullOutput()
{
    if (const LogSection* current = m_document.current(); current != nullptr)
        showFullOutput(current->serial(), 0);
}

void OutputPanel::showFullOutput(quint64 serial, quint64 line)
{
    const LogSection* section = m_document.section(serial);
    if (section == nullptr)
        return;
    auto* window = new FullOutputWindow(*section, line, this);
    connect(
        window, &FullOutputWindow::sourceLocationActivated, this,
        &OutputPanel::sourceLocationActivated);
    window->show();
}

void OutputPanel::openPlainTextView()
{
    auto* text = new QPlainTextEdit(this);
    text->setWindowFlag(Qt::Window);
    text->setAttribute(Qt::WA_DeleteOnClose);
    text->setWindowTitle(tr("Output as plain text"));
    text->setAccessibleName(tr("Program output, the last %1 lines").arg(kPlainViewLines));
    text->setReadOnly(true);
    text->setPlainText(shortLines(QString::fromUtf8(plainText(kPlainViewBytes))));
    text->resize(800, 600);
    text->show();
}

void OutputPanel::showContextMenu(const QPoint& globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Copy"), m_view, &LogView::copy)->setEnabled(m_view->hasSelection());
    menu->addAction(tr("Select &All"), m_view, &LogView::selectAll);
    menu->addSeparator();
    menu->addAction(tr("C&lear"), this, &OutputPanel::clear);
    menu->addAction(tr("&Undo Clear"), this, &OutputPanel::undoClear);
    menu->addAction(tr("F&old All Runs"), m_view, [this] { m_view->setFolded(true); });
    menu->addAction(tr("U&nfold All Runs"), m_view, [this] { m_view->setFolded(false); });
    menu->addSeparator();
    menu->addAction(tr("&Find…"), this, &OutputPanel::openFind);
    menu->addAction(tr("&Save Output…"), this, &OutputPanel::saveOutput);
    menu->addAction(tr("Open Full &Output"), this, &OutputPanel::openFullOutput);
    menu->addAction(tr("&Plain Text View"), this, &OutputPanel::openPlainTextView);
    menu->popup(globalPosition);
}

} // namespace sandbench::ui
