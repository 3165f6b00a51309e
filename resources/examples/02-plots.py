# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
"""Two years of a small weather station: two matplotlib figures and an interactive chart."""

import matplotlib.pyplot as plt
import numpy as np
import plotly.graph_objects as go

BLUE, ORANGE, GREEN, INK = "#2a6fbb", "#e8743b", "#2f9e6e", "#2b2f36"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

plt.rcParams.update({
    "figure.figsize": (8, 4.6), "figure.dpi": 110, "axes.titlesize": 14, "axes.titleweight": "bold",
    "axes.titlelocation": "left", "axes.titlepad": 12, "axes.edgecolor": "#c4c9d1", "axes.labelcolor": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True,
    "grid.color": "#e6e9ee", "xtick.color": INK, "ytick.color": INK, "legend.frameon": False,
})

# --- The measurements: a yearly wave, weather that lingers for days, and noise -----------------------
random = np.random.default_rng(7)
days = np.arange(730)
season = 11 - 9.5 * np.cos(2 * np.pi * (days - 20) / 365)
weather = np.convolve(random.normal(0, 4, days.size + 8), np.ones(9) / 3, mode="valid")
temperature = season + weather
month_of_day = (days % 365) * 12 // 365
sunshine = np.clip(7 - 4.5 * np.cos(2 * np.pi * days / 365) + 0.45 * weather + random.normal(0, 1.3, days.size), 0, 15)

weekly = np.convolve(temperature, np.ones(29) / 29, mode="same")
weekly[:14] = weekly[-14:] = np.nan

print(f"{days.size} days measured")
print(f"  mean      {temperature.mean():6.1f} °C")
print(f"  coldest   {temperature.min():6.1f} °C  on day {temperature.argmin()}")
print(f"  warmest   {temperature.max():6.1f} °C  on day {temperature.argmax()}")
print(f"  sun       {sunshine.sum():6.0f} hours, correlation {np.corrcoef(temperature, sunshine)[0, 1]:.2f}")

# --- Figure 1: the temperature over time -------------------------------------------------------------
figure, axes = plt.subplots(layout="constrained")
axes.plot(days, temperature, color=BLUE, alpha=0.35, linewidth=0.8, label="daily mean")
axes.plot(days, weekly, color=BLUE, linewidth=2.4, label="average of four weeks")
axes.fill_between(days, temperature, 0, where=temperature < 0, color=BLUE, alpha=0.18, label="frost")
axes.scatter([temperature.argmax()], [temperature.max()], color=ORANGE, zorder=3)
axes.annotate(f"{temperature.max():.1f} °C", (temperature.argmax(), temperature.max()), color=ORANGE,
              xytext=(10, -3), textcoords="offset points", weight="bold")
axes.set(title="Two years of temperature", xlabel="Day", ylabel="Temperature (°C)", xlim=(0, days.size))
axes.legend(loc="lower right", ncols=3)

# --- Figure 2: the months, and what the sun has to do with it ----------------------------------------
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
boxes = left.boxplot([temperature[month_of_day == month] for month in range(12)], patch_artist=True, widths=0.65,
                     medianprops={"color": INK}, flierprops={"markersize": 3, "markeredgecolor": "#9aa2ad"})
for month, box in enumerate(boxes["boxes"]):
    box.set(facecolor=plt.cm.coolwarm((season[month * 30 + 15] - 1) / 20), edgecolor=INK, linewidth=0.8)
left.set(title="Temperature by month", ylabel="Temperature (°C)")
left.set_xticks(range(1, 13), [name[0] for name in MONTHS])
left.grid(axis="x", visible=False)

points = right.scatter(sunshine, temperature, c=month_of_day + 1, cmap="twilight_shifted", s=14, alpha=0.85)
slope, offset = np.polyfit(sunshine, temperature, 1)
ends = np.array([0, sunshine.max()])
right.plot(ends, slope * ends + offset, color=ORANGE, linewidth=2.2, label=f"{slope:+.1f} °C per hour")
right.set(title="More sun, more warmth", xlabel="Sunshine (hours per day)", ylabel="Temperature (°C)")
right.legend(loc="upper left")
figure.colorbar(points, ax=right, label="Month", ticks=[1, 4, 7, 10, 12])
plt.show()

# --- An interactive chart: hover over it, drag to zoom, click the legend -----------------------------
chart = go.Figure()
for year, colour in ((0, BLUE), (1, ORANGE)):
    means = [temperature[year * 365 : (year + 1) * 365][month_of_day[:365] == month].mean() for month in range(12)]
    chart.add_trace(go.Scatter(x=MONTHS, y=np.round(means, 1), name=f"Year {year + 1}", mode="lines+markers",
                               line={"color": colour, "width": 3, "shape": "spline"}, marker={"size": 9}))
hours = [sunshine[month_of_day == month].mean() for month in range(12)]
chart.add_trace(go.Bar(x=MONTHS, y=np.round(hours, 1), name="Sunshine (hours per day)", marker_color="#f6d186",
                       yaxis="y2", opacity=0.45))
chart.update_layout(
    title="The monthly means", template="plotly_white", hovermode="x unified", font={"color": INK},
    yaxis={"title": "Temperature (°C)", "range": [-8, 26], "dtick": 5},
    yaxis2={"title": "Sunshine (hours)", "overlaying": "y", "side": "right", "range": [0, 24], "tickmode": "linear",
            "dtick": 6, "showgrid": False},
    legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 1, "xanchor": "right"}, margin={"t": 70, "b": 40},
)
chart.show()
