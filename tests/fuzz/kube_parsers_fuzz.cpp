// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/kubernetes/credential_plugin.h"
#include "core/engine/kubernetes/kube_api.h"
#include "core/engine/kubernetes/kubeconfig.h"
#include "core/engine/kubernetes/watch_lines.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::kubernetes;

namespace {

bool isPlainLine(const std::string& text)
{
    return isValidUtf8(text) && text.find_first_of("\r\n\x1b") == std::string::npos;
}

/// What is read once is the same when it is merged with itself.
void checkKubeconfig(std::string_view text)
{
    auto config = parseKubeconfig(text, "/folder/config");
    if (!config) {
        require(config.error().code() == ErrorCode::InvalidArgument);
        require(isPlainLine(config.error().text()) && config.error().text().size() < 4096);
        return;
    }
    const auto contexts = config->contexts.size(), users = config->users.size();
    for (const auto& user : config->users) {
        require(user.credentials.token.find_first_of("\r\n") == std::string::npos);
        if (user.credentials.plugin)
            require(user.credentials.plugin->env.find("") == user.credentials.plugin->env.end());
    }
    mergeKubeconfig(*config, *parseKubeconfig(text, "/folder/config"));
    require(config->contexts.size() == contexts && config->users.size() == users);
}

void checkCredential(std::string_view text)
{
    const auto read = parseExecCredential(text, "client.authentication.k8s.io/v1");
    if (!read)
        return;
    require(read->token.find_first_of(" \r\n") == std::string::npos);
    require(read->cert.empty() == read->key.empty());
    require(!read->token.empty() || !read->cert.empty());
}

void checkStatus(std::string_view text)
{
    for (const int status : {400, 401, 403, 404, 422, 500}) {
        const auto error = errorOfStatus(status, text, {});
        require(isPlainLine(error.text()) && error.text().size() < 2048);
    }
}

/// In one piece or byte by byte: the same in the end.
void checkWatch(std::string_view text)
{
    const auto countAll = [](WatchLines& lines, std::size_t& count) {
        for (;;) {
            const auto event = lines.next();
            if (!event || !*event)
                return event.has_value();
            ++count;
        }
    };
    WatchLines whole, drip;
    std::size_t wholeCount = 0, dripCount = 0;
    require(whole.feed(text).has_value());
    const bool isWholeFine = countAll(whole, wholeCount);
    bool isDripFine = true;
    for (const char& c : text)
        isDripFine = drip.feed({&c, 1}) && countAll(drip, dripCount);
    require(isWholeFine == isDripFine && wholeCount == dripCount);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    checkKubeconfig(text);
    checkCredential(text);
    checkStatus(text);
    if (size < 65536)
        checkWatch(text);
    return 0;
}
