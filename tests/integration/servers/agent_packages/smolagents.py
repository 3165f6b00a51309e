# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Stands in for smolagents where it cannot be had: it refuses what that refuses."""
import inspect


def tool(function):
    signature, text = inspect.signature(function), inspect.getdoc(function)
    assert signature.return_annotation is not signature.empty
    for name, parameter in signature.parameters.items():
        assert parameter.annotation is not parameter.empty and f"\n    {name}: " in text, name
    function.name = function.__name__
    return function
