"""Ties of soft cloth: knots, tails and bows that lie on whatever was draped and laid before them. All lengths are metres.

Each is made in the frame of its knot: sideways as the viewer sees it, up, and out from the cloth."""
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import distance_transform_edt, gaussian_filter, gaussian_filter1d, grey_dilation, map_coordinates

from .steps import smoothstep
from .trims import sheet

CELL = .004


class Frame:
    """The place of a knot: its point `p` in the space of the garment, and how far out the cloth around it reaches."""

    def __init__(self, g, p, out, side=.12, below=.08):
        up = np.array([0, 0, 1.0])
        self.p, self.out = np.asarray(p, float), np.asarray(out, float) * [1, 1, 0]
        self.out = self.out / np.linalg.norm(self.out)
        self.axes = np.array([np.cross(up, self.out), up, self.out])
        self.low = np.array([-side, -below - .03])
        self.depth = self._outermost(g, np.array([side, .07]))

    def _outermost(self, g, high):
        """A map of how far out the outermost cloth lies; hollows narrower than a tie are bridged."""
        shape = np.ceil((high - self.low) / CELL).astype(int) + 1
        depth = np.full(shape, -9.0)
        for m in g.meshes:
            f = m['faces']
            corners = m['x'][np.where(f < 0, f[:, :1], f)]
            q = np.vstack([m['x'], corners.mean(1), (corners[:, 0] + corners[:, 1]) / 2, (corners[:, 1] + corners[:, 2]) / 2])
            q = (q - self.p) @ self.axes.T
            q = q[(q[:, 2] > -.08) & (q[:, 2] < .12)]
            cell = np.round((q[:, :2] - self.low) / CELL).astype(int)
            ok = ((cell >= 0) & (cell < shape)).all(1)
            np.maximum.at(depth, tuple(cell[ok].T), q[ok, 2])
        holes = depth < -1
        near = distance_transform_edt(holes, return_distances=False, return_indices=True)
        return gaussian_filter(grey_dilation(depth[tuple(near)], 4), 1.0)

    def cloth(self, a, h):
        at = (np.stack([a, h]) - self.low.reshape(2, *[1] * np.ndim(a))) / CELL
        return map_coordinates(self.depth, at, order=1, mode='nearest')

    def world(self, q):
        return self.p + q @ self.axes


