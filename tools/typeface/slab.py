#!/usr/bin/env python3
"""Draws the house's display face, a condensed slab in the manner of wood type, and
writes it as a web font. README.md says how to run it.

A glyph is a heap of plain shapes (bars, quarter rings, polygons), melted into one.
Units: 1000 to the em; letters stand on 0 and reach to H. Small letters look like
capitals: the face has one case, as a poster has.
"""

import sys

from booleanOperations.booleanGlyph import BooleanGlyph
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

H = 700  # height of a letter
S = 136  # a stem is that wide
T = 112  # a slab, and the top and bottom of a bowl, that thick
M = 96  # a bar in the middle
E = 42  # how far a slab reaches past its stem
B = 34  # the bracket between stem and slab
SIDE = 22  # air at each side of a letter
ROUND = 0.66  # how square a bowl's shoulder is: 0.5523 is an ellipse


class Glyph:
    def __init__(self):
        self.shapes = []  # lists of ("move" | "line" | "curve", points...)

    def poly(self, *points):
        self.shapes.append([("line", p) for p in points])

    def bar(self, x0, y0, x1, y1):
        self.poly((x0, y0), (x1, y0), (x1, y1), (x0, y1))

    def quarter(self, cx, cy, rx, ry, dx, dy, s=S, t=T):
        """A quarter of a ring round (cx, cy), towards (dx, dy): s wide and t high."""
        k, ix, iy = ROUND, rx - s, ry - t
        if ix < 1 or iy < 1:
            ix, iy = max(ix, 1), max(iy, 1)
        self.shapes.append([
            ("line", (cx + dx * rx, cy)),
            ("curve", (cx + dx * rx, cy + dy * ry * k), (cx + dx * rx * k, cy + dy * ry), (cx, cy + dy * ry)),
            ("line", (cx, cy + dy * iy)),
            ("curve", (cx + dx * ix * k, cy + dy * iy), (cx + dx * ix, cy + dy * iy * k), (cx + dx * ix, cy)),
        ])

    def fillet(self, x, y, dx, dy, b=B):
        """The bracket in a corner at (x, y) that opens towards (dx, dy)."""
        x, y = x - 4 * dx, y - 4 * dy
        b += 4
        self.shapes.append([
            ("line", (x, y)),
            ("line", (x + dx * b, y)),
            ("curve", (x + dx * b * 0.4, y + dy * 2), (x + dx * 2, y + dy * b * 0.4), (x, y + dy * b)),
        ])

    def slab(self, x0, x1, y, left=E, right=E, up=True, plain=True):
        """A slab that hangs from y (or, not up, stands on it) at a stem from x0 to x1."""
        y0, y1 = (y - T, y) if up else (y, y + T)
        self.bar(x0 - left, y0, x1 + right, y1)
        inner, d = (y0, -1) if up else (y1, 1)
        if left > B and not plain:
            self.fillet(x0, inner, -1, d)
        if right > B and not plain:
            self.fillet(x1, inner, 1, d)

    def stem(self, x, y0=0, y1=H, top=(E, E), bottom=(E, E), s=S):
        self.bar(x, y0, x + s, y1)
        if top:
            self.slab(x, x + s, y1, *top, plain=False)
        if bottom:
            self.slab(x, x + s, y0, *bottom, up=False, plain=False)

    def slant(self, x0, y0, x1, y1, w=S):
        """A slanted stroke, w wide measured along the line: its left foot at x0, y0."""
        self.poly((x0, y0), (x0 + w, y0), (x1 + w, y1), (x1, y1))

    def bowl(self, x0, y0, x1, y1, corners="nesw", rx=185, ry=200, s=S, t=T, gap=False, square=""):
        """Part of a ring in a box. Corners: n is top left, e top right, s bottom
        right, w bottom left. A gap leaves the right side open; bars run out into
        square corners."""
        rx, ry = min(rx, (x1 - x0) / 2), min(ry, (y1 - y0) / 2)
        o = 5  # overlap
        for name, cx, cy, dx, dy in (
            ("n", x0 + rx, y1 - ry, -1, 1), ("e", x1 - rx, y1 - ry, 1, 1),
            ("s", x1 - rx, y0 + ry, 1, -1), ("w", x0 + rx, y0 + ry, -1, -1),
        ):
            if name in corners:
                self.quarter(cx, cy, rx, ry, dx, dy, s, t)
        left = [0 if c in square else rx - o for c in "nw"]
        right = [0 if c in square else rx - o for c in "es"]
        if "n" in corners or "e" in corners:
            self.bar(x0 + left[0], y1 - t, x1 - right[0], y1)
        if "s" in corners or "w" in corners:
            self.bar(x0 + left[1], y0, x1 - right[1], y0 + t)
        if "n" in corners and "w" in corners:
            self.bar(x0, y0 + ry - o, x0 + s, y1 - ry + o)
        if "e" in corners and "s" in corners and not gap:
            self.bar(x1 - s, y0 + ry - o, x1, y1 - ry + o)

    def beak(self, x, y, down, h=70, w=74):
        """The end of an arm: a block that hangs from y, or stands on it."""
        y0, y1 = (y - T - h, y) if down else (y, y + T + h)
        self.bar(x - w, y0, x, y1)
        if down:
            self.fillet(x - w, y - T, -1, -1, 26)
        else:
            self.fillet(x - w, y + T, -1, 1, 26)

    def draw(self, dx):
        heap = BooleanGlyph()
        pen = heap.getPen()
        for shape in self.shapes:
            shape = [(op, *[(round(x + dx), round(y)) for x, y in pts]) for op, *pts in shape]
            if area(shape) < 0:
                shape = turned(shape)
            pen.moveTo(shape[0][-1])
            for op, *pts in shape[1:]:
                pen.lineTo(pts[0]) if op == "line" else pen.curveTo(*pts)
            pen.closePath()
        out = TTGlyphPen(None)
        heap.removeOverlap().draw(Cu2QuPen(out, max_err=1.0, reverse_direction=True))
        return out.glyph()

    def bounds(self):
        xs = [x for shape in self.shapes for _, *pts in shape for x, _ in pts]
        return min(xs), max(xs)


