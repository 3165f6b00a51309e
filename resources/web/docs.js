// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Shows /openapi.json and sends what somebody tries. <html data-state> says "shown" or "failed".
"use strict";

const kJson = "application/json";
const kForm = "multipart/form-data";
const kMostAnswer = 1 << 20;

function typeText(schema) {
    if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(", ");
    const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type || "any";
    return type === "array" && schema.items ? `list of ${typeText(schema.items)}` : type;
}

function tableOf(headings, rows) {
    return make("table", {}, make("thead", {}, make("tr", {}, ...headings.map((each) => make("th", { scope: "col" }, each)))),
        make("tbody", {}, ...rows));
}

function membersTable(schema) {
    const required = new Set(schema.required || []);
    const rows = Object.entries(schema.properties || {}).map(([name, member]) => make("tr", {},
        make("td", { className: "path" }, name + (required.has(name) ? " *" : "")),
        make("td", {}, typeText(member)), make("td", {}, member.description || "")));
    return make("details", { open: rows.length <= 12 }, make("summary", {}, `Members of the body (${rows.length})`),
        tableOf(["name", "type", "meaning"], rows));
}

/// What a person fills in: parameters, and a body of text or a file.
class Request {
    constructor(method, path, operation) {
        [this.method, this.path] = [method, path];
        this.fields = (operation.parameters || []).map((parameter) => ({
            parameter, input: make("input", { placeholder: typeText(parameter.schema), "aria-label": parameter.name }),
        }));
        const [type, content] = Object.entries(operation.requestBody?.content || {})[0] || [];
        this.type = type;
        this.schema = type === kJson ? content.schema : null;
        if (this.schema) {
            const value = JSON.stringify(content.example ?? {}, null, 2);
            this.body = make("textarea", { rows: Math.min(12, value.split("\n").length + 1), spellcheck: false, value, "aria-label": "Body" });
        } else if (type) {
            this.body = make("input", { type: "file", "aria-label": "File" });
        }
    }

    /// The first field that has to be filled in and is not.
    missing() {
        return this.fields.find(({ parameter, input }) => parameter.required && !input.value)?.input;
    }

    address() {
        let path = this.path;
        const query = new URLSearchParams();
        for (const { parameter, input } of this.fields) {
            if (parameter.in === "query" && input.value) query.set(parameter.name, input.value);
            if (parameter.in !== "path" || !input.value) continue;
            const isFile = this.path.endsWith(`/files/{${parameter.name}}`); // its slashes are the path's
            const text = encodeURIComponent(input.value);
            path = path.replace(`{${parameter.name}}`, () => isFile ? text.replaceAll("%2F", "/") : text);
        }
        return path + (query.size ? `?${query}` : "");
    }

    headers() {
        return Object.fromEntries(this.fields.filter(({ parameter, input }) => parameter.in === "header" && input.value)
            .map(({ parameter, input }) => [parameter.name, input.value]));
    }

    async send(signal) {
        const file = this.schema ? null : this.body?.files[0];
        if (this.type === kForm) {
            const form = new FormData();
            if (file) form.append("file", file);
            return call(this.method, this.address(), form, this.headers(), signal);
        }
        const headers = { ...this.headers(), ...(this.type ? { "Content-Type": this.type } : {}) };
        return call(this.method, this.address(), this.schema ? this.body.value : file ?? undefined, headers, signal);
    }

    /// The same for a terminal.
    curl() {
        const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
        const words = ["curl", ...(this.method === "GET" ? [] : ["-X", this.method]), quoted(location.origin + this.address())];
        if (sessionStorage.getItem(kTokenKey)) words.push("-H", '"Authorization: Bearer $SANDBENCH_TOKEN"');
        for (const [name, value] of Object.entries(this.headers())) words.push("-H", quoted(`${name}: ${value}`));
        if (this.type === kForm) words.push("-F", "file=@FILE");
        else if (this.type) words.push("-H", quoted(`Content-Type: ${this.type}`));
        if (this.schema) words.push("-d", quoted(this.body.value));
        else if (this.type && this.type !== kForm) words.push("--data-binary", "@FILE");
        return words.join(" ");
    }

