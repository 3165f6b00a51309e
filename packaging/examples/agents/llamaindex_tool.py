# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""LlamaIndex: all tools of 'sandbenchctl mcp', which it starts itself.

Needs: pip install llama-index-tools-mcp
"""
import asyncio

from llama_index.tools.mcp import BasicMCPClient, McpToolSpec


async def main():
    tools = await McpToolSpec(client=BasicMCPClient("sandbenchctl", args=["mcp"])).to_tool_list_async()
    # With a model: FunctionAgent(tools=tools, llm=model)
    run_code = next(tool for tool in tools if tool.metadata.name == "run_code")
    print(await run_code.acall(code="print(6 * 7)"))


if __name__ == "__main__":
    asyncio.run(main())
