"""What a bench found: figures, ratios, and which bars they meet."""
import json
import os
import platform
import subprocess


class Results:
    """Rows of one run, printed as they come, and kept for the table and for JSON."""

    def __init__(self, quiet):
        self.rows = []
        self.quiet = quiet

    def title(self, text):
        if not self.quiet:
            print(text, flush=True)

    def add(self, bench, name, value, unit, bar=None, spread=None):
        """A figure; `bar` is the most that it may be."""
        row = {"bench": bench, "name": name, "value": round(value, 4), "unit": unit}
        if spread is not None:
            row["spread"] = round(spread, 3)
        if bar is not None:
            row["bar"] = bar
            row["held"] = value <= bar
        self.rows.append(row)
        if not self.quiet:
            print(f"  {name:<58} {figure(value):>9} {unit:<5} {bar_text(row)}{spread_text(row)}", flush=True)

    @property
    def held(self):
        return all(row.get("held", True) for row in self.rows)

    def json(self):
        return json.dumps({"machine": machine(), "rows": self.rows}, indent=2)

    def table(self):
        """The rows as a table in Markdown."""
        lines = [machine_line(), "", "| Bench | Measured | Figure | Bar |", "|---|---|---|---|"]
        for row in self.rows:
            bar = "" if "bar" not in row else f"≤ {row['bar']:g} {row['unit']}".rstrip() + (
                "" if row["held"] else ": missed")
            lines.append(f"| {row['bench']} | {row['name']} | {figure(row['value'])} {row['unit']} | {bar} |")
        return "\n".join(line.replace("  ", " ").rstrip() for line in lines)


def figure(value):
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.2f}"


def bar_text(row):
    if "bar" not in row:
        return ""
    return f"bar {row['bar']:g} {'held' if row['held'] else 'MISSED'}"


def spread_text(row):
    return f"  (±{row['spread'] / 2:.0%})" if row.get("spread") else ""


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    date = subprocess.run(["date", "+%Y-%m-%d"], capture_output=True, text=True).stdout.strip()
    return {"processor": model, "cores": os.cpu_count(), "kernel": platform.release(), "date": date,
            "load": round(os.getloadavg()[0], 1)}


def machine_line():
    about = machine()
    return (f"{about['date']}, {about['cores']} × {about['processor']}, Linux {about['kernel']}, "
            f"load {about['load']} besides.")
