// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "ui/model/key_store.h"
#include "ui/model/late_secret.h"

#include <chrono>
#include <thread>

namespace sandbench::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto kAnswerPatience = 5s; ///< Of a service that has nobody to ask.
constexpr auto kUserPatience = 120s; ///< It may ask for the password of the keyring.

template <typename Function> struct Releases
{
    template <typename Type> void operator()(Type* object) const { Function()(object); }
};
using Unreference = decltype([](auto* object) { g_object_unref(object); });
using Cancellable = std::unique_ptr<GCancellable, Releases<Unreference>>;
using Service = std::unique_ptr<SecretService, Releases<Unreference>>;
using Value
    = std::unique_ptr<SecretValue, Releases<decltype([](auto* v) { secret_value_unref(v); })>>;
using Attributes
    = std::unique_ptr<GHashTable, Releases<decltype([](auto* t) { g_hash_table_unref(t); })>>;

/// Ends calls when a stop is asked for, or when their time is over.
class Limit
{
public:
    Limit(const std::stop_token& stop, std::chrono::seconds time)
        : m_stop(stop)
        , m_cancels(stop, Cancel{m_cancellable.get()})
        , m_clock([this, time](const std::stop_token& done) {
            restFor(time, done);
            if (!done.stop_requested())
                g_cancellable_cancel(m_cancellable.get());
        })
    {
    }

    GCancellable* cancellable() const { return m_cancellable.get(); }

    /// Frees @p error.
    Error explain(GError* error) const
    {
        const std::string words
            = error ? oneLine(error->message, 200) : std::string("it does not say why");
        if (error)
            g_error_free(error);
        if (m_stop.stop_requested())
            return {ErrorCode::Cancelled, "the Secret Service was no longer wanted"};
        return {
            ErrorCode::Unavailable,
            "the Secret Service of this desktop does not help (" + words
                + "); start a keyring, or enter the key each time"};
    }

private:
    struct Cancel
    {
        GCancellable* cancellable;
        void operator()() const { g_cancellable_cancel(cancellable); }
    };

    std::stop_token m_stop;
    Cancellable m_cancellable{g_cancellable_new()};
    std::stop_callback<Cancel> m_cancels;
    std::jthread m_clock;
};

const SecretSchema& schema()
{
    static const SecretSchema kSchema = [] {
        SecretSchema made = {};
        made.name = "io.sandbench.ModelKey";
        made.flags = SECRET_SCHEMA_NONE;
        made.attributes[0] = {"url", SECRET_SCHEMA_ATTRIBUTE_STRING};
        return made;
    }();
    return kSchema;
}

Attributes attributesOf(const model::ModelServer& server)
{
    const auto url = server.url();
    return Attributes(secret_attributes_build(&schema(), "url", url.c_str(), nullptr));
}

/// Once it has answered a question for which it asks nobody: what comes after may take as long as
/// its user does.
Result<Service> connect(const model::ModelServer& server, const std::stop_token& stop)
{
    static void* const library = ::dlopen(kSecretLibrary, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return Error(
            ErrorCode::Unavailable,
            "libsecret is not installed; install libsecret-1-0, or enter the key each time");
    const Limit limit(stop, kAnswerPatience);
    GError* error = nullptr;
    Service service(
        secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, limit.cancellable(), &error));
    if (!service)
        return limit.explain(error);
    GList* items = secret_service_search_sync(
        service.get(), &schema(), attributesOf(server).get(), SECRET_SEARCH_NONE,
        limit.cancellable(), &error);
    for (const GList* item = items; item; item = item->next)
        g_object_unref(item->data);
    g_list_free(items);
    if (error)
        return limit.explain(error);
    return service;
}

class DesktopKeyStore : public KeyStore
{
public:
    Result<std::string> find(const model::ModelServer& server, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto service, connect(server, stop));
        const Limit limit(stop, kUserPatience);
        GError* error = nullptr;
        const Value value(secret_service_lookup_sync(
            service.get(), &schema(), attributesOf(server).get(), limit.cancellable(), &error));
        if (error)
            return limit.explain(error);
        if (!value)
            return std::string();
        gsize size = 0;
        const char* bytes = secret_value_get(value.get(), &size);
        return std::string(bytes, size);
    }

    Result<void>
    keep(const model::ModelServer& server, const std::string& key, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto service, connect(server, stop));
        const Limit limit(stop, kUserPatience);
        const auto label = "Sandbench: key of " + server.host();
        const Value value(
            secret_value_new(key.data(), static_cast<gssize>(key.size()), "text/plain"));
        GError* error = nullptr;
        const bool isKept = secret_service_store_sync(
            service.get(), &schema(), attributesOf(server).get(), SECRET_COLLECTION_DEFAULT,
            label.c_str(), value.get(), limit.cancellable(), &error);
        return isKept ? Result<void>() : limit.explain(error);
    }

    Result<void> forget(const model::ModelServer& server, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto service, connect(server, stop));
        const Limit limit(stop, kUserPatience);
        GError* error = nullptr;
        (void)secret_service_clear_sync( // false also where there was none
            service.get(), &schema(), attributesOf(server).get(), limit.cancellable(), &error);
        return error ? Result<void>(limit.explain(error)) : Result<void>();
    }
};

} // namespace

std::shared_ptr<KeyStore> secretService()
{
    return std::make_shared<DesktopKeyStore>();
}

} // namespace sandbench::ui
