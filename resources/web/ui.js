// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Runs code and shows what it printed and drew. <html data-state>: "ready", "running", "ended" or "failed".
"use strict";

const $ = (id) => document.getElementById(id);
const kContext = "ui";
/// Of an artifact that is a text. Units: characters.
const kMostText = 1 << 20;
const kTypedKey = "sandbench-typed";
const kSamples = {
    python: `import sys

print("Hello from Python", sys.version.split()[0])
try:
    import matplotlib.pyplot as plt
    plt.plot([x * x for x in range(20)])
    plt.title("Squares")
    plt.show()
except ImportError:
    print("There is no matplotlib here, and so no plot.")
`,
    javascript: 'console.log("Hello from Node", process.version);\n',
    typescript: 'const words: string[] = ["Hello", "from", "TypeScript"];\nconsole.log(words.join(" "));\n',
    bash: 'echo "Hello from Bash $BASH_VERSION"\n',
    ruby: 'puts "Hello from Ruby #{RUBY_VERSION}"\n',
    r: 'cat("Hello from", R.version.string, "\\n")\n',
    php: '<?php\necho "Hello from PHP ", PHP_VERSION, "\\n";\n',
    java: 'public class Main {\n    public static void main(String[] arguments) {\n        System.out.println("Hello from Java");\n    }\n}\n',
    c: '#include <stdio.h>\n\nint main(void)\n{\n    puts("Hello from C");\n}\n',
    cpp: '#include <iostream>\n\nint main()\n{\n    std::cout << "Hello from C++\\n";\n}\n',
    go: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("Hello from Go")\n}\n',
    rust: 'fn main() {\n    println!("Hello from Rust");\n}\n',
};
const terminal = new Terminal($("output"));
const editor = new Editor($("code"), () => $("language").value);
let session = null;
let languages = [];
let running = null;

function say(state, text, kind = "") {
    document.documentElement.dataset.state = state;
    $("status").textContent = text;
    $("status").className = kind;
}

