"""How edges of thin cloth are finished: flat bindings and bands round the neck and the slit they may run into, a band that stands
there, cuffs."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from . import body
from .laid import cloth, outward
from .trims import sheet, strip

UP = np.array([0, 0, 1.0])


def _thicker(u, lift, behind):
    """How thick a band is at each u, (n, 1): `lift`, and `behind` more at centre back, where the cloth swells below it."""
    return (lift + behind * np.exp(-(((u + .5) % 1 - .5) / .13) ** 4))[:, None]


def neck(g, piece, edge, width=.009, gap=.0018, lift=.0010, n=300, **kw):
    """A flat binding `width` metres wide along the neck edge(u) of `piece`, laid on its cloth and turned over to the inside;
    open by `gap` (in u) either side of centre front, where its ends run into a tie."""
    u = np.mod(.5 + np.linspace(gap, 1 - gap, n), 1)
    U, Z = outward(u, edge(u), np.full(n, .003), steps=6)          # the very edge of the cloth is ragged
    U, Z = outward(U[-1], Z[-1], np.full(n, width - .003), steps=20)
    at = cloth(g, piece)
    crest, m = at(u, edge(u))
    lows = [at(U[k], Z[k]) for k in (20, 13, 6)]
    uneven = .00035 * np.sin(2 * np.pi * (9 * u + .4 * np.sin(2 * np.pi * 3 * u)))[:, None]
    (low, a), (mid, b), (high, c) = lows
    rows = [low - a * .0006, low + a * (lift * .5), low + a * lift, mid + b * (lift * 1.15), high + c * (lift * 1.1),
            crest + m * (lift * .7) + UP * .0008 + uneven, crest - m * .0004 + UP * (.0014 + uneven), crest - m * .0016 + UP * uneven,
            crest - m * .0020 - UP * .004, crest - m * .0022 - UP * .008]
    sheet(g, 'binding', np.array(rows), thickness=0, flip=True, **kw)


def _round(v, sigma=5):
    return gaussian_filter1d(v, sigma, axis=0, mode='wrap')


def band(g, piece, neck, width=.022, facing=.040, rise=.0013, behind=0, wander=.0008, seed=1, n=420, **kw):
    """A band `width` metres broad round the neck edge of `piece`, `rise` thick and `behind` more at centre back, with a facing inside
    that reaches `facing` down. wander (m): how uneven its edges are. Returns the rows of its outside, for what is sewn on it."""
    rng = np.random.default_rng(seed)
    u, at = np.arange(n) / n, cloth(g, piece)
    rise = _thicker(u, rise, behind)
    uneven = wander * sum(rng.normal(0, .5) * np.sin(2 * np.pi * (k * u + rng.random())) for k in (2, 3, 5, 7, 11))
    first = outward(u, neck(u), np.full(n, .003), steps=6)             # the very edge of the cloth is ragged
    U, Z = outward(first[0][-1], first[1][-1], width - .003 + uneven, steps=12)
    lies = [[_round(v) for v in at(U[k], Z[k])] for k in range(13)]
    (edge, m), ways = lies[0], lies[3][0] - lies[0][0]
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    inner = [_round(p) - q * .0022 for p, q in (at(u, neck(u) - d) for d in (facing, facing * .6, facing * .3))]
    lip = edge - ways * (.0038 + uneven * .5)[:, None]
    rows = inner + [edge - m * .0016 - ways * .001, lip - m * .0008 - ways * .0002, lip - ways * .0006 + m * .0002, lip + m * rise]
    outside = [p + q * rise for p, q in lies[:12]]
    p, q = lies[12]
    rows += [*outside, p - ways * .0004 + q * rise * .85, p + q * rise * .4, p - q * .0014]
    sheet(g, 'band', np.array(rows), True, thickness=0, **kw)
    return np.array(outside)


def slit(g, at, u, top, low, gape=.005, edge=.0058, over=0, hooked=False):
    """An opening from height `top` down to `low` on the surface `at`, narrow below and open by `gape` metres above, or, `hooked`,
    held at the top by a hook and gaping below it; its two bound edges, each `edge` wide, close to a point. over: how much
    further from the cloth they lie, where a band round the neck ends below them (m)."""
    metre = .01 / np.linalg.norm(np.diff(at(u + np.array([-.005, .005]), np.full(2, top))[0], axis=0))
    point = low - .011

    def open_(z):
        t = np.clip((z - low) / (top - low), 0, 1)
        return gape * metre * (np.sin(np.pi * (1 - t) ** .8) * (.65 + .35 * t) if hooked else t ** 1.3)
    ends = lambda z: np.sqrt(np.clip((z - point) / (low + .004 - point), 0, 1))
    strip(g, at, u, lambda z: open_(z) + .0012 * metre, low, top, 50, lift=.0007 + over / 2, edge=.0004, name='slit', cols=3,
          colour=tuple(c * .13 for c in g.colour))
    if hooked:
        p, m = (v[0] for v in at(np.array([u]), np.array([top - .005])))
        side, turn = np.cross(UP, m), np.linspace(0, 2 * np.pi, 13)[:, None]
        bar = [p + m * (.0020 + over) + side * .0045 * k + .0005 * (np.cos(turn) * m + np.sin(turn) * UP) for k in np.linspace(-1, 1, 5)]
        sheet(g, 'hook', np.array(bar), thickness=0, colour=tuple(c * .8 for c in g.colour))
    for side, more in ((-1, .0016 + over), (1, .0011 + over)):
        strip(g, at, lambda z: u + side * (open_(z) + edge * metre * ends(z)) / 2, lambda z: edge * metre * ends(z) + 1e-5,
              point, top, 60, lift=more, edge=.0006, name='facing', cols=7)


def soft_stand(g, edge, height=.044, ease=.0125, seed=1, n=320, pushed=.0003, **kw):
    """A doubled band of thin cloth standing on the neck edge(u). It slumps a little here and there, is creased where a tie
    draws it in at centre front, and stands open above the tie. `pushed`: how far (m) the gathers it is sewn to push it. Returns
    its rows from the lower edge outside over the fold to the inside."""
    rng = np.random.default_rng(seed)
    s = np.linspace(0, 1, n)
    dents = [(rng.uniform(.04, .96), rng.uniform(.25, .8), rng.uniform(-.10, .10), rng.uniform(.0010, .0026), rng.uniform(.012, .03))
             for _ in range(11)]
    turns = rng.uniform(0, 2 * np.pi, 4)
    rows = []
    for t, skin in ((-.12, 0), (-.05, .0004), (0, .0008), *((k, .0008) for k in np.linspace(.08, .92, 12)), (.97, .0006), (1, .0001),
                    (1.004, -.0007), (.98, -.0013), (.9, -.0016), (.7, -.0016), (.4, -.0016), (.1, -.0016)):
        k = np.clip(t, 0, 1)
        gap = .0022 + .0085 * k ** 1.6
        u = np.mod(.5 + gap + (1 - 2 * gap) * s, 1)
        front = np.exp(-(np.minimum(s, 1 - s) / .055) ** 2)
        slump = .5 + .28 * np.sin(2 * np.pi * 2 * u + turns[0]) + .22 * np.sin(2 * np.pi * 5 * u + turns[1])
        o = ease - .0035 * k + .0042 * slump * np.sin(np.pi * k ** 1.3) - .0018 * slump * k + skin
        o = o - sum(d * np.exp(-((u - c - lean * (k - mid)) / wide) ** 2) * np.sin(np.pi * min(1, k * 1.05)) ** .7
                    for c, mid, lean, d, wide in dents)
        o = o + (.0016 * front) * np.sin(2 * np.pi * (2.3 * k + 3 * np.minimum(s, 1 - s))) * np.sin(np.pi * k)
        o = o + pushed * (1 - k) ** 3 * np.sin(2 * np.pi * (29 * u + 1.2 * np.sin(6 * np.pi * u)) + turns[2])     # the gathers it is sewn to push it
        tall = height * (1 - .055 * slump - .14 * front + .012 * np.sin(2 * np.pi * 9 * u + turns[3]))
        round_ = 1 - .10 * np.clip(1 - np.minimum(s, 1 - s) / .012, 0, 1) ** 2
        rows.append(body.around(u, edge(u) + tall * round_ * t, o) + [0, .005 * k, 0])
    sheet(g, 'collar', np.array(rows), thickness=0, flip=True, **kw)
    return np.array(rows)


def cuff(g, frame, s0, s1, radius, side, lap=1.18, seed=1, **kw):
    """A soft cuff over the end of a sleeve: not quite round, its fold doubled inside, one end lapping over the other at
    `lap` radians from the outside towards the front. Returns at(t, angle): point and outward normal, t from 0 (seam) to 1."""
    rng = np.random.default_rng(seed)
    a, b, c = rng.uniform(0, 2 * np.pi, 3)
    rows = []
    for t, o in ((.02, -.003), (0, .0002), (.02, .0008), (.15, .0010), (.35, .0010), (.55, .0010), (.75, .0010), (.92, .0009), (.99, .0006),
                 (1.0, -.0002), (.99, -.0009), (.9, -.0012), (.6, -.0012), (.3, -.0012)):
        ring = frame(s0 + (s1 - s0) * t)[0]
        mid, m = ring.mean(0), len(ring)
        phi = 2 * np.pi * np.arange(m) / m
        d = ring - mid
        d /= np.linalg.norm(d, axis=1)[:, None]
        soft = (.0012 + .0012 * t) * (1 + np.cos(2 * phi + a)) + .0007 * np.sin(3 * phi + b + 1.5 * t) + .0004 * np.sin(7 * phi + c + 3 * t)
        over = .0017 * (1 - np.mod(lap - phi, 2 * np.pi) / (2 * np.pi)) ** 6
        x = mid + d * (radius + o + soft + over)[:, None]
        rows.append(x + (frame(s1)[0].mean(0) - frame(s0)[0].mean(0)) / (s1 - s0) * (.0011 * t * np.sin(2 * phi + c))[:, None])
    mirror = np.array([side, 1, 1])
    rows = np.array(rows) * mirror
    sheet(g, 'cuff', np.roll(rows, -int(np.ceil(lap / (2 * np.pi) * m)), axis=1), True, thickness=0, flip=side > 0, **kw)

    def at(t, angle):
        p = rows[2 + round(7 * t), int(m * angle / (2 * np.pi))]
        out = p - rows[2 + round(7 * t)].mean(0)
        return p, out / np.linalg.norm(out)
    return at
