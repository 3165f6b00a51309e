// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Line numbers and colours behind a textarea. What is typed only ever becomes text nodes.
"use strict";

/// More is slow to colour: once for each picture, and not at all. Units: characters.
const kMostAtOnce = 5000, kMostColoured = 40000;
const kCFamily = { line: "//", block: true };
const kWordsOf = {
    python: "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return True try while with yield",
    javascript: "async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while yield",
    bash: "case do done elif else esac exit export fi for function if in local read return select shift then trap unset until while",
    ruby: "alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield",
    r: "break else FALSE for function if in Inf library NA NaN next NULL repeat require return TRUE while",
    php: "abstract and array as break case catch class const continue declare default do echo else elseif extends false final finally fn for foreach function global if implements instanceof interface match namespace new null or private protected public readonly return static switch this throw trait true try use var while yield",
    java: "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for if implements import instanceof int interface long native new null package private protected public record return short static super switch synchronized this throw throws transient true try var void volatile while",
    c: "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL",
    go: "break case chan const continue default defer else fallthrough false for func go goto if import interface iota map nil package range return select string struct switch true type var int error byte rune bool",
    rust: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
};
kWordsOf.typescript = `${kWordsOf.javascript} abstract any boolean declare enum implements interface keyof namespace never number private protected public readonly string type unknown`;
kWordsOf.cpp = `${kWordsOf.c} class concept constexpr catch consteval delete explicit final friend mutable namespace new noexcept nullptr operator override private protected public requires template this throw try typename using virtual`;
const kSyntax = {
    python: { line: "#", triple: true }, bash: { line: "#" }, ruby: { line: "#" }, r: { line: "#" },
    javascript: { ...kCFamily, ticks: true }, typescript: { ...kCFamily, ticks: true }, go: { ...kCFamily, ticks: true },
    php: { ...kCFamily, line: "//|#" }, java: kCFamily, c: kCFamily, cpp: kCFamily, rust: kCFamily,
};

/// Comments, texts, numbers, words, in this order.
function patternOf({ line, block, triple, ticks }) {
    const text = [
        ...(triple ? ['"""[^]*?(?:"""|$)', "'''[^]*?(?:'''|$)"] : []),
        ...(ticks ? ["`(?:\\\\[^]|[^\\\\`])*(?:`|$)"] : []),
        '"(?:\\\\.|[^"\\\\\\n])*(?:"|$|(?=\\n))', "'(?:\\\\.|[^'\\\\\\n])*(?:'|$|(?=\\n))",
    ];
    const comment = [`(?:${line})[^\\n]*`, ...(block ? ["/\\*[^]*?(?:\\*/|$)"] : [])];
    return new RegExp(`(${comment.join("|")})|(${text.join("|")})|(\\b\\d[\\w.]*)|([A-Za-z_]\\w*)`, "g");
}

/// Spans for what is not plain: [{text, kind}, …], whose texts are @p code together.
function coloured(code, language) {
    const syntax = kSyntax[language];
    if (!syntax || code.length > kMostColoured) return [{ text: code, kind: "" }];
    const words = new Set(kWordsOf[language].split(" "));
    const parts = [];
    let end = 0;
    for (const match of code.matchAll(patternOf(syntax))) {
        const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "number" : words.has(match[4]) ? "word" : "";
        if (!kind) continue;
        if (match.index > end) parts.push({ text: code.slice(end, match.index), kind: "" });
        parts.push({ text: match[0], kind });
        end = match.index + match[0].length;
    }
    parts.push({ text: code.slice(end), kind: "" });
    return parts;
}

/// Draws behind @p area whenever it is asked to.
class Editor {
    constructor(area, language) {
        [this.area, this.language] = [area, language];
        this.gutter = make("pre", { className: "gutter", "aria-hidden": "true" });
        this.colours = make("pre", { className: "colours", "aria-hidden": "true" });
        const pane = make("div", { className: "pane" });
        this.box = make("div", { className: "editor" }, this.gutter, pane);
        area.replaceWith(this.box);
        pane.append(this.colours, area);
        area.addEventListener("input", () => this.drawSoon());
        area.addEventListener("scroll", () => this.follow());
        this.draw();
    }

    drawSoon() {
        if (this.area.value.length <= kMostAtOnce) return this.draw();
        cancelAnimationFrame(this.frame);
        this.frame = requestAnimationFrame(() => this.draw());
    }

    draw() {
        const { value } = this.area;
        const lines = value.split("\n").length;
        if (this.lines !== lines) this.number(lines);
        this.colours.replaceChildren(...coloured(value, this.language()).map(({ text, kind }) =>
            kind ? make("span", { className: kind }, text) : text), "\n\n\n");
        this.follow();
    }

    number(lines) {
        this.lines = lines;
        // The last ones are for the area's scroll bar.
        this.gutter.textContent = `${Array.from({ length: lines }, (_, i) => i + 1).join("\n")}\n\n\n`;
        this.box.style.setProperty("--digits", Math.max(2, String(lines).length));
    }

    follow() {
        this.colours.scrollTop = this.gutter.scrollTop = this.area.scrollTop;
        this.colours.scrollLeft = this.area.scrollLeft;
    }
}