def area(shape):
    pts = [p for _, *rest in shape for p in rest]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(pts, pts[1:] + pts[:1]))


def turned(shape):
    """The shape, the other way round. Its closing edge is straight."""
    ends = [step[-1] for step in shape]
    out = [("line", ends[-1])]
    for i in range(len(shape) - 1, 0, -1):
        op, *pts = shape[i]
        out.append(("line", ends[i - 1]) if op == "line" else ("curve", pts[1], pts[0], ends[i - 1]))
    return out


GLYPHS = {}


def glyph(chars):
    def keep(draw):
        g = Glyph()
        draw(g)
        GLYPHS[chars] = g
        return draw
    return keep


R = 440  # right edge of an ordinary letter's body


@glyph("A")
def _(g):
    g.slant(50, 0, 168, H, 128)
    g.slant(336, 0, 218, H, 128)
    g.bar(150, 168, 360, 168 + M)
    g.bar(128, H - T + 20, 300, H)
    for x in (50, 336):
        g.slab(x + 8, x + 120, 0, 50, 50, up=False)


@glyph("B")
def _(g):
    g.stem(E, top=(E, 0), bottom=(E, 0))
    g.bowl(E, 320, 425, H, "es", 150, 150, square="nw")
    g.bowl(E, 0, 446, 320 + M, "es", 160, 170, S, T, square="nw")


@glyph("C")
def _(g):
    g.bowl(0, 0, R, H, gap=True)
    g.bar(R - S, 452, R, H - 190)
    g.bar(R - S, 170, R, 250)


@glyph("D")
def _(g):
    g.stem(E, top=(E, 0), bottom=(E, 0))
    g.bowl(E, 0, 456, H, "es", 200, 210, square="nw")


@glyph("E")
def _(g):
    g.stem(E, top=(E, 0), bottom=(E, 0))
    g.bar(E, H - T, 410, H)
    g.beak(410, H, True)
    g.bar(E, 0, 420, T)
    g.beak(420, 0, False)
    g.bar(E, 305, 310, 305 + M)
    g.bar(262, 258, 322, 448)


