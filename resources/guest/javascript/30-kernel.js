// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0

// A context: one global scope in which cells run one after the other, as scripts that an interrupt can end. V8's REPL
// mode, which has no such end, is for those that await at top level. A cell is over when nothing that it began is left
// to wait for, as a program would be.

const inspector = require('inspector');
const net = require('net');
const path = require('path');
const vm = require('vm');
const { spawnSync } = require('child_process');
const { createRequire } = require('module');
const { Writable } = require('stream');
const { pathToFileURL } = require('url');

const KERNEL_FRAME = /\((?:node:inspector|node:vm|\/proc\/self\/fd\/)|at (?:node:inspector|node:vm|\/proc\/self\/fd\/)/;
const LOOK_AGAIN_MS = 5;

class Exit {} // thrown where a cell calls process.exit() with nothing else to end it

const orders = new net.Socket({ fd: 3, readable: true, writable: false });
const kept = { exit: process.exit, global: '', grab: null };
const session = new inspector.Session();
let cell = null; // the one that runs

const decode = (word) => word.replace(/%([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
const answer = (...words) => writeAll(4, Buffer.from(words.join('\t') + '\n'));

// Files of this process at fixed numbers, opened anew for each cell: what it starts inherits them.
function reopen(number, file, flags) {
  fs.closeSync(number);
  const fd = fs.openSync(file, flags);
  if (fd !== number) throw new Error('descriptor ' + number + ' was taken');
}

// Without the state that a Writable keeps: an interrupt may fall into any of its steps, and the next cell needs it.
class CellStream extends Writable {
  constructor(fd) {
    super();
    this.fd = fd;
  }
  write(chunk, encoding, callback) {
    const done = typeof encoding === 'function' ? encoding : callback;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : chunk;
    try {
      if (!cell || !cell.hasLeft) writeAll(this.fd, bytes);
    } catch (error) {
      if (error.code !== 'EPIPE') throw error;
    }
    if (done) process.nextTick(done);
    return true;
  }
  end(chunk, encoding, callback) {
    const done = [chunk, encoding, callback].find((word) => typeof word === 'function');
    if (chunk !== undefined && chunk !== null && chunk !== done) this.write(chunk, encoding);
    if (done) process.nextTick(done);
    return this;
  }
}

function defineStreams() {
  const streams = { stdout: new CellStream(1), stderr: new CellStream(2) };
  for (const [name, stream] of Object.entries(streams))
    Object.defineProperty(process, name, { get: () => stream, configurable: true, enumerable: true });
  let input = null;
  Object.defineProperty(process, 'stdin', {
    get: () => (input ??= new fs.ReadStream(null, { fd: 0, autoClose: false })),
    configurable: true,
    enumerable: true,
  });
  return () => (input = null);
}
const forgetInput = defineStreams();

function importFromCell(specifier) {
  const found = /^(node:|file:|data:)/.test(specifier) ? specifier : requireFromCell.resolve(specifier);
  return import(path.isAbsolute(found) ? pathToFileURL(found).href : found);
}

function pendingCount() {
  if (!process.getActiveResourcesInfo) return 0;
  return process.getActiveResourcesInfo().filter((kind) => !kind.endsWith('ServerWrap')).length;
}

function stackOf(error) {
  const text = error instanceof Error || util.types.isNativeError(error) ? String(error.stack) : 'Uncaught ' + util.inspect(error);
  const lines = text.split('\n');
  const ours = lines.findIndex((line) => KERNEL_FRAME.test(line));
  return (ours < 0 ? lines : lines.slice(0, ours)).join('\n');
}

function report(error, where = '') {
  if (error instanceof Exit) return;
  const traceback = where + guarded(() => stackOf(error)) + '\n';
  process.stderr.write(traceback);
  guarded(() =>
    emit({
      kind: 'error',
      name: limited(String(error?.name ?? typeof error), 200),
      value: limited(String(error?.message ?? error), 64 << 10),
      traceback: limited(traceback, 256 << 10),
    }));
}

function finish(code) {
  if (!cell) return;
  const { token } = cell;
  clearInterval(cell.timer);
  cell = null;
  if (show.fd >= 0) fs.closeSync(show.fd);
  show.fd = -1;
  reopen(0, '/dev/null', 'r');
  reopen(1, '/dev/null', 'w');
  reopen(2, '/dev/null', 'w');
  process.exitCode = undefined;
  orders.ref();
  answer('done', token, code & 255);
}

function interrupted() {
  report(Object.assign(new Error('the cell was interrupted'), { name: 'Interrupt', stack: 'Interrupted' }));
  finish(130);
}

function leave() {
  if (cell.hasLeft) finish(cell.code);
  else interrupted();
}

function fail(error, where) {
  if (!cell) return; // of something that an earlier cell left behind
  if (cell.hasLeft) return finish(cell.code);
  report(error, where);
  finish(1);
}

function finishWhenIdle() {
  if (!cell || !cell.isSettled) return;
  if (cell.hasLeft || pendingCount() <= cell.pendingBefore) finish(cell.hasLeft ? cell.code : process.exitCode ?? 0);
}

const asArgument = ({ objectId, unserializableValue, value }) =>
  objectId ? { objectId } : unserializableValue ? { unserializableValue } : { value };

/** The value behind what the inspector calls a remote object. */
function valueOf(remote) {
  let made;
  kept.grab = (value) => (made = value);
  session.post('Runtime.callFunctionOn', {
    objectId: kept.global,
    functionDeclaration: 'function (value) { this[Symbol.for("sandbench.grab")](value); }',
    arguments: [asArgument(remote)],
    silent: true,
  });
  return made;
}

function succeed(value) {
  if (value !== undefined) {
    globalThis._ = value;
    guarded(() => {
      const rich = richParts(value);
      const hasText = rich.some(([mime]) => mime === 'text/plain');
      emitParts({ kind: 'result' }, hasText ? rich : [...rich, inspectPart(value)]);
    });
  }
  cell.isSettled = true;
  setImmediate(finishWhenIdle); // when what it promised has had its turn
}

function settle(running, failure, { result, exceptionDetails } = {}) {
  if (cell !== running) return;
  if (failure) fail(new Error(failure.message));
  else if (exceptionDetails?.exception) fail(valueOf(exceptionDetails.exception));
  else if (exceptionDetails) fail(new Error(exceptionDetails.text));
  else succeed(valueOf(result));
}

function evaluateAwaiting(source, name) {
  const running = cell;
  const expression = source + '\n//# sourceURL=' + name.replace(/\s/g, '_');
  session.post('Runtime.evaluate', { expression, replMode: true, silent: true, objectGroup: 'cell' }, (failure, made) =>
    settle(running, failure, made));
}

/** Nothing for a cell that awaits outside of functions. */
function compile(source, filename) {
  const options = { filename };
  if (!/\bawait\b/.test(source)) return new vm.Script(source, options);
  try {
    // "await (x)" would be a call of something called await.
    new vm.Script(source.replace(/\bawait\b(?=\s*[([`+-])/g, 'await x'), options);
  } catch {
    new vm.Script('(async () => {\n' + source + '\n})', { filename, lineOffset: -1 }); // throws what is wrong with it
    return null;
  }
  return new vm.Script(source, options);
}

function evaluate(source, name) {
  const running = cell;
  try {
    const script = compile(source, name);
    if (!script) return evaluateAwaiting(source, name);
    cell.isInside = true;
    const value = script.runInThisContext({ breakOnSigint: true });
    cell.isInside = false;
    if (!util.types.isPromise(value)) return succeed(value);
    cell.hasPromised = true;
    return value.then(
      (made) => cell === running && succeed(made),
      (error) => cell === running && fail(error));
  } catch (error) {
    running.isInside = false;
    return error?.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' ? leave() : fail(error);
  }
}

function run([token, input, output, errors, showing, file, name]) {
  cell = { token, name: decode(name), code: 0, isSettled: false, isInside: false, hasLeft: false, pendingBefore: 0 };
  forgetInput();
  reopen(0, input, 'r');
  reopen(1, output, 'w');
  reopen(2, errors, 'w');
  show.fd = fs.openSync(showing, 'w');
  answer('begun', token);
  orders.unref();
  session.post('Runtime.releaseObjectGroup', { objectGroup: 'cell' });
  cell.pendingBefore = pendingCount();
  cell.timer = setInterval(finishWhenIdle, LOOK_AGAIN_MS).unref();
  const at = decode(file);
  Object.assign(globalThis, { __filename: at, __dirname: path.dirname(at) });
  process.argv[1] = at;
  evaluate(fitSource(fs.readFileSync(at, 'utf8')), cell.name);
}

/** 1 where the text is the beginning of something, else 0. */
function check(source) {
  try {
    compile(fitSource(source), 'check');
    return 0;
  } catch (error) {
    return error.message === 'Unexpected end of input' || readSource(source).isOpen ? 1 : 0;
  }
}

function obey(line) {
  const [order, ...words] = line.split('\t');
  if (order === 'cell') return run(words);
  if (order === 'check') {
    answer('begun', words[0]);
    return answer('done', words[0], guarded(() => check(fs.readFileSync(decode(words[5]), 'utf8'))) ?? 0);
  }
  if (order !== 'env') return undefined;
  const [, key, value] = /^([^=]*)=(.*)$/s.exec(decode(words[0]));
  process.env[key] = value;
  return undefined;
}

// A cell's end is not the context's.
process.exit = (code) => {
  if (!cell) throw new Exit();
  if (!cell.hasLeft) cell.code = Number(code ?? process.exitCode ?? 0);
  cell.hasLeft = true;
  if (cell.isInside) {
    // Not process.kill(): it takes down the inspector of a process that signals itself.
    const sent = spawnSync('/bin/sh', ['-c', 'kill -INT $PPID'], { stdio: 'ignore' });
    while (sent.status === 0); // until that ends this call and all above it, whatever they catch
  }
  setImmediate(leave);
  throw new Exit();
};

process.on('SIGINT', () => {
  if (cell && process.listenerCount('SIGINT') === 1) leave();
});
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) fail(error);
});
process.on('beforeExit', () => {
  if (!cell || cell.isSettled || cell.hasLeft) return finishWhenIdle();
  if (cell.hasPromised) return finish(process.exitCode ?? 0);
  process.stderr.write('Warning: Detected unsettled top-level await\n');
  return finish(13); // as a module would end
});

session.connect();
session.post('Runtime.evaluate', { expression: 'globalThis' }, (_, { result }) => (kept.global = result.objectId));
Object.defineProperty(globalThis, Symbol.for('sandbench.grab'), { get: () => kept.grab });
Object.defineProperty(globalThis, Symbol.for('sandbench.import'), { value: importFromCell });
const requireFromCell = createRequire(path.join(process.cwd(), 'cell.js'));
Object.assign(globalThis, { require: requireFromCell, module: { exports: {} }, exports: {} });
process.execArgv = [];

let rest = '';
orders.setEncoding('utf8');
orders.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  lines.forEach(obey);
});
orders.on('close', () => kept.exit.call(process, 0));
answer('ready', process.version);
