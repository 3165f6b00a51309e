// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Shows /openapi.json and sends what somebody tries. <html data-state> says "shown" or "failed".
"use strict";

function exampleOf(schema) {
    if (schema.enum) return schema.enum[0];
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object": {
        const example = {};
        for (const name of schema.required || []) example[name] = exampleOf((schema.properties || {})[name] || {});
        return example;
    }
    case "array": return [];
    case "integer": case "number": return schema.minimum > 0 ? schema.minimum : 0;
    case "boolean": return false;
    default: return "";
    }
}

function typeText(schema) {
    const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type || "any";
    return schema.enum ? schema.enum.map((each) => JSON.stringify(each)).join(", ") : type;
}

function membersTable(schema) {
    const required = new Set(schema.required || []);
    const rows = Object.entries(schema.properties || {}).map(([name, member]) => make("tr", {},
        make("td", { className: "path" }, name + (required.has(name) ? " *" : "")),
        make("td", {}, typeText(member)), make("td", {}, member.description || "")));
    return make("table", {}, make("tbody", {}, ...rows));
}

function jsonBodyOf(operation) {
    const content = operation.requestBody && operation.requestBody.content["application/json"];
    return content ? content.schema : null;
}

function parameterFields(operation) {
    return (operation.parameters || []).map((parameter) => ({
        parameter,
        input: make("input", { size: 20, placeholder: typeText(parameter.schema), "aria-label": parameter.name }),
    }));
}

function addressOf(path, fields) {
    const query = new URLSearchParams();
    for (const { parameter, input } of fields) {
        if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
        else if (input.value) query.set(parameter.name, input.value);
    }
    return path + (query.size ? `?${query}` : "");
}

async function shown(answer) {
    const type = answer.headers.get("content-type") || "";
    if (!/json|text/.test(type)) return `(${(await answer.blob()).size} bytes of ${type})`;
    const text = await answer.text();
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch (error) { return text; }
}

function tryIt(method, path, operation) {
    const fields = parameterFields(operation);
    const schema = jsonBodyOf(operation);
    const hasRawBody = Boolean(operation.requestBody) && !schema;
    const body = schema || hasRawBody
        ? make("textarea", { rows: 6, spellcheck: false, value: schema ? JSON.stringify(exampleOf(schema), null, 2) : "" })
        : null;
    const result = make("pre", { className: "result" });
    const status = make("p", { className: "status quiet" });
    const send = make("button", { type: "button" }, "Send");
    send.addEventListener("click", async () => {
        send.disabled = true;
        status.textContent = "…";
        try {
            const headers = hasRawBody ? { "Content-Type": Object.keys(operation.requestBody.content)[0] } : {};
            const answer = await call(method, addressOf(path, fields), body ? body.value : undefined, headers);
            status.textContent = `${answer.status} ${answer.statusText}`;
            status.className = `status ${answer.ok ? "good" : "bad"}`;
            result.textContent = await shown(answer);
        } catch (error) {
            status.textContent = String(error);
            status.className = "status bad";
        }
        send.disabled = false;
    });
    const inputs = fields.map(({ parameter, input }) => make("label", {}, parameter.name + (parameter.required ? " *" : ""), input));
    return make("div", {}, make("div", { className: "bar" }, ...inputs), ...(body ? [body] : []),
        make("div", { className: "bar" }, send, status), result);
}

function operationView(method, path, operation) {
    const view = make("details", { id: operation.operationId }, make("summary", {},
        make("span", { className: "method" }, method.toUpperCase()), make("span", { className: "path" }, path), operation.summary));
    view.addEventListener("toggle", () => {
        if (!view.open || view.dataset.filled) return;
        view.dataset.filled = "yes";
        const schema = jsonBodyOf(operation);
        if (operation.description) view.append(make("p", {}, operation.description));
        if (schema) view.append(make("h3", {}, "Body"), membersTable(schema));
        view.append(tryIt(method.toUpperCase(), path, operation));
    });
    return view;
}

async function show() {
    const api = await json(await call("GET", "/openapi.json"));
    document.getElementById("version").textContent = api.info.version;
    const views = [];
    for (const { name } of api.tags) {
        views.push(make("h2", {}, name));
        for (const [path, operations] of Object.entries(api.paths))
            for (const [method, operation] of Object.entries(operations))
                if (operation.tags.includes(name)) views.push(operationView(method, path, operation));
    }
    document.getElementById("operations").replaceChildren(...views);
    document.documentElement.dataset.state = "shown";
}

document.getElementById("access").append(tokenField());
show().catch((error) => {
    document.getElementById("operations").replaceChildren(make("p", { className: "bad" }, String(error)));
    document.documentElement.dataset.state = "failed";
});