def _band(g, frame, mid, over, width, relief, name, slant=0.0, lean=(.2, .45, .72, 1), thickness=.0009, **kw):
    """Cloth along the points `mid`, `over` its unit vectors from edge to edge, `relief` (points, columns) how far it rises.
    Its end is cut at a slant: `slant` metres either way, into which its last rows go by the parts `lean`."""
    k = np.linspace(-1, 1, relief.shape[1])
    ways = np.gradient(mid, axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    rise = np.cross(over, ways)
    rise /= np.linalg.norm(rise, axis=1)[:, None]
    x = mid[:, None] + over[:, None] * (width[:, None] / 2 * k)[..., None] + rise[:, None] * relief[..., None]
    x[-len(lean):] += ways[-len(lean):, None] * (slant * k)[None, :, None] * np.array(lean)[:, None, None]
    sheet(g, name, frame.world(x), thickness=thickness, **kw)


def knot(g, frame, width, lean=.2, seed=0, **kw):
    """A short band of cloth wrapped round what it ties: a flat tube across, narrower above, with creases round it."""
    rng = np.random.default_rng(seed)
    t = np.concatenate([[-.80, -.84, -.97], np.linspace(-1, 1, 25), [.97, .84, .80]])
    inner = np.concatenate([[.05, .62, .86], np.ones(25), [.86, .62, .05]])
    phi = 2 * np.pi * np.arange(40) / 40
    T, P = np.meshgrid(t, phi, indexing='ij')
    crease = sum(d * np.exp(-((T - c - s * np.sin(P)) / .13) ** 2)
                 for c, s, d in ((-.34, .26, .11), (.30, -.10, .09)))
    fat = inner[:, None] * (1 - .10 * T ** 4) * (1 - crease * (np.cos(P) > -.5)) * (1 + .03 * np.sin(2 * P + rng.uniform(0, 6)))
    tall, deep, long = .50 * width, .30 * width, .42 * width
    h, d = tall * fat * np.sin(P), deep * fat * np.cos(P)
    a = long * T * (1 - .16 * np.sin(P)) + .10 * width * np.sin(P) * np.cos(P)
    x = np.stack([a * np.cos(lean) - h * np.sin(lean), h * np.cos(lean) + a * np.sin(lean), d + deep * .5 + frame.cloth(0 * a, 0 * h)], -1)
    sheet(g, 'knot', frame.world(x), True, thickness=0, flip=True, **kw)


def _loop(g, frame, side, width, size, angle, sag, roll, rng, **kw):
    """One loop: out from the knot, folded at its end and back beneath, lower and a little shorter; pinched at the knot."""
    r = np.array([.02, .12, .28, .48, .68, .85, .96, 1.0, .96, .84, .66, .46, .26, .10, .02])
    back = np.array([0, 0, 0, 0, 0, .04, .2, .52, .84, .98, 1, 1, 1, 1, 1.0])
    high = np.array([.0015, .0055, .0115, .0150, .0140, .0122, .0102, .0072, .0040, .0022, .0022, .0030, .0024, .0012, .0005])
    t = np.linspace(0, 1, len(r))
    fine = np.linspace(0, 1, 84)
    r, back, high = (CubicSpline(t, k)(fine) for k in (r, back, high))
    slope = np.tan(angle)
    h = size * (slope * r - sag * r ** 2) - back * width * (.08 + .62 * np.clip(r, 0, 1) ** .8)
    a = side * size * r * (1 - .06 * back)
    wide = width * (.46 + .60 * smoothstep(r / .6)) * (1 - .12 * back)
    tilt = np.arctan(slope - 1.6 * sag * r) * (1 - .25 * back)
    turn = roll * (.5 + .5 * np.exp(-((r - 1) / .25) ** 2)) * smoothstep(r / .4)
    over = np.stack([-side * np.sin(tilt) * np.cos(turn), np.cos(tilt) * np.cos(turn), -np.sin(turn)], 1)
    deep = frame.cloth(a, h - .3 * wide)
    deep = np.maximum(deep, frame.cloth(a, h + .3 * wide) - .004)
    mid = np.stack([a, h, gaussian_filter1d(deep, 5, mode='nearest') + high * min(1.2, width / .022 + .15) + .0012], 1)
    k = np.linspace(-1, 1, 15)[None]
    front = (1 - 2 * np.clip(back, 0, 1))[:, None] * side
    fade = np.clip(1 - r / .72, 0, 1)[:, None] ** 1.3
    folds = np.sin(5.2 * k * (1 + .25 * (1 - fade)) + rng.uniform(0, 6)) + .55 * np.sin(8.4 * k + rng.uniform(0, 6))
    relief = width * (.062 * fade * folds + front * .10 * (k ** 2 - .4) * smoothstep(r[:, None] / .5)
                      + .016 * np.sin(3 * k + 9 * fine[:, None]))
    _band(g, frame, mid, over, wide, relief, 'bow', **kw)


def _tail(g, frame, side, width, drop, apart, twist, rng, start=.0, leans=0.0, lies=None, **kw):
    """One end: narrow under the knot, hanging over the fullest of what lies below; `twist` (radians) turns it over.
    leans (0..1): how far it turns as the cloth below does, on whose folds it then lies. lies: how far (m) off what is below it,
    for one of doubled cloth that rests there: close enough for a shadow along its edge."""
    fine = np.linspace(0, 1, 110)
    h = -.12 * width - (drop - .12 * width) * fine
    sway = .006 * np.sin(fine * rng.uniform(4.2, 5.6) + rng.uniform(0, 6)) * smoothstep(fine / .25)
    a = side * (start + apart * (.22 * smoothstep(fine / .12) + .78 * fine ** .75)) + sway
    wide = width * (.45 + .55 * smoothstep(fine * drop / (2.6 * width))) * (1 - .05 * fine)
    rock = .22 if lies is None else .11
    turn = twist * smoothstep((fine - .22) / .46) + rock * np.sin(6 * fine + rng.uniform(0, 6)) * smoothstep(fine / .2)
    lean = leans * (frame.cloth(a + .6 * wide, h) - frame.cloth(a - .6 * wide, h)) / (1.2 * wide)
    lean = gaussian_filter1d(np.clip(lean, -.6, .6), 7, mode='nearest') * smoothstep(fine / .15)
    wall = np.maximum.reduce([frame.cloth(a + k * wide, h) - lean * k * wide for k in (-.6, -.3, 0, .3, .6)])
    for k in range(1, len(wall)):                        # an end hangs; it follows no hollow
        wall[k] = max(wall[k], wall[k - 1] - .10 * drop / len(wall))
    free = .0034 + np.abs(np.sin(turn)) * wide * .45 + .003 * smoothstep((fine - .1) / .4) * (1 + np.sin(5 * fine + side))
    if lies is not None:                                 # as soon as it is out of the knot; its very end is free
        at_rest = lies + np.abs(np.sin(turn)) * wide * .5 + .0018 * smoothstep((fine - .80) / .20)
        free += (at_rest - free) * smoothstep((fine - .06) / .16)
    d = np.maximum(gaussian_filter1d(wall + free, 4, mode='nearest'), wall + .0016)
    turn = turn - np.arctan(lean)
    mid = np.stack([a, h, d], 1)
    ways = np.gradient(mid, axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    level = np.cross(ways, [0, 0, 1.0])
    level /= np.linalg.norm(level, axis=1)[:, None]
    over = np.cos(turn)[:, None] * level + np.sin(turn)[:, None] * np.cross(level, ways)
    k = np.linspace(-1, 1, 13)[None]
    t = fine[:, None]
    fade = np.clip(1 - t * drop / (4.5 * width), 0, 1)
    relief = width * (.11 * fade * np.sin(4.6 * k + rng.uniform(0, 6)) + .10 * np.sin(3.1 * t + side) * (k ** 2 - .4)
                      + .022 * np.sin(2.4 * k + 11 * t + side))
    slant = side * width * .34
    if lies is not None:                                 # two layers, pressed: the middle stands out, the edges lie
        relief = relief * (1 - .6 * smoothstep(t / .4)) + width * .07 * (.4 - k ** 2) * smoothstep(t / .3)
        slant = width * .24                              # the cut looks away from the key
        kw = {**kw, 'lean': np.linspace(0, 1, 16) ** 1.5, 'thickness': .0017}
    _band(g, frame, mid, over, wide, relief, 'tie', slant=slant, **kw)


def tails(g, p, out, width=.012, drop=.22, apart=.016, seed=0, frame=None, leans=0.0, lies=None, **kw):
    """Two ends falling from a knot at `p`, `drop` long, spread `apart` at their ends; the knot itself unless a frame is given.
    leans, lies: see `_tail`; those that lie hang flat."""
    rng = np.random.default_rng(seed)
    place = frame or Frame(g, p, out, side=.06 + apart, below=drop)
    twist, other, short, less = (np.pi, .35, .87, .8) if lies is None else (.12, -.06, .94, .74)
    how = {**kw, 'leans': leans, 'lies': lies}
    _tail(g, place, -1, width, drop, apart, rng.choice([-1, 1]) * twist, rng, start=.10 * width, **how)
    _tail(g, place, 1, width, drop * short, apart * less, other, rng, start=.14 * width, **how)
    if frame is None:
        knot(g, place, width + .0045, lean=-.14, seed=seed, **kw)


def bow(g, p, out, width=.014, size=.055, drop=.30, apart=.022, seed=0, leans=0.0, lies=None, **kw):
    """A tied bow: two ends, two unlike loops `size` long that droop against the cloth, and the knot over them. leans, lies: see
    `tails`."""
    rng = np.random.default_rng(seed)
    place = Frame(g, p, out, side=.05 + max(size, apart), below=max(drop, .08))
    tails(g, p, out, width, drop, apart, seed, frame=place, leans=leans, lies=lies, **kw)
    _loop(g, place, -1, width * 1.08, size, .16, .42, .75, rng, **kw)
    _loop(g, place, 1, width, size * .86, .30, .66, .5, rng, **kw)
    knot(g, place, width * 1.22, lean=.22, seed=seed, **kw)
