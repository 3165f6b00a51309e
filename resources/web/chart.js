// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Draws the Vega or Vega-Lite chart of the element "data" into the element "figure". Who made the page reads data-state:
// "drawn" or "failed".
"use strict";
(() => {
    const state = (name) => { document.documentElement.dataset.state = name; };
    const target = document.getElementById("figure");
    target.style.cssText = "display: flex; flex-direction: column; overflow: auto";
    const notes = new Set();
    const note = (text) => {
        if (notes.size < 5)
            notes.add(String(text).slice(0, 300));
        const shown = document.getElementById("notes") ?? document.body.appendChild(document.createElement("p"));
        shown.id = "notes";
        shown.style.cssText = "position: fixed; bottom: 0; left: 0; right: 0; margin: 0; padding: 6px 10px;"
            + " white-space: pre-wrap; font: 13px sans-serif; color: #333; background: #f2f2f2; border-top: 1px solid #ccc";
        shown.textContent = [...notes].join("\n");
    };
    // A chart may name addresses of data, pictures and links: whoever looks is told so, and nothing is asked.
    const refuse = (address) => {
        note(`Not loaded, as a result reaches no network and no file: ${address}`);
        return Promise.reject(new Error("not loaded"));
    };
    const loader = {
        load: refuse,
        sanitize: (address) => /^data:image\/(png|jpeg|gif|webp);/.test(address) ? Promise.resolve({href: address}) : refuse(address),
        http: refuse,
        file: refuse,
    };
    const logger = {
        level() { return this; },
        error(...parts) { note(parts.join(" ")); return this; },
        warn() { return this; },
        info() { return this; },
        debug() { return this; },
    };
    try {
        const chart = JSON.parse(document.getElementById("data").textContent);
        const isLite = /vega-lite/.test(chart.$schema);
        const spec = isLite ? vegaLite.compile(chart, {logger}).spec : chart;
        const view = new vega.View(vega.parse(spec, null, {ast: true}), {
            expr: vega.expressionInterpreter, // the page's policy allows no eval
            renderer: "canvas",
            hover: true,
            loader,
            logger,
            container: target,
        });
        for (const part of target.children)
            part.style.margin = part.tagName === "CANVAS" ? "auto" : "0 auto";
        view.runAsync().then(
            () => requestAnimationFrame(() => requestAnimationFrame(() => state("drawn"))), () => state("failed"));
    } catch (error) {
        state("failed");
    }
})();
