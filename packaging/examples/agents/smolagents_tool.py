# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""smolagents: all tools of 'sandbenchctl mcp', which it starts itself.

Needs: pip install 'smolagents[mcp]'
"""
from mcp import StdioServerParameters
from smolagents import MCPClient

if __name__ == "__main__":
    server = StdioServerParameters(command="sandbenchctl", args=["mcp"])
    with MCPClient(server, structured_output=True) as tools:
        # With a model: ToolCallingAgent(tools=tools, model=model).run(…)
        run_code = next(tool for tool in tools if tool.name == "run_code")
        print(run_code(code="print(6 * 7)"))
