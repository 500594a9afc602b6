#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the figures of the papers from the JSON of `omprim sweep --json FILE`.

  lines    time over work-group size, one line per vector lanes or items per work-item
  heatmap  the same as a map, time in colour
  bars     the best tuning of each strategy
  speedup  speedup over the sequential sum by array size, one line per work-group size
  arrays   throughput of selections, scans, segmented reductions, exact sums, histograms, sorts,
           runs, order statistics, searches, gathers or merges, one line per strategy, over the
           array size, the length of segments or runs, the share that is kept, the dynamic range of
           the terms, the number of bins or the pattern of the elements; bars for one input
  dgemm    GFLOP/s and share of the peak over the order of the matrices, one line per form
  calls    time of each call over the ranks of MPI

Without --kind, the sweep decides. The ending of the output selects SVG, PNG or PDF.
"""

import argparse
import json
import math
import pathlib
import sys

try:
    import matplotlib
except ModuleNotFoundError:
    sys.exit(f"plot.py: {sys.executable} has no matplotlib; "
             "apt install python3-matplotlib, then run this by /usr/bin/python3")

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)
import matplotlib.ticker  # noqa: E402

KIND_OF_PRESET = {
    "vector-lanes": "lines",
    "workload": "lines",
    "strategies": "bars",
    "all": "bars",
    "sizes": "speedup",
    "select": "arrays",
    "scan": "arrays",
    "segments": "arrays",
    "exact": "arrays",
    "histogram": "arrays",
    "sort": "arrays",
    "runs": "arrays",
    "top-k": "arrays",
    "search": "arrays",
    "gather": "arrays",
    "merge": "arrays",
    "hierarchy": "dgemm",
    "mpi": "calls",
}
LABELS = {"lanes": "vector lanes", "items_per_work_item": "items per work-item"}


def fail(message):
    sys.exit(f"plot.py: {message}")


def load(path):
    """The sweep, with only the rows that were measured and right."""
    try:
        with open(path, encoding="utf-8") as file:
            sweep = json.load(file)
    except (OSError, ValueError) as error:
        fail(f"cannot read {path}: {error}")
    if not isinstance(sweep, dict) or "rows" not in sweep or "preset" not in sweep:
        fail(f"{path} is not the JSON of `omprim sweep`")
    sweep["rows"] = [row for row in sweep["rows"] if row["ok"] and row["runs"] > 0]
    if not sweep["rows"]:
        fail(f"{path} has no measured row")
    return sweep


def time_of(row):
    return row["kernel_ms"]["median"]


def tuning_of(row):
    if row["work_group_size"] == 0:
        return ""
    return f"{row['work_group_size']}x{row['lanes']}x{row['items_per_work_item']}"


def parameter_of(rows):
    """The parameter that varies besides the work-group size."""
    def count(name):
        return len({row[name] for row in rows})

    return "lanes" if count("lanes") > 1 else "items_per_work_item"


def ticks(axis, values):
    axis.set_ticks(values, [str(value) for value in values], minor=False)
    axis.set_ticks([], minor=True)


def add_legend(axes, title=None):
    """Puts the legend beside the axes, where it covers no data."""
    axes.legend(title=title, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)


def scale(axes, name, values):
    """A logarithmic axis where the values differ much, else a linear one from 0."""
    if max(values) < 10 * min(values):
        getattr(axes, f"set_{name}lim")(0)
        return
    getattr(axes, f"set_{name}scale")("log")
    getattr(axes, f"{name}axis").set_major_formatter("{x:g}")


def draw_lines(axes, rows):
    parameter = parameter_of(rows)
    groups = sorted({row["work_group_size"] for row in rows})
    for value in sorted({row[parameter] for row in rows}):
        line = sorted((row["work_group_size"], time_of(row)) for row in rows
                      if row[parameter] == value)
        axes.plot(*zip(*line), marker="o", markersize=4, label=str(value))
    axes.set_xscale("log", base=2)
    scale(axes, "y", [time_of(row) for row in rows])
    ticks(axes.xaxis, groups)
    axes.set_xlabel("work-group size")
    axes.set_ylabel("median kernel time, ms")
    add_legend(axes, LABELS[parameter])
    axes.grid(True, which="both", alpha=0.3)


def draw_heatmap(axes, rows):
    parameter = parameter_of(rows)
    groups = sorted({row["work_group_size"] for row in rows})
    values = sorted({row[parameter] for row in rows})
    times = {(row[parameter], row["work_group_size"]): time_of(row) for row in rows}
    grid = [[times.get((value, group), math.nan) for group in groups] for value in values]
    norm = matplotlib.colors.LogNorm(min(times.values()), max(times.values()))
    image = axes.imshow(grid, origin="lower", aspect="auto", cmap="viridis_r", norm=norm)
    middle = math.sqrt(norm.vmin * norm.vmax)
    for y, line in enumerate(grid):
        for x, time in enumerate(line):
            if not math.isnan(time):
                text = f"{time:.3g}" if time < 1000 else f"{time:.0f}"
                axes.text(x, y, text, ha="center", va="center", fontsize=7,
                          color="white" if time > middle else "black")
    axes.set_xticks(range(len(groups)), [str(group) for group in groups])
    axes.set_yticks(range(len(values)), [str(value) for value in values])
    axes.set_xlabel("work-group size")
    axes.set_ylabel(LABELS[parameter])
    bar = axes.figure.colorbar(image, ax=axes, label="median kernel time, ms", format="{x:g}",
                               ticks=matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
    bar.ax.yaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def draw_times(axes, names, times, texts):
    """A bar for each name, with a text behind it."""
    axes.bar_label(axes.barh(names, times), texts, fontsize=7)
    scale(axes, "x", times)
    low, high = axes.get_xlim()
    logarithmic = axes.get_xscale() == "log"
    axes.set_xlim(low, high * (high / low) ** 0.35 if logarithmic else high * 1.35)  # for texts


def draw_bars(axes, rows):
    best = {}
    for row in rows:
        name = row["strategy"]
        if name not in best or time_of(row) < time_of(best[name]):
            best[name] = row
    order = sorted(best.values(), key=time_of, reverse=True)
    draw_times(axes, [row["strategy"] for row in order], [time_of(row) for row in order],
               [f" {time_of(row):.4g} ms  {tuning_of(row)}" for row in order])
    axes.set_xlabel("median kernel time of the best tuning, ms")


def draw_speedup(axes, rows):
    if "speedup" not in rows[0]:
        fail("only `omprim sweep sizes` measures speedups")
    for group in sorted({row["work_group_size"] for row in rows}):
        line = sorted((row["n"], row["speedup"]) for row in rows
                      if row["work_group_size"] == group)
        axes.plot(*zip(*line), marker="o", markersize=4, label=str(group))
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    scale(axes, "y", [row["speedup"] for row in rows])
    axes.set_xlabel("elements")
    axes.set_ylabel("speedup over the sequential sum")
    add_legend(axes, "work-group size")
    axes.grid(True, which="both", alpha=0.3)


# The fields in which inputs of one sweep can differ, and the labels of axes over them. The first
# field that differs becomes the axis; each value of the other fields has a figure of its own.
INPUT_AXES = {"length": "length of the segments or runs", "range": "dynamic range of the terms, bits",
              "bins": "bins", "n": "elements",
              "selectivity": "share of the elements that is kept",
              "pattern": "how elements lie in the bins"}
# What lies in an array in a pattern, where that is not keys.
PATTERNED = {"lower_bound": "values", "upper_bound": "values", "gather": "positions",
             "scatter": "positions"}


def input_axis(rows):
    return next((name for name in INPUT_AXES if len({row.get(name) for row in rows}) > 1), None)


def patterned(row):
    """What the pattern of the row is of."""
    return "elements" if "bins" in row else PATTERNED.get(row["op"], "keys")


def axis_label(rows, axis):
    if axis == "pattern" and "bins" not in rows[0]:
        return f"how {patterned(rows[0])} lie in the array"
    return INPUT_AXES[axis]


def input_text(rows, axis):
    """The input of one figure, without the field that its axis shows; each part ends in a comma."""
    row = rows[0]
    parts = [f"n = {row['n']:,}"] if axis != "n" else []
    if axis != "selectivity" and "selectivity" in row:
        parts.append(f"{100 * row['selectivity']:g} % kept")
    if axis != "length" and "length" in row:
        parts.append(f"segments of {row['length'] or 'all lengths'}")
    if axis != "range" and "range" in row:
        parts.append(f"range 2^{row['range']}")
    if axis != "bins" and "bins" in row:
        parts.append(f"{row['bins']:,} bins")
    if axis != "pattern" and "pattern" in row:
        parts.append(f"{row['pattern']} {patterned(row)}")
    return "".join(f"{part}, " for part in parts)


def split_inputs(rows):
    """The axis, and the rows of each figure, whose inputs differ in the axis only."""
    axis = input_axis(rows)
    others = [name for name in INPUT_AXES if name != axis]
    figures = {}
    for row in rows:
        figures.setdefault(tuple(row.get(name) for name in others), []).append(row)
    return axis, list(figures.values())


def draw_arrays(axes, rows):
    """One line per strategy, the best of its tunings on each input."""
    axis = input_axis(rows)
    if axis is None:
        draw_bars(axes, rows)
        return
    speed, unit = (("gb_per_s", "GB/s of the kernel") if axis == "range" else
                   ("g_elements_per_s", "billion elements per second"))

    def is_mixed(value):
        return axis == "length" and value == 0

    # Segments of all lengths come after segments of one length.
    places = sorted({row[axis] for row in rows}, key=lambda value: (is_mixed(value), value))
    names = ["all" if is_mixed(value) else value if isinstance(value, str) else
             f"{value:,g}" if value < 10 ** 6 else f"{value:.4g}" for value in places]
    for strategy in strategies_of(rows):
        best = [max((row[speed] for row in rows
                     if row["strategy"] == strategy and row[axis] == value), default=math.nan)
                for value in places]
        axes.plot(range(len(places)), best, marker="o", markersize=4, label=strategy)
    axes.set_xticks(range(len(places)), names, rotation=45 if len(places) > 6 else 0)
    scale(axes, "y", [row[speed] for row in rows])
    axes.set_xlabel(axis_label(rows, axis))
    axes.set_ylabel(unit)
    add_legend(axes)
    axes.grid(True, which="both", alpha=0.3)


def draw_forms(axes, rows, value, label):
    """One line per form, the best of its shapes at each order."""
    orders = sorted({row["n"] for row in rows})
    for form in dict.fromkeys(row["form"] for row in rows):
        best = {order: max((row[value] for row in rows
                            if row["form"] == form and row["n"] == order), default=None)
                for order in orders}
        line = [(order, top) for order, top in best.items() if top is not None]
        axes.plot(*zip(*line), marker="o", markersize=4, label=form)
    axes.set_xscale("log", base=2)
    ticks(axes.xaxis, orders)
    scale(axes, "y", [row[value] for row in rows])
    axes.set_xlabel("order of the matrices")
    axes.set_ylabel(label)
    add_legend(axes)
    axes.grid(True, which="both", alpha=0.3)


def draw_dgemm(axes, rows):
    draw_forms(axes, rows, "rate", "GFLOP/s")


def draw_share(axes, rows):
    draw_forms(axes, rows, "share_of_peak", "share of the peak")


def draw_calls(axes, rows):
    """A bar for each call over ranks, in the order in which they were measured."""
    rows = rows[::-1]
    times = [row["wall_ms"]["median"] * 1000 for row in rows]
    draw_times(axes, [row["call"] for row in rows], times, [f" {time:.4g}" for time in times])
    axes.set_xlabel("median time of a call, microseconds")


DRAW = {"lines": draw_lines, "heatmap": draw_heatmap, "bars": draw_bars, "speedup": draw_speedup,
        "arrays": draw_arrays, "dgemm": draw_dgemm, "calls": draw_calls}


def strategies_of(rows):
    return sorted({row["strategy"] for row in rows})


def panels_of(sweep, kind, strategy):
    """(title, rows, how to draw) of each panel: one per backend, and per strategy if a panel shows
    one strategy; for products one per figure."""
    hardware = {each["name"]: each["hardware"] for each in sweep["backends"]}
    if kind == "dgemm":
        products = [row for row in sweep["rows"] if row.get("kernel") == "dgemm"]
        return [(f"{name}\n{hardware.get(name, '')}",
                 [row for row in products if row["backend"] == name], how)
                for name in dict.fromkeys(row["backend"] for row in products)
                for how in (draw_dgemm, draw_share)]
    if kind == "calls":
        if "ranks" not in sweep:
            fail("only the sweep mpi is drawn by --kind calls")
        return [(f"{n:,} elements on each of {sweep['ranks']} ranks",
                 [row for row in sweep["rows"] if row["n"] == n], draw_calls)
                for n in dict.fromkeys(row["n"] for row in sweep["rows"])]
    if "strategy" not in sweep["rows"][0]:
        fail("this sweep has no strategies; draw it by --kind "
             f"{KIND_OF_PRESET.get(sweep['preset'], 'dgemm')}")
    if kind == "arrays" and "g_elements_per_s" not in sweep["rows"][0]:
        drawn = [name for name, of in KIND_OF_PRESET.items() if of == "arrays"]
        fail(f"only the sweeps {', '.join(drawn[:-1])} and {drawn[-1]} are drawn by --kind arrays")
    panels = []
    for backend in dict.fromkeys(row["backend"] for row in sweep["rows"]):
        rows = [row for row in sweep["rows"] if row["backend"] == backend]
        if strategy:
            rows = [row for row in rows if row["strategy"] == strategy]
        if kind == "arrays":
            axis, parts = split_inputs(rows) if rows else (None, [])
            groups = [(input_text(part, axis), part) for part in parts]
        elif kind == "bars":
            groups = [("", rows)]
        else:
            groups = [(name + ", ", [row for row in rows if row["strategy"] == name
                                     and row["work_group_size"] > 0])
                      for name in strategies_of(rows)]
        for name, part in groups:
            if part:
                title = f"{name}{backend}\n{hardware.get(backend, '')}"
                panels.append((title, part, DRAW[kind]))
    return panels


def draw(sweep, kind, strategy, output):
    panels = panels_of(sweep, kind, strategy)
    if not panels:
        fail("this sweep has no products" if kind == "dgemm" else
             f"no row fits; the strategies are {', '.join(strategies_of(sweep['rows']))}")
    columns = 2 if kind == "dgemm" else min(len(panels), 3)
    lines = math.ceil(len(panels) / columns)
    figure, grid = plt.subplots(lines, columns, figsize=(8 * columns, 4.8 * lines),
                                squeeze=False, layout="constrained")
    for axes in grid.flat[len(panels):]:
        axes.set_visible(False)
    for axes, (title, rows, how) in zip(grid.flat, panels):
        how(axes, rows)
        axes.set_title(title, fontsize=9)
    sizes = {row["n"] for row in sweep["rows"]}
    largest, up_to = max(sizes), "up to " if len(sizes) > 1 else ""
    what = {"dgemm": "DGEMM", "calls": f"calls over {sweep.get('ranks')} ranks"}.get(kind)
    what = what or f"{sweep['op']} of {up_to}{largest:,} {sweep['type']}"
    figure.suptitle(f"{what}, omprim {sweep['version']}, "
                    f"{sweep['compiler']}, {sweep['date'][:10]}", fontsize=10)
    try:
        figure.savefig(output, dpi=150)
    except (OSError, ValueError) as error:
        fail(f"cannot write {output}: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=pathlib.Path, help="what `omprim sweep --json` wrote")
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="SVG, PNG or PDF file (default: the JSON's name with .svg)")
    parser.add_argument("--kind", choices=sorted(DRAW), help="default: what the sweep is about")
    parser.add_argument("--strategy", help="draw only this strategy")
    arguments = parser.parse_args()
    sweep = load(arguments.json)
    kind = arguments.kind or KIND_OF_PRESET.get(sweep["preset"], "bars")
    output = arguments.output or arguments.json.with_suffix(".svg")
    draw(sweep, kind, arguments.strategy, output)
    print(output)


if __name__ == "__main__":
    main()
