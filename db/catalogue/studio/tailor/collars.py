"""Collars and neck finishes."""
import numpy as np
from scipy.ndimage import gaussian_filter, gaussian_filter1d, maximum_filter

from . import body
from .laid import cloth, outward
from .trims import sheet

UP = np.array([0, 0, 1.0])


def _outwards(x):
    """Unit vectors away from the middle of a ring, level."""
    out = (x - x.mean(0)) * [1, 1, 0]
    return out / np.linalg.norm(out, axis=1)[:, None]


def _shirt_stand(g, neck, ease, height, over=.032, n=200, **kw):
    """The stand of a shirt collar, closed: its right end lies over the left one, `over` (in u) past centre front."""
    s = np.linspace(0, 1, n)
    u = .5 - over + (1 + 2 * over) * s
    lap = .0014 * np.clip(1 - s / .10, 0, 1) - .0016 * np.clip((s - .90) / .10, 0, 1)
    end = np.clip(1 - np.minimum(s, 1 - s) / .030, 0, 1)            # both ends are rounded off
    u = np.mod(u, 1)
    tall = height(u) * (1 - .45 * end ** 2.4)
    rows = []
    for t, o in ((-.30, -.001), (-.28, .0016), (-.1, .0024), (.2, .0022), (.6, .0014), (.94, .0006), (1, -.0006), (.9, -.002), (0, -.0012)):
        p = body.around(u, neck(u) + tall * t, ease + lap + o - .0030 * max(0, t))
        rows.append(p + UP * (.0006 * max(0, t) * np.sin(2 * np.pi * 3 * u))[:, None])
    sheet(g, 'stand', np.array(rows), thickness=0, flip=True, **kw)


def _down(points, count):
    """Columns of points (k, n, 3) spaced evenly along their length, `count` of them, and that length (n)."""
    step = np.linalg.norm(np.diff(points, axis=0), axis=2)
    run = np.vstack([np.zeros((1, step.shape[1])), np.cumsum(step, 0)])
    out = np.empty((count, *points.shape[1:]))
    for j in range(points.shape[1]):
        t = np.linspace(0, run[-1, j], count)
        out[:, j] = np.stack([np.interp(t, run[:, j], points[:, j, c]) for c in range(3)], 1)
    return out, run[-1]


def shirt(g, piece, neck, ease=.006, stand=.027, fall=.037, points=(.071, .067), spread=(.40, .50), gap=(.010, .013), n=240, **kw):
    """Stand and fall of a shirt collar. The fall rolls over the stand, down its outside and on to the cloth of `piece`; it is
    `fall` metres deep behind. Its points, `spread` (tangent) and `gap` (half of the way between the two, in u) come in
    pairs, wearer's left and right: no two alike. Returns where the button of the stand sits, and which way it
    faces."""
    height = lambda u: stand * (1 - .22 * (1 - np.cos(2 * np.pi * u)) / 2)
    _shirt_stand(g, neck, ease, height)
    s = np.linspace(0, 1, n)                             # from the wearer's right front round the back to the left
    left = np.clip(s * 2 - .5, 0, 1)
    both = lambda pair: pair[1] + (pair[0] - pair[1]) * left
    u = .5 + both(gap) * (1 - 2 * s) + s
    front = np.abs(2 * s - 1)
    long = fall + (both(points) - fall) * front ** 5 - .004 * np.exp(-((front - .62) / .16) ** 2)
    lean = both(spread) * front ** 8 * np.sign(1 - 2 * s)           # right front: towards +u
    v = np.mod(u, 1)
    tall = height(v)
    around = 2 * np.pi * .064                            # of the neck, in metres
    steps = np.linspace(0, 1, 10)[:, None]
    slide = lean * tall / around
    up = [body.around(v + slide * k, neck(v) + tall * (1 - k), ease + .0030 - .0030 * (1 - k)) for k in steps[:-1, 0]]
    U, Z = outward(np.mod(u + slide, 1), neck(v), np.full(n, .003), steps=6)
    U, Z = outward(U[-1], Z[-1], np.maximum(long - tall, .004), tilt=np.arctan(lean), ease=ease)
    at = cloth(g, piece)
    under = [gaussian_filter1d(at(U[k], Z[k])[0], 3, axis=0, mode='nearest') for k in range(1, 41, 3)] + [at(U[40], Z[40])[0]]
    x, run = _down(np.array(up + under), 40)
    lies = x
    x = gaussian_filter1d(x, 3.2, axis=0, mode='nearest')           # interlined cloth bridges the corner at its foot
    near, far = (gaussian_filter1d(x, k, axis=1, mode='nearest') for k in (4, 13))
    x = far + (near - far) * front[:, None] ** 8                    # and, but for its points, the folds below it
    t = np.linspace(0, 1, 40)
    across, along = np.gradient(x, axis=1), np.gradient(x, axis=0)
    m = np.cross(along, across)
    m /= np.linalg.norm(m, axis=2)[..., None]
    m *= np.sign((m[20] * _outwards(x[20])).sum())
    soft = .0009 * np.sin(2 * np.pi * (2.3 * s + .2)) + .0006 * np.sin(2 * np.pi * (5.1 * s + .6))
    curl = np.array([.0016, .0004])
    lift = .0034 + t[:, None] * (soft + .0016) + (t[:, None] ** 5) * front ** 30 * (curl[1] + (curl[0] - curl[1]) * left)
    bump = gaussian_filter(maximum_filter(((lies - x) * m).sum(2), (5, 25)), (2, 11), mode='nearest')
    x = x + m * (lift + np.clip(bump, 0, .006))[..., None]
    roll = [x[0] - m[0] * o + UP * h for o, h in ((.0066, -.0100), (.0064, -.0040), (.0056, .0004), (.0034, .0022), (.0012, .0018))]
    sheet(g, 'collar', np.concatenate([roll, x]), thickness=.0025, flip=True, stitch=('left', 'right', 'last'), turned=0, **kw)
    z = neck(.5) + height(.5) * .42
    return body.around(np.array(.5), z, ease + .0044), np.array([0, -1.0, .12])


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


def slit(g, at, u, z0, z1, width=.0075):
    """A short bound opening at centre front, closed: two narrow facings and the dark line between."""
    from .trims import strip
    for side in (-1, 1):
        strip(g, at, u + side * width * .62, width, z0, z1, 40, lift=.0016, edge=.0008, name='facing', cols=5)
    strip(g, at, u, width * .22, z0, z1, 40, lift=.0019, edge=.0002, name='slit', cols=3,
          colour=tuple(c * .18 for c in g.colour))
