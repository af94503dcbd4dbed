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


def _shirt_stand(g, neck, ease, height, over=.0225, corner=.0085, n=200, **kw):
    """The stand of a shirt collar, closed: its right end lies over the left one, `over` (in u) past centre front, as far as the
    placket does. Its ends are turned in, their upper corners rounded (radius, m)."""
    d = np.array([0, .0002, .0006, .0012, .0020, .0032, .0046, .0062, .0085, .012])
    long = (1 + 2 * over) * .40                          # metres, nearly
    s = np.concatenate([d / long, np.linspace(.035, .965, n), 1 - d[::-1] / long])
    end = np.minimum(s, 1 - s) * long                    # metres from the nearer end
    u = .5 - over + (1 + 2 * over) * s
    lap = .0014 * np.clip(1 - s / .10, 0, 1) - .0016 * np.clip((s - .90) / .10, 0, 1)
    u = np.mod(u, 1)
    full = height(u)
    tall = full - corner + np.sqrt(corner ** 2 - np.maximum(corner - end, 0) ** 2 * .98)
    turned = np.sqrt(1 - np.maximum(1 - end / .0016, 0) ** 2)
    rows = []
    for t, o in ((-.30, -.001), (-.28, .0016), (-.1, .0024), (.2, .0022), (.6, .0014), (.94, .0006), (1, -.0006), (.9, -.002), (0, -.0012)):
        p = body.around(u, neck(u) + (tall if t > 0 else full) * t, ease + lap + o * turned - .0030 * max(0, t))
        rows.append(p + UP * (.0006 * max(0, t) * np.sin(2 * np.pi * 3 * u))[:, None])
    sheet(g, 'stand', np.array(rows), thickness=0, flip=True, **kw)


def _down(points, count):
    """Columns of points (k, n, 3) spaced evenly along their length, `count` of them."""
    step = np.linalg.norm(np.diff(points, axis=0), axis=2)
    run = np.vstack([np.zeros((1, step.shape[1])), np.cumsum(step, 0)])
    out = np.empty((count, *points.shape[1:]))
    for j in range(points.shape[1]):
        t = np.linspace(0, run[-1, j], count)
        out[:, j] = np.stack([np.interp(t, run[:, j], points[:, j, c]) for c in range(3)], 1)
    return out


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
    under = [gaussian_filter1d(at(U[k], Z[k])[0], 3, axis=0, mode='nearest') for k in (*range(1, 40, 3), 40)]
    x = _down(np.array(up + under), 40)
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
    x = x + m * (lift - .0006 * (1 - front) ** .5 * t[:, None] ** 2 + np.clip(bump, 0, .003))[..., None]     # behind it lies closer
    near = gaussian_filter(maximum_filter(.0032 - ((x - lies) * m).sum(2), (3, 9)), (1, 5), mode='nearest')
    x = x + m * np.maximum(near, 0)[..., None]
    roll = [x[0] - m[0] * o + UP * h for o, h in ((.0066, -.0100), (.0064, -.0040), (.0056, .0004), (.0034, .0022), (.0012, .0018))]
    sheet(g, 'collar', np.concatenate([roll, x]), thickness=.0025, flip=True, stitch=('left', 'right', 'last'), turned=0, **kw)
    z = neck(.5) + height(.5) * .42
    return body.around(np.array(.5), z, ease + .0044), np.array([0, -1.0, .12])


def stand(g, neck, height=.046, ease=.0155, lean=(.0035, .0085), apart=(.0022, .0040), corner=.012, **kw):
    """A soft stand collar of thick cloth, its ends meeting at centre front and rounded off. ease: metres from the body at its foot;
    lean: how far it leans to the neck, in front and behind; apart: how far its ends, wearer's right and left, part at
    the top; corner: their radius. Top-stitched along its free edges."""
    near = np.array([0, .0003, .0008, .0016, .0026, .0040, .0055, .0072, .0090, .0112, .0140, .0175, .0215])
    ring = body.around(np.arange(400) / 400, neck(np.arange(400) / 400), ease)
    around = np.linalg.norm(ring - np.roll(ring, 1, 0), axis=1).sum()
    d = np.concatenate([near, np.linspace(.026, around - .026, 140), around - near[::-1]])
    u = np.mod(.5 + d / around, 1)
    end = np.minimum(d, around - d)                      # metres from the nearer end
    foot = body.around(u, neck(u), ease)
    out = _outwards(foot)
    behind = (1 + np.cos(2 * np.pi * u)) / 2
    wave = lambda k, a: np.sin(2 * np.pi * (k * u + a))
    tall = height * (.93 + .07 * behind + .016 * wave(2, .15) + .012 * wave(3, .6))
    tall -= corner - np.sqrt(corner ** 2 - np.maximum(corner - end, 0) ** 2 * .98)
    to = lean[0] + (lean[1] - lean[0]) * behind
    half = .0024 * np.sqrt(1 - np.maximum(1 - end / .0026, 0) ** 2)          # half the thickness; the ends are turned in
    side = np.where(d < around / 2, -1.0, 1.0)
    part = np.where(side < 0, apart[0], apart[1])
    sink = .52 + .10 * wave(1, .30) + .05 * wave(2, .7)                        # where it gives way a little
    # height (of tall), out from the middle (half thicknesses), up from there (half thicknesses)
    outer = [(-.14, -.4), (-.08, .7), (-.01, 1.35), (.05, 1.5), (.11, 1.3), (.2, 1.05), (.3, 1), (.4, 1), (.5, 1), (.6, 1), (.7, 1),
             (.8, 1.02), (.88, 1.1)]
    roll = [(np.sin(a), np.cos(a)) for a in np.linspace(.5, -.5, 9) * np.pi]
    inner = [(.88, -1.05), (.7, -1), (.5, -1), (.3, -1), (.1, -1), (-.1, -1)]
    section = [(t, o, None) for t, o in outer] + [(1, o * 1.1, h) for o, h in roll] + [(t, o, None) for t, o in inner]
    rows, top = [], []
    for t, o, h in section:
        up = tall * t if h is None else tall + (h - 1) * half
        k = np.clip(up / tall, 0, 1)
        give = k * (.0021 * wave(3, .2) + .0012 * wave(5, .55)) - .0021 * np.exp(-((k - sink) / .16) ** 2) * (.6 + .4 * wave(2, .1))
        x = foot + UP * up[:, None] + out * (o * half + give - to * k ** 1.3)[:, None]
        x[:, 0] += side * (.0004 + part * k ** 1.4) * np.exp(-end / .030)
        rows.append(x)
        top.append(np.maximum(np.minimum(end, tall - up) - .0002, 0))
    sheet(g, 'collar', np.array(rows), thickness=0, flip=True, top=np.concatenate(top), **kw)
