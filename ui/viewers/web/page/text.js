// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the Markdown or LaTeX of data.js. The window reads data-state: "drawn" or "failed".
"use strict";
(() => {
    const state = (name) => { document.documentElement.dataset.state = name; };
    const escape = (text) => text.replace(/[&<>"]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"})[c]);

    // What is no formula that can be drawn is shown as it was written.
    const formula = (source, displayMode) => {
        const options = {displayMode, throwOnError: true, strict: "ignore", trust: false, maxSize: 50, maxExpand: 1000};
        try {
            const drawn = katex.renderToString(source, options);
            return displayMode ? `<span class="formula">${drawn}</span>` : drawn;
        } catch (error) {
            return `<code>${escape(source)}</code>`;
        }
    };

    const kinds = [
        {open: "$$", close: "$$", displayMode: true},
        {open: "\\[", close: "\\]", displayMode: true},
        {open: "\\(", close: "\\)", displayMode: false},
        {open: "$", close: "$", displayMode: false},
    ];
    const environment = /^\\begin\{(equation|align|alignat|gather|multline|eqnarray|matrix|pmatrix|bmatrix|cases|array|split)(\*?)\}/;

    // The formula that begins at `at`: its source and where it ends; nothing where there is none.
    const formulaAt = (text, at) => {
        const named = environment.exec(text.slice(at, at + 40));
        if (named) {
            const close = `\\end{${named[1]}${named[2]}}`;
            const end = text.indexOf(close, at);
            return end < 0 ? null : {source: text.slice(at, end + close.length), end: end + close.length, displayMode: true};
        }
        const kind = kinds.find(({open}) => text.startsWith(open, at));
        if (!kind)
            return null;
        const begin = at + kind.open.length;
        let end = text.indexOf(kind.close, begin);
        while (end > 0 && text[end - 1] === "\\" && kind.close[0] === "$")
            end = text.indexOf(kind.close, end + 1);
        if (end <= begin)
            return null;
        const source = text.slice(begin, end);
        // "$5 and $6" are prices.
        if (kind.open === "$" && (/^\s|\s$|\n\s*\n/.test(source) || /\d/.test(text[end + 1] ?? "")))
            return null;
        return {source, end: end + kind.close.length, displayMode: kind.displayMode};
    };

    const addFormulas = (markdown) => {
        markdown.inline.ruler.before("escape", "formula", (parsing, silent) => {
            if (parsing.src[parsing.pos] !== "$" && parsing.src[parsing.pos] !== "\\")
                return false;
            const found = formulaAt(parsing.src, parsing.pos);
            if (!found)
                return false;
            if (!silent)
                Object.assign(parsing.push("formula", "", 0), {content: found.source, meta: found});
            parsing.pos = found.end;
            return true;
        });
        markdown.renderer.rules.formula = (tokens, i) => formula(tokens[i].content, tokens[i].meta.displayMode);
    };

    const showMarkdown = (text) => {
        const markdown = markdownit({html: false, linkify: false, typographer: false});
        addFormulas(markdown);
        // A link leads nowhere from here: its address is shown when the pointer is on it.
        markdown.renderer.rules.link_open = (tokens, i) => `<span class="link" title="${escape(tokens[i].attrGet("href") ?? "")}">`;
        markdown.renderer.rules.link_close = () => "</span>";
        const image = markdown.renderer.rules.image;
        markdown.renderer.rules.image = (tokens, i, ...rest) => {
            const address = tokens[i].attrGet("src") ?? "";
            return address.startsWith("data:") ? image(tokens, i, ...rest)
                : `<span class="quiet" title="${escape(address)}">[picture, not loaded: ${escape(tokens[i].content)}]</span>`;
        };
        return markdown.render(text);
    };

    const showLatex = (text) => {
        const isWhole = (found) => found.end - text.indexOf(text.trim()) === text.trim().length;
        let html = "";
        let begin = 0; // of what is no formula
        const addPlain = (end) => { html += escape(text.slice(begin, end)).replace(/\n\s*\n/g, "</p><p>"); };
        for (let at = 0; at < text.length;) {
            const found = "$\\".includes(text[at]) ? formulaAt(text, at) : null;
            if (found) {
                addPlain(at);
                html += formula(found.source, found.displayMode || isWhole(found));
                begin = at = found.end;
            } else {
                ++at;
            }
        }
        // A bare formula, or what KaTeX does not know (a table, a document): as it is.
        if (begin === 0)
            return `<pre>${escape(text)}</pre>`;
        addPlain(text.length);
        return `<p>${html}</p>`;
    };

    try {
        document.documentElement.dataset.theme = sandbenchTheme;
        document.body.innerHTML = sandbenchIsLatex ? showLatex(sandbenchText) : showMarkdown(sandbenchText);
        const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => state("drawn")));
        document.fonts.ready.then(painted, painted);
    } catch (error) {
        state("failed");
    }
})();
