// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_facts.h"

#include "core/engine/container_options.h"
#include "ui/common/elided_label.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/engine_probe.h"
#include "ui/session/isolation_summary.h"
#include "ui/session/session_controller.h"

#include <QGridLayout>
#include <QLocale>

namespace sandbench::ui {

QString shortImageName(const QString& image)
{
    const QString name = image.section(u' ', 0, 0);
    // A digest behind the name says nothing to a reader; one in its place is cut.
    if (name.startsWith(QLatin1String("sha256:")))
        return name.left(19);
    return name.section(u'@', 0, 0).section(u'/', -1);
}

SessionFacts::SessionFacts(QWidget* parent)
    : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    m_engine = addFact(grid, tr("Engine"));
    m_connection = addFact(grid, tr("Connection"));
    m_namespace = addFact(grid, tr("Namespace"));
    m_image = addFact(grid, tr("Image"));
    m_size = addFact(grid, tr("Size"));
    m_network = addFact(grid, tr("Network"));
    m_folders = addFact(grid, tr("Folders"));
    m_profile = addFact(grid, tr("Profile"));
    m_ready = addFact(grid, tr("Kept ready"));
}

SessionFacts::Fact SessionFacts::addFact(QGridLayout* grid, const QString& name)
{
    Fact fact{new QLabel(name, this), new ElidedLabel(this)};
    const int row = grid->rowCount();
    fact.name->setTextFormat(Qt::PlainText);
    fact.name->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(fact.name, row, 0);
    grid->addWidget(fact.value, row, 1);
    return fact;
}

void SessionFacts::Fact::set(const QString& text, const QString& more) const
{
    value->setText(text);
    value->explain(more);
    value->setAccessibleName(name->text() + QStringLiteral(": ") + (more.isEmpty() ? text : more));
    name->setVisible(!text.isEmpty());
    value->setVisible(!text.isEmpty());
}

void SessionFacts::showSession(const SessionController& controller)
{
    const Session& session = *controller.session();
    const SessionChoice& choice = controller.openChoice();
    m_engine.set(engineTitle(session.engineName()), SafeText::display(session.description()));
    const QString image = SafeText::display(session.image());
    showConnection(controller);
    m_image.set(shortImageName(image), image);
    const SandboxLimits& limits = controller.openRequest().session.sandbox.limits;
    const bool isNew = choice.text("pod").empty();
    m_size.set(
        !isNew                             ? tr("as it was made")
            : !choice.text("size").empty() ? SafeText::display(choice.text("size"))
            : limits == SandboxLimits()    ? tr("standard")
                                           : tr("custom"),
        isNew ? limitsText(limits) : QString());
    m_profile.set(SafeText::display(choice.text("profile")), {});
    showRelaxations(session, controller.openRequest());
    showReady(controller);
}

void SessionFacts::showReady(const SessionController& controller)
{
    const auto& ready = controller.ready();
    if (!ready)
        return m_ready.set({});
    const QLocale locale;
    const auto count
        = [&locale](auto number) { return locale.toString(static_cast<qulonglong>(number)); };
    QString text = tr("%1 of %2").arg(count(ready->open), count(ready->wanted));
    QString more
        = tr("Sandboxes like this one that are open before they are asked for. %1 of %2 sessions "
             "had one at once so far.")
              .arg(count(ready->taken), count(ready->asked));
    if (!ready->problem.empty()) {
        text = tr("⚠ %1").arg(text);
        more += QLatin1Char('\n')
            + tr("The last one could not be opened: %1").arg(SafeText::display(ready->problem));
    }
    m_ready.set(text, more);
}

void SessionFacts::showConnection(const SessionController& controller)
{
    const QString connection = SafeText::display(controller.openConnection());
    QStringList warnings;
    for (const QString& warning : controller.openWarnings().split(u'\n', Qt::SkipEmptyParts))
        warnings << tr("⚠ %1").arg(SafeText::display(warning));
    const std::string chosen = controller.openChoice().text("connection");
    QString text = chosen.empty()
        ? connection.section(u' ', 0, 0).remove(QLatin1String("unix://")).remove(u',')
        : SafeText::display(chosen);
    if (!warnings.isEmpty())
        text = tr("⚠ %1").arg(text);
    m_connection.set(text, (warnings + QStringList{connection}).join(u'\n'));
    m_namespace.set(SafeText::display(controller.openNamespace()));
}

void SessionFacts::showRelaxations(const Session& session, const workspace::SandboxRequest& request)
{
    const QString network = SafeText::display(session.network());
    if (network == QLatin1String("none"))
        m_network.set(tr("none"));
    else if (const auto& commands = request.installs.commands; !commands.empty())
        m_network.set(
            tr("none any more"),
            tr("Relaxed: %1. It was there while packages were installed with: %2")
                .arg(network, SafeText::display(commands.front())));
    else if (request.installs.dropsNetwork)
        m_network.set(
            tr("none any more"),
            tr("Relaxed: %1. It was there while packages were installed").arg(network));
    else
        m_network.set(tr("⚠ %1").arg(network), tr("Relaxed: programs have this network."));
    QStringList folders;
    bool writable = false;
    for (const Mount& mount : containerOf(request.session.sandbox).mounts) {
        writable |= mount.writable;
        folders << (mount.writable ? tr("%1 at %2, may be changed") : tr("%1 at %2, read-only"))
                       .arg(SafeText::display(mount.source), SafeText::display(mount.target));
    }
    const auto count = QLocale().toString(static_cast<qlonglong>(folders.size()));
    m_folders.set(
        folders.isEmpty() ? QString()
            : writable    ? tr("⚠ %1, may be changed").arg(count)
                          : tr("⚠ %1, read-only").arg(count),
        folders.join(u'\n'));
}

QString SessionFacts::text() const
{
    QStringList lines;
    for (const Fact& fact :
         {m_engine, m_connection, m_namespace, m_image, m_size, m_network, m_folders, m_profile,
          m_ready})
        if (!fact.value->text().isEmpty())
            lines << fact.name->text() + QStringLiteral(": ") + fact.value->text();
    return lines.join(u'\n');
}

} // namespace sandbench::ui
