// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0

// A .js file with import statements is an ES module. Node sees that by itself from 20.19, 22.7 and 23 on; older ones ask for
// the name .mjs or a package.json, and fail.

const looksAtTheText = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 7) || (major === 20 && minor >= 19);
};

/** Also runs, as text, where Node loads modules. */
function isModule(source, vm, Module) {
  try {
    new vm.Script(Module.wrap(source));
    return false;
  } catch (error) {
    return error instanceof SyntaxError
      && /^(?:Cannot use (?:import statement outside a module|'import\.meta')|Unexpected token 'export'|await is only valid)/.test(error.message);
  }
}

const LOADER = `
import Module from 'node:module';
import vm from 'node:vm';
import { readFile } from 'node:fs/promises';
${isModule}
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format !== 'commonjs' || !/^file:.*\\.js$/.test(url)) return loaded;
  const source = await readFile(new URL(url), 'utf8');
  return isModule(source, vm, Module) ? { format: 'module', source } : loaded;
}`;

const Module = require('node:module');
const path = process.argv[1] ?? '';
const isOne = () => {
  try {
    return isModule(require('node:fs').readFileSync(path, 'utf8'), require('node:vm'), Module);
  } catch {
    return false; // Node says why it cannot be read.
  }
};
if (path.endsWith('.js') && Module.register && !looksAtTheText() && isOne()) {
  const asScript = Module._extensions['.js'];
  Module._extensions['.js'] = () => {
    Module._extensions['.js'] = asScript;
    Module.register('data:text/javascript,' + encodeURIComponent(LOADER));
    import(require('node:url').pathToFileURL(path));
  };
}
