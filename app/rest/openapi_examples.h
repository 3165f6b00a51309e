// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fields.h"

namespace sandbench::rest {

/// An object that checkFields() takes: what is required, and what people usually say besides.
Json exampleOf(const Fields& fields);

/// {"404": {…}, …}: references to refusalComponents() that a route may answer with.
struct Refusals
{
    bool takesInput = false, takesBody = false, hasScope = false, namesThings = false;
};
Json refusalsOf(const Refusals& may);
/// Each problem with an example of it, for components/responses.
Json refusalComponents();

} // namespace sandbench::rest
