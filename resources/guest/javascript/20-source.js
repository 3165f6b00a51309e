// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0

// The text of a cell, made fit to run beside others: what it declares at its top level may be declared again by the
// next cell, and import statements work. Lines stay where they are.

const TOKENS = {
  space: /\s+|\/\/.*|\/\*[^]*?\*\//y,
  word: /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy,
  text: /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y,
  number: /\.?\d[\w.]*/y,
  regex: /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y,
  template: /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y,
};
const NAMES = /\s+[\p{ID_Start}$_[{]/uy; // what follows let where it declares
const CLASS = /class\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/uy;
const CALL = /\s*\(/y;
const BEFORE_A_VALUE = /^(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|await|yield|extends|default)$/;
const IMPORT = /import\s*(?:([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*,?\s*)?(?:\*\s*as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)|\{([^}]*)\})?\s*(?:from\s*)?('[^'\n]*'|"[^"\n]*")[^\S\n]*;?/uy;
const IMPORTER = 'globalThis[Symbol.for("sandbench.import")]';

function importStatement([text, whole, space, names, from]) {
  const made = `await ${IMPORTER}(${from})`;
  const members = (names ?? '').split(',').map((name) => name.trim().replace(/\s+as\s+/, ': ')).filter(Boolean);
  if (whole) members.unshift('default: ' + whole);
  let statement = made;
  if (space) statement = `var ${space} = ${made}` + (whole ? `, ${whole} = ${space}.default` : '');
  else if (members.length > 0) statement = `var {${members.join(', ')}} = ${made}`;
  return statement + ';' + '\n'.repeat(text.split('\n').length - 1);
}

/** What is to be changed in a text, and whether a bracket, a template or a comment of it is not closed. */
function readSource(source) {
  const open = []; // brackets, '${' for a template's
  const edits = [];
  let at = 0;
  let previous = ''; // the last token that is not space
  let isNewLine = true;
  let isClass = false; // its body comes
  let isCut = false; // in a template or a comment

  const find = (pattern, from = at) => {
    pattern.lastIndex = from;
    return pattern.exec(source);
  };
  const match = (kind) => find(TOKENS[kind])?.[0];
  const startsStatement = () => /^[;}]?$/.test(previous) || (isNewLine && !/[=(,?:+\-*/<>&|!.[{]$/.test(previous) && !BEFORE_A_VALUE.test(previous));

  const word = (text) => {
    if (text === 'import' && previous !== '.' && find(CALL, at + text.length)) edits.push([at, text.length, IMPORTER]);
    if (open.length > 0 || previous === '.') return text.length;
    if ((text === 'const' || text === 'let') && find(NAMES, at + text.length)) edits.push([at, text.length, 'var'.padEnd(text.length)]);
    const name = text === 'class' && startsStatement() && find(CLASS);
    if (name) {
      edits.push([at, 0, `var ${name[1]} = `]);
      isClass = true;
    }
    const statement = text === 'import' && startsStatement() && find(IMPORT);
    if (!statement) return text.length;
    edits.push([at, statement[0].length, importStatement(statement)]);
    return statement[0].length;
  };

  const bracket = (character) => {
    if ('([{'.includes(character)) {
      open.push(isClass && character === '{' && open.length === 0 ? 'class' : character);
      isClass &&= open.at(-1) !== 'class';
    } else if (')]}'.includes(character)) {
      const closed = open.pop();
      if (closed === 'class') edits.push([at + 1, 0, ';']);
      if (closed === '${') return false; // the template goes on
    }
    return true;
  };

  const template = () => {
    const text = match('template');
    isCut = !text; // without an end; the interpreter says so
    if (isCut) return source.length - at;
    if (text.endsWith('${')) open.push('${');
    return text.length;
  };

  while (at < source.length) {
    const space = match('space');
    if (space) {
      isNewLine ||= space.includes('\n');
      at += space.length;
      continue;
    }
    if (source.startsWith('/*', at)) return { edits, isOpen: true };
    const isValue = previous !== '' && (/[\p{ID_Continue}$)\]}'"`]$/u.test(previous) && !BEFORE_A_VALUE.test(previous));
    const text = match('word') ?? match('number') ?? match('text') ?? (isValue ? undefined : match('regex'));
    let length = text?.length ?? 1;
    let token = text ?? source[at];
    if (text && match('word')) {
      length = word(text);
      if (text === 'import' && length > text.length) token = ';';
    } else if (token === '`') {
      at += 1;
      length = template();
    } else if (!text && !bracket(token)) {
      at += 1;
      length = template();
      token = '`';
    }
    at += length;
    previous = token;
    isNewLine = false;
  }
  return { edits, isOpen: isCut || open.length > 0 };
}

function fitSource(source) {
  let copied = 0;
  const pieces = readSource(source).edits.map(([from, count, text]) => {
    const piece = source.slice(copied, from) + text;
    copied = from + count;
    return piece;
  });
  return pieces.join('') + source.slice(copied);
}
