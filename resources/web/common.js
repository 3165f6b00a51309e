// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What both pages share. Text of sandboxes and of the document only ever becomes text nodes.
"use strict";

const kTokenKey = "sandbench-token";

function make(tag, options = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(options)) {
        if (name in element) element[name] = value;
        else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

function authorization() {
    const token = sessionStorage.getItem(kTokenKey);
    return token ? { Authorization: `Bearer ${token}` } : {};
}

/// The field for a token, kept as long as the tab.
function tokenField() {
    const input = make("input", {
        type: "password", id: "token", autocomplete: "off", size: 24,
        placeholder: "only if the server wants one", value: sessionStorage.getItem(kTokenKey) || "",
    });
    input.addEventListener("change", () => sessionStorage.setItem(kTokenKey, input.value.trim()));
    return make("label", {}, "Token", input);
}

function call(method, path, body, headers = {}, signal = undefined) {
    const isText = typeof body === "string" || body === undefined;
    return fetch(path, {
        method, signal, redirect: "error", credentials: "omit",
        headers: { ...authorization(), ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
        body: isText ? body : JSON.stringify(body),
    });
}

/// The JSON of an answer; a problem becomes an Error with its text.
async function json(answer) {
    const text = await answer.text();
    let value = {};
    try { value = text ? JSON.parse(text) : {}; } catch (error) { value = { detail: text }; }
    if (!answer.ok) throw new Error(value.detail || value.error || `${answer.status} ${answer.statusText}`);
    return value;
}

/// Calls onEvent(kind, data) for each server-sent event of an answer.
async function readEvents(answer, onEvent) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
            const event = { kind: "message", data: [] };
            for (const line of text.slice(0, end).split("\n")) {
                if (line.startsWith("event: ")) event.kind = line.slice(7);
                if (line.startsWith("data: ")) event.data.push(line.slice(6));
            }
            text = text.slice(end + 2);
            if (event.data.length) onEvent(event.kind, JSON.parse(event.data.join("\n")));
        }
    }
}