@glyph("F")
def _(g):
    g.stem(E, top=(E, 0))
    g.bar(E, H - T, 408, H)
    g.beak(408, H, True)
    g.bar(E, 290, 310, 290 + M)
    g.bar(262, 243, 322, 433)


@glyph("G")
def _(g):
    g.bowl(0, 0, R, H, gap=True)
    g.bar(R - S, 466, R, H - 190)
    g.bar(R - S, 0, R, 360)
    g.bar(250, 360 - M, R + 36, 360)


@glyph("H")
def _(g):
    g.stem(E, top=(E, 34), bottom=(E, 34))
    g.stem(340, top=(34, E), bottom=(34, E))
    g.bar(E, 302, 400, 302 + M)


@glyph("I")
def _(g):
    g.stem(E)


@glyph("J")
def _(g):
    g.bowl(0, 0, 350, 440, "sw", 165, 190)
    g.stem(350 - S, 170, bottom=None)
    g.bar(0, 180, S, 262)


@glyph("K")
def _(g):
    g.stem(E, top=(E, 30), bottom=(E, 30))
    g.poly((170, 250), (170, 400), (318, H), (318 + 146, H), (300, 372))
    g.poly((196, 400), (318, 470), (490, 0), (338, 0))
    g.slab(330, 450, H, 40, 40)
    g.slab(346, 470, 0, 36, 40, up=False)


@glyph("L")
def _(g):
    g.stem(E, bottom=(E, 0))
    g.bar(E, 0, 402, T)
    g.beak(402, 0, False, h=110)


@glyph("M")
def _(g):
    g.stem(E, top=None, bottom=(E, 26), s=120)
    g.stem(478, top=None, bottom=(26, E), s=120)
    g.bar(0, H - T, 170, H)
    g.bar(470, H - T, 640, H)
    g.poly((60, H), (210, H), (382, 180), (258, 180))
    g.poly((580, H), (430, H), (258, 180), (382, 180))


@glyph("N")
def _(g):
    g.stem(E, top=(E, 0), bottom=(E, 34), s=116)
    g.stem(366, top=(40, E), bottom=None, s=116)
    g.poly((60, H), (200, H), (482, 0), (356, 0))


@glyph("O")
def _(g):
    g.bowl(0, 0, R + 6, H)


@glyph("P")
def _(g):
    g.stem(E, top=(E, 0))
    g.bowl(E, 262, 440, H, "es", 175, 190, square="nw")


@glyph("Q")
def _(g):
    g.bowl(0, 0, R + 6, H)
    g.poly((190, 190), (300, 190), (480, -96), (330, -96))


@glyph("R")
def _(g):
    g.stem(E, top=(E, 0), bottom=(E, 30))
    g.bowl(E, 296, 432, H, "es", 165, 180, square="nw")
    g.poly((200, 340), (340, 340), (470, 0), (330, 0))
    g.slab(350, 462, 0, 24, 42, up=False)


@glyph("S")
def _(g):
    g.bowl(0, 294, 424, H, "new", 175, 190, S, T, gap=True)
    g.bowl(0, 0, 424, 294 + T, "esw", 175, 190, S, T)
    g.bar(424 - S, 462, 424, H - 185)
    g.bar(0, 185, S, 238)


@glyph("T")
def _(g):
    g.stem(152, top=None)
    g.bar(0, H - T, 440, H)
    g.bar(0, H - T - 84, 74, H)
    g.bar(366, H - T - 84, 440, H)
    g.fillet(74, H - T, 1, -1, 26)
    g.fillet(366, H - T, -1, -1, 26)
    g.fillet(152, H - T, -1, -1)
    g.fillet(152 + S, H - T, 1, -1)


@glyph("U")
def _(g):
    g.bowl(E, 0, 452, 420, "sw", 190, 200)
    g.stem(E, 200, top=(E, 34), bottom=None)
    g.stem(452 - S, 200, top=(34, E), bottom=None)


@glyph("V")
def _(g):
    g.poly((44, H), (182, H), (322, 0), (198, 0))
    g.poly((476, H), (338, H), (198, 0), (322, 0))
    g.slab(56, 168, H, 50, 44)
    g.slab(352, 464, H, 44, 50)


