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
    const afterPainting = () => requestAnimationFrame(() => requestAnimationFrame(() => state("drawn")));
    try {
        const figure = JSON.parse(sandbenchFigure);
        const target = document.getElementById("figure");
        Plotly.newPlot(target, figure.data, figure.layout, config)
            .then(() => figure.frames.length ? Plotly.addFrames(target, figure.frames) : undefined)
            .then(afterPainting, () => state("failed"));
    } catch (error) {
        state("failed");
    }
})();
