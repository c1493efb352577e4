"""What a bench found: figures, ratios, and which bars they meet."""
import json
import os
import platform
import subprocess


class Results:
    """Rows of one run, printed as they come, and kept for the table and for JSON."""

    def __init__(self, quiet):
        self.rows = []
        self.left_out = []
        self.failed = []
        self.took = {}
        self.versions = {}
        self.quiet = quiet
        self.load = [round(os.getloadavg()[0], 1)]

    def say(self, text):
        if not self.quiet:
            print(text, flush=True)

    def title(self, text):
        self.say(text)

    def add(self, bench, name, value, unit, bar=None, spread=None, p95=None):
        """A figure; `bar` is the most that it may be, `p95` the 95th part of a hundred, of few figures the most."""
        row = {"bench": bench, "name": name, "value": round(value, 4), "unit": unit}
        if spread is not None:
            row["spread"] = round(spread, 3)
        if p95 is not None:
            row["p95"] = round(p95, 4)
        if bar is not None:
            row["bar"] = round(bar, 4)
            row["held"] = value <= bar
        self.rows.append(row)
        self.say(f"  {name:<58} {figure(value):>9} {unit:<5} {bar_text(row)}{spread_text(row)}")

    def leave_out(self, bench, peer, reason):
        """A peer that does not work here, and why."""
        reason = " ".join(str(reason).split())
        self.left_out.append({"bench": bench, "peer": peer, "reason": reason})
        self.say(f"  {peer} is left out: {reason}")

    def fail(self, bench, reason):
        """A bench that could not be carried out."""
        reason = " ".join(str(reason).split())
        self.failed.append({"bench": bench, "reason": reason})
        self.say(f"  {bench} FAILED: {reason}")

    def end(self, bench, seconds):
        """A bench is over."""
        self.took[bench] = round(seconds, 1)
        self.load.append(round(os.getloadavg()[0], 1))

    @property
    def held(self):
        return not self.failed and all(row.get("held", True) for row in self.rows)

    @property
    def missed(self):
        """The rows whose bars were missed, and the benches that could not be carried out."""
        return [f"{row['bench']}, {row['name']}" for row in self.rows if not row.get("held", True)] + [
            one["bench"] for one in self.failed]

    def times(self):
        """How long each bench has taken."""
        each = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in self.took.items())
        return f"{sum(self.took.values()):.0f} s: {each}"

    def about(self):
        return {**machine(), "load": [min(self.load), max(self.load)]}

    def json(self):
        return json.dumps({"machine": self.about(), "versions": self.versions, "rows": self.rows, "seconds": self.took,
                           "leftOut": self.left_out, "failed": self.failed}, indent=2)

    def table(self):
        """The rows as a table in Markdown."""
        about = self.about()
        least, most = about["load"]
        lines = [f"{about['date']}, {about['cores']} × {about['processor']}, Linux {about['kernel']}; load {least:g} "
                 f"to {most:g}, this bench's own included."]
        if self.versions:
            lines += ["", "Peers: " + ", ".join(f"{name} {version}" for name, version in self.versions.items()) + "."]
        lines += ["", "| Bench | Measured | Figure | Bar |", "|---|---|---|---|"]
        for row in self.rows:
            bar = "" if "bar" not in row else f"≤ {figure(row['bar'])} {row['unit']}".rstrip() + (
                "" if row["held"] else ": missed")
            more = "".join([f", p95 {figure(row['p95'])}" if "p95" in row else "",
                            f" (±{row['spread'] / 2:.0%})" if row.get("spread") else ""])
            value = figure(row["value"])
            if not row.get("held", True) and value == figure(row["bar"]):
                value = f"{row['value']:.3f}"
            lines.append(f"| {row['bench']} | {row['name']} | {value} {row['unit']}{more} | {bar} |")
        if self.left_out or self.failed:
            lines.append("")
        lines += [f"- Left out of {one['bench']}: {one['peer']}: {one['reason']}" for one in self.left_out]
        lines += [f"- Failed: {one['bench']}: {one['reason']}" for one in self.failed]
        lines += ["", "Took " + self.times() + "."]
        return "\n".join(line.replace("  ", " ").rstrip() for line in lines)


def figure(value):
    if abs(value) >= 100 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 20 else f"{value:.2f}"


def bar_text(row):
    if "bar" not in row:
        return ""
    return f"bar {figure(row['bar'])} {'held' if row['held'] else 'MISSED'}"


def spread_text(row):
    return (f"  p95 {figure(row['p95'])}" if "p95" in row else "") + (
        f"  (±{row['spread'] / 2:.0%})" if row.get("spread") else "")


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    date = subprocess.run(["date", "+%Y-%m-%d"], capture_output=True, text=True).stdout.strip()
    return {"processor": model, "cores": os.cpu_count(), "kernel": platform.release(), "date": date}
