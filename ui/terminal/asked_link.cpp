// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/asked_link.h"

#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/translation.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QUrl>

namespace sandbench::ui {

static constexpr int kAddressCharacters = 200;

void askAboutLink(MessageBar& bar, const QString& address, const std::function<void()>& done)
{
    const QUrl url(address, QUrl::StrictMode);
    const QStringList known{
        QStringLiteral("http"), QStringLiteral("https"), QStringLiteral("mailto")};
    if (!url.isValid() || !known.contains(url.scheme()))
        return;
    const QString whole = url.toString(QUrl::FullyEncoded);
    const QString question
        = tr("A program in the sandbox links to %1. Open it outside of the sandbox?")
              .arg(SafeText::elidedName(whole, kAddressCharacters));
    const auto open = [url, done] {
        QDesktopServices::openUrl(url);
        done();
    };
    const auto copy = [whole, done] {
        QGuiApplication::clipboard()->setText(whole);
        done();
    };
    bar.showMessage(
        MessageBar::Tone::Warning, question,
        {{"terminalOpenLink", tr("Open"), open},
         {"terminalCopyLink", tr("Copy Address"), copy},
         {"terminalNoLink", tr("Do Not Open"), done}});
}

} // namespace sandbench::ui
