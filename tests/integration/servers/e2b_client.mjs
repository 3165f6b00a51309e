// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// E2B's own client against our server: only its addresses are changed. E2B_SDK: the folder whose
// node_modules has it; E2B_API_URL and E2B_SANDBOX_URL: the server's /e2b.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';

const {Sandbox} = createRequire(process.env.E2B_SDK + '/')('@e2b/code-interpreter');

async function interpret(sandbox) {
    const seen = [];
    const first = await sandbox.runCode('x = 41\nprint("out")\nx + 1', {onStdout: (each) => seen.push(each.line)});
    assert.equal(first.text, '42');
    assert.equal(first.logs.stdout.join(''), 'out\n'); // in one part or two
    assert.equal(seen.join(''), 'out\n');
    assert.equal((await sandbox.runCode('x * 2')).text, '82');
    assert.equal((await sandbox.runCode('1 / 0')).error.name, 'ZeroDivisionError');
    const rich = await sandbox.runCode('class T:\n def _repr_html_(self): return "<p>t</p>"\n def __repr__(self): return "t"\nT()');
    assert.deepEqual(rich.results.map((each) => [each.text, each.html]), [['t', '<p>t</p>']]);
    const context = await sandbox.createCodeContext({language: 'python'});
    assert.equal((await sandbox.runCode('x', {context})).error.name, 'NameError');
    assert.equal((await sandbox.listCodeContexts()).length, 2);
    await sandbox.removeCodeContext(context);
}

async function keepFiles(sandbox) {
    await sandbox.files.write('/home/user/a.txt', 'Grüße');
    assert.equal(await sandbox.files.read('/home/user/a.txt'), 'Grüße');
    const entries = await sandbox.files.list('/home/user');
    assert.equal(entries.find((each) => each.name === 'a.txt').size, 7);
    await sandbox.files.makeDir('/home/user/d');
    await sandbox.files.rename('/home/user/a.txt', '/home/user/d/b.txt');
    assert.equal(await sandbox.files.exists('/home/user/a.txt'), false);
    await sandbox.files.remove('/home/user/d');
    assert.equal(await sandbox.files.exists('/home/user/d'), false);
}

async function command(sandbox) {
    const done = await sandbox.commands.run('echo "$GREETING $A"; echo no >&2', {envs: {A: 'you'}});
    assert.deepEqual([done.exitCode, done.stdout, done.stderr], [0, 'hello you\n', 'no\n']);
    await assert.rejects(sandbox.commands.run('exit 4'), (error) => error.exitCode === 4);
    await assert.rejects(sandbox.commands.run('true', {cwd: '/no/such/folder'}), (error) => error.exitCode === undefined);
    const {pid} = await sandbox.commands.run('cat', {background: true, stdin: true});
    assert.deepEqual((await sandbox.commands.list()).map((each) => [each.pid, each.cmd]), [[pid, '/bin/bash']]);
    const seen = new Promise((resolve) => { sandbox.commands.connect(pid, {onStdout: resolve}); });
    await sandbox.commands.sendStdin(pid, 'typed\n');
    assert.equal(await seen, 'typed\n');
    await sandbox.commands.closeStdin(pid);
    await sandbox.commands.connect(pid).then((handle) => handle.wait(), () => {});
    assert.equal(await sandbox.commands.kill(pid), false);
    const sleeping = await sandbox.commands.run('sleep 600', {background: true});
    assert.ok(await sandbox.commands.kill(sleeping.pid));
}

const sandbox = await Sandbox.create({timeoutMs: 60_000, envs: {GREETING: 'hello'}, metadata: {'my app': 'a&b=c'}});
try {
    await interpret(sandbox);
    await keepFiles(sandbox);
    await command(sandbox);
    assert.equal(await sandbox.isRunning(), true);
    await sandbox.setTimeout(30_000);
    assert.equal((await Sandbox.list().nextItems()).length, 1);
    const found = async (metadata) => (await Sandbox.list({query: {metadata}}).nextItems()).length;
    assert.deepEqual([await found({'my app': 'a&b=c'}), await found({'my app': 'a'})], [1, 0]);
    assert.deepEqual((await sandbox.getInfo()).metadata, {'my app': 'a&b=c'});
} finally {
    await sandbox.kill();
}
assert.equal(await sandbox.isRunning(), false);
process.exit(0);
