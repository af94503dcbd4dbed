"""A buckled belt of cloth: the band, a buckle covered with the same cloth, the free end through it and tucked in a keeper.

Places on a belt are (s, h): metres from centre front towards the wearer's right, and metres above its middle.
"""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from . import body
from .trims import sheet

PROFILE = ((-1, -.0045), (-1, -.0008), (-.95, .0002), (-.6, .0007), (0, .0009), (.6, .0007), (.95, .0002), (1, -.0008), (1, -.0045))


def lie(z=body.WAIST, out=.010, tilt=.004, dip=.010):
    """(s, h, lift) -> points on the waist, `out` metres from the body, `tilt` lower in front than behind and there, where a
    bodice that falls over it would hide the buckle, `dip` lower still; uneven, as worn."""
    u = np.linspace(0, 1, 400)
    ring = body.around(u, z, out)
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))])

    def at(s, h, lift=0.0):
        s, h, lift = np.broadcast_arrays(s, h, lift)
        v = np.interp(np.mod(s + run[-1] / 2, run[-1]), run, u)
        wave = .0010 * (np.sin(2 * np.pi * (3 * v + .2)) + .6 * np.sin(2 * np.pi * (7 * v + h * 9)))
        down = dip * (.5 - .5 * np.cos(2 * np.pi * v)) ** 2
        level = z + tilt * np.cos(2 * np.pi * v) - down + wave * .6
        p = body.around(v, level + .6 * h, out + lift + wave + .45 * down)      # over the gathers; it slopes less than the body does
        p[..., 2] += .4 * h
        return p
    return at, run[-1]


def _tube(path, side, over, wide, deep, turns=12):
    """Rows of an oval tube: `side` and `over` span its section."""
    k = 2 * np.pi * np.arange(turns + 1) / turns
    return np.array([path + wide * np.cos(a) * side + deep * np.sin(a) * over for a in k])


def _framed(at, s, h, lift, e=1e-4):
    """Points, and the unit directions along, up and away from the belt there."""
    p = at(s, h, lift)
    unit = lambda v: v / np.linalg.norm(v, axis=-1, keepdims=True)
    return p, unit(at(s + e, h, lift) - p), unit(at(s, h + e, lift) - p), unit(at(s, h, lift + e) - p)


def _frame(g, at, half, tall, lift, wide=.0033, deep=.0022, lean=.010, **kw):
    """The frame: a rectangle with round corners, wrapped in cloth; a trifle askew, `lift` metres off the belt, over which it lies
    on both sides."""
    a = 2 * np.pi * np.arange(96) / 96
    sq = lambda v: np.sign(v) * np.abs(v) ** .26
    s, h = half * sq(np.cos(a)), tall * sq(np.sin(a))
    s, h = s - lean * h, h + lean * s
    p, along, up, over = _framed(at, s, h, lift + 0 * s)
    side = (s / half ** 2)[:, None] * along * .5 + (h / tall ** 2)[:, None] * up * .5
    side /= np.linalg.norm(side, axis=1)[:, None]
    sheet(g, 'buckle', _tube(p, side, over, wide, deep), True, thickness=0, flip=True, **kw)


def _prong(g, at, start, end, lift, colour):
    """Out of its eyelet and over the far side of the frame, where it bends down a little."""
    t = np.linspace(0, 1, 14)
    s = start + (end - start) * t
    height = np.interp(t, [0, .14, .30, .84, .95, 1], np.array([-.0052, -.0022, -.0012, 0, -.0008, -.0020])) + lift
    p, _, up, over = _framed(at, s, .0004 * np.sin(3 * t), height)
    thin = (.0016 * np.clip((1.02 - t) / .12, .25, 1) ** .5)[:, None]
    sheet(g, 'prong', _tube(p, up * thin, over * thin, 1, 1, 9), False, thickness=0, fabric='metal', colour=colour)


def _eyelet(g, at, s, lift, colour, radius=.0027):
    """A small pressed ring, and the dark of the hole."""
    a = 2 * np.pi * np.arange(25) / 24
    p, along, up, over = _framed(at, s + radius * np.cos(a), radius * np.sin(a), lift)
    side = np.cos(a)[:, None] * along + np.sin(a)[:, None] * up
    sheet(g, 'eyelet', _tube(p, side, over, .00075, .0005, 8), False, thickness=0, fabric='metal', colour=colour)
    k = np.linspace(.05, .9, 3)[:, None]
    hole = at(s + radius * k * np.cos(a), radius * k * np.sin(a), lift + .00015)
    sheet(g, 'hole', hole, False, thickness=0, colour=tuple(c * .10 for c in g.colour))


def _keeper(g, at, s, tall, lift, width=.009, lean=.0012, **kw):
    """A loop of cloth across the belt."""
    k = np.linspace(-1, 1, 23)[:, None]
    h = k * (tall + .0016)
    rise = np.where(np.abs(k) > .999, -.003, lift * np.sqrt(np.clip(1 - np.abs(k) ** 10, 0, 1)))
    c = np.array([-1, -1, -.92, -.4, .4, .92, 1, 1])[None]
    edge = np.array([-.0016, 0, .0004, .0005, .0005, .0004, 0, -.0016])[None]
    sheet(g, 'loop', at(s + lean * k + c * width / 2, h, rise + edge), False, thickness=0, **kw)


def _band(at, s, half, lift):
    return np.array([at(s, k * half, lift + o) for k, o in PROFILE])


def buckled(g, z=body.WAIST, height=.034, out=.0115, free=.150, brass=(.42, .33, .20)):
    """The whole belt, `height` metres tall; its free end reaches `free` metres past the buckle."""
    at, round_ = lie(z, out)
    half, sewn = height / 2, dict(stitch=('first', 'last'), turned=.0055)
    sheet(g, 'belt', _band(at, np.linspace(0, round_, 200, endpoint=False), half, 0.0), True, thickness=0, **sewn)
    # the free end: from under the frame's far side, up over the bar in its middle, under the near side, to a blunt point
    s = np.concatenate([np.linspace(-.0225, .036, 46), np.linspace(.0375, free - .016, 48),
                        free - .016 + .016 * np.sin(np.linspace(.06, 1, 14) * np.pi / 2)])
    lift = np.interp(s, [-.0225, -.018, -.012, -.005, .005, .013, .0215, .034, free - .05, free],
                     [-.0008, .0010, .0026, .0044, .0045, .0029, .0016, .0017, .0022, .0027])
    lift = gaussian_filter1d(lift, 2.0, mode='nearest')
    point = np.clip((s - free + .016) / .016, 0, 1)
    end = half * .985 * (1 - .42 * point - .50 * np.clip((point - .82) / .18, 0, 1) ** 2)
    droop = lambda q: -.0030 * np.clip((q - .06) / (free - .06), 0, 1) ** 1.6
    hang = lambda q, h, l=0.0: at(q, h + droop(q), l)
    sheet(g, 'belt', _band(hang, s, end, lift), False, thickness=0, **sewn)
    _frame(g, at, .0215, half + .0039, .0055)
    _keeper(g, hang, .078, half, .0050)
    _prong(g, at, .0030, -.0246, .0092, brass)
    on = lambda q: np.interp(q, s, lift) + .0010
    for q in (.0035, .094, .117):
        _eyelet(g, hang, q, on(q), brass, radius=.0031)