@glyph("W")
def _(g):
    for dx in (0, 286):
        g.poly((44 + dx, H), (176 + dx, H), (288 + dx, 0), (172 + dx, 0))
        g.poly((416 + dx, H), (284 + dx, H), (172 + dx, 0), (288 + dx, 0))
    g.slab(56, 164, H, 50, 40)
    g.bar(290, H - T, 460, H)
    g.slab(580, 690, H, 40, 50)


@glyph("X")
def _(g):
    g.slant(40, 0, 320, H, 146)
    g.slant(320, 0, 40, H, 146)
    for x in (40, 320):
        g.slab(x + 16, x + 130, 0, 50, 50, up=False)
        g.slab(x + 16, x + 130, H, 50, 50)


@glyph("Y")
def _(g):
    g.stem(184, 0, 330, top=None)
    g.poly((44, H), (190, H), (320, 300), (184, 270))
    g.poly((460, H), (314, H), (184, 270), (320, 300))
    g.slab(60, 170, H, 50, 44)
    g.slab(334, 444, H, 44, 50)


@glyph("Z")
def _(g):
    g.bar(14, H - T, 420, H)
    g.bar(0, 0, 432, T)
    g.slant(0, 40, 262, H - 40, 158)
    g.bar(14, H - T - 80, 86, H)
    g.beak(432, 0, False, h=84)


# Digits are all as wide as one another, so that columns of them stand.

@glyph("0")
def _(g):
    g.bowl(10, 0, 430, H, rx=175)


@glyph("1")
def _(g):
    g.stem(160, top=None, bottom=(96, 96))
    g.poly((160, H), (296, H), (200, 470), (64, 470), (64, 500 + 60))
    g.poly((64, 470), (64, 560), (160, H), (230, H), (230, 470))


@glyph("2")
def _(g):
    g.bowl(12, 200, 428, H, "ne", 175, 195)
    g.bar(12, 452, 12 + S, 510)
    g.bar(428 - S, 470, 428, 510)
    g.poly((428, 474), (428 - S, 474), (12, 150), (12, 60), (150, 60), (404, 330), (424, 390))
    g.bar(12, 0, 428, T)
    g.beak(428, 0, False, h=66)


@glyph("3")
def _(g):
    g.bowl(12, 304, 424, H, "nes", 170, 170)
    g.bowl(12, 0, 432, 304 + T, "esw", 175, 185)
    g.bar(12, 472, 12 + S, 540)
    g.bar(12, 170, 12 + S, 236)
    g.bar(136, 304, 270, 304 + T)


@glyph("4")
def _(g):
    g.stem(238, top=None, bottom=(70, 62))
    g.poly((374, H), (238, H), (4, 250), (4, 160), (120, 160), (300, 520))
    g.bar(4, 160, 440, 160 + M)


@glyph("5")
def _(g):
    g.bar(40, H - T, 412, H)
    g.beak(412, H, True, h=46, w=66)
    g.bar(40, 330, 40 + 118, H)
    g.bowl(12, 0, 430, 446, "esw", 175, 195)
    g.bar(40, 446 - T, 270, 446)
    g.bar(12, 180, 12 + S, 250)


@glyph("6")
def _(g):
    g.bowl(10, 0, 430, 424, rx=175, ry=180)
    g.bowl(10, 0, 424, H, "nwe", 175, 195, gap=True)
    g.bar(424 - S, 464, 424, 510)


@glyph("7")
def _(g):
    g.bar(10, H - T, 428, H)
    g.bar(10, H - T - 90, 84, H)
    g.poly((428, H), (428, H - T), (270, 0), (122, 0), (290, H - T))
    g.slab(136, 258, 0, 40, 40, up=False)


@glyph("8")
def _(g):
    g.bowl(22, 310, 418, H, rx=165, ry=160)
    g.bowl(10, 0, 430, 310 + M, rx=170, ry=175)


@glyph("9")
def _(g):
    g.bowl(10, 276, 430, H, rx=175, ry=180)
    g.bowl(16, 0, 430, H, "esw", 175, 195)
    g.bar(16, 190, 16 + S, 236)


DOT = 138


