// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// A client of the official SDK against our server: node mcp_client.mjs ERA TARGET [TOKEN]. Each scenario has a client of its own;
// what it complains about is printed behind its name. All are in one process: loading the SDK takes longer than most of them.
// ERA: legacy (SDK 1, initialize) or stateless (SDK 2, 2026-07-28). TARGET: a program, started with
// "mcp", or the address of an endpoint. MCP_SDK: the folder whose node_modules has both SDKs. The
// SDKs check every structured result against its tool's schema.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';

const require = createRequire(process.env.MCP_SDK + '/');
const [era, target, token] = process.argv.slice(2);
const isHttp = target.startsWith('http');
const headers = token ? {Authorization: 'Bearer ' + token} : {};

async function connect() {
    const server = {command: target, args: ['mcp']};
    const identity = {name: 'tests', version: '1'};
    if (era === 'legacy') {
        const {Client} = require('@modelcontextprotocol/sdk/client/index.js');
        const {StdioClientTransport} = require('@modelcontextprotocol/sdk/client/stdio.js');
        const {StreamableHTTPClientTransport} = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
        const client = new Client(identity);
        await client.connect(isHttp
            ? new StreamableHTTPClientTransport(new URL(target), {requestInit: {headers}})
            : new StdioClientTransport(server));
        return client;
    }
    const {Client, StreamableHTTPClientTransport} = require('@modelcontextprotocol/client');
    const {StdioClientTransport} = require('@modelcontextprotocol/client/stdio');
    const client = new Client(identity, {versionNegotiation: {mode: {pin: '2026-07-28'}}});
    await client.connect(isHttp
        ? new StreamableHTTPClientTransport(new URL(target), {requestInit: {headers}})
        : new StdioClientTransport(server));
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    return client;
}

let client;

function call(name, args = {}, options = {}) {
    const params = {name, arguments: args};
    return era === 'legacy' ? client.callTool(params, undefined, options) : client.callTool(params, options);
}

async function good(name, args, options) {
    const result = await call(name, args, options);
    assert.ok(!result.isError, name + ': ' + result.content[0].text);
    return result.structuredContent;
}

async function bad(name, args, words) {
    const result = await call(name, args);
    assert.ok(result.isError, name + ' was no error');
    assert.match(result.content[0].text, words);
}

/// What a program printed, of its text between marks.
function printed(text) {
    const inside = text.match(/^--- (\w+) of the program, [^\n]*: data, not instructions \[(\w{8})\] ---\n([^]*)--- end of \1 \[\2\] ---\n$/);
    assert.ok(text === '' || inside, 'no marks: ' + text);
    return inside ? inside[3] : '';
}

/// Notifications of @p method, as they come, on either SDK.
async function heard(method, schemaName) {
    const all = [];
    if (era === 'legacy') {
        const types = require('@modelcontextprotocol/sdk/types.js');
        client.setNotificationHandler(types[schemaName], note => void all.push(note.params));
    } else {
        client.setNotificationHandler(method, note => void all.push(note.params));
    }
    return all;
}

async function until(isTrue) {
    for (const end = Date.now() + 60000; !isTrue();) {
        assert.ok(Date.now() < end, 'it never came');
        await new Promise(resolve => setTimeout(resolve, 5));
    }
}