/// Foreign pages and charts are drawn in a frame without an origin, which can load nothing.
function framed(kind, text) {
    const frame = make("iframe", { src: "/ui/frame", title: kind });
    frame.setAttribute("sandbox", "allow-scripts");
    addEventListener("message", (event) => {
        if (event.source !== frame.contentWindow) return;
        frame.dataset.state = event.data?.state === "drawn" ? "drawn" : "failed";
        if (kind === "html") frame.style.height = `${Math.min(Math.max(Number(event.data?.height) || 0, 40), 600)}px`;
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
        return make("pre", {}, (await bytes.text()).slice(0, kMostText));
    return make("p", { className: "quiet" }, `${artifact.mime}: save it to look at it.`);
}

async function showArtifact(runId, artifact) {
    const url = `/runs/${encodeURIComponent(runId)}/artifacts/${artifact.index}`;
    const save = make("button", { type: "button", className: "small", disabled: true }, "Save");
    const panel = make("article", { className: "panel artifact" }, make("div", { className: "bar" },
        make("strong", {}, artifact.name), make("span", { className: "quiet" }, sizeText(artifact.bytes)),
        make("span", { className: "spring" }), save));
    $("artifacts").append(panel);
    try {
        const answer = await call("GET", url);
        if (!answer.ok) await json(answer);
        const bytes = await answer.blob();
        save.disabled = false;
        save.addEventListener("click", () => saveAs(artifact.name, bytes));
        panel.append(await shownAs(artifact, bytes));
    } catch (error) {
        panel.append(make("p", { className: "bad" }, error.message));
    }
    panel.dataset.shown = "yes";
}

async function openSession(language) {
    if (session && session.language === language) return session.id;
    await closeSession();
    say("running", "Opening a sandbox…", "busy");
    const opened = await json(await call("POST", "/sessions", { lang: language }));
    session = { id: opened.session_id, language };
    return session.id;
}

async function closeSession() {
    const old = session;
    session = null;
    // Also when the page is left.
    if (old) await fetch(`/sessions/${encodeURIComponent(old.id)}`, { method: "DELETE", headers: authorization(), keepalive: true });
}

function onEvent(run, kind, data) {
    if (kind === "started") {
        run.id = data.run_id;
        $("talk").hidden = false;
    }
    if (kind === "stdout") terminal.print(data.text);
    if (kind === "stderr") terminal.print(data.text, "bad");
    if (kind === "result") terminal.print(`${data.text}\n`, "good");
    if (kind === "notice") terminal.print(`${data.text}\n`, "quiet");
    if (kind === "artifact") run.shown.push(showArtifact(run.id, data));
    if (kind === "ended") run.end = data;
}

/// The stream of a run's events. A sandbox that has ended meanwhile (idle, or with its server) is replaced, once.
async function started(body, signal) {
    for (;;) {
        const isOld = session !== null;
        const id = await openSession(body.language);
        say("running", "Running…", "busy");
        const answer = await call("POST", `/sessions/${encodeURIComponent(id)}/execute/stream`, body, {}, signal);
        if (answer.ok) return answer;
        if (![404, 410].includes(answer.status) || !isOld) await json(answer);
        session = null;
        terminal.print("The sandbox had ended; this is a new one.\n", "quiet");
    }
}

function wish() {
    const language = $("language").value;
    const body = { code: $("code").value, language, live_input: true };
    if ($("keeps").checked && languages.find((each) => each.id === language)?.contexts) body.context = kContext;
    return body;
}

async function run(state) {
    await readEvents(await started(wish(), state.abort.signal), (kind, data) => onEvent(state, kind, data));
    await Promise.all(state.shown);
    if (!state.end) throw new Error("The connection ended before the run did.");
    const { verdict, exit_code: status, sentence, error } = state.end;
    if (error?.message) terminal.print(`${error.message}\n`, "bad");
    if (verdict === "exited" && status === 0) say("ended", sentence, "good");
    else say("failed", sentence || "The run has ended", "bad");
}

async function execute() {
    if (running) return;
    terminal.clear();
    $("artifacts").replaceChildren();
    $("run").disabled = true;
    $("stop").disabled = false;
    running = { id: "", shown: [], end: null, abort: new AbortController() };
    const begin = Date.now();
    const clock = setInterval(() => { $("clock").textContent = `${Math.round((Date.now() - begin) / 1000)} s`; }, 1000);
    try {
        await run(running);
    } catch (error) {
        say("failed", error.name === "AbortError" ? "Stopped" : error.message, "bad");
    }
    clearInterval(clock);
    $("clock").textContent = "";
    running = null;
    $("talk").hidden = true;
    $("run").disabled = false;
    $("stop").disabled = true;
}

/// The run ends with its record, as long as the server hears it; else the stream is left.
async function stop() {
    const { id, abort } = running;
    $("stop").disabled = true;
    say("running", "Stopping…", "busy");
    const isHeard = id && await call("DELETE", `/runs/${encodeURIComponent(id)}`).then((answer) => answer.ok, () => false);
    if (!isHeard) abort.abort();
}

/// Until the program is there, nobody can read it: the server says 503.
async function talk(bytes, query = "") {
    const run = running;
    if (!run?.id) return;
    terminal.print(bytes, "quiet");
    const url = `/runs/${encodeURIComponent(run.id)}/stdin${query}`;
    try {
        let answer;
        do {
            if (answer) await new Promise((resolve) => setTimeout(resolve, 50));
            answer = await call("POST", url, bytes, { "Content-Type": "application/octet-stream" });
        } while (answer.status === 503 && running === run);
        await json(answer);
    } catch (error) {
        terminal.print(`${error.message}\n`, "bad");
    }
}

function onKey(event) {
    const code = $("code");
    const leaves = code.dataset.leaves === "yes";
    code.dataset.leaves = event.key === "Escape" ? "yes" : "";
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        execute();
    } else if (event.key === "Tab" && !event.shiftKey && !leaves) {
        event.preventDefault();
        document.execCommand("insertText", false, $("language").value === "go" ? "\t" : "    "); // can be undone
    }
}

function showSample() {
    const isOurs = !$("code").value.trim() || Object.values(kSamples).includes($("code").value);
    if (isOurs) $("code").value = kSamples[$("language").value] || "";
    editor.draw();
    $("keeps").disabled = !languages.find((each) => each.id === $("language").value)?.contexts;
}

/// Kept as long as the tab, also where its page is loaded anew.
function keepTyped() {
    const typed = { language: $("language").value, code: $("code").value };
    try { sessionStorage.setItem(kTypedKey, JSON.stringify(typed)); } catch (error) { /* too large */ }
}

function typedBefore() {
    return JSON.parse(sessionStorage.getItem(kTypedKey) || "{}");
}

async function start() {
    say("running", "Connecting…", "busy");
    languages = (await json(await call("GET", "/languages"))).languages;
    $("language").replaceChildren(...languages.map((each) => make("option", { value: each.id }, each.name)));
    const { language } = typedBefore();
    $("language").value = languages.some((each) => each.id === language) ? language : "python";
    showSample();
    $("run").disabled = false;
    say("ready", "Ready");
}

function begin() {
    $("run").disabled = true;
    $("code").value ||= typedBefore().code || kSamples.python;
    editor.draw();
    start().catch((error) => say("failed", error.message, "bad"));
}

$("access").append(tokenField(begin));
$("copy").append(copyButton(() => terminal.text()));
$("run").addEventListener("click", execute);
$("stop").addEventListener("click", stop);
$("fresh").addEventListener("click", () => closeSession().catch(() => {}).then(() => say("ready", "The next run opens a sandbox")));
$("code").addEventListener("keydown", onKey);
$("language").addEventListener("change", showSample);
$("talk").addEventListener("submit", (event) => {
    event.preventDefault();
    talk(`${$("line").value}\n`);
    $("line").value = "";
});
$("eof").addEventListener("click", () => talk("", "?eof=true"));
addEventListener("pagehide", () => {
    keepTyped();
    closeSession();
});
begin();