@glyph(".")
def _(g):
    g.bar(0, 0, DOT, DOT)


@glyph(",")
def _(g):
    g.poly((0, DOT), (DOT, DOT), (DOT, 20), (40, -110), (0, -110), (44, 0), (0, 0))


@glyph("'’")
def _(g):
    g.poly((0, H), (DOT, H), (DOT, H - 118), (40, H - 248), (0, H - 248), (44, H - 138), (0, H - 138))


@glyph("!")
def _(g):
    g.bar(0, 0, DOT, DOT)
    g.poly((-6, H), (144, H), (112, 200), (26, 200))


@glyph("?")
def _(g):
    g.bowl(0, 300, 380, H, "nes", 165, 175)
    g.bar(140, 300, 220, 300 + T)
    g.bar(0, 480, S, 540)
    g.bar(140, 200, 140 + 124, 300 + T)
    g.bar(136, 0, 136 + DOT, DOT)


@glyph("-")
def _(g):
    g.bar(0, 290, 220, 290 + M)


@glyph("–−")
def _(g):
    g.bar(0, 290, 360, 290 + M)


@glyph("+")
def _(g):
    g.bar(0, 290, 360, 290 + M)
    g.bar(180 - 50, 158, 180 + 50, 518)


@glyph(":")
def _(g):
    g.bar(0, 60, DOT, 60 + DOT)
    g.bar(0, 420, DOT, 420 + DOT)


@glyph("/")
def _(g):
    g.slant(0, -60, 230, H + 40, 110)


@glyph("·")
def _(g):
    g.bar(0, 280, DOT, 280 + DOT)


@glyph("★")
def _(g):
    from math import cos, pi, sin
    at = [(270 + r * sin(i * pi / 5), 340 + r * cos(i * pi / 5)) for i in range(10) for r in [280 if i % 2 == 0 else 118]]
    g.poly(*[(round(x), round(y)) for x, y in at])


@glyph("&")
def _(g):
    g.bowl(44, 366, 384, H, rx=150, ry=150, s=116, t=96)
    g.bowl(0, 0, 420, 420, "nw", rx=180, ry=180, square="s")
    g.slant(390, 0, 84, 500, 150)
    g.poly((300, 60), (462, 270), (560, 270), (400, 0), (300, 0))
    g.bar(440, 270 - M, 570, 270)
    g.bar(400, 0, 576, T)


def build(to):
    names, cmap, drawn, metrics = [".notdef", "space"], {32: "space", 160: "space"}, {}, {}
    empty = TTGlyphPen(None).glyph()
    drawn[".notdef"] = drawn["space"] = empty
    metrics[".notdef"], metrics["space"] = (400, 0), (210, 0)
    for chars, g in GLYPHS.items():
        name = f"u{ord(chars[0]):X}"
        names.append(name)
        for c in chars:
            cmap[ord(c)] = name
            if c.isupper():
                cmap[ord(c.lower())] = name
        x0, x1 = g.bounds()
        width = round(x1 - x0) + 2 * SIDE
        if chars.isdigit():
            width = 484
        left = (width - (x1 - x0)) / 2
        drawn[name] = g.draw(left - x0)
        metrics[name] = (width, round(left))
    fb = FontBuilder(1000, isTTF=True)
    fb.setupGlyphOrder(names)
    fb.setupCharacterMap(cmap)
    fb.setupGlyf(drawn)
    fb.setupHorizontalMetrics(metrics)
    fb.setupHorizontalHeader(ascent=860, descent=-160)
    fb.setupNameTable({"familyName": "Saloon Slab", "styleName": "Regular"})
    fb.setupOS2(version=4, sTypoAscender=860, sTypoDescender=-160, usWinAscent=860, usWinDescent=160, sCapHeight=H, sxHeight=H, fsSelection=0xC0)
    fb.setupPost(keepGlyphNames=False)
    fb.font["head"].created = fb.font["head"].modified = 3_900_000_000  # the same bytes each time
    fb.font.recalcTimestamp = False
    fb.font.flavor = "woff2" if to.endswith(".woff2") else None
    fb.save(to)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: slab.py FILE.woff2|FILE.ttf")
    build(sys.argv[1])
