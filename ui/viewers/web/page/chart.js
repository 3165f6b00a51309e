// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the Vega or Vega-Lite chart of data.js. The window reads data-state: "drawn" or "failed".
"use strict";
(() => {
    const state = (name) => { document.documentElement.dataset.state = name; };
    const target = document.getElementById("chart");
    const notes = new Set();
    const note = (text) => {
        if (notes.size < 5)
            notes.add(String(text).slice(0, 300));
        document.getElementById("notes").textContent = [...notes].join("\n");
    };
    // A chart may name addresses of data, pictures and links: it is told so, and nothing is asked.
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
        const chart = JSON.parse(sandbenchChart);
        const spec = sandbenchIsLite ? vegaLite.compile(chart, {logger}).spec : chart;
        const view = new vega.View(vega.parse(spec, null, {ast: true}), {
            expr: vega.expressionInterpreter, // the page's policy allows no eval
            renderer: "canvas",
            hover: true,
            loader,
            logger,
            container: target,
        });
        const roomForAxes = 60;
        if (chart.width === "container")
            view.width(target.clientWidth - roomForAxes);
        if (chart.height === "container")
            view.height(target.clientHeight - roomForAxes);
        view.runAsync().then(
            () => requestAnimationFrame(() => requestAnimationFrame(() => state("drawn"))), () => state("failed"));
    } catch (error) {
        state("failed");
    }
})();
