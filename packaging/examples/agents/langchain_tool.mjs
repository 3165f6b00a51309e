// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// LangChain.js: a tool that runs code in a fresh sandbox of 'sandbenchctl serve', over REST.
// Needs: npm install @langchain/core
// Without a model: node langchain_tool.mjs 'print(6 * 7)'
import {tool} from '@langchain/core/tools';

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
    schema: {
        type: 'object',
        properties: {code: {type: 'string'}, language: {type: 'string', description: 'python unless given'}},
        required: ['code'],
    },
});

// With a model: model.bindTools([runCode])
console.log(await runCode.invoke({code: process.argv[2]}));
