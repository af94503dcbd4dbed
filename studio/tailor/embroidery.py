"""Embroidery on a band: a running vine in satin stitch between two lines of chain stitch, raised as thread is. Lengths are metres."""
import numpy as np
from scipy.ndimage import gaussian_filter1d

WAVE = .0390                        # from one turn of the stem to the next but one
RISE = .00042                       # how high a leaf of thread stands


class Ground:
    """The outside of a closed band, from its rows of points x (rows, columns, 3): the place of what is s metres along it
    and w metres across, 0 in its middle, the last row being above 0."""

    def __init__(self, x):
        self.x = np.concatenate([x, x[:, :1]], 1)
        self.n = np.cross(np.gradient(self.x, axis=1), np.gradient(self.x, axis=0))
        self.n /= np.linalg.norm(self.n, axis=2)[..., None] + 1e-12
        mid = self.x.mean((0, 1))
        self.n *= np.sign(((self.x - mid) * self.n).sum())
        steps = np.linalg.norm(np.diff(self.x[len(x) // 2], axis=0), axis=1)
        self.along = np.concatenate([[0], np.cumsum(steps)])
        self.length = self.along[-1]
        self.across = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(x, axis=0), axis=2).mean(1))])
        self.height = self.across[-1]

    def __call__(self, s, w, rise):
        """Points `rise` metres above the band."""
        col = np.interp(np.mod(s, self.length), self.along, np.arange(len(self.along)))
        row = np.interp(w + self.height / 2, self.across, np.arange(len(self.across)))
        i, j = (np.minimum(v.astype(int), k - 2) for v, k in ((row, len(self.across)), (col, len(self.along))))
        a, b = (row - i)[..., None], (col - j)[..., None]
        at = lambda v: (1 - a) * ((1 - b) * v[i, j] + b * v[i, j + 1]) + a * ((1 - b) * v[i + 1, j] + b * v[i + 1, j + 1])
        return at(self.x) + at(self.n) * rise[..., None]


class Hoop:
    """Gathers grids of thread, to be sewn on as one part."""

    def __init__(self, ground):
        self.ground, self.x, self.f, self.uv, self.count = ground, [], [], [], 0

    def put(self, s, w, rise, u, v):
        """A grid of thread at (s, w), `rise` above the band; its stitches run along v."""
        R, N = s.shape
        k = np.arange(R * N).reshape(R, N)
        f = np.stack([k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]], -1).reshape(-1, 4)
        self.x.append(self.ground(s, w, rise).reshape(-1, 3))
        self.uv.append(np.stack([u, v], -1).reshape(-1, 2)[f])
        self.f.append(f + self.count)
        self.count += R * N

    def line(self, s, w, wide, stitch):
        """A line of stitches, `wide` across and each `stitch` long, along (s, w); it dips between them."""
        k = np.linspace(-1, 1, 7)
        ds, dw = np.gradient(s), np.gradient(w)
        long = np.hypot(ds, dw)
        run = np.cumsum(long)
        full = .62 + .38 * np.abs(np.sin(np.pi * run / stitch)) ** .6
        over = wide / 2 * k * full[:, None]
        rise = .8 * RISE * (1 - k ** 2) ** .5 * full[:, None] - .00008 * (np.abs(k) == 1)
        self.put(s[:, None] - over * (dw / long)[:, None], w[:, None] + over * (ds / long)[:, None], rise,
                 over + 0 * run[:, None], run[:, None] + 0 * over)

    def leaf(self, s, w, turn, long, half):
        """A leaf from (s, w) in the direction `turn` (radians from along), worked from its rib to both edges."""
        t, k = np.linspace(0, 1, 15)[:, None], np.linspace(-1, 1, 13)[None]
        edge = half * np.maximum(np.sin(np.pi * t ** .85), 0) ** .8
        a, b = long * t + 0 * k, edge * k
        rise = RISE * np.sqrt(np.maximum(1 - (2 * np.abs(k) - 1) ** 2, 0)) * np.minimum(1, edge / (.4 * half)) - .00010 * (np.abs(k) == 1)
        slant = .75
        u, v = a * np.cos(slant) - np.abs(b) * np.sin(slant), a * np.sin(slant) + np.abs(b) * np.cos(slant)
        self.put(s + a * np.cos(turn) - b * np.sin(turn), w + a * np.sin(turn) + b * np.cos(turn), rise, u, v)


def vine(g, x, colour, swing=.0036, seed=1):
    """Embroider garment g with a vine along the band whose outer rows are x, in thread of `colour` (linear). swing: how far the
    stem goes to either side. By a good hand: no two leaves are quite alike."""
    rng = np.random.default_rng(seed)
    ground = Ground(x)
    hoop = Hoop(ground)
    waves = max(1, round(ground.length / WAVE))
    turn = lambda s: 2 * np.pi * waves * s / ground.length
    s = np.linspace(0, ground.length, int(ground.length / .0005))
    wander = gaussian_filter1d(rng.normal(0, 1, len(s)), 30, mode='wrap') * .0010
    stem = lambda q: swing * np.sin(turn(q)) + np.interp(q % ground.length, s, wander)
    hoop.line(s, stem(s), .0011, .0030)
    for side in (-1, 1):
        hoop.line(s, side * (ground.height / 2 - .0024) + .3 * wander, .0010, .0023)
    steep = swing * 2 * np.pi * waves / ground.length
    for k in range(6 * waves):
        q = (k + .35) / 6 * ground.length / waves + rng.normal(0, .0004)
        way = np.arctan(steep * np.cos(turn(q)))
        side = -1 if k % 2 else 1
        room = ground.height / 2 - .0050 - side * stem(np.array(q))        # towards its own side
        long = min(.0088 * rng.uniform(.9, 1.1), max(.0050, room / .72))
        hoop.leaf(q, stem(np.array(q)), way + side * rng.uniform(.55, .80), long, long * rng.uniform(.22, .26))
    g.trim('vine', np.vstack(hoop.x), np.vstack(hoop.f), fabric='thread', colour=colour, uv=np.concatenate(hoop.uv), subdiv=0)