    view() {
        const rows = this.fields.map(({ parameter, input }) => make("tr", {},
            make("td", { className: "path" }, parameter.name + (parameter.required ? " *" : "")),
            make("td", {}, input), make("td", {}, parameter.description || "")));
        return [...(rows.length ? [tableOf(["parameter", "value", "meaning"], rows)] : []),
            ...(this.schema ? [membersTable(this.schema)] : []), ...(this.body ? [make("h3", {}, "Body"), this.body] : [])];
    }
}

async function show(answer, result) {
    const type = answer.headers.get("content-type") || "";
    if (!/json|text/.test(type)) {
        const bytes = await answer.blob();
        result.textContent = bytes.size ? `${sizeText(bytes.size)} of ${type}` : "";
        return;
    }
    await readText(answer, (text) => { result.textContent = (result.textContent + text).slice(0, kMostAnswer); });
    if (/json$/.test(type)) try { result.textContent = JSON.stringify(JSON.parse(result.textContent), null, 2); } catch (error) { /* as it came */ }
}

function tryIt(request) {
    const result = make("pre", { className: "code answer", tabIndex: 0, "aria-label": "Answer" });
    const status = make("span", { role: "status" });
    const line = make("pre", { className: "code" });
    const button = make("button", { type: "button", className: "primary" }, "Send");
    let abort = null;
    const send = async () => {
        if (abort) return abort.abort();
        if (request.missing()) return request.missing().focus();
        abort = new AbortController();
        button.textContent = "Stop";
        result.textContent = "";
        const begin = performance.now();
        try {
            const answer = await request.send(abort.signal);
            status.className = answer.ok ? "good" : "bad";
            status.textContent = `${answer.status} ${answer.statusText}, ${Math.round(performance.now() - begin)} ms`;
            if (answer.status === 401) askForToken();
            await show(answer, result);
        } catch (error) {
            status.className = "bad";
            status.textContent = error.name === "AbortError" ? "Stopped" : error.message;
        }
        abort = null;
        button.textContent = "Send";
    };
    button.addEventListener("click", send);
    const view = make("div", {}, ...request.view(), make("div", { className: "bar" }, button, status),
        result, make("div", { className: "bar" }, make("strong", {}, "curl"), copyButton(() => request.curl())), line);
    const tell = () => { line.textContent = request.curl(); };
    view.addEventListener("input", tell);
    view.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.target.matches("td input"))) send();
    });
    tell();
    return view;
}

function operationView(method, path, operation) {
    const view = make("details", { id: operation.operationId, className: "operation" }, make("summary", {},
        make("span", { className: `method ${method}` }, method.toUpperCase()), make("span", { className: "path" }, path), operation.summary));
    view.addEventListener("toggle", () => {
        if (view.open) history.replaceState(null, "", `#${view.id}`);
        if (!view.open || view.dataset.filled) return;
        view.dataset.filled = "yes";
        if (operation.description) view.append(make("p", { className: "quiet" }, operation.description.replaceAll("`", "")));
        view.append(tryIt(new Request(method.toUpperCase(), path, operation)));
    });
    return view;
}

function topicView(name, paths) {
    const views = [];
    for (const [path, operations] of Object.entries(paths))
        for (const [method, operation] of Object.entries(operations))
            if (operation.tags.includes(name)) views.push(operationView(method, path, operation));
    return make("section", { id: `topic-${name}` }, make("h2", {}, name), ...views);
}

function filter() {
    const words = document.getElementById("filter").value.toLowerCase().split(/\s+/);
    for (const topic of document.querySelectorAll("#operations section")) {
        for (const view of topic.querySelectorAll(".operation")) {
            const text = view.firstChild.textContent.toLowerCase();
            view.hidden = !words.every((word) => text.includes(word));
        }
        topic.hidden = !topic.querySelector(".operation:not([hidden])");
    }
}

async function start() {
    const api = await json(await call("GET", "/openapi.json"));
    document.getElementById("version").textContent = api.info.version;
    document.getElementById("operations").replaceChildren(...api.tags.map(({ name }) => topicView(name, api.paths)));
    document.getElementById("topics").append(...api.tags.map(({ name }) => make("a", { href: `#topic-${name}` }, name)));
    document.getElementById("filter").addEventListener("input", filter);
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (wanted?.matches(".operation")) wanted.open = true;
    wanted?.scrollIntoView();
    document.documentElement.dataset.state = "shown";
}

document.getElementById("access").append(tokenField());
start().catch((error) => {
    document.getElementById("operations").replaceChildren(make("p", { className: "bad" }, error.message));
    document.documentElement.dataset.state = "failed";
});