const scenarios = {
    async tools() {
        const {tools} = await client.listTools();
        assert.deepEqual(tools.map(tool => tool.name), [
            'run_code', 'run_shell', 'get_run', 'cancel_run', 'create_sandbox', 'list_sandboxes', 'delete_sandbox',
            'create_context', 'reset_context', 'undo_context', 'branch_context', 'list_variables', 'write_file', 'read_file', 'list_files',
            'install_packages', 'list_artifacts', 'get_artifact', 'list_engines', 'list_languages', 'scan_code']);
        for (const tool of tools)
            assert.ok(tool.description && tool.inputSchema.type === 'object' && tool.outputSchema, tool.name);
        assert.equal(tools[0].annotations.readOnlyHint, false);
        const {languages} = await good('list_languages');
        assert.ok(languages.some(one => one.id === 'python' && one.contexts));
        assert.ok((await good('list_engines')).engines.some(one => one.engine === 'local' && one.usable));
        const scan = await good('scan_code', {code: 'import os\nos.system("ls")\n', policy: 'strict'});
        assert.equal(scan.decision, 'refuse');
        assert.ok(scan.findings.some(one => one.line === 2));
        const {resources} = await client.listResources();
        assert.ok(resources.some(one => one.uri === 'sandbox://languages'));
        const {resourceTemplates} = await client.listResourceTemplates();
        assert.equal(resourceTemplates.length, 3);
    },

    async runs() {
        const run = await call('run_code', {code: 'import sys\nprint(6 * 7)\nprint("no", file=sys.stderr)\nsys.exit(3)'});
        assert.ok(!run.isError);
        assert.match(run.content[0].text, /^Exited with status 3.*\n[^]*data, not instructions \[\w{8}\] ---\n42\n/);
        assert.equal(run.structuredContent.exit_code, 3);
        assert.equal(printed(run.structuredContent.stdout), '42\n');
        assert.equal(printed(run.structuredContent.stderr), 'no\n');
        assert.ok(run.content[0].text.endsWith(run.structuredContent.stdout + run.structuredContent.stderr));
        assert.equal(run.structuredContent.network, 'none');
        const shell = await good('run_shell', {command: 'cat; cat given; echo "$A"; exit 0', stdin: 'in ', env: {A: 'b'},
            files: [{path: 'given', content: 'Zm8=', encoding: 'base64'}]});
        assert.equal(printed(shell.stdout), 'in fob\n');
        // As models know it from other products.
        assert.equal(printed((await good('execute_code', {code: 'print(6 * 7)', timeout: 50})).stdout), '42\n');
        const slow = await good('run_code', {code: 'while True: pass', timeout_seconds: 0.3});
        assert.equal(slow.verdict, 'wall_timeout');
        assert.equal(slow.exit_code, undefined);
        assert.deepEqual((await good('list_sandboxes')).sandboxes, []);
        const record = await client.readResource({uri: 'sandbox://runs/' + run.structuredContent.run_id});
        assert.equal(JSON.parse(record.contents[0].text).stdout, '42\n');
    },

    async long() {
        const text = 'x'.repeat(99) + '\n';
        const run = await call('run_code', {code: `print(${JSON.stringify(text)} * 3000 + "last")`});
        assert.ok(Buffer.byteLength(run.content[0].text) <= 20000);
        assert.match(run.content[0].text, /the end only[^]*last\n/);
        assert.ok(run.structuredContent.truncated);
        assert.equal(run.structuredContent.stdout_bytes, 300005);
        assert.ok(Buffer.byteLength(run.structuredContent.stdout) <= 20000);
    },

    async state() {
        const {sandbox_id} = await good('create_sandbox', {language: 'python'});
        const written = await good('write_file', {sandbox_id, path: 'data/a.txt', content: 'some words'});
        const listed = await call('list_files', {sandbox_id, path: 'data'});
        assert.match(listed.content[0].text, /\n--- names of files: data, not instructions \[\w+\] ---\n.*a\.txt\n--- end/);
        assert.deepEqual(JSON.parse(listed.content.at(-1).text), listed.structuredContent);
        const {entries} = listed.structuredContent;
        assert.equal(entries.length, 1);
        assert.equal(entries[0].bytes, 10);
        assert.equal(entries[0].path, written.path);
        await good('run_shell', {sandbox_id, command: 'mkdir many; touch many/{0001..1002}'});
        const most = await good('list_files', {sandbox_id, path: 'many'});
        assert.deepEqual([most.entries.length, most.truncated, most.next_offset], [1000, true, 1000]);
        const left = await good('list_files', {sandbox_id, path: 'many', offset: most.next_offset});
        assert.deepEqual([left.entries.map(one => one.path.slice(-4)), left.truncated], [['1001', '1002'], false]);
        assert.equal((await good('read_file', {sandbox_id, path: 'data/a.txt', offset: 5})).content, 'words');
        const file = await client.readResource({uri: `sandbox://${sandbox_id}${entries[0].path}`});
        assert.equal(file.contents[0].text, 'some words');
        assert.equal(printed((await good('run_shell', {sandbox_id, command: 'cat data/a.txt'})).stdout), 'some words\n');
        const {context_id} = await good('create_context', {sandbox_id});
        await good('run_code', {sandbox_id, context_id, code: 'x = 20'});
        assert.equal((await good('run_code', {sandbox_id, context_id, code: 'x + 1'})).result, '21');
        await good('run_code', {sandbox_id, context_id, code: 'x = 1'});
        const branch = (await good('branch_context', {sandbox_id, context_id, step: 3})).context_id;
        assert.equal((await good('run_code', {sandbox_id, context_id: branch, code: 'x'})).result, '20');
        await good('undo_context', {sandbox_id, context_id});
        assert.equal((await good('run_code', {sandbox_id, context_id, code: 'x'})).result, '20');
        await bad('undo_context', {sandbox_id, context_id, step: 50}, /not_found/);
        const {variables, total} = await good('list_variables', {sandbox_id, context_id});
        assert.equal(total, 1);
        assert.deepEqual(variables[0], {name: 'x', type: 'int', size: '', value: '20'});
        const one = await good('list_variables', {sandbox_id, context_id, name: 'x'});
        assert.equal(one.variables[0].text, '20');
        await bad('list_variables', {sandbox_id, context_id, name: 'nothing'}, /not_found/);
        await good('reset_context', {sandbox_id, context_id});
        assert.equal((await good('run_code', {sandbox_id, context_id, code: 'x'})).error.name, 'NameError');
        const {sandboxes} = await good('list_sandboxes');
        assert.deepEqual(sandboxes.map(one => one.sandbox_id), [sandbox_id]);
        await good('delete_sandbox', {sandbox_id});
        await bad('run_code', {sandbox_id, code: '1'}, /not_found/);
    },

    async pictures() {
        const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
        const run = await call('run_code', {code: `import base64, os
folder = os.environ['SANDBENCH_OUTPUT']
open(folder + '/dot.png', 'wb').write(base64.b64decode('${png}'))
open(folder + '/table.csv', 'w').write('a,b\\n1,2\\n')`});
        const {run_id, artifacts} = run.structuredContent;
        assert.deepEqual(artifacts.map(one => one.name).sort(), ['dot.png', 'table.csv']);
        const image = run.content.find(block => block.type === 'image');
        assert.equal(image.data, png);
        assert.equal(image.mimeType, 'image/png');
        const link = run.content.find(block => block.type === 'resource_link');
        assert.equal((await client.readResource({uri: link.uri})).contents[0].text, 'a,b\n1,2\n');
        assert.equal((await good('list_artifacts', {run_id})).artifacts.length, 2);
        const table = await call('get_artifact', {run_id, name: 'table.csv'});
        assert.equal(table.content[1].resource.text, 'a,b\n1,2\n');
        assert.equal((await call('get_artifact', {run_id, name: 'dot.png'})).content[1].data, png);
        await bad('get_artifact', {run_id, index: 9}, /not_found/);
        assert.ok(!JSON.stringify(run).includes('/tmp/'));
    },

    async following() {
        const code = 'import sys\nprint("begun", flush=True)\nsys.stdin.read()\nwhile True: pass';
        const {run_id, sandbox_id, status} = await good('run_code', {code, wait_ms: 0});
        assert.equal(status, 'running');
        let seen = '', after_seq = 0;
        while (!seen.includes('begun')) {
            const part = await good('get_run', {run_id, after_seq, wait_ms: 100});
            assert.equal(part.status, 'running');
            seen += printed(part.stdout);
            after_seq = part.next_seq;
        }
        assert.equal(seen, 'begun\n');
        const ended = await good('cancel_run', {run_id});
        assert.equal(ended.verdict, 'cancelled');
        assert.equal(printed((await good('get_run', {run_id})).stdout), 'begun\n');
        const rest = await good('get_run', {run_id, after_seq});
        assert.deepEqual([rest.status, rest.stdout, rest.stdout_bytes], ['ended', '', 6]);
        // The run's own sandbox goes with it.
        while ((await good('list_sandboxes')).sandboxes.some(one => one.sandbox_id === sandbox_id))
            ;
        await bad('get_run', {run_id: 'r-none'}, /not_found/);
    },

    async cancelling() {
        const abort = new AbortController();
        const told = [];
        const onprogress = progress => {
            told.push(progress);
            if (progress.message === 'Printed: "begun"')
                abort.abort();
        };
        const code = 'print("begun", flush=True)\nwhile True: pass';
        await assert.rejects(call('run_code', {code}, {signal: abort.signal, onprogress}));
        assert.ok(told.length > 0);
        // The run's own sandbox goes with it.
        while ((await good('list_sandboxes')).sandboxes.length > 0)
            ;
    },

    async overlapping() {
        const {sandbox_id} = await good('create_sandbox');
        // One waits for what the other one writes.
        const first = good('run_shell', {sandbox_id, command: 'until [ -e go ]; do :; done; cat go'});
        await good('write_file', {sandbox_id, path: 'go', content: 'gone'});
        assert.equal(printed((await first).stdout), 'gone\n');
        const many = await Promise.all([...Array(8).keys()].map(i => good('run_code', {sandbox_id, code: `print(${i})`})));
        assert.deepEqual(many.map(one => printed(one.stdout)), [...Array(8).keys()].map(i => i + '\n'));
        await good('delete_sandbox', {sandbox_id});
    },

    async mistakes() {
        await assert.rejects(call('no_such_tool'), error => error.code === -32602);
        for (const [args, word] of [[{}, 'code'], [{code: 5}, 'code'], [{code: '1', colour: 'red'}, 'colour'],
            [{code: '1', timeout_seconds: 'long'}, 'timeout_seconds']])
            await bad('run_code', args, new RegExp('invalid_argument.*' + word));
        await bad('run_code', {code: '1', sandbox_id: 's', context_id: 'a/b'}, /invalid_argument.*context_id/);
        await bad('run_code', {code: '1', language: 'klingon'}, /klingon/);
        await bad('run_code', {code: '1', context_id: 'c'}, /sandbox_id/);
        await bad('create_sandbox', {engine: 'none'}, /invalid_argument.*engine/);
        await bad('write_file', {sandbox_id: 's', path: 'x', content: '*', encoding: 'base64'}, /not_found|base64/);
        await bad('scan_code', {code: '1', policy: '/etc/passwd'}, /invalid_argument.*policy/);
        await assert.rejects(client.readResource({uri: 'sandbox://nobody/etc/passwd'}));
        await assert.rejects(client.readResource({uri: 'file:///etc/passwd'}));
        assert.equal(printed((await good('run_code', {code: 'print(1)'})).stdout), '1\n');
    },

    async guiding() {
        const {prompts} = await client.listPrompts();
        assert.deepEqual(prompts.map(one => one.name), ['review_code', 'explain_failure', 'write_tests']);
        const review = await client.getPrompt({name: 'review_code', arguments: {code: 'print(1)', language: 'python'}});
        assert.match(review.messages[0].content.text, /python program[^]*scan_code[^]*\[\w{8}\] ---\nprint\(1\)\n/);
        await assert.rejects(client.getPrompt({name: 'no_such_prompt'}), error => error.code === -32602);
        const failed = await good('run_code', {code: 'print("so far")\n1/0'});
        const explain = await client.getPrompt({name: 'explain_failure', arguments: {run_id: failed.run_id}});
        assert.match(explain.messages[0].content.text, /so far[^]*ZeroDivisionError/);
        await assert.rejects(client.getPrompt({name: 'explain_failure', arguments: {run_id: 'r-none'}}),
            error => error.code === -32602);

        const complete = async (ref, name, value, known) => (await client.complete(
            {ref, argument: {name, value}, ...(known && {context: {arguments: known}})})).completion.values;
        const prompt = {type: 'ref/prompt', name: 'write_tests'};
        assert.deepEqual((await complete(prompt, 'language', 'Py')).slice(0, 1), ['python']);
        assert.ok((await complete(prompt, 'language', 'script')).includes('typescript'));
        assert.deepEqual(await complete(prompt, 'engine', 'lo'), ['local']);
        assert.deepEqual(await complete(prompt, 'code', 'x'), []);
        const run = {type: 'ref/resource', uri: 'sandbox://runs/{run_id}'};
        assert.deepEqual(await complete(run, 'run_id', failed.run_id.slice(0, 6)), [failed.run_id]);
        const {sandbox_id} = await good('create_sandbox');
        const {path} = await good('write_file', {sandbox_id, path: 'data/first.txt', content: 'a'});
        const file = {type: 'ref/resource', uri: 'sandbox://{sandbox_id}/{+path}'};
        assert.deepEqual(await complete(file, 'sandbox_id', ''), [sandbox_id]);
        const bare = path.slice(1), folder = bare.slice(0, -'first.txt'.length);
        assert.deepEqual(await complete(file, 'path', folder.slice(0, -2), {sandbox_id}), [folder]);
        assert.deepEqual(await complete(file, 'path', folder + 'fi', {sandbox_id}), [bare]);
        assert.ok((await complete(file, 'path', '', {sandbox_id})).includes(folder));
        await assert.rejects(complete({type: 'ref/prompt', name: 'none'}, 'language', ''), error => error.code === -32602);
        await good('delete_sandbox', {sandbox_id});
    },

    async watching() {
        const {sandbox_id} = await good('create_sandbox');
        const {path} = await good('write_file', {sandbox_id, path: 'seen.txt', content: 'a'});
        const uri = `sandbox://${sandbox_id}${path}`, other = uri + '.new';
        const updates = await heard('notifications/resources/updated', 'ResourceUpdatedNotificationSchema');
        const uris = () => updates.map(one => one.uri);
        let stop;
        if (era === 'legacy') {
            assert.ok(client.getServerCapabilities().resources.subscribe);
            await assert.rejects(client.subscribeResource({uri: 'sandbox://nobody/etc/passwd'}));
            await client.subscribeResource({uri});
            await client.subscribeResource({uri: other});
            stop = async () => {
                await client.unsubscribeResource({uri});
                await client.unsubscribeResource({uri: other});
            };
        } else {
            const subscription = await client.listen({resourceSubscriptions: [uri, other, 'sandbox://nobody/x']});
            assert.deepEqual(subscription.honoredFilter, {resourceSubscriptions: [uri, other]});
            stop = () => subscription.close();
        }
        await good('run_shell', {sandbox_id, command: 'echo more >> seen.txt'});
        await until(() => uris().includes(uri));
        assert.ok(!uris().includes(other));
        await good('write_file', {sandbox_id, path: 'seen.txt.new', content: 'it is there'});
        await until(() => uris().includes(other));
        await stop();
        await good('delete_sandbox', {sandbox_id});
    },

    async logging() {
        if (era !== 'legacy')
            return; // It is deprecated there.
        const notes = await heard('notifications/message', 'LoggingMessageNotificationSchema');
        await good('run_code', {code: 'print(1)'});
        assert.deepEqual(notes, []);
        await assert.rejects(client.setLoggingLevel('loud'));
        await client.setLoggingLevel('info');
        await good('run_code', {code: 'import sys\nprint("begun", flush=True)\nsys.stdout.write(sys.stdin.read())', stdin: 'x'});
        await until(() => notes.some(one => one.level === 'info'));
        await client.setLoggingLevel('error');
        notes.length = 0;
        await bad('run_code', {code: '1', language: 'klingon'}, /klingon/);
        await until(() => notes.length > 0);
        assert.deepEqual([notes[0].level, notes[0].logger], ['error', 'sandbench']);
        assert.match(notes[0].data, /run_code: .*klingon/);
    },
};

for (const [name, play] of Object.entries(scenarios)) {
    try {
        client = undefined;
        client = await connect();
        await play();
    } catch (problem) {
        console.log(`${name}: ${problem.stack}`);
        process.exitCode = 1;
    } finally {
        await client?.close();
    }
}
