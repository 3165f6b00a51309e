// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Draws each chart of a report when it is looked at, in a frame that has no origin and reaches nobody.
"use strict";
const page = JSON.parse(document.getElementById("page").textContent);

function draw(holder) {
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    frame.title = holder.dataset.title;
    frame.srcdoc = page.head + "</title><div id=\"figure\"></div><script>"
        + document.getElementById("library-" + holder.dataset.kind).textContent
        + "<\/script><script type=\"application/json\" id=\"data\">"
        + holder.querySelector("script").textContent + "<\/script><script>" + page.draw[holder.dataset.kind] + "<\/script>";
    holder.querySelector("p").replaceWith(frame);
}

const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries)
        if (entry.isIntersecting) {
            watcher.unobserve(entry.target);
            draw(entry.target);
        }
}, {rootMargin: "400px"});
for (const holder of document.querySelectorAll(".chart"))
    watcher.observe(holder);
