// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/model_server.h"

#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::ui {

/// Keeps the keys of models' servers from one start to the next. Every call blocks. Thread: any.
/// Errors: Unavailable (nothing here keeps keys, or it does not answer within 5 s; the message says
/// what to do), Cancelled. No message has a key.
class KeyStore
{
public:
    virtual ~KeyStore() = default;

    /// Empty where none is kept, or where its owner does not give it out.
    virtual Result<std::string> find(const model::ModelServer& server, std::stop_token stop) = 0;
    /// Takes the place of an earlier one.
    virtual Result<void>
    keep(const model::ModelServer& server, const std::string& key, std::stop_token stop) = 0;
    virtual Result<void> forget(const model::ModelServer& server, std::stop_token stop) = 0;
};

/// The desktop's own: GNOME Keyring, KWallet, KeePassXC. It may ask its user to unlock it.
/// Source: freedesktop.org, Secret Service API 0.2; libsecret 0.20.
std::shared_ptr<KeyStore> secretService();

} // namespace sandbench::ui
