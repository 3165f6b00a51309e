// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kubeconfig.h"

#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/engine/kubernetes/text_yaml.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMostEntries = 4096;
constexpr std::size_t kMostWords = 256; ///< Of a plugin's arguments and variables.

/// One entry of a kubeconfig, and where it is for messages.
class Entry
{
public:
    Entry(const Json& fields, const std::string& file, std::string where)
        : m_fields(fields)
        , m_file(file)
        , m_where(std::move(where))
    {
    }

    Error wrong(const std::string& field, const std::string& why) const
    {
        return {
            ErrorCode::InvalidArgument,
            m_file + ": " + m_where + (field.empty() ? "" : "." + oneLine(field, 60)) + " " + why};
    }

    /// Empty where it is absent.
    Result<std::string> text(const std::string& field) const
    {
        const Json& value = jsonField(m_fields, field);
        if (value.is_null())
            return std::string();
        if (!value.is_string())
            return wrong(field, "is not text");
        auto said = value.get<std::string>();
        // Nothing in here has a reason to: it would split a header or hide in a message.
        if (std::any_of(said.begin(), said.end(), [](unsigned char c) {
                return (c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
            }))
            return wrong(field, "holds control characters");
        return said;
    }

    /// As text(), for names and addresses: one line.
    Result<std::string> line(const std::string& field) const
    {
        SANDBENCH_TRY(auto said, text(field));
        if (said.find_first_of("\r\n\t") != std::string::npos)
            return wrong(field, "has more than one line");
        return said;
    }

    Result<bool> flag(const std::string& field) const
    {
        const Json& value = jsonField(m_fields, field);
        if (value.is_null() || value == "false" || value == false)
            return false;
        if (value == "true" || value == true)
            return true;
        return wrong(field, "is neither true nor false");
    }

    Result<std::string> path(const std::string& field) const
    {
        SANDBENCH_TRY(auto said, line(field));
        return said.empty() ? said : besideFile(said);
    }

    /// The path of FIELD, or the text of FIELD-data, which comes first.
    Result<std::string> pem(const std::string& field) const
    {
        SANDBENCH_TRY(const auto data, text(field + "-data"));
        if (data.empty())
            return path(field);
        auto bytes = fromBase64(data);
        if (!bytes || bytes->find("-----BEGIN ") == std::string::npos)
            return wrong(field + "-data", "is not base64 of PEM text");
        if (!bytes->ends_with('\n'))
            *bytes += '\n';
        return *std::move(bytes);
    }

    Result<std::vector<std::string>> words(const std::string& field) const
    {
        std::vector<std::string> list;
        const Json& value = jsonField(m_fields, field);
        if (value.is_null())
            return list;
        if (!value.is_array() || value.size() > kMostWords)
            return wrong(field, "is no list of texts, or is too long");
        for (const auto& item : value) {
            if (!item.is_string()
                || item.get_ref<const std::string&>().find('\0') != std::string::npos)
                return wrong(field, "is no list of texts");
            list.push_back(item.get<std::string>());
        }
        return list;
    }

    Result<Entry> part(const std::string& field) const
    {
        const Json& value = jsonField(m_fields, field);
        if (!value.is_null() && !value.is_object())
            return wrong(field, "is no object");
        return Entry(value, m_file, m_where + "." + field);
    }

    bool has(const std::string& field) const { return !jsonField(m_fields, field).is_null(); }
    const Json& fields() const { return m_fields; }
    const std::string& file() const { return m_file; }

    std::string besideFile(const std::string& said) const
    {
        const auto slash = m_file.rfind('/');
        return said.front() == '/' || slash == std::string::npos
            ? said
            : m_file.substr(0, slash + 1) + said;
    }

private:
    const Json& m_fields;
    const std::string& m_file;
    std::string m_where;
};

Result<KubeCluster> readCluster(const Entry& entry)
{
    KubeCluster cluster;
    SANDBENCH_TRY(cluster.server, entry.line("server"));
    SANDBENCH_TRY(cluster.ca, entry.pem("certificate-authority"));
    SANDBENCH_TRY(cluster.tlsServerName, entry.line("tls-server-name"));
    SANDBENCH_TRY(cluster.proxy, entry.line("proxy-url"));
    SANDBENCH_TRY(cluster.skipsTlsCheck, entry.flag("insecure-skip-tls-verify"));
    if (cluster.skipsTlsCheck && !cluster.ca.empty())
        cluster.refusal = entry.wrong(
            "insecure-skip-tls-verify",
            "is true, and yet there is a certificate-authority: leave one of them out");
    return cluster;
}

Result<CredentialPlugin> readPlugin(const Entry& entry)
{
    CredentialPlugin plugin;
    SANDBENCH_TRY(plugin.command, entry.line("command"));
    SANDBENCH_TRY(plugin.arguments, entry.words("args"));
    SANDBENCH_TRY(plugin.apiVersion, entry.line("apiVersion"));
    SANDBENCH_TRY(plugin.installHint, entry.text("installHint"));
    SANDBENCH_TRY(plugin.providesClusterInfo, entry.flag("provideClusterInfo"));
    SANDBENCH_TRY(const auto mode, entry.line("interactiveMode"));
    plugin.needsTerminal = mode == "Always";
    if (plugin.command.find('/') != std::string::npos)
        plugin.command = entry.besideFile(plugin.command);
    const Json& env = jsonField(entry.fields(), "env");
    if (!env.is_null() && (!env.is_array() || env.size() > kMostWords))
        return entry.wrong("env", "is no list of variables, or is too long");
    for (const auto& item : env) {
        const auto name = jsonString(item, "name"), value = jsonString(item, "value");
        if (name.empty() || name.find_first_of(std::string_view("=\0", 2)) != std::string::npos
            || value.find('\0') != std::string::npos)
            return entry.wrong("env", "has a variable without a proper name");
        plugin.env[name] = value;
    }
    return plugin;
}

/// Why nobody can use it, though it is written well.
std::optional<Error> refusalOf(const KubeUser& user, const Entry& entry, const Json& provider)
{
    const auto& credentials = user.credentials;
    if (!provider.is_null())
        return entry.wrong(
            "auth-provider",
            oneLine(jsonString(provider, "name"), 60)
                + " is of a kind that Kubernetes took away in 1.26; let your provider's tool write "
                  "the user anew, with a credential plugin (exec)");
    if (!credentials.user.empty() && (!credentials.token.empty() || !credentials.tokenFile.empty()))
        return entry.wrong("username", "and a token are given: leave one of them out");
    if (credentials.impersonatedUser.empty()
        && (!credentials.impersonatedUid.empty() || !credentials.impersonatedGroups.empty()
            || !credentials.impersonatedExtra.empty()))
        return entry.wrong("as", "is missing, and yet there are groups or more of somebody");
    if (!credentials.plugin)
        return std::nullopt;
    if (credentials.plugin->command.empty())
        return entry.wrong("exec.command", "is missing");
    const auto& version = credentials.plugin->apiVersion;
    if (version != "client.authentication.k8s.io/v1"
        && version != "client.authentication.k8s.io/v1beta1")
        return entry.wrong(
            "exec.apiVersion",
            "must be client.authentication.k8s.io/v1 or …/v1beta1; let the program that wrote the "
            "file write it anew");
    return std::nullopt;
}

Result<void> readImpersonation(const Entry& entry, Credentials& credentials)
{
    SANDBENCH_TRY(credentials.impersonatedUser, entry.line("as"));
    SANDBENCH_TRY(credentials.impersonatedUid, entry.line("as-uid"));
    SANDBENCH_TRY(credentials.impersonatedGroups, entry.words("as-groups"));
    SANDBENCH_TRY(const auto extra, entry.part("as-user-extra"));
    for (const auto& item : extra.fields().items()) {
        SANDBENCH_TRY(credentials.impersonatedExtra[item.key()], extra.words(item.key()));
    }
    return {};
}

Result<KubeUser> readUser(const Entry& entry)
{
    KubeUser user;
    auto& credentials = user.credentials;
    SANDBENCH_TRY(user.cert, entry.pem("client-certificate"));
    SANDBENCH_TRY(user.key, entry.pem("client-key"));
    SANDBENCH_TRY(credentials.token, entry.line("token"));
    SANDBENCH_TRY(credentials.tokenFile, entry.path("tokenFile"));
    SANDBENCH_TRY(credentials.user, entry.line("username"));
    SANDBENCH_TRY(credentials.password, entry.line("password"));
    SANDBENCH_TRY_VOID(readImpersonation(entry, credentials));
    SANDBENCH_TRY(const auto exec, entry.part("exec"));
    if (entry.has("exec")) {
        SANDBENCH_TRY(credentials.plugin, readPlugin(exec));
    }
    user.refusal = refusalOf(user, entry, jsonField(entry.fields(), "auth-provider"));
    return user;
}

Result<KubeContext> readContext(const Entry& entry)
{
    KubeContext context;
    SANDBENCH_TRY(context.cluster, entry.line("cluster"));
    SANDBENCH_TRY(context.user, entry.line("user"));
    SANDBENCH_TRY(context.namespaceName, entry.line("namespace"));
    return context;
}

/// [{"name": …, KIND: {…}}, …]
template <typename T, typename Read>
Result<std::vector<T>>
readList(const Json& config, const std::string& kind, const std::string& file, Read read)
{
    std::vector<T> list;
    const auto field = kind + "s";
    const Json& entries = jsonField(config, field);
    if (entries.is_null())
        return list;
    if (!entries.is_array() || entries.size() > kMostEntries)
        return Error(
            ErrorCode::InvalidArgument, file + ": " + field + " is no list, or is too long");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry named(entries[i], file, field + "[" + std::to_string(i) + "]");
        SANDBENCH_TRY(const auto name, named.line("name"));
        if (name.empty())
            return named.wrong("name", "is missing");
        SANDBENCH_TRY(const auto body, named.part(kind));
        const auto where = field + "[" + oneLine(name, 60) + "]";
        SANDBENCH_TRY(auto entry, read(Entry(body.fields(), file, where)));
        entry.name = name;
        entry.file = file;
        const auto isSame = [&](const T& other) { return other.name == name; };
        if (std::any_of(list.begin(), list.end(), isSame))
            return named.wrong("name", "comes twice: " + oneLine(name, 60));
        list.push_back(std::move(entry));
    }
    return list;
}

