"""Collars, neck finishes and ties."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

from . import body
from .laid import cloth, outward
from .trims import knot, ribbon, sheet

UP = np.array([0, 0, 1.0])


def _outwards(x):
    """Unit vectors away from the middle of a ring, level."""
    out = (x - x.mean(0)) * [1, 1, 0]
    return out / np.linalg.norm(out, axis=1)[:, None]


def shirt(g, piece, neck, ease=.006, stand=.026, fall=.034, point=.052, gap=.010, tilt=.42, n=220, **kw):
    """Stand and fall of a shirt collar; the fall lies on the cloth of `piece` and ends in two points."""
    s = np.linspace(0, 1, n)
    u = np.mod(.5 + gap + (1 - 2 * gap) * s, 1)
    front = np.abs(2 * s - 1) ** 6                       # 1 at the ends, 0 at the back
    z = neck(u)
    base = body.around(u, z, ease)
    out = _outwards(base)
    height = stand * (1 - .30 * front)
    rows = [base + out * o + UP * (height * h)[:, None]
            for o, h in ((.0015, -.1), (.0012, .0), (.0004, .35), (-.0010, .7), (-.0008, .92), (.0020, 1.06))]
    reach = .010 + (fall - stand) + (point - fall + stand - .006) * front
    U, Z = outward(u, z, np.full(n, .003), steps=6)
    U, Z = outward(U[-1], Z[-1], reach, tilt=tilt * front * np.sign(1 - 2 * s), ease=ease)
    at = cloth(g, piece)
    crest = base + UP * (height * 1.08)[:, None] + out * .0052
    p, m = at(U[0], Z[0])
    raised = crest - p
    for k in (0, 3, 8, 14, 20, 26, 32, 37, 40):
        t = k / 40
        p, m = at(U[k], Z[k])
        lift = .0034 + .003 * np.sin(np.pi * t)
        rows.append(p + m * lift * min(1, 4 * t) + raised * (1 - t ** 1.5))
    sheet(g, 'collar', np.array(rows), thickness=.0020, flip=True, **kw)


def tailored(g, piece, neck, way, width, stand, n=640, notch=.07, **kw):
    """Collar and lapels of a coat, in one: turned over along the neck edge and lying on the cloth of `piece`.
    s runs from the left front (0) round the back (.5) to the right (1), to .1 and from .9 along the opening; way(s): u of
    the edge there. width(s): how far out the edge lies; stand(s): how high the fold stands at the
    neck. A groove at `notch` is the seam of collar and lapel."""
    s = np.linspace(0, 1, n)
    d = np.minimum(s, 1 - s)
    u = way(s)
    up = .30 * np.interp(d, [0, .03, notch, notch + .05], [0, 1, 1, 0]) * np.sign(.5 - s)     # lapels point a little upwards
    U, Z = outward(u, neck(u), np.full(n, .003), steps=6)          # the very edge of the cloth is ragged
    U, Z = outward(U[-1], Z[-1], width(s), tilt=up)
    lie, even = cloth(g, piece), np.clip((d - .10) / .05, 0, 1)[:, None]

    def at(k):
        """Padded cloth does not follow the folds below it."""
        soft = np.maximum(even, 1 - k / 12)              # nor does the fold follow the ragged edge of the cut
        return [v * (1 - soft) + gaussian_filter1d(v, 16, axis=0, mode='nearest') * soft for v in lie(U[k], Z[k])]
    edge, m = at(0)
    ways = at(2)[0] - edge
    ways /= np.linalg.norm(ways, axis=1)[:, None] + 1e-9
    fold = (UP - .42 * _outwards(edge)) * stand(s)[:, None]        # leans to the neck
    small = np.clip(width(s) / .03, .15, 1)[:, None]               # flatter where it runs out
    seam = np.exp(-((d - notch) / .0012) ** 2)[:, None] * .0022
    rows = [edge + (m * a + ways * b) * small + fold * f for a, b, f in
            ((-.004, .006, -.15), (-.004, .001, 0), (-.002, -.002, .4), (.002, -.004, .85), (.007, -.003, 1.03))]
    for k in (1, 3, 6, 10, 15, 20, 25, 30, 35, 38, 40):
        t = k / 40
        p, m = at(k)
        lift = (.0092 + .0052 * np.exp(-t / .25)) * small + .0030 * t * (1 - t) - seam
        rows.append(p + m * lift + fold * (1.02 - t ** 1.6) * (1 - t ** 6))
    sheet(g, 'lapel', np.array(rows), thickness=.0040, **kw)


def stand(g, neck, height=.045, ease=.010, close=.009, opening=.016, n=200, **kw):
    """A soft stand collar that follows the neck upwards: the fronts meet at its foot, part towards the top
    and end in rounded corners. ease and close: distances from the neck at foot and top."""
    s = np.linspace(0, 1, n)
    end = np.abs(2 * s - 1)
    round_ = 1 - .34 * np.clip((end - .90) / .10, 0, 1) ** 2.6
    rows = []
    for t, o in ((-.14, -.001), (-.05, .0005), (.05, .002), (.2, .0026), (.4, .0026), (.6, .0022), (.8, .0018), (.93, .0014),
                 (1, 0), (.985, -.0024), (.9, -.0036), (.6, -.0036), (.2, -.003)):
        gap = .0015 + opening * max(0, t) ** 1.4
        u = np.mod(.5 + gap + (1 - 2 * gap) * s, 1)
        tall = height * (1 - .10 * np.abs(np.cos(np.pi * u)) ** 2 * (np.abs(u - .5) < .25)) * round_
        soft = .0011 * t * (np.sin(2 * np.pi * (3 * u + .1)) + .7 * np.sin(2 * np.pi * (5 * u + .45)))
        wave = .0012 * max(0, t) * np.sin(2 * np.pi * (2 * u + .3))
        z = neck(u) + tall * t
        rows.append(body.around(u, z, ease + (close - ease) * t + o + soft) + UP * wave[:, None])
    sheet(g, 'collar', np.array(rows), thickness=0, flip=True, **kw)


def lining(g, piece, neck, low=1.08, facing=.055, half=.27, colour=(.46, .32, .19), label=(.55, .50, .42)):
    """What one sees through the open front: smooth lining inside the back, below a facing of the cloth, and a label."""
    u = np.mod(np.linspace(-half, half, 90), 1)
    at = cloth(g, piece)
    rows = []
    for t in np.linspace(0, 1, 50):
        top = neck(u) - facing
        p, m = at(u, top + (low - top) * t)
        rows.append(p - m * (.0045 + .002 * min(1, t * 8)))
    sheet(g, 'lining', np.array(rows), fabric='satin', colour=colour)
    u = np.mod(np.linspace(-.034, .034, 12), 1)
    rows = [at(u, neck(u) - d)[0] - at(u, neck(u) - d)[1] * .0078 for d in np.linspace(.027, .044, 6)]
    sheet(g, 'label', np.array(rows), fabric='satin', colour=label)


def binding(g, neck, ease=.006, size=.0042, **kw):
    """A narrow rolled binding along a neck edge."""
    n = 200
    u = np.arange(n) / n
    c = body.around(u, neck(u), ease)
    d = np.roll(c, -1, 0) - np.roll(c, 1, 0)
    d /= np.linalg.norm(d, axis=1)[:, None]
    mid = c.mean(0)
    o = (c - mid) * [1, 1, 0]
    o /= np.linalg.norm(o, axis=1)[:, None]
    v = np.cross(d, o)
    v /= np.linalg.norm(v, axis=1)[:, None]
    o = np.cross(v, d)
    th = 2 * np.pi * np.arange(13) / 12
    x = np.array([c + size * (.55 * np.cos(k) * o + np.sin(k) * v) for k in th])
    sheet(g, 'binding', x, True, **kw)


def tails(g, at, p, drop=.22, width=.012, apart=.010, bow=.0, piece_u=.5, lift=.007, **kw):
    """A tie knotted at p, its tails lying down the front along the surface `at`; bow adds loops."""
    p = np.asarray(p, float)
    for side, d in ((-1, drop), (1, drop * .88)):
        zs = p[2] - np.linspace(.004, d, 9)
        us = piece_u + side * (apart * (np.linspace(0, 1, 9) ** .6)) * .9 + .002 * np.sin(np.linspace(0, 5, 9) + side)
        q, n = at(us, zs)
        ok = ~np.isnan(q).any(1)
        q = q[ok] + n[ok] * lift
        q[:, 1] = np.minimum.accumulate(q[:, 1])         # hang from the fullest point, do not cling
        path = np.vstack([p + [side * .002, -.002, 0], q])
        ribbon(g, path, [width * .7, width, width * 1.05, width], turn=.35 * side, taper=.006 * side, name='tie', **kw)
        if bow:
            loop = p + np.array([[0, -.004, .001], [side * bow * .45, -.016, .012], [side * bow * .95, -.017, .004],
                                 [side * bow * 1.02, -.010, -.006], [side * bow * .85, -.005, -.012],
                                 [side * bow * .4, -.004, -.006], [0, -.002, -.001]])
            ribbon(g, loop, [width * .5, width * 1.1, width * 1.4, width * 1.4, width * 1.3, width, width * .5],
                   normal=(0, -.97, .25), name='bow', **kw)
    knot(g, p + [0, -.004, 0], (width * .62, width * .45, width * .58), **kw)


def slit(g, at, u, z0, z1, width=.0075):
    """A short bound opening at centre front, closed: two narrow facings and the dark line between."""
    from .trims import strip
    for side in (-1, 1):
        strip(g, at, u + side * width * .62, width, z0, z1, 40, lift=.0016, edge=.0008, name='facing', cols=5)
    strip(g, at, u, width * .22, z0, z1, 40, lift=.0019, edge=.0002, name='slit', cols=3,
          colour=tuple(c * .18 for c in g.colour))
