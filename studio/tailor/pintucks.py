"""Pintucks: narrow ridges stitched into a front, straight and parallel, and the small folds they are released into. Metres."""
import numpy as np

from .folds import everywhere, outward
from .laid import cloth
from .trims import sheet

# across a tuck, from the stitches to its fold, which is pressed away from the placket: how far over and how far out
SECTION = np.array([(-.7, -.5), (-.3, .15), (.2, .7), (.9, 1.15), (1.7, 1.35), (2.2, 1.2), (2.35, .75), (2.1, .2),
                    (1.7, -.5)]) * .001

STEP = .004                         # between the heights (m) at which a front is measured


class Front:
    """The front of a draped torso, by how far sideways (x) and how high (z, as it was cut) a place is, down to `low`."""

    def __init__(self, g, piece, low):
        self.at = cloth(g, piece)
        self.u = np.linspace(.24, .76, 261)
        self.z = np.arange(low, 1.46, STEP)
        self.x = self.at(self.u, self.z[:, None])[0][..., 0]

    def around(self, x, z):
        """The u of places x at height z: where the draped cloth lies straight below its neck."""
        row = np.clip((z - self.z[0]) / STEP, 0, len(self.z) - 1.001)
        k, part = int(row), row % 1
        return np.interp(-np.asarray(x), -(self.x[k] * (1 - part) + self.x[k + 1] * part), self.u)

    def place(self, x, z):
        """Points and normals at x (rows, columns) and heights z (rows)."""
        u = np.array([self.around(a, b) for a, b in zip(x, z)])
        return self.at(u, np.asarray(z)[:, None])

    def point(self, x, z):
        """One point and normal."""
        p, n = self.place(np.array([[x]]), [z])
        return p[0, 0], n[0, 0]


def tuck(g, front, x, top, low, seed=1):
    """One tuck at x, from height `top` to `low`; it is sewn by a good hand, but by a hand."""
    rng = np.random.default_rng(seed)
    z = np.arange(top, low, -.0035)
    side = np.sign(x)
    waver = .00022 * np.sin(60 * z + rng.uniform(0, 6)) + .00014 * np.sin(150 * z + rng.uniform(0, 6))
    end = np.clip((z - low) / .010, 0, 1) ** .6              # it opens where the stitches end
    over = x + waver[:, None] + side * SECTION[:, 0] * (.5 + .5 * end)[:, None]
    p, n = front.place(over, z)
    rise = SECTION[:, 1] * (1 + .10 * np.sin(80 * z + rng.uniform(0, 6)))[:, None]
    x = p + n * np.where(rise > 0, rise * end[:, None] - .0003 * (1 - end[:, None]), rise)[..., None]
    sheet(g, 'tuck', x, thickness=0, flip=side > 0)


def released(g, p, folds, start, end):
    """Lay soft vertical `folds` into the front of torso `p` from height `start` down to `end`. Each is (x, height where it fades,
    depth, width, lean): x where it begins, `lean` how far sideways it has gone at `end`; a ridge with a valley on either side."""
    a, b = everywhere(g, p)
    here = np.isfinite(b) & (np.abs(a - .5) < .27)
    x, z, d = g.x[here, 0], b[here], 0 * b[here]
    for at, fade, deep, wide, lean in folds:
        t = (start - z) / (start - end)
        long = np.clip((start + .004 - z) / (start - fade), 0, 1.2)
        run = np.clip((start + .012 - z) / .09, 0, 1) ** .8 * np.clip((1.2 - long) / .5, 0, 1) ** 1.1
        off = x - at - lean * np.clip(t, 0, 1) ** 1.2 - .002 * np.sin(9 * t + 40 * at)
        off = off / (wide * (.42 + .90 * np.clip(t * 1.6, 0, 1)))
        d += deep * run * (np.exp(-off ** 2) - .45 * np.exp(-((off - 1.7) / .9) ** 2) - .35 * np.exp(-((off + 1.8) / .9) ** 2))
    g.x[here] += outward(g, p)[here] * d[:, None]


def highest(front, x, seam):
    """The height of the tuck at x where it runs into seam(u), a height, and a millimetre lower."""
    u = np.array([front.around(x, z) for z in front.z])
    return front.z[front.z < seam(u)].max() - .001


def yoke(g, at, u, z, towards, rise=1, fade=4, **kw):
    """The lower edge (u, z) of a yoke on the surface `at`: flush above, raised and top-stitched where tucks or gathers run into
    it. Above lies u = `towards`, the shoulder, or for a back, None, what is higher. rise: how much of 2 mm it
    stands up; over `fade` points at either end it sinks into the cloth."""
    rows = []
    for up, lift in ((.030, -.0012), (.018, .0003), (.010, .0011), (.005, .0018), (.001, .0019), (0, .0015), (0, -.0018)):
        p, n = at(u + (0 if towards is None else np.sign(towards - u) * up * .55), z + up * (1 if towards is None else .75))
        ends = np.minimum(1, np.minimum(np.arange(len(u)), np.arange(len(u))[::-1]) / fade)     # sewn into the armhole
        rows.append(p + n * ((lift * rise + .0012) * ends - .0012)[:, None])
    left = rows[0][0, 0] < rows[0][-1, 0]
    sheet(g, 'yoke', np.array(rows), thickness=0, flip=bool(left) != (towards is None), stitch=('last',), turned=.003, **kw)
