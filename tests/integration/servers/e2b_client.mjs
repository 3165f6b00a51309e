// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// E2B's own client against our server: only its addresses are changed. E2B_SDK: the folder whose
// node_modules has it; E2B_API_URL and E2B_SANDBOX_URL: the server's /e2b.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';

const load = createRequire(process.env.E2B_SDK + '/');
const {Sandbox} = load('@e2b/code-interpreter');
const {Sandbox: Plain} = load('e2b');

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

async function otherLanguages(sandbox) {
    const printed = async (code, language) => (await sandbox.runCode(code, {language})).logs.stdout.join('');
    assert.equal(await printed('const n: number = 6 * 7; console.log(n)', 'typescript'), '42\n');
    assert.equal(await printed('console.log(6 * 7)', 'ts'), '42\n');
    assert.equal(await printed('System.out.println(6 * 7);', 'java'), '42\n');
    const context = await sandbox.createCodeContext({cwd: '/tmp'});
    assert.equal(context.cwd, '/tmp');
    assert.equal((await sandbox.runCode('import os; os.getcwd()', {context})).text, "'/tmp'");
    await sandbox.removeCodeContext(context);
}

async function linkFiles(sandbox) {
    const name = '/home/user/ü & b.txt';
    await sandbox.files.write(name, 'linked');
    const url = new URL(await sandbox.downloadUrl(name, {useSignatureExpiration: 60}));
    assert.equal(await (await fetch(url)).text(), 'linked');
    url.searchParams.set('path', '/etc/hostname');
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(await sandbox.downloadUrl(name, {useSignatureExpiration: -5}))).status, 401);
    const form = new FormData();
    form.append('file', new Blob(['up']), 'other.txt');
    const sent = await fetch(await sandbox.uploadUrl('/home/user/up.txt'), {method: 'POST', body: form});
    assert.equal(sent.status, 200);
    assert.equal(await sandbox.files.read('/home/user/up.txt'), 'up');
}

async function watchFolders(sandbox) {
    await sandbox.files.makeDir('/home/user/watched/below');
    const seen = [];
    let heard = () => {};
    const told = (wanted) => new Promise((resolve) => {
        heard = () => seen.some((event) => event === wanted) && resolve();
        heard();
    });
    const handle = await sandbox.files.watchDir('/home/user/watched', (event) => {
        seen.push(`${event.type} ${event.name}`);
        heard();
    }, {recursive: true, timeoutMs: 0});
    await sandbox.commands.run('cd watched && echo a > below/a && mv below/a b && chmod 600 b && rm b', {cwd: '/home/user'});
    await told('remove b');
    for (const event of ['create below/a', 'write below/a', 'rename below/a', 'create b', 'chmod b'])
        assert.ok(seen.includes(event), `${event} is not among ${seen}`);
    await handle.stop();
}

async function sayWhatIsNotThere(sandbox) {
    const refused = async (call, word) => assert.rejects(call, (error) => {
        assert.match(error.message, word);
        assert.notEqual(error.name, 'SandboxNotFoundError');
        return true;
    });
    await refused(() => sandbox.getMetrics(), /GET \/sessions/);
    await refused(() => sandbox.pause(), /pause/);
    await refused(() => sandbox.files.watchDir('/no/such/folder', () => {}), /no.such.folder/);
    await refused(() => Sandbox.create('no-such-template'), /no-such-template/);
    await refused(() => Sandbox.create({allowInternetAccess: true}), /internet/);
    await refused(() => sandbox.commands.run('id', {user: 'root'}), /root/);
    await refused(() => sandbox.files.write('/home/user/a', 'x', {user: 'root'}), /root/);
    assert.match(sandbox.getHost(3000), /\.invalid$/);
    assert.equal((await sandbox.commands.run('echo 1', {user: 'user'})).stdout, '1\n');
    assert.equal((await sandbox.runCode('2')).results[0].chart, undefined);
}

async function useTheOtherPackage() {
    const sandbox = await Plain.create({timeoutMs: 60_000});
    try {
        assert.equal((await sandbox.commands.run('echo plain')).stdout, 'plain\n');
        const again = await Plain.connect(sandbox.sandboxId);
        await again.files.write('a.txt', 'x');
        assert.equal(await (await fetch(await again.downloadUrl('a.txt'))).text(), 'x');
    } finally {
        await sandbox.kill();
    }
}

const sandbox = await Sandbox.create({timeoutMs: 60_000, envs: {GREETING: 'hello'}, metadata: {'my app': 'a&b=c'}});
try {
    await interpret(sandbox);
    await keepFiles(sandbox);
    await command(sandbox);
    await otherLanguages(sandbox);
    await linkFiles(sandbox);
    await watchFolders(sandbox);
    await sayWhatIsNotThere(sandbox);
    await useTheOtherPackage();
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
