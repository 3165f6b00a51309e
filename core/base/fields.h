// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

enum class FieldType {
    Text,
    Integer,
    Number,
    Boolean,
    TextList,
    TextMap, ///< An object whose values are text.
    Object, ///< Of `fields`; of anything where there are none.
    ObjectList,
    Any,
};

/// One member of a JSON object: what is checked is what the API's document and the tools' schemas
/// say.
struct Field
{
    std::string_view name;
    FieldType type = FieldType::Text;
    std::string_view description = {};
    bool isRequired = false;
    std::vector<std::string_view> values = {}; ///< The only texts; empty = any.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    std::vector<Field> fields = {}; ///< Of Object and ObjectList.
    std::size_t longest = 16U << 20; ///< Units: bytes of a text, entries of a list or map.
};

using Fields = std::vector<Field>;

/// Errors: InvalidArgument naming the member by its path ("files[0].content"): missing, of another
/// type, out of its range, or unknown, then with the known names. A null is as if it were not
/// given.
Result<void> checkFields(const Json& object, const Fields& fields);

/// JSON Schema 2020-12 of an object with these members and no others.
Json schemaOf(const Fields& fields);

} // namespace sandbench
