// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Draws one foreign chart or page. This document has no origin, may load nothing, and runs no scripts but ours.
"use strict";

/// Large: only for charts.
function loaded(src) {
    return new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${src} is not there`));
        script.src = src;
        document.head.append(script);
    });
}

const kMessages = {
    async plotly(text) {
        const figure = JSON.parse(text);
        const chart = document.getElementById("chart");
        chart.textContent = "Drawing…";
        await loaded("/web/plotly.js");
        chart.textContent = "";
        const config = { responsive: true, displaylogo: false, showSendToCloud: false, plotlyServerURL: "", topojsonURL: "" };
        return Plotly.newPlot("chart", figure.data || [], figure.layout || {}, config);
    },
    html(text) {
        document.body.innerHTML = text;
        document.body.style.padding = "8px";
    },
};

addEventListener("message", async (event) => {
    if (event.source !== parent || !Object.hasOwn(kMessages, event.data.kind)) return;
    try {
        await kMessages[event.data.kind](event.data.text);
        parent.postMessage({ state: "drawn", height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
    } catch (error) {
        document.body.textContent = "This result cannot be shown.";
        parent.postMessage({ state: "failed" }, "*");
    }
});
