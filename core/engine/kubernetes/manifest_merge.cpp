// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/manifest_merge.h"

#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMostLines = 200;
constexpr std::size_t kLongestValue = 120;

/// Where in a Pod an object is: the same word means a list there and a label elsewhere.
enum class Place { Pod, Spec, Container, Other };

/// By which field the items of a list are the same; empty = the list is one value.
std::string_view keyOfItems(Place place, std::string_view field)
{
    if (place == Place::Spec) {
        if (field == "containers" || field == "initContainers" || field == "volumes"
            || field == "imagePullSecrets")
            return "name";
        if (field == "hostAliases")
            return "ip";
    }
    if (place == Place::Container) {
        if (field == "env")
            return "name";
        if (field == "volumeMounts")
            return "mountPath";
    }
    return {};
}

Place placeOf(Place parent, std::string_view field)
{
    if (parent == Place::Pod && field == "spec")
        return Place::Spec;
    return Place::Other;
}

Place placeOfItems(std::string_view field)
{
    return field == "containers" || field == "initContainers" ? Place::Container : Place::Other;
}

std::string joined(const std::string& path, const std::string& field)
{
    if (path.empty())
        return oneLine(field, 80);
    const bool isPlain = field.find_first_of("./[] ") == std::string::npos;
    return path + (isPlain ? "." + oneLine(field, 80) : "[" + oneLine(field, 120) + "]");
}

Error wrong(const std::string& path, const std::string& what)
{
    return Error(ErrorCode::InvalidArgument, "the manifest's " + path + ": " + what);
}

Json withoutNulls(const Json& value)
{
    if (!value.is_object() && !value.is_array())
        return value;
    Json kept = value.is_object() ? Json::object() : Json::array();
    if (value.is_object()) {
        for (const auto& [field, item] : value.items())
            if (!item.is_null())
                kept[field] = withoutNulls(item);
    } else {
        for (const auto& item : value)
            kept.push_back(withoutNulls(item));
    }
    return kept;
}

Result<void> mergeObject(Json& ours, const Json& theirs, Place place, const std::string& path);

Result<void> checkItems(const Json& list, std::string_view key, const std::string& path)
{
    if (!list.is_array())
        return wrong(path, "a list is needed");
    std::set<std::string> seen;
    for (const auto& item : list) {
        const auto name = jsonString(item, key);
        if (name.empty())
            return wrong(path, "an item without " + std::string(key));
        if (!seen.insert(name).second)
            return wrong(path, "two items are called " + oneLine(name, 80));
    }
    return {};
}

/// A volume has one source: another one takes the place of ours.
void dropOtherSource(Json& volume, const Json& theirs)
{
    if (theirs.size() <= 1)
        return;
    for (auto it = volume.begin(); it != volume.end();)
        it = it.key() == "name" || theirs.contains(it.key()) ? std::next(it) : volume.erase(it);
}

Result<void> mergeItems(
    Json& ours, const Json& theirs, std::string_view key, const std::string& field,
    const std::string& path)
{
    SANDBENCH_TRY_VOID(checkItems(theirs, key, path));
    for (const auto& item : theirs) {
        const auto name = jsonString(item, key);
        auto* mine = findItem(ours, key, name);
        if (!mine) {
            ours.push_back(Json{{std::string(key), name}});
            mine = &ours.back();
        } else if (field == "volumes") {
            dropOtherSource(*mine, item);
        }
        SANDBENCH_TRY_VOID(
            mergeObject(*mine, item, placeOfItems(field), path + "[" + oneLine(name, 80) + "]"));
    }
    return {};
}

Result<void> mergeField(
    Json& ours, const std::string& field, const Json& theirs, Place place, const std::string& path)
{
    auto& mine = ours[field];
    if (const auto key = keyOfItems(place, field); !key.empty()) {
        if (!mine.is_array())
            mine = Json::array();
        return mergeItems(mine, theirs, key, field, path);
    }
    const auto inner = placeOf(place, field);
    if (theirs.is_object() && (mine.is_null() || mine.is_object())) {
        if (mine.is_null())
            mine = Json::object();
        return mergeObject(mine, theirs, inner, path);
    }
    if (mine.is_object())
        return wrong(path, "an object is needed");
    if (mine.is_array() && !theirs.is_array())
        return wrong(path, "a list is needed");
    if (mine.is_array() && place == Place::Spec && field == "tolerations")
        for (const auto& item : theirs)
            mine.push_back(withoutNulls(item));
    else
        mine = withoutNulls(theirs);
    return {};
}

