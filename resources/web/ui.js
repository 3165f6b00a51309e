// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Runs code and shows what it printed and drew. <html data-state>: "ready", "running", "ended" or "failed".
"use strict";

const $ = (id) => document.getElementById(id);
const kContext = "ui";
const kMostOutput = 1 << 20;
let session = null;
let languages = [];
let running = null;

function say(state, text, isBad = false) {
    document.documentElement.dataset.state = state;
    $("status").textContent = text;
    $("status").className = isBad ? "bad" : "quiet";
}

function print(text, className = "") {
    const output = $("output");
    const room = kMostOutput - Number(output.dataset.length || 0);
    output.dataset.length = Number(output.dataset.length || 0) + text.length;
    if (room > 0) output.append(make("span", { className }, text.slice(0, room)));
}

/// Foreign pages and charts are drawn in a frame without an origin, which can load nothing.
function framed(kind, text) {
    const frame = make("iframe", { src: "/ui/frame", title: kind });
    frame.setAttribute("sandbox", "allow-scripts");
    addEventListener("message", (event) => {
        if (event.source === frame.contentWindow) frame.dataset.state = event.data === "drawn" ? "drawn" : "failed";
    });
    frame.addEventListener("load", () => frame.contentWindow.postMessage({ kind, text }, "*"), { once: true });
    return frame;
}

async function shownAs(artifact, bytes) {
    if (artifact.mime === "application/vnd.plotly.v1+json") return framed("plotly", await bytes.text());
    if (artifact.mime === "text/html") return framed("html", await bytes.text());
    if (artifact.mime.startsWith("image/")) {
        // Scripts of an SVG do not run in an <img>.
        const image = make("img", { alt: artifact.name, src: URL.createObjectURL(bytes) });
        image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
        return image;
    }
    if (artifact.mime.startsWith("text/") || artifact.mime === "application/json")
        return make("pre", {}, (await bytes.text()).slice(0, kMostOutput));
    return make("span", { className: "quiet" }, artifact.mime);
}

async function save(artifact, url) {
    const bytes = await (await call("GET", url)).blob();
    const link = make("a", { href: URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" })), download: artifact.name });
    link.click();
    URL.revokeObjectURL(link.href);
}

async function showArtifact(runId, artifact) {
    const url = `/runs/${encodeURIComponent(runId)}/artifacts/${artifact.number}`;
    const saving = make("button", { type: "button" }, "Save");
    saving.addEventListener("click", () => save(artifact, url));
    const panel = make("div", { className: "panel artifact" },
        make("div", { className: "bar" }, make("strong", {}, artifact.name), make("span", { className: "quiet" }, `${artifact.bytes} bytes`), saving));
    $("artifacts").append(panel);
    const answer = await call("GET", url);
    if (answer.ok) panel.append(await shownAs(artifact, await answer.blob()));
    panel.dataset.shown = "yes";
}

async function openSession(language) {
    if (session && session.language === language) return session.id;
    await closeSession();
    say("running", "Opening a sandbox…");
    const opened = await json(await call("POST", "/sessions", { lang: language }));
    session = { id: opened.session_id, language };
    return session.id;
}

async function closeSession() {
    const old = session;
    session = null;
    if (old) await call("DELETE", `/sessions/${encodeURIComponent(old.id)}`);
}

function onEvent(run, kind, data) {
    if (kind === "started") run.id = data.run_id;
    if (kind === "stdout") print(data.text);
    if (kind === "stderr") print(data.text, "stderr");
    if (kind === "result") print(`${data.text}\n`, "good");
    if (kind === "notice") print(`${data.text}\n`, "quiet");
    if (kind === "artifact") run.shown.push(showArtifact(run.id, data));
    if (kind === "ended") run.end = data;
}

async function execute() {
    $("output").replaceChildren();
    $("output").dataset.length = 0;
    $("artifacts").replaceChildren();
    $("run").disabled = true;
    $("stop").disabled = false;
    const run = { id: "", shown: [], end: null };
    running = new AbortController();
    try {
        const language = $("language").value;
        const id = await openSession(language);
        const body = { code: $("code").value, language };
        const known = languages.find((each) => each.id === language);
        if ($("keeps").checked && known && known.contexts) body.context = kContext;
        say("running", "Running…");
        const answer = await call("POST", `/sessions/${encodeURIComponent(id)}/execute/stream`, body, {}, running.signal);
        if (!answer.ok) await json(answer);
        await readEvents(answer, (kind, data) => onEvent(run, kind, data));
        await Promise.all(run.shown);
        const end = run.end || {};
        if (end.error) print(`${end.error.traceback || end.error.message || ""}\n`, "stderr");
        say(end.verdict === "exited" && end.exit_code === 0 ? "ended" : "failed", end.sentence || "The run has ended",
            end.exit_code !== 0);
    } catch (error) {
        if (error.name !== "AbortError") session = null;
        say("failed", error.name === "AbortError" ? "Stopped" : String(error.message || error), true);
    }
    $("run").disabled = false;
    $("stop").disabled = true;
}

async function start() {
    $("access").append(tokenField());
    $("run").addEventListener("click", execute);
    $("stop").addEventListener("click", () => running && running.abort());
    $("fresh").addEventListener("click", () => closeSession().then(() => say("ready", "The next run opens a sandbox")));
    $("code").addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !$("run").disabled) execute();
    });
    languages = (await json(await call("GET", "/languages"))).languages;
    $("language").append(...languages.map((each) => make("option", { value: each.id }, each.name)));
    $("language").value = "python";
    say("ready", "");
}

start().catch((error) => say("failed", String(error.message || error), true));
