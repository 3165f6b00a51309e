// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
'use strict';

// What a run shows: records on the display descriptor, see core/agent/guest/kernel_protocol.md.

const fs = require('fs');
const util = require('util');

const MAX_TEXT = 1 << 20;
const MIME = /^[a-z]+\/[\w.+-]+$/;
const SIGNATURES = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

const show = { fd: -1, charts: 0, others: 0 };

function writeAll(fd, bytes) {
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // somebody made the pipe non-blocking
    }
  }
}

function emit(header, body = Buffer.alloc(0)) {
  if (show.fd < 0) return;
  const head = Buffer.from(JSON.stringify(header));
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(head.length, 0);
  sizes.writeUInt32LE(body.length, 4);
  try {
    writeAll(show.fd, Buffer.concat([sizes, head, body]));
  } catch {
    show.fd = -1; // nobody reads any more
  }
}

function emitParts(header, parts) {
  header.parts = parts.map(([mime, bytes]) => ({ mime, size: bytes.length }));
  emit(header, Buffer.concat(parts.map(([, bytes]) => bytes)));
}

const limited = (text, size) => (text.length <= size ? text : text.slice(0, size) + '…');
const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isBytes = (value) => value instanceof Uint8Array;
const inspectPart = (value) => ['text/plain', Buffer.from(limited(util.inspect(value), MAX_TEXT))];
const textPart = (value) =>
  typeof value === 'string' ? ['text/plain', Buffer.from(limited(value, MAX_TEXT))] : inspectPart(value);

function bundleParts(bundle) {
  return Object.entries(bundle).map(([mime, data]) => {
    if (isBytes(data)) return [mime, Buffer.from(data)];
    if (typeof data !== 'string') return [mime, Buffer.from(JSON.stringify(data))];
    const isBase64 = (mime.startsWith('image/') && mime !== 'image/svg+xml') || mime === 'application/pdf';
    return [mime, Buffer.from(data, isBase64 ? 'base64' : 'utf8')];
  });
}

function isBundle(value) {
  const names = isRecord(value) ? Object.keys(value) : [];
  return names.length > 0 && names.every((name) => MIME.test(name));
}

function isFigure(value) {
  if (!isRecord(value) || !Array.isArray(value.data) || !value.data.every(isRecord)) return false;
  return isRecord(value.layout) || value.data.some((trace) => typeof trace.type === 'string' && trace.type !== '');
}

function mimeOfBytes(bytes) {
  const known = SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  const isWebp = bytes.length > 12 && Buffer.from(bytes.subarray(0, 12)).toString('latin1').match(/^RIFF....WEBP$/s);
  return known ? known[0] : isWebp ? 'image/webp' : '';
}

/** The looks of a value that has any besides its text; nothing otherwise. */
function richParts(value) {
  if (isBytes(value)) {
    const mime = mimeOfBytes(value);
    return mime ? [[mime, Buffer.from(value)]] : [];
  }
  if (typeof value === 'string') return /^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/.test(value) ? [['image/svg+xml', Buffer.from(value)]] : [];
  if (!isRecord(value)) return [];
  if (isBundle(value)) return bundleParts(value);
  if (isFigure(value)) {
    const { data, layout, frames, config } = value;
    return [['application/vnd.plotly.v1+json', Buffer.from(JSON.stringify({ data, layout, frames, config }))]];
  }
  if (/vega-lite\/v\d/.test(value.$schema ?? ''))
    return [['application/vnd.vegalite.v5+json', Buffer.from(JSON.stringify(value))]];
  for (const [name, mime] of [['toHTML', 'text/html'], ['toSVG', 'image/svg+xml'], ['outerHTML', 'text/html']]) {
    const made = typeof value[name] === 'function' ? value[name]() : value[name];
    if (typeof made === 'string') return [[mime, Buffer.from(made)]];
  }
  return [];
}

function jsonParts(value) {
  if (value === null || typeof value !== 'object') return [];
  const text = JSON.stringify(value);
  return text === undefined || text.length > MAX_TEXT ? [] : [['application/json', Buffer.from(text)]];
}

/** A capture that fails becomes a notice, never an exception in the user's program. */
function guarded(capture) {
  try {
    return capture();
  } catch (error) {
    emit({ kind: 'notice', text: 'could not capture: ' + limited(String(error), 500) });
    return undefined;
  }
}

function display(...values) {
  for (const value of values)
    guarded(() => {
      const rich = richParts(value);
      const parts = rich.length > 0 ? rich : jsonParts(value);
      const isChart = rich.length > 0 && rich[0][0].startsWith('application/vnd.plotly');
      const name = isChart ? 'plotly-' + ++show.charts : 'display-' + ++show.others;
      emitParts({ kind: 'display', name }, parts.some(([mime]) => mime === 'text/plain') ? parts : [...parts, textPart(value)]);
    });
}

Object.defineProperty(globalThis, 'display', { value: display, writable: true, configurable: true, enumerable: false });