Result<void> mergeObject(Json& ours, const Json& theirs, Place place, const std::string& path)
{
    if (!theirs.is_object())
        return wrong(path, "an object is needed");
    for (const auto& [field, value] : theirs.items()) {
        const auto inner = joined(path, field);
        if (field.starts_with('$'))
            return wrong(inner, "directives are not read; null removes a field");
        if (value.is_null())
            ours.erase(field);
        else
            SANDBENCH_TRY_VOID(mergeField(ours, field, value, place, inner));
    }
    return {};
}

class Comparison
{
public:
    std::vector<std::string> take()
    {
        if (m_more > 0)
            m_lines.push_back("and " + std::to_string(m_more) + " more");
        return std::move(m_lines);
    }

    void objects(const Json& ours, const Json& merged, Place place, const std::string& path)
    {
        std::set<std::string> fields;
        for (const auto* object : {&ours, &merged})
            for (const auto& [field, ignored] : object->items())
                fields.insert(field);
        for (const auto& field : fields)
            values(
                jsonField(ours, field), jsonField(merged, field), place, field,
                joined(path, field));
    }

private:
    void values(
        const Json& ours, const Json& merged, Place place, const std::string& field,
        const std::string& path)
    {
        if (ours == merged)
            return;
        const auto key = keyOfItems(place, field);
        const bool areBoth = !ours.is_null() && !merged.is_null();
        if (!key.empty() && (ours.is_array() || merged.is_array()))
            items(ours, merged, key, field, path);
        else if (areBoth && ours.is_object() && merged.is_object())
            objects(ours, merged, placeOf(place, field), path);
        else if (ours.is_null())
            say(path + ": " + shown(merged) + " is added");
        else if (merged.is_null())
            say(path + ": " + shown(ours) + " is removed");
        else
            say(path + ": " + shown(merged) + " instead of " + shown(ours));
    }

    void items(
        const Json& ours, const Json& merged, std::string_view key, const std::string& field,
        const std::string& path)
    {
        const auto& before = jsonList(ours);
        const auto& after = jsonList(merged);
        const auto place
            = [&](const std::string& name) { return path + "[" + oneLine(name, 80) + "]"; };
        for (const auto& item : before)
            if (const auto name = jsonString(item, key); !findItem(after, key, name))
                say(place(name) + " is removed");
        for (const auto& item : after) {
            const auto name = jsonString(item, key);
            const auto* mine = findItem(before, key, name);
            if (field == "env" && (!mine || *mine != item))
                say(place(name) + (mine ? " is another" : " is added"));
            else if (!mine)
                say(place(name) + ": " + shown(item) + " is added");
            else if (*mine != item)
                objects(*mine, item, placeOfItems(field), place(name));
        }
    }

    /// Variables may hold secrets.
    static std::string shown(const Json& value)
    {
        if (!value.is_object() || !value.contains("env"))
            return oneLine(writeJson(value), kLongestValue);
        auto copy = value;
        copy["env"] = "(not shown)";
        return oneLine(writeJson(copy), kLongestValue);
    }

    void say(std::string line)
    {
        if (m_lines.size() < kMostLines)
            m_lines.push_back(std::move(line));
        else
            ++m_more;
    }

    std::vector<std::string> m_lines;
    std::size_t m_more = 0;
};

} // namespace

const Json* findItem(const Json& list, std::string_view key, std::string_view value)
{
    for (const auto& item : jsonList(list))
        if (jsonString(item, key) == value)
            return &item;
    return nullptr;
}

Json* findItem(Json& list, std::string_view key, std::string_view value)
{
    return const_cast<Json*>(findItem(std::as_const(list), key, value));
}

const Json& itemOf(const Json& list, std::string_view key, std::string_view value)
{
    static const Json none;
    const auto* found = findItem(list, key, value);
    return found ? *found : none;
}

const Json& containerIn(const Json& pod, std::string_view name)
{
    return itemOf(jsonField(jsonField(pod, "spec"), "containers"), "name", name);
}

std::string namesOf(const Json& items)
{
    const auto nameOf = [](const Json& item) { return oneLine(jsonString(item, "name"), 60); };
    return oneLine(listed(items, nameOf), 400);
}

Result<Json> mergePod(const Json& ours, const Json& theirs)
{
    Json merged = ours;
    SANDBENCH_TRY_VOID(mergeObject(merged, theirs, Place::Pod, ""));
    return merged;
}

std::vector<std::string> differencesOf(const Json& ours, const Json& merged)
{
    Comparison comparison;
    if (ours.is_object() && merged.is_object())
        comparison.objects(ours, merged, Place::Pod, "");
    return comparison.take();
}

} // namespace sandbench::kubernetes
