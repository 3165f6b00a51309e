# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Stands in for langchain-core where it cannot be had: a tool as strict as its own about what the example gives it."""
import inspect


class _Tool:
    def __init__(self, function):
        self.name, self.description, self._function = function.__name__, inspect.getdoc(function), function
        assert self.description and all(
            each.annotation is not each.empty for each in inspect.signature(function).parameters.values())

    def invoke(self, arguments):
        content, artifact = self._function(**arguments)
        assert isinstance(content, str) and isinstance(artifact, dict)
        return content


def tool(*, response_format):
    assert response_format == "content_and_artifact"
    return _Tool
