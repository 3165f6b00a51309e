# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# What POST /execute_code/ runs in a client's context, before a call of it with the request. A request has one namespace, so
# that its functions see its imports; what it does not define itself is looked up among what earlier requests left.


def _sandbench_execute_code(payload):
    import base64
    import builtins
    import json
    import sys
    import traceback
    import types

    deepest = 40

    def is_deep(value, left=deepest):
        if left == 0:
            return True
        if isinstance(value, dict):
            return any(is_deep(each, left - 1) for each in value.values())
        return isinstance(value, list) and any(is_deep(each, left - 1) for each in value)

    def as_json(value):
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode("utf-8")  # no halves of characters
        value = json.loads(text)
        if is_deep(value):
            raise ValueError("too deep")
        return value

    def results(space):
        result, skipped = {}, []
        for name, value in list(space.items()):
            if name == "__builtins__" or not isinstance(name, str):
                continue
            try:
                result[as_json(name)] = as_json(value)
            except Exception:  # whatever the value's own methods raise
                skipped.append(name)
        return {"result": result, "skipped": skipped, "success": True}

    def failure(error):
        trace = error.__traceback__
        if trace is not None:
            trace = trace.tb_next  # without the frame of this function
        try:
            text = str(error)
        except Exception:
            text = "(no text)"
        return {
            "error": text,
            "error_type": type(error).__name__,
            "traceback": "".join(traceback.format_exception(type(error), error, trace)),
            "success": False,
        }

    class Answer:
        def __init__(self, value):
            self.value = value

        def __repr__(self):
            return ""

        def _repr_mimebundle_(self, include=None, exclude=None):
            text = json.dumps(self.value, ensure_ascii=False).encode("utf-8", "replace")
            return {"application/json": text, "text/plain": ""}

    request = json.loads(base64.b64decode(payload))
    kept = sys.modules.setdefault("_sandbench_kept", types.ModuleType("_sandbench_kept")).__dict__.setdefault("names", {})
    space = dict(request["local_dict"])
    space["__builtins__"] = {**builtins.__dict__, "__name__": "__main__", "__doc__": None, **kept}
    try:
        exec(compile(request["code"], "<string>", "exec"), space)
        answer = results(space)
    except BaseException as error:
        answer = failure(error)
    kept.update((name, value) for name, value in space.items() if name != "__builtins__")
    return Answer(answer)
