"""Pictures of growth: what was measured, and the line on which it should lie.

They are written as text, number by number, so that the same figures make the same file; they hold their own colours
for light and for dark pages, and need no library that would be larger than livecam.
"""
import math

from running import median

PANEL_WIDTH, PANEL_HEIGHT, GAP, TOP = 400, 240, 24, 64
LEFT, RIGHT, HEAD, FOOT = 62, 14, 46, 42
STYLE = """
svg { font: 12px system-ui, sans-serif; }
.page { fill: #ffffff; stroke: #d0d7de; } text { fill: #1f2328; } .quiet { fill: #59636e; font-size: 11px; }
.title { font-weight: 600; } .head { font-size: 15px; font-weight: 600; }
.grid { stroke: #d0d7de; stroke-width: 1; } .axis { stroke: #59636e; stroke-width: 1; }
.law { stroke: #bc4c00; stroke-width: 2; stroke-dasharray: 6 4; fill: none; }
.point { fill: #0969da; } .whisker { stroke: #0969da; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117; stroke: #3d444d; } text { fill: #f0f6fc; } .quiet { fill: #9198a1; }
.grid { stroke: #3d444d; } .axis { stroke: #9198a1; }
.law { stroke: #f0883e; } .point { fill: #4493f8; } .whisker { stroke: #4493f8; } }
"""


class Panel:
    """A measure against another: `points` are (x, values of all rounds), `law` pairs of x and what is expected."""

    def __init__(self, title, law_text, x_label, y_label, points, law):
        self.title, self.law_text, self.x_label, self.y_label = title, law_text, x_label, y_label
        self.points, self.law = points, law


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def ticks(most, count):
    """Round numbers from 0 to beyond the most."""
    rough = most / count
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= rough)
    return [step * index for index in range(math.ceil(most / step - 1e-9) + 1)]


def text(x, y, words, kind="", anchor="start", turned=False):
    kind = f' class="{kind}"' if kind else ""
    turn = f' transform="rotate(-90 {number(x)} {number(y)})"' if turned else ""
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{kind}{turn}>{escaped(words)}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" class="{kind}"/>'


def drawn(panel, x0, y0):
    """The parts of a panel whose upper left corner is there."""
    width, height = PANEL_WIDTH - LEFT - RIGHT, PANEL_HEIGHT - HEAD - FOOT
    most_y = max([value for _, values in panel.points for value in values] + [value for _, value in panel.law])
    most_x = 1.04 * max(x for x, _ in panel.points)
    across, up = [value for value in ticks(most_x, 6) if value <= most_x], ticks(most_y, 4)

    def place(x, y):
        return x0 + LEFT + width * x / most_x, y0 + HEAD + height * (1 - y / up[-1])

    parts = [text(x0 + LEFT, y0 + 14, panel.title, "title"), text(x0 + LEFT, y0 + 31, panel.law_text, "quiet")]
    for value in up:
        x, y = place(0, value)
        parts.append(line(x, y, x + width, y, "grid" if value else "axis"))
        parts.append(text(x - 6, y + 4, f"{value:g}", "quiet", "end"))
    for value in across:
        x, y = place(value, 0)
        parts += [line(x, y, x, y + 4, "axis"), text(x, y + 17, f"{value:g}", "quiet", "middle")]
    parts.append(text(x0 + LEFT + width / 2, y0 + PANEL_HEIGHT - 8, panel.x_label, "quiet", "middle"))
    parts.append(text(x0 + 14, y0 + HEAD + height / 2, panel.y_label, "quiet", "middle", turned=True))
    course = " ".join(",".join(map(number, place(x, y))) for x, y in sorted(panel.law))
    parts.append(f'<polyline points="{course}" class="law"/>')
    for x, values in panel.points:
        (left, low), (_, high), (_, middle) = place(x, min(values)), place(x, max(values)), place(x, median(values))
        if low - high >= 1:
            parts.append(line(left, low, left, high, "whisker"))
        parts.append(f'<circle cx="{number(left)}" cy="{number(middle)}" r="4" class="point"/>')
    return parts


def picture(title, panels):
    """A drawing of some panels, two in a row, as the text of an SVG file."""
    rows = math.ceil(len(panels) / 2)
    width, height = 2 * PANEL_WIDTH + 3 * GAP, TOP + rows * (PANEL_HEIGHT + GAP)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<title>{escaped(title)}</title>",
             f"<style>{STYLE}</style>",
             f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8" class="page"/>',
             text(GAP, 28, title, "head"), '<circle cx="30" cy="45" r="4" class="point"/>',
             line(30, 39, 30, 51, "whisker"),
             text(42, 49, "measured: the median, and from the least to the most", "quiet"),
             line(350, 45, 386, 45, "law"), text(394, 49, "expected, as each heading says", "quiet")]
    for index, panel in enumerate(panels):
        parts += drawn(panel, GAP + index % 2 * (PANEL_WIDTH + GAP), TOP + index // 2 * (PANEL_HEIGHT + GAP))
    return "\n".join([*parts, "</svg>", ""])
