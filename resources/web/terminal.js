// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What programs print, with the colours of a terminal and the last of it where it is much. It only becomes text nodes.
"use strict";

/// Of what is shown, and of one block of it. Units: characters.
const kMostShown = 8 << 20, kBlock = 1 << 16;
/// A control sequence, and one whose end has not come yet.
const kControl = /\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])/g;
const kCutControl = /\x1b(?:\[[0-9;:?]{0,64}[ -/]{0,8}|\][^\x07\x1b]{0,4096}\x1b?)?$/;
const kColours = /^\x1b\[([0-9;:]*)m$/;

/// Of the cube and the greys: 16 to 255.
function indexed(index) {
    if (index >= 232) return `rgb(${Array(3).fill(8 + (index - 232) * 10).join(",")})`;
    const level = (part) => part === 0 ? 0 : 55 + part * 40;
    const cube = index - 16;
    return `rgb(${level(Math.floor(cube / 36))},${level(Math.floor(cube / 6) % 6)},${level(cube % 6)})`;
}

/// What one stream's sequences have asked for so far. Source: ECMA-48, 8.3.117; xterm.
class Pen {
    constructor() { this.reset(); }

    reset() { [this.front, this.back, this.bold, this.faint, this.italic, this.under] = ["", "", false, false, false, false]; }

    /// "38;5;n" and "38;2;r;g;b": a colour, and how many numbers it took.
    extended([kind, ...rest]) {
        const within = rest.map((each) => Math.min(Math.max(each, 0), 255));
        if (kind === 5) return [within[0] < 16 ? `c${within[0] || 0}` : indexed(within[0]), 2];
        if (kind === 2) return [`rgb(${[0, 1, 2].map((i) => within[i] || 0).join(",")})`, 4];
        return ["", 1];
    }

    take(numbers) {
        for (let i = 0; i < numbers.length; i++) {
            const n = numbers[i];
            if (n === 0) this.reset();
            else if (n === 1) this.bold = true;
            else if (n === 2) this.faint = true;
            else if (n === 3) this.italic = true;
            else if (n === 4) this.under = true;
            else if (n === 22) this.bold = this.faint = false;
            else if (n === 23) this.italic = false;
            else if (n === 24) this.under = false;
            else if (n === 39) this.front = "";
            else if (n === 49) this.back = "";
            else if (n >= 30 && n <= 37) this.front = `c${n - 30}`;
            else if (n >= 90 && n <= 97) this.front = `c${n - 82}`;
            else if (n >= 40 && n <= 47) this.back = `c${n - 40}`;
            else if (n >= 100 && n <= 107) this.back = `c${n - 92}`;
            else if (n === 38 || n === 48) {
                const [colour, took] = this.extended(numbers.slice(i + 1));
                this[n === 38 ? "front" : "back"] = colour;
                i += took;
            }
        }
    }

    classes() {
        return [this.bold && "bold", this.faint && "faint", this.italic && "italic", this.under && "under",
            this.front.startsWith("c") && `f-${this.front}`, this.back.startsWith("c") && `b-${this.back}`].filter(Boolean).join(" ");
    }

    span(className) {
        const span = make("span", { className: `${className} ${this.classes()}`.trim() });
        if (this.front.startsWith("rgb")) span.style.color = this.front;
        if (this.back.startsWith("rgb")) span.style.backgroundColor = this.back;
        return span;
    }
}

class Terminal {
    constructor(box) {
        [this.box, this.follows, this.isDue] = [box, true, false];
        box.addEventListener("scroll", () => { this.follows = box.scrollHeight - box.scrollTop - box.clientHeight < 8; });
        this.clear();
    }

    clear() {
        this.box.replaceChildren();
        [this.streams, this.blocks, this.length, this.isCut, this.follows] = [{}, [], 0, false, true];
    }

    text() { return this.blocks.map(({ element }) => element.textContent).join(""); }

    /// @p stream: whose sequences these are, and the class of its text.
    print(text, stream = "") {
        const state = this.streams[stream] ??= { pen: new Pen(), cut: "" };
        const all = (state.cut + text).replace(/\r\n?/g, "\n");
        state.cut = all.match(kCutControl)?.[0] ?? "";
        const whole = all.slice(0, all.length - state.cut.length);
        let end = 0;
        for (const match of whole.matchAll(kControl)) {
            this.add(whole.slice(end, match.index), state.pen, stream);
            end = match.index + match[0].length;
            const colours = match[0].match(kColours);
            if (colours) state.pen.take(colours[1].split(/[;:]/).map(Number));
        }
        this.add(whole.slice(end), state.pen, stream);
        this.dropOld();
        this.follow();
    }

    /// Once for each picture: to ask for the height lays out all that there is.
    follow() {
        if (!this.follows || this.isDue) return;
        this.isDue = true;
        requestAnimationFrame(() => {
            this.isDue = false;
            this.box.scrollTop = this.box.scrollHeight;
        });
    }

    add(text, pen, stream) {
        while (text) {
            let block = this.blocks.at(-1);
            if (!block || block.isFull) {
                block = { element: make("div"), length: 0, isFull: false };
                this.blocks.push(block);
                this.box.append(block.element);
            }
            // Blocks end with a line, however long it is.
            const line = block.length + text.length > kBlock ? text.indexOf("\n", Math.max(0, kBlock - block.length)) : -1;
            const piece = line < 0 ? text : text.slice(0, line + 1);
            block.isFull = line >= 0;
            this.addTo(block, piece, pen, stream);
            text = text.slice(piece.length);
        }
    }

    addTo(block, text, pen, stream) {
        const span = pen.span(stream);
        const last = block.element.lastChild;
        if (last?.className === span.className && last.style.cssText === span.style.cssText) last.firstChild.appendData(text);
        else {
            span.append(text);
            block.element.append(span);
        }
        block.length += text.length;
        this.length += text.length;
    }

    dropOld() {
        while (this.length > kMostShown && this.blocks.length > 1) {
            const { element, length } = this.blocks.shift();
            element.remove();
            this.length -= length;
            if (!this.isCut) this.box.prepend(make("p", { className: "quiet cut" }, "The beginning is not shown here any more."));
            this.isCut = true;
        }
    }
}
