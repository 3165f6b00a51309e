// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the checked figure of data.js. The window reads data-state: "drawn" or "failed".
"use strict";
(() => {
    const state = (name) => { document.documentElement.dataset.state = name; };
    const config = {
        responsive: true,
        displaylogo: false,
        showSendToCloud: false,
        plotlyServerURL: "",
        topojsonURL: "",
        modeBarButtonsToRemove: ["toImage", "sendDataToCloud"],
    };
    // Where there is no graphics card there may be no WebGL, and these traces would stay empty.
    const plain = {scattergl: "scatter", scatterpolargl: "scatterpolar"};
    const withoutWebGl = (traces) =>
        (traces || []).map((trace) => plain[trace.type] ? {...trace, type: plain[trace.type]} : trace);
    const hasWebGl = () => Boolean(document.createElement("canvas").getContext("webgl"));
    const afterPainting = () => requestAnimationFrame(() => requestAnimationFrame(() => state("drawn")));
    try {
        const figure = JSON.parse(sandbenchFigure);
        if (!hasWebGl()) {
            figure.data = withoutWebGl(figure.data);
            for (const frame of figure.frames)
                frame.data = withoutWebGl(frame.data);
        }
        const target = document.getElementById("figure");
        Plotly.newPlot(target, figure.data, figure.layout, config)
            .then(() => figure.frames.length ? Plotly.addFrames(target, figure.frames) : undefined)
            .then(afterPainting, () => state("failed"));
    } catch (error) {
        state("failed");
    }
})();
