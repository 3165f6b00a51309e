// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What both pages share. Text of sandboxes and of the document only ever becomes text nodes.
"use strict";

const kTokenKey = "sandbench-token";
const kGone = "The server does not answer. Is “sandbenchctl serve” still running?";
const kWantsToken = "This server wants a token: enter one above. “sandbenchctl token create NAME” makes one.";

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

/// The field for a token, kept as long as the tab. @p onChange: there is another one.
function tokenField(onChange = () => {}) {
    const input = make("input", {
        type: "password", id: "token", autocomplete: "off", size: 18, spellcheck: false,
        placeholder: "if the server wants one", value: sessionStorage.getItem(kTokenKey) || "",
    });
    const changed = (event) => {
        event.preventDefault();
        if (input.value.trim() === (sessionStorage.getItem(kTokenKey) || "")) return;
        sessionStorage.setItem(kTokenKey, input.value.trim());
        input.removeAttribute("aria-invalid");
        onChange();
    };
    input.addEventListener("change", changed);
    const form = make("form", { className: "token" }, make("label", {}, "Token", input));
    form.addEventListener("submit", changed);
    return form;
}

function askForToken() {
    const input = document.getElementById("token");
    input.setAttribute("aria-invalid", "true");
    input.focus();
}

async function call(method, path, body, headers = {}, signal = undefined) {
    const isObject = Object.getPrototypeOf(body ?? "") === Object.prototype;
    const isJson = isObject || typeof body === "string";
    const options = {
        method, signal, redirect: "error", credentials: "omit", body: isObject ? JSON.stringify(body) : body,
        headers: { ...authorization(), ...(isJson ? { "Content-Type": "application/json" } : {}), ...headers },
    };
    try {
        return await fetch(path, options);
    } catch (error) {
        throw error instanceof TypeError ? new Error(kGone) : error;
    }
}

/// The JSON of an answer; a problem becomes an Error with its text.
async function json(answer) {
    const text = await answer.text();
    let value = {};
    try { value = text ? JSON.parse(text) : {}; } catch (error) { value = { detail: text }; }
    if (answer.ok) return value;
    if (answer.status === 401) askForToken();
    const isMissing = answer.status === 401 && !authorization().Authorization;
    throw new Error(isMissing ? kWantsToken : value.detail || value.error || `${answer.status} ${answer.statusText}`);
}

/// Calls onText(text) for each piece of an answer.
async function readText(answer, onText) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        let piece;
        try {
            piece = await reader.read();
        } catch (error) {
            throw error.name === "AbortError" ? error : new Error(kGone);
        }
        if (piece.done) return;
        onText(piece.value);
    }
}

/// Calls onEvent(kind, data) for each server-sent event of an answer.
async function readEvents(answer, onEvent) {
    let text = "";
    await readText(answer, (piece) => {
        text += piece;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
            const event = { kind: "message", data: [] };
            for (const line of text.slice(0, end).split("\n")) {
                if (line.startsWith("event: ")) event.kind = line.slice(7);
                if (line.startsWith("data: ")) event.data.push(line.slice(6));
            }
            text = text.slice(end + 2);
            if (event.data.length) onEvent(event.kind, JSON.parse(event.data.join("\n")));
        }
    });
}

function sizeText(bytes) {
    if (bytes < 1000) return `${bytes} bytes`;
    return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function saveAs(name, bytes) {
    const link = make("a", { href: URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// A button that copies text() and says so.
function copyButton(text) {
    const button = make("button", { type: "button", className: "small" }, "Copy");
    button.addEventListener("click", async () => {
        const isCopied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
        button.textContent = isCopied ? "Copied" : "Not allowed here";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    return button;
}
