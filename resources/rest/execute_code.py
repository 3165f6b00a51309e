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
    own_names = ("__builtins__", "__warningregistry__", "__annotations__")  # the interpreter's

    def check(value, left=deepest):
        # What readers of JSON could not take, or would take for something else.
        if left == 0:
            raise ValueError("too deep")
        if isinstance(value, dict):
            if len(json.loads(json.dumps(dict.fromkeys(value)))) != len(value):
                raise ValueError("keys that are the same in JSON")
            value = list(value.values())
        if isinstance(value, (list, tuple)):
            for each in value:
                check(each, left - 1)
        elif isinstance(value, int) and not -sys.float_info.max <= value <= sys.float_info.max:
            raise OverflowError("a number that is too large")

    def as_json(value):
        check(value)
        text = json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
        text.encode("utf-8")  # no halves of characters
        return text

    def results(space):
        result, skipped = [], []
        for name, value in list(space.items()):
            if name in own_names or not isinstance(name, str):
                continue
            try:
                result.append(as_json(name) + ":" + as_json(value))
            except Exception:  # whatever the value's own methods raise
                skipped.append(name)
        return {"result": "{" + ",".join(result) + "}", "skipped": skipped, "success": True}

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
            text = json.dumps({**self.value, "mark": request["mark"], "fresh": fresh}, ensure_ascii=False).encode("utf-8", "replace")
            return {"application/json": text, "text/plain": ""}

    request = json.loads(base64.b64decode(payload))
    fresh = "_sandbench_kept" not in sys.modules  # nothing of earlier requests is there
    kept = sys.modules.setdefault("_sandbench_kept", types.ModuleType("_sandbench_kept")).__dict__.setdefault("names", {})
    space = dict(request["local_dict"])
    space["__builtins__"] = {**builtins.__dict__, "__name__": "__main__", "__doc__": None, **kept}
    try:
        exec(compile(request["code"], "<string>", "exec"), space)
        answer = results(space)
    except BaseException as error:
        answer = failure(error)
    not_kept = {*own_names, *request["local_dict"]}
    kept.update((name, value) for name, value in space.items() if name not in not_kept)
    return Answer(answer)
