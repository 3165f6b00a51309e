# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- All of one variable of a context ------------------------------------------------------------------------------------

# See later(). In the copy of the context that ends with the answer.
WHOLE = r'''
CELL, LONG, MOST_TABLE = 100, 64 << 10, 400 << 10
MOST_POINTS, MOST_SERIES, MOST_ROWS, MOST_COLUMNS = 2000, 8, 200, 50

ITEMS, MODULE_TYPE = (later("VARIABLES", name) for name in ("ITEMS", "MODULE_TYPE"))
as_json, clipped, in_words, described, within_time, known, is_numeric, ndarray_of, shape_of, values_of = (
    later("VARIABLES", name)
    for name in "as_json clipped in_words described within_time known is_numeric ndarray_of shape_of values_of".split()
)

def whole_text(value, kind):
    if kind is str:
        return str.__getitem__(value, slice(0, LONG)), str.__len__(value) > LONG
    if kind is not None and kind not in ("ndarray", "generic", "DataFrame", "Series", "Index", type, MODULE_TYPE):
        text = in_words(value, LONG + 1)
    else:
        text = within_time(lambda: clipped(repr(value), LONG + 1), None)
    return text[:LONG], len(text) > LONG


def numbers(values):
    """For a chart: what is no number is a gap, and None where nothing is one."""
    made = []
    for value in values:
        kind = type(value)
        is_number = kind is float or kind is bool or (kind is int and value.bit_length() < 1000)
        value = float(value) if is_number else None
        made.append(value if value is not None and value - value == 0 else None)
    return made if any(value is not None for value in made) else None


def points(count, series):
    """Every how many are shown."""
    return max(1, -(-count * series // MOST_POINTS))


def chart_of(value, kind):
    named, step = [], 1
    if kind in (list, tuple):
        step = points(kind.__len__(value), 1)
        some = kind.__getitem__(value, slice(None, None, step))
        if kind.__len__(some) > 1 and all(type(one) in (int, float, bool) for one in some):
            named = [("", some)]
    elif kind == "ndarray" and type(value) is ndarray_of(value) and len(shape_of(value)) in (1, 2) and is_numeric(value):
        shape = shape_of(value)
        series = min(MOST_SERIES, shape[1]) if len(shape) == 2 else 1
        step = points(shape[0], series)
        if len(shape) == 1:
            named = [("", values_of(value, slice(None, None, step)))]
        else:
            named = [(str(at), values_of(value, (slice(None, None, step), at))) for at in range(series)]
    elif kind == "Series" and value.dtype.kind in "biuf":
        step = points(len(value), 1)
        named = [("", value.iloc[::step].tolist())]
    elif kind == "DataFrame":
        columns = [at for at, one in enumerate(value.dtypes.tolist()[:MOST_COLUMNS]) if one.kind in "biuf"][:MOST_SERIES]
        step = points(len(value), max(1, len(columns)))
        named = [(label(value.columns[at]), value.iloc[::step, at].tolist()) for at in columns]
    series = [{"name": name, "values": numbers(some)} for name, some in named if len(some) > 1]
    return {"step": step, "series": [one for one in series if one["values"]]}


def label(value):
    return clipped(value, CELL) if known(type(value)) is str else in_words(value, CELL)


def table_of(value, kind):
    """{columns, rows: [{name, cells}], row_count, column_count}"""
    if kind == "DataFrame":
        some = value.iloc[:MOST_ROWS, :MOST_COLUMNS]
        columns = [some.iloc[:, at].tolist() for at in range(some.shape[1])]
        rows = [[column[at] for column in columns] for at in range(some.shape[0])]
        return table(some.columns.tolist(), some.index.tolist(), rows, tuple(map(int, value.shape)))
    if kind == "Series":
        some = value.iloc[:MOST_ROWS]
        return table(["Value"], some.index.tolist(), [[one] for one in some.tolist()], (int(value.shape[0]), 1))
    if kind is dict:
        pairs = first_of(dict.items(value))
        return table(["Value"], [key for key, _ in pairs], [[one] for _, one in pairs], (dict.__len__(value), 1))
    if kind in ITEMS:
        some = first_of(kind.__iter__(value))
        return table(["Value"], range(len(some)), [[one] for one in some], (kind.__len__(value), 1))
    if kind == "ndarray" and type(value) is ndarray_of(value) and len(shape_of(value)) in (1, 2):
        shape = shape_of(value)
        if len(shape) == 1:
            some = [[one] for one in values_of(value, slice(0, MOST_ROWS))]
            return table(["Value"], range(len(some)), some, (shape[0], 1))
        some = values_of(value, (slice(0, MOST_ROWS), slice(0, MOST_COLUMNS)))
        return table(range(min(shape[1], MOST_COLUMNS)), range(len(some)), some, shape)
    return None


def first_of(items):
    some = []
    for item in items:
        some.append(item)
        if len(some) == MOST_ROWS:
            break
    return some


def table(columns, names, rows, shape):
    made, left = [], MOST_TABLE
    for name, row in zip(names, rows):
        one = {"name": label(name), "cells": [label(cell) for cell in row]}
        left -= len(as_json(one).encode("utf-8", "replace"))
        if left < 0:
            break
        made.append(one)
    return {"columns": [label(one) for one in columns], "rows": made, "row_count": shape[0], "column_count": shape[1]}


def all_about(names, wanted):
    for name, value in names.items():
        if type(name) is str and name == wanted:
            kind = known(type(value))
            one = described(name, value)
            one["text"], one["is_cut"] = whole_text(value, kind)
            one["chart"] = within_time(lambda: chart_of(value, kind), {"step": 1, "series": []})
            one["table"] = within_time(lambda: table_of(value, kind), False) or None
            return {"variable": one}
    return {"variable": None}
'''
