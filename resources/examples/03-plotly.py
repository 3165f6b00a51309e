# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Two interactive charts: a landscape to turn, and a year of planets to play."""

import numpy as np
import plotly.graph_objects as go

# --- A landscape: drag to turn it, scroll to come closer ---------------------------------------------
axis = np.linspace(-3, 3, 70)
x, y = np.meshgrid(axis, axis)
height = (
    3 * (1 - x) ** 2 * np.exp(-(x**2) - (y + 1) ** 2)
    - 10 * (x / 5 - x**3 - y**5) * np.exp(-(x**2) - y**2)
    - np.exp(-((x + 1) ** 2) - y**2) / 3
)

# Walk uphill from four corners: gradient ascent, drawn on the surface.
grad_y, grad_x = np.gradient(height, axis, axis)


def nearest(value):
    return int(np.clip(np.round((value + 3) / 6 * 69), 0, 69))


landscape = go.Figure(go.Surface(
    x=axis, y=axis, z=np.round(height, 3), colorscale="Viridis", colorbar={"title": "Height", "len": 0.7},
    contours={"z": {"show": True, "usecolormap": True, "project": {"z": True}}},
    hovertemplate="x %{x:.2f}<br>y %{y:.2f}<br>height %{z:.2f}<extra></extra>",
))
for number, (walker_x, walker_y) in enumerate([(-1.5, -1.8), (2.0, -1.0), (-0.2, 0.3), (-2.2, 1.2)], start=1):
    path = []
    for _ in range(300):
        row, column = nearest(walker_y), nearest(walker_x)
        path.append((walker_x, walker_y, height[row, column] + 0.15))
        walker_x += 0.012 * grad_x[row, column]
        walker_y += 0.012 * grad_y[row, column]
    px, py, pz = np.round(np.array(path).T, 3)
    landscape.add_trace(go.Scatter3d(x=px, y=py, z=pz, mode="lines", name=f"Walker {number}",
                                     line={"width": 7}, hoverinfo="name"))
    print(f"Walker {number} climbs from {pz[0]:5.2f} to {pz[-1]:5.2f}")
landscape.update_layout(title="Four walkers look for a summit", margin={"l": 0, "r": 0, "b": 0, "t": 60},
                        scene={"camera": {"eye": {"x": 1.5, "y": -1.5, "z": 0.9}}}, legend={"x": 0, "y": 0.95})
landscape.show()

# --- The inner planets: press Play, or drag the slider -----------------------------------------------
PLANETS = {  # distance (astronomical units), year (days), colour, size
    "Mercury": (0.39, 88, "#9c8f84", 8),
    "Venus": (0.72, 225, "#e0a84c", 13),
    "Earth": (1.00, 365, "#2a6fbb", 14),
    "Mars": (1.52, 687, "#d1493f", 11),
}
names = list(PLANETS)
distance, year, colour, size = zip(*PLANETS.values())
distance, year = np.array(distance), np.array(year)


def positions(day):
    angle = 2 * np.pi * day / year
    return go.Scatter(x=np.round(distance * np.cos(angle), 3), y=np.round(distance * np.sin(angle), 3), text=names,
                      mode="markers+text", textposition="top center", marker={"size": size, "color": colour},
                      hovertemplate="%{text}<br>day " + str(day) + "<extra></extra>", showlegend=False)


turn = np.linspace(0, 2 * np.pi, 120)
orbits = [go.Scatter(x=np.round(d * np.cos(turn), 3), y=np.round(d * np.sin(turn), 3), mode="lines", hoverinfo="skip",
                     line={"color": c, "width": 1, "dash": "dot"}, showlegend=False) for d, c in zip(distance, colour)]
sun = go.Scatter(x=[0], y=[0], mode="markers", marker={"size": 26, "color": "#f7c948"}, hoverinfo="skip",
                 showlegend=False)
days = range(0, 688, 8)
frames = [go.Frame(data=[positions(day)], name=str(day), traces=[0]) for day in days]
at_once = {"frame": {"duration": 0, "redraw": False}, "mode": "immediate"}
planets = go.Figure(data=[positions(0), sun, *orbits], frames=frames)
planets.update_layout(
    title="One year on Mars", template="plotly_white", height=620,
    xaxis={"range": [-1.8, 1.8], "title": "Astronomical units"},
    yaxis={"range": [-1.8, 1.8], "scaleanchor": "x"},
    updatemenus=[{"type": "buttons", "x": 0, "y": -0.12, "direction": "right", "buttons": [
        {"label": "Play", "method": "animate",
         "args": [None, {"frame": {"duration": 40, "redraw": False}, "fromcurrent": True}]},
        {"label": "Pause", "method": "animate", "args": [[None], at_once]}]}],
    sliders=[{"x": 0.2, "len": 0.8, "currentvalue": {"prefix": "Day "},
              "steps": [{"label": str(day), "method": "animate", "args": [[str(day)], at_once]} for day in days]}],
)
planets.show()
print(f"The planets move in {len(frames)} frames of eight days.")
