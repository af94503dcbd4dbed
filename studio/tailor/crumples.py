"""Small creases of worn cloth, laid into what has been draped, before `finish`: at an elbow, across a lap, round a waist.

They are short, no two alike, sharp at the crest, steep on one side and easy on the other, and many fork. Strewn evenly they
would be quilting: they lie in `spots`, where a body bends or sits, and each spot has a way they run.
"""
import numpy as np

from .folds import everywhere, outward

# how long, high and wide (m) a typical crease is, how often it forks, how far apart its ways are (rad)
CLOTHS = {
    'linen':   dict(long=.050, high=.0021, wide=.0070, fork=.6, spread=.45),
    'poplin':  dict(long=.055, high=.0017, wide=.0070, fork=.5, spread=.40),
    'voile':   dict(long=.050, high=.0015, wide=.0065, fork=.5, spread=.40),
    'viscose': dict(long=.055, high=.0014, wide=.0085, fork=.3, spread=.30),
    'crepe':   dict(long=.060, high=.0012, wide=.0090, fork=.2, spread=.25),
}


def _size(p, b):
    """Metres that one of a and one of b are, in piece `p` near b: of a tube at that height, of a torso everywhere."""
    if hasattr(p, 'width'):
        return np.array([np.interp(b, np.linspace(0, 1, len(p.width)), p.width), p.length[-1].mean()])
    return np.array([.92, 1.0])


def _crease(x, y, way, long, high, wide, rng):
    """The height one crease lends to the places (x, y), metres from its middle; it runs in the direction `way` (rad)."""
    t = (x * np.cos(way) + y * np.sin(way)) / long + .5
    off = y * np.cos(way) - x * np.sin(way)
    off = off - long * (rng.normal(0, .07) * 4 * t * (1 - t) + rng.normal(0, .16) * np.abs(t - rng.uniform(.3, .7)))
    steep = off * rng.choice((-1, 1)) > 0
    side = np.where(steep, wide * .62, wide * rng.uniform(1.5, 2.6))
    crest = np.exp(-(np.sqrt(off ** 2 + (.18 * wide) ** 2) - .18 * wide) / side)
    dip = np.exp(-((off / wide - 2.1 * np.where(steep, 1, -1) * np.sign(off)) / 1.1) ** 2) * steep
    top = rng.uniform(.25, .6)
    fade = np.clip(np.minimum(t / top, (1 - t) / (1 - top)), 0, 1) ** .8
    return high * fade * (crest - .45 * dip)


def lay(g, p, spots, cloth=None, much=1.0, seed=1):
    """Lay creases into piece `p` (its own coordinates a, b). Each of `spots` is ((a, b), (how far they lie from it across and
    along, m), how many, which way they run: rad from the level, towards growing a and b). cloth: one of CLOTHS, else the
    garment's own. much: how deep, against a typical one."""
    rng = np.random.default_rng(seed)
    c = CLOTHS[cloth or g.fabric]
    a, b = everywhere(g, p)
    here = np.isfinite(a) & np.isfinite(b) & ~g.pinned
    a, b, d = a[here], b[here], np.zeros(here.sum())
    for middle, reach, count, level in spots:
        size = _size(p, middle[1])
        for _ in range(count):
            at = np.array(middle) + rng.normal(0, .6, 2).clip(-1.3, 1.3) * reach / size
            long = c['long'] * rng.lognormal(-.1, .40)
            high = much * c['high'] * rng.uniform(.35, 1.1) * (long / c['long']) ** .5
            way, wide = level + rng.normal(0, c['spread']), c['wide'] * rng.uniform(.75, 1.3)
            da = a - at[0]
            x, y = (da - np.round(da)) * size[0], (b - at[1]) * size[1]
            near = np.hypot(x, y) < long + .03
            x, y = x[near], y[near]
            sign = 1 if rng.random() < .62 else -.8
            d[near] += sign * _crease(x, y, way, long, high, wide, rng)
            if rng.random() < c['fork']:
                turn, part = way + rng.choice((-1, 1)) * rng.uniform(.45, 1.0), long * rng.uniform(.4, .7)
                k = rng.uniform(-.2, .3) * long
                x, y = x - k * np.cos(way) - part * .45 * np.cos(turn), y - k * np.sin(way) - part * .45 * np.sin(turn)
                d[near] += sign * _crease(x, y, turn, part, high * .75, wide * .85, rng)
    g.x[here] += outward(g, p)[here] * d[:, None]
