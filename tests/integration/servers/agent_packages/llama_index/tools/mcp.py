# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Stands in for llama-index-tools-mcp where it cannot be had: an MCP client that knows JSON answers only."""
import json
import types
import urllib.request


class BasicMCPClient:
    def __init__(self, command_or_url, args=None, env=None, timeout=30, headers=None):
        assert command_or_url.startswith("http") and not args and not env
        self._url, self._timeout, self._headers = command_or_url, timeout, headers or {}

    def ask(self, method, params, version={"MCP-Protocol-Version": "2025-06-18"}):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {"Content-Type": "application/json", "Accept": "application/json", **version, **self._headers}
        request = urllib.request.Request(self._url, json.dumps(message).encode(), headers)
        with urllib.request.urlopen(request, timeout=self._timeout) as answer:
            return json.load(answer)["result"]

    def initialize(self):
        result = self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                         "clientInfo": {"name": "tests", "version": "1"}}, {})
        assert result["protocolVersion"] == "2025-06-18"


class _Tool:
    def __init__(self, client, tool):
        self.metadata = types.SimpleNamespace(name=tool["name"], description=tool["description"])
        self._client = client

    async def acall(self, **arguments):
        return self._client.ask("tools/call", {"name": self.metadata.name, "arguments": arguments})["content"][0]["text"]


class McpToolSpec:
    def __init__(self, client):
        self._client = client

    async def to_tool_list_async(self):
        self._client.initialize()
        return [_Tool(self._client, tool) for tool in self._client.ask("tools/list", {})["tools"]]
