// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/active_view.h"

#include "ui/viewers/page_watch.h"

namespace sandbench::ui {

ActiveView::~ActiveView() = default;

void ActiveView::watchProcess(std::function<qint64()> process)
{
    auto* watch = new PageWatch(std::move(process), {}, this);
    connect(watch, &PageWatch::busyChanged, this, &ActiveView::busyChanged);
    connect(watch, &PageWatch::tooLarge, this, [this] { tookTooMuch(); });
}

} // namespace sandbench::ui
