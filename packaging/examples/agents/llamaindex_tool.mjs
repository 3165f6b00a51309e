// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// LlamaIndex.TS: a tool that runs code in a fresh sandbox of 'sandbenchctl serve', over REST.
// Needs: npm install @llamaindex/core
// Without a model: node llamaindex_tool.mjs 'print(6 * 7)'
import {tool} from '@llamaindex/core/tools';

const url = process.env.SANDBENCH_URL ?? 'http://127.0.0.1:8080';
const token = process.env.SANDBENCH_TOKEN;

const runCode = tool(async ({code, language = 'python'}) => {
    const answer = await fetch(url + '/execute', {
        method: 'POST',
        headers: {'Content-Type': 'application/json', ...(token && {Authorization: 'Bearer ' + token})},
        body: JSON.stringify({lang: language, code}),
    });
    const record = await answer.json();
    return answer.ok ? `${record.sentence}\n${record.stdout}${record.stderr}` : `Error: ${record.detail}`;
}, {
    name: 'run_code',
    description: 'Runs a program in a sandbox without a network and returns what it printed.',
    parameters: {
        type: 'object',
        properties: {code: {type: 'string'}, language: {type: 'string', description: 'python unless given'}},
        required: ['code'],
    },
});

// With a model: agent({tools: [runCode], llm: model})
console.log(await runCode.call({code: process.argv[2]}));
