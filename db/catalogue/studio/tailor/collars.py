"""Collars, neck finishes and ties."""
import numpy as np

from . import body
from .trims import knot, ribbon, sheet


def _front_to_front(gap, n):
    """u round the neck from one side of centre front to the other, by way of the back."""
    return np.mod(0.5 + np.linspace(gap, 1 - gap, n), 1)


def shirt(g, neck, ease=.006, stand=.028, fall_back=.030, fall_front=.062, gap=.012, spread=.050, n=150, **kw):
    """Stand and fall of a shirt collar; the fall lies on the shoulders and ends in two points."""
    s = np.linspace(0, 1, n)
    u = np.mod(.5 + gap + (1 - 2 * gap) * s, 1)
    front = np.abs(2 * s - 1) ** 4.5                     # 1 at the ends, 0 at the back
    base = body.around(u, neck(u), ease)
    c = base.mean(0)
    out = (base - c) * [1, 1, 0]
    out /= np.linalg.norm(out, axis=1)[:, None]
    up = np.array([0, 0, 1.0])
    height = stand * (1 - .25 * front)
    rows = [base + out * o + up * (height * h)[:, None]
            for o, h in ((.0015, -.1), (.0012, .0), (.0008, .35), (.0004, .7), (.0010, .95), (.0040, 1.10), (.0072, 1.05))]
    fold = rows[-1]
    us = np.mod(.5 + (gap + spread * front) + (1 - 2 * (gap + spread * front)) * s, 1)
    edge_z = neck(u) - fall_back * (1 - front) + stand * .0 - fall_front * front
    edge = body.around(us, edge_z, ease + .013)
    for t in np.linspace(0, 1, 11)[1:]:
        arch = .006 * np.sin(np.pi * t)
        rows.append(fold * (1 - t) + edge * t + out * arch + up * (.004 * np.sin(np.pi * t)))
    sheet(g, 'collar', np.array(rows), thickness=.0022, flip=True, **kw)


def shawl(g, neck, width, u_low=.5, ease=.010, lift=.012, n=240, roll=.010, gap=.004, **kw):
    """Collar and lapels turned back from the neck edge. width(u, s) is how far (m) it lies out;
    s runs 0..1 from left front to right front by way of the back."""
    s = np.linspace(0, 1, n)
    u = np.mod(.5 + gap + (1 - 2 * gap) * s, 1)
    z = neck(u)
    around = .75                                         # metres per unit of u near the neck
    du = np.gradient(np.unwrap(u * 2 * np.pi) / (2 * np.pi)) * around
    dz = np.gradient(z)
    norm = np.hypot(du, dz)
    nu_, nz = dz / norm, -du / norm                      # outward from the opening, in (u, z)
    w = width(s)
    rows = []
    for t, h in ((-.10, -.004), (-.04, .003), (0, .010), (.05, .014), (.12, .0150), (.25, .0145), (.45, .013), (.65, .0115), (.82, .0105),
                 (.95, .0095), (1.0, .0085)):
        k = w * t
        uu = u + nu_ * k / around
        zz = np.minimum(z + nz * k, z + .02)
        rise = roll * max(0, 1 - abs(t - .08) / .25)
        small = np.clip(w / .03, .25, 1)                 # flatter where it narrows
        rows.append(body.around(uu, zz, 0) + 0)
        p = rows[-1]
        c = np.stack([np.zeros(n), body.section(zz)[2], zz], 1)
        o = (p - c) * [1, 1, 0]
        o /= np.linalg.norm(o, axis=1)[:, None] + 1e-9
        rows[-1] = p + o * (ease + (h + lift - .010) * small)[:, None] + np.array([0, 0, 1.0]) * (rise * small)[:, None]
    sheet(g, 'lapel', np.array(rows), thickness=.003, flip=True, **kw)


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
