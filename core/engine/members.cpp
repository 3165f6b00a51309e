// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/members.h"

#include "core/base/option_values.h"

#include <algorithm>

namespace sandbench {

namespace {

/// Reads one value into what its slot names, of whichever of the two there is.
class Reading
{
public:
    Reading(const Member& member, const Json& value, SandboxSpec* spec, RunLimits* runs)
        : m_member(member)
        , m_option(optionName(member))
        , m_value(value)
        , m_spec(spec)
        , m_runs(runs)
    {
    }

    Result<void> operator()(std::monostate) const { return {}; }
    template <class Value> Result<void> operator()(Value& (*slot)(SandboxSpec&)) const
    {
        return m_spec ? put(slot(*m_spec)) : Result<void>();
    }
    Result<void> operator()(std::uint64_t& (*slot)(RunLimits&)) const
    {
        return m_runs ? put(slot(*m_runs)) : Result<void>();
    }
    Result<void> operator()(double& (*slot)(RunLimits&)) const
    {
        return m_runs ? readSeconds(m_option, typed(), slot(*m_runs)) : Result<void>();
    }
    Result<void> operator()(const OwnForm& form) const
    {
        const auto problem = m_spec ? form.read(m_value, *m_spec) : std::string();
        return problem.empty() ? Result<void>() : optionError(m_option, problem);
    }

private:
    Result<void> put(std::string& into) const
    {
        const auto text = typed();
        SANDBENCH_TRY_VOID(check(text));
        into = text == m_member.nothing ? std::string() : text;
        return {};
    }

    Result<void> put(std::uint64_t& into) const
    {
        return m_member.isSize && m_value.is_string() ? readSize(m_option, typed(), into)
                                                      : readCount(m_option, typed(), into);
    }

    Result<void> put(double& into) const { return readNumber(m_option, typed(), into); }

    Result<void> put(bool& into) const
    {
        into = m_value == Json(true);
        return {};
    }

    Result<void> put(std::vector<std::string>& into) const
    {
        // Words of a command line.
        auto texts = m_value.is_string() ? words(typed()) : list();
        for (const auto& text : texts)
            SANDBENCH_TRY_VOID(check(text));
        into = std::move(texts);
        return {};
    }

    Result<void> put(std::map<std::string, std::string>& into) const
    {
        if (m_value.is_object())
            for (const auto& [key, text] : m_value.items())
                into[key] = text.is_string() ? text.get<std::string>() : std::string();
        for (const auto& text : m_value.is_object() ? std::vector<std::string>() : list()) {
            const auto equals = text.find('=');
            if (equals == 0 || text.empty())
                return optionError(m_option, "'" + text + "' is not KEY=VALUE");
            into[text.substr(0, equals)]
                = equals == std::string::npos ? std::string() : text.substr(equals + 1);
        }
        return {};
    }

    std::string typed() const
    {
        return m_value.is_string() ? m_value.get<std::string>() : writeJson(m_value);
    }

    std::vector<std::string> list() const { return jsonTexts({{"texts", m_value}}, "texts"); }

    static std::vector<std::string> words(const std::string& text)
    {
        std::vector<std::string> found;
        for (std::size_t at = 0; at < text.size();) {
            const auto begin = std::min(text.find_first_not_of(' ', at), text.size());
            at = std::min(text.find(' ', begin), text.size());
            if (begin < at)
                found.push_back(text.substr(begin, at - begin));
        }
        return found;
    }

    Result<void> check(const std::string& text) const
    {
        const auto& known = m_member.field.values;
        if (!known.empty() && std::find(known.begin(), known.end(), text) == known.end()) {
            std::string names;
            for (std::size_t i = 0; i < known.size(); ++i)
                names += (i == 0                      ? ""
                              : i + 1 == known.size() ? " or "
                                                      : ", ")
                    + std::string(known[i]);
            return optionError(m_option, "'" + text + "' is not " + names);
        }
        const auto problem = m_member.problem ? m_member.problem(text) : std::string();
        return problem.empty() ? Result<void>()
                               : optionError(m_option, "'" + text + "' " + problem);
    }

    const Member& m_member;
    const std::string m_option;
    const Json& m_value;
    SandboxSpec* const m_spec;
    RunLimits* const m_runs;
};

Result<void> read(const Member& member, const Json& value, SandboxSpec* spec, RunLimits* runs)
{
    if (value.is_null() || value == Json(""))
        return {};
    return std::visit(Reading(member, value, spec, runs), member.slot);
}

/// A slot hands out what may be changed; here nobody does.
struct Writing
{
    SandboxSpec& spec;
    SandboxSpec& standard;

    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(const OwnForm& form) const { return form.write(spec); }
    template <class Value> Json operator()(Value& (*slot)(SandboxSpec&)) const
    {
        return slot(spec) == slot(standard) ? Json() : Json(slot(spec));
    }
    template <class Value> Json operator()(Value& (*)(RunLimits&)) const { return nullptr; }
};

/// What stands in a slot, be it as usual or not.
struct Showing
{
    SandboxSpec spec;
    RunLimits runs;

    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(const OwnForm& form) const { return form.write(spec); }
    template <class Value> Json operator()(Value& (*slot)(SandboxSpec&)) { return slot(spec); }
    template <class Value> Json operator()(Value& (*slot)(RunLimits&)) { return slot(runs); }
};

} // namespace

bool MemberGroup::isKnownTo(std::string_view engine) const
{
    return engines.empty() || std::find(engines.begin(), engines.end(), engine) != engines.end();
}

bool isOfRuns(const Member& member)
{
    return std::holds_alternative<std::uint64_t& (*)(RunLimits&)>(member.slot)
        || std::holds_alternative<double& (*)(RunLimits&)>(member.slot);
}

std::string optionName(const Member& member, const Json& value)
{
    if (!member.typed.option.empty()) {
        const std::string name(member.typed.option.substr(0, member.typed.option.find(',')));
        return value == Json(false) ? "--no-" + name.substr(2) : name;
    }
    std::string name = "--" + std::string(member.field.name);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

bool isSaid(const Member& member, const Json& value)
{
    if (value.is_null() || (value.is_structured() && value.empty()))
        return false;
    if (value.is_boolean())
        return (value == Json(true)) != (member.typed.standard == "true");
    return !value.is_string() || (value != Json("") && value != Json(member.nothing));
}

Result<void> readMember(const Member& member, const Json& value, SandboxSpec& into)
{
    return read(member, value, &into, nullptr);
}

Result<void> readMember(const Member& member, const Json& value, RunLimits& into)
{
    return read(member, value, nullptr, &into);
}

Json writeMember(const Member& member, const SandboxSpec& spec)
{
    auto copy = spec;
    SandboxSpec standard;
    const auto value = std::visit(Writing{copy, standard}, member.slot);
    return member.isSize && !value.is_null() ? Json(writeJson(value)) : value;
}

Json limitsJson(const SandboxLimits& sandbox, const RunLimits& runs)
{
    Showing showing{{}, runs};
    showing.spec.limits = sandbox;
    auto limits = Json::object();
    for (const auto* members : {&sandboxMembers(), &runMembers()})
        for (const auto& member : *members)
            if (!member.recorded.empty())
                limits[std::string(member.recorded)] = std::visit(showing, member.slot);
    return limits;
}

} // namespace sandbench