/// A file in JSON is not YAML to every reader: tabs, and what strings escape.
Result<Json> parseText(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '{')
        if (auto json = parseJson(text))
            return json;
    return parseTextYaml(text);
}

template <typename T> void mergeByName(std::vector<T>& into, std::vector<T>&& later)
{
    const auto known = into.size();
    for (auto& entry : later) {
        const auto end = into.begin() + static_cast<std::ptrdiff_t>(known);
        const auto isSame = [&](const T& other) { return other.name == entry.name; };
        if (std::none_of(into.begin(), end, isSame))
            into.push_back(std::move(entry));
    }
}

} // namespace

Result<Kubeconfig> parseKubeconfig(std::string_view text, const std::string& file)
{
    const auto config = parseText(text);
    if (!config)
        return Error(ErrorCode::InvalidArgument, file + ": " + config.error().message());
    Kubeconfig parsed;
    if (config->is_null())
        return parsed; // empty files are fine for kubectl, too
    if (!config->is_object())
        return Error(ErrorCode::InvalidArgument, file + ": this is no kubeconfig");
    if (const auto kind = jsonString(*config, "kind", "Config"); kind != "Config")
        return Error(
            ErrorCode::InvalidArgument,
            file + ": kind is " + oneLine(kind, 60) + " instead of Config");
    SANDBENCH_TRY(parsed.currentContext, Entry(*config, file, "the file").line("current-context"));
    SANDBENCH_TRY(parsed.clusters, readList<KubeCluster>(*config, "cluster", file, readCluster));
    SANDBENCH_TRY(parsed.users, readList<KubeUser>(*config, "user", file, readUser));
    SANDBENCH_TRY(parsed.contexts, readList<KubeContext>(*config, "context", file, readContext));
    return parsed;
}

void mergeKubeconfig(Kubeconfig& into, Kubeconfig later)
{
    if (into.currentContext.empty())
        into.currentContext = std::move(later.currentContext);
    mergeByName(into.clusters, std::move(later.clusters));
    mergeByName(into.users, std::move(later.users));
    mergeByName(into.contexts, std::move(later.contexts));
}

} // namespace sandbench::kubernetes
