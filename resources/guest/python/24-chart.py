# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0

# --- What a figure of matplotlib shows, as numbers -------------------------------------------------------------------------

# See later(). Its result is what core/artifact/chart_json.h reads.
CHART = r'''
import math
import sys

MOST_PANELS, MOST_SERIES, MOST_TICKS, MOST_VALUES, MOST_TEXT = 50, 100, 100, 20_000, 200


def chart_of(figure):
    """Of a figure that was drawn: its ticks have their texts then. None where nothing in it is a chart."""
    room = Room()
    whole = getattr(figure, "_suptitle", None)
    panels = [panel_of(one, room) for one in figure.axes[:MOST_PANELS] if one.get_label() != "<colorbar>"]
    panels = [panel for panel in panels if panel["series"]]
    if not panels:
        return None
    return {"title": words(whole.get_text() if whole else ""), "panels": panels}


class Room:
    """For the values of all series together."""

    def __init__(self):
        self.left = MOST_VALUES

    def columns(self, named):
        """(how many points there are, the columns of those for which there is room)"""
        named = [(name, values) for name, values in named if values is not None]
        points = min((len(values) for _, values in named), default=0)
        kept = min(points, self.left // max(len(named), 1))
        self.left -= kept * len(named)
        return points, [{"name": name, "values": list(map(plain, as_list(values[:kept])))} for name, values in named]


def as_list(values):
    return values.tolist() if hasattr(values, "tolist") and values.dtype.kind in "biuf" else list(values)


def words(text):
    return str(text)[:MOST_TEXT]


def plain(value):
    kind = type(value)
    if kind is float:
        return value if math.isfinite(value) else None
    if kind is int:
        return value if abs(value) < 2**53 else float(value) if abs(value) < 2**1000 else None
    if isinstance(value, str):
        return words(value)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if kind.__name__ == "datetime64":
        return str(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None if value is None else words(value)
    return number if math.isfinite(number) else None


def panel_of(axes, room):
    title = next((text for text in map(axes.get_title, ("center", "left", "right")) if text), "")
    series, others = series_of(axes, room)
    return {"title": words(title), "x": axis_of(axes.xaxis), "y": axis_of(axes.yaxis), "series": series, "others": others}


def axis_of(axis):
    places = list(axis.get_majorticklocs())[:MOST_TICKS]
    texts = [tick.label1.get_text() for tick in axis.majorTicks[: len(places)]]
    low, high = sorted(axis.get_view_interval())
    seen = [(plain(place), words(text)) for place, text in zip(places, texts) if low <= place <= high]
    scale = axis.get_scale()
    units = unit_kind(axis)
    return {
        "label": words(axis.get_label().get_text()),
        "scale": units or scale,
        "ticks": [date_of(place) if units == "datetime" else place for place, _ in seen],
        "tick_labels": [text for _, text in seen],
    }


def unit_kind(axis):
    kind = type(getattr(axis, "_converter", None) or getattr(axis, "converter", None)).__name__
    if kind == "StrCategoryConverter":
        return "categorical"
    return "datetime" if "Date" in kind else None


def date_of(number):
    return sys.modules["matplotlib.dates"].num2date(number).replace(tzinfo=None).isoformat()


def in_units(axis, values):
    """What the program gave for positions that matplotlib counted itself: categories and dates."""
    units = unit_kind(axis)
    if units:
        values = list(values[:MOST_VALUES])
    if units == "categorical":
        names = {place: name for name, place in axis.units._mapping.items()}
        return [names.get(value, value) for value in values]
    if units == "datetime":
        return [date_of(value) if isinstance(value, (int, float)) else value for value in values]
    return values


def series_of(axes, room):
    found, known = [], set()
    for taken, named in ((boxes_of, "_sandbench_boxes"), (containers_of, "containers")):
        for one in getattr(axes, named, None) or ():
            found += taken(axes, one, room, known)
    if not known.issuperset(map(id, axes.patches)):
        found += wedges_of([one for one in axes.patches if id(one) not in known], room, known)
    for line in axes.lines:
        if id(line) not in known and line.get_transform() is not None and line.get_transform().contains_branch(axes.transData):
            known.add(id(line))
            found.append(line_of(axes, line, room))
    for cloud in axes.collections:
        if id(cloud) not in known and type(cloud).__name__ in ("PathCollection", "Path3DCollection"):
            known.add(id(cloud))
            found.append(cloud_of(axes, cloud, room))
    drawn = [*axes.lines, *axes.collections, *axes.images, *axes.patches]
    others = sum(id(one) not in known for one in drawn) + max(len(found) - MOST_SERIES, 0)
    return found[:MOST_SERIES], others


def made(kind, label, room, named, **more):
    points, columns = room.columns(named)
    label = "" if label is None or str(label).startswith("_") else label  # those are matplotlib's own
    return dict({"kind": kind, "label": words(label), "points": points, "columns": columns}, **more)


def coordinates(artist, axes):
    if hasattr(artist, "get_data_3d"):
        return list(zip("xyz", artist.get_data_3d()))
    return [
        ("x", in_units(axes.xaxis, artist.get_xdata(orig=False))),
        ("y", in_units(axes.yaxis, artist.get_ydata(orig=False))),
    ]


def line_of(axes, line, room):
    isolated = str(line.get_linestyle()).lower() in ("none", " ", "")
    return made("scatter" if isolated else "line", line.get_label(), room, coordinates(line, axes))


def cloud_of(axes, cloud, room):
    if hasattr(cloud, "_offsets3d"):
        named = list(zip("xyz", cloud._offsets3d))
    else:
        places = cloud.get_offsets()
        named = [("x", in_units(axes.xaxis, places[:, 0])), ("y", in_units(axes.yaxis, places[:, 1]))]
    return made("scatter", cloud.get_label(), room, named)


def containers_of(axes, container, room, known):
    kind = type(container).__name__
    members = [one for part in container for one in (part if isinstance(part, (tuple, list)) else [part]) if one is not None]
    if kind == "BarContainer":
        known.update(map(id, members))
        error = container.errorbar
        known.update(id(one) for part in (error or ()) for one in (part if isinstance(part, (tuple, list)) else [part]))
        return [bars_of(axes, container, room)]
    if kind in ("ErrorbarContainer", "StemContainer") and members and hasattr(members[0], "get_xdata"):
        known.update(map(id, members))
        named = coordinates(members[0], axes)
        return [made("stem" if kind == "StemContainer" else "line", container.get_label(), room, named)]
    return []


def bars_of(axes, container, room):
    flat = container.orientation == "horizontal"
    bars = container.patches
    along = [bar.get_y() + bar.get_height() / 2 if flat else bar.get_x() + bar.get_width() / 2 for bar in bars]
    long = [bar.get_width() if flat else bar.get_height() for bar in bars]
    begins = [bar.get_x() if flat else bar.get_y() for bar in bars]
    along = in_units(axes.yaxis if flat else axes.xaxis, along)
    named = [("x", long), ("y", along)] if flat else [("x", along), ("y", long)]
    if any(begins):
        named.append(("from", begins))
    return made("bar", container.get_label(), room, named, horizontal=flat)


def wedges_of(patches, room, known):
    wedges = [one for one in patches if type(one).__name__ == "Wedge"]
    if not wedges:
        return []
    known.update(map(id, wedges))
    shares = [abs(one.theta2 - one.theta1) / 360 for one in wedges]
    return [made("pie", "", room, [("label", [pie_label(one) for one in wedges]), ("value", shares)])]


def pie_label(wedge):
    label = str(wedge.get_label())
    return "" if label.startswith("_") else label


def boxes_of(axes, drawn, room, known):
    """drawn: what hook_axes() kept of a call of bxp()."""
    stats, artists, flat = drawn
    known.update(id(one) for part in artists.values() for one in part)
    labels = [one.get("label") or str(number) for number, one in enumerate(stats, 1)]
    names = (("min", "whislo"), ("q1", "q1"), ("median", "med"), ("q3", "q3"), ("max", "whishi"))
    named = [("label", labels)] + [(name, [one.get(key) for one in stats]) for name, key in names]
    found = [made("box", "", room, named, horizontal=flat)]
    outside = [(label, value) for label, one in zip(labels, stats) for value in list(one.get("fliers", ()))[:MOST_VALUES]]
    if outside:
        named = [("label", [label for label, _ in outside]), ("value", [value for _, value in outside])]
        found.append(made("outliers", "", room, named))
    return found
'''
