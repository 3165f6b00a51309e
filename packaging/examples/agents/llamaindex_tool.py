# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""LlamaIndex: all tools of 'sandbenchctl serve', over MCP. Sandboxes stay between the calls.

Needs: pip install llama-index-tools-mcp
Without a model: python3 llamaindex_tool.py 'print(6 * 7)'
"""
import asyncio
import os
import sys

from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

URL = os.environ.get("SANDBENCH_URL", "http://127.0.0.1:8080")
TOKEN = os.environ.get("SANDBENCH_TOKEN")


async def main():
    headers = {"Authorization": "Bearer " + TOKEN} if TOKEN else None
    client = BasicMCPClient(URL + "/mcp", headers=headers, timeout=300)
    tools = await McpToolSpec(client=client).to_tool_list_async()
    # With a model: FunctionAgent(tools=tools, llm=model)
    run_code = next(tool for tool in tools if tool.metadata.name == "run_code")
    print(await run_code.acall(code=sys.argv[1]))


if __name__ == "__main__":
    asyncio.run(main())
