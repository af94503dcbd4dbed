"""What a hanger does to a garment that was draped on a body: the body goes out of it. Front and back come near one another,
the sleeves hang straight and flat, the skirt falls together; folds keep their depth. A smooth move of every point."""
import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import cKDTree

from tailor.body import Arm
from tailor.pieces import normals
from tailor.steps import smoothstep

HEIGHTS = (.05, .80, 1.09, 1.25, 1.36, 1.44)             # at these heights a garment becomes
NARROW = (.78, .86, .97, 1.0, 1.0, 1.0)                  # as wide and
FLAT = (.46, .42, .34, .30, .40, .52)                    # as deep as this part of what it was
SMALL = .03                                              # what is smaller (m), a button, moves but keeps its shape


def step(x, low, high):
    """From 0 at `low` to 1 at `high`, which may be the smaller."""
    return smoothstep((x - low) / (high - low))


def sleeves(x, faces, seam):
    """-> 0 on the body to 1 on a sleeve, 13 cm from its armhole; its side (-1, 1), 0 on the body."""
    edges = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [0, 2]]])
    whole = np.abs(seam) > 1e-9                          # 0 along an armhole, negative within the sleeve
    side = _arms(x, edges[whole[edges].all(1)])
    if not side.any():                                   # no armhole was sewn: it begins where the body ends
        whole = (np.abs(x[:, 0]) > .150) | (x[:, 2] < .70)
        side = _arms(x, edges[whole[edges].all(1)])
    across = edges[(side[edges] == 0).any(1) & (side[edges] != 0).any(1)]
    ends = np.unique(across[side[across] == 0])
    long = np.linalg.norm(x[edges[:, 0]] - x[edges[:, 1]], axis=1)
    graph = coo_matrix((long, (edges[:, 0], edges[:, 1])), (len(x), len(x))).tocsr()
    far = dijkstra(graph, directed=False, indices=ends, min_only=True, limit=.14)
    return np.where(side != 0, step(far, .0, .13), 0), side


def _arms(x, edges):
    """Which pieces hang beside the body: their side at each point, 0 elsewhere."""
    _, label = connected_components(coo_matrix((np.ones(len(edges)), edges.T), (len(x), len(x))), directed=False)
    size = np.bincount(label)
    side = np.zeros(len(x))
    for k in np.where(size > 2000)[0]:
        p = x[label == k]
        if np.abs(p[:, 0]).min() > .11 and p[:, 2].min() > .6:
            side[label == k] = np.sign(p[0, 0])
    return side


class Sleeve:
    """The way of a sleeve from the lowered, bent arm it was draped on to where it hangs: straight down, flat."""

    def __init__(self, arm, side, out, ahead, turn, flat=.40):
        self.s = np.linspace(0, .75, 300)
        self.path, self.along = arm.axis(self.s)
        self.tree, self.side = cKDTree(self.path), side
        d = np.array([out, -ahead, -1.0])
        self.down, self.start, self.turn, self.flat = d / np.linalg.norm(d), arm.shoulder, turn, flat

    def __call__(self, x):
        x = x * [self.side, 1, 1]
        k = self.tree.query(x)[1]
        s, d = self.s[k], self.along[k]
        o = np.array([1.0, 0, 0]) - d[:, :1] * d
        o /= np.linalg.norm(o, axis=1)[:, None]
        f = np.cross(d, o)
        off = x - self.path[k]
        along, across, deep = ((off * v).sum(1) for v in (d, o, f))
        t = self.turn * step(s, .1, .6)                  # the flat sleeve turns a little on its way down
        o1 = np.array([1.0, 0, 0]) - self.down[0] * self.down
        o1 /= np.linalg.norm(o1)
        f1 = np.cross(self.down, o1)
        across, deep = across * (1 + .32 * step(s, .05, .35)), deep * self.flat     # what is pressed flat is wider than it was round
        y = self.start * [1, self.flat, 1] + np.outer(s + along, self.down)
        y += np.outer(across * np.cos(t) - deep * np.sin(t), o1) + np.outer(across * np.sin(t) + deep * np.cos(t), f1)
        return y * [self.side, 1, 1]


class Body:
    """The way of the rest; `x` are the points of the cloth without its sleeves."""

    def __init__(self, x, deep, seed):
        rng = np.random.default_rng(seed)
        self.deep, self.fold = deep, [(s, rng.uniform(.085, .125), rng.uniform(.007, .013), rng.uniform(-.2, .2)) for s in (-1, 1)]
        self.fold.append((1, rng.uniform(-.04, .04), -rng.uniform(.003, .006), rng.uniform(-.2, .2)))
        bins = dict(bins=(48, 60), range=((0, 48), (0, 60)))
        even = lambda w: gaussian_filter(np.histogram2d(*self._row(x), weights=w, **bins)[0], (3, 2), mode=('wrap', 'nearest'))
        self.round = even(np.hypot(x[:, 0], x[:, 1])) / (even(None) + 1e-9)     # the garment without its folds

    def _row(self, x):
        return np.arctan2(x[:, 1], x[:, 0]) / (2 * np.pi) % 1 * 48, np.clip(x[:, 2] / .03 + 4, 0, 59)

    def __call__(self, x):
        z, r = x[:, 2], np.hypot(x[:, 0], x[:, 1]) + 1e-9
        a, h = self._row(x)
        smooth = map_coordinates(self.round, [a - .5, h - .5], order=1, mode='grid-wrap')
        fold = np.clip(r - smooth, -.05, .05) * step(z, 1.20, 1.0)              # above, what the body bulged is no fold
        size = np.column_stack([np.interp(z, HEIGHTS, NARROW), np.interp(z, HEIGHTS, FLAT) * self.deep])
        out = x[:, :2] / size
        out /= np.linalg.norm(out, axis=1)[:, None] + 1e-9
        q = x[:, :2] * (1 - fold / r)[:, None] * size + out * (.8 * fold)[:, None]
        q[:, 1] += self._slack(q, z)
        return np.column_stack([q, z])

    def _slack(self, q, z):
        """Cloth that nobody fills hangs in long folds from the ends of the hanger, and is sunk between them."""
        at = step(z, 1.375, 1.28) * step(z, .85, 1.12)
        front = step(q[:, 1], .02, -.02)
        y = .010 * np.exp(-(q[:, 0] / .06) ** 2) * step(z, 1.40, 1.32) * step(z, 1.10, 1.20)
        for s, x0, size, lean in self.fold:
            y -= size * np.exp(-((q[:, 0] * s - x0 - lean * (1.3 - z) * .5) / .018) ** 2) * at
        return y * front


LIT = .80                                                # the rail is lit more from in front: cloth in its colour would look lighter than it is


def limp(path, twist, deep, shorter, roll, lift, pivot, seed):
    """The draped garment as it hangs. twist: turn of the hem (rad); deep: fuller; shorter: of what is below the hips;
    roll: how the hanger, `lift` higher, tilts about `pivot` (rad, m). -> what `Garment.save` would have written."""
    d = dict(np.load(path))
    count = int(d['count'])
    main = max(range(count), key=lambda k: len(d[f'{k}/x']))
    x0 = d[f'{main}/x'].astype(float)
    weight, side = sleeves(x0, d[f'{main}/faces'], d[f'{main}/seam'])
    body, tree = Body(x0[side == 0], deep, seed), cKDTree(x0)
    rng = np.random.default_rng(seed + 50)
    reach = np.abs(x0[side != 0][:, 0]).max()
    arm = Arm(spread=(reach - .19) / .46, bend=.2)
    limbs = {s: Sleeve(arm, s, rng.uniform(.05, .09), rng.uniform(-.01, .05), rng.uniform(.1, .4) * -s) for s in (-1, 1)}

    def moved(x, w, sd):
        q = body(x)
        for s, limb in limbs.items():
            k = sd == s
            q[k] += w[k, None] * (limb(x[k]) - q[k])
        low = np.minimum(q[:, 2] - .95, 0)
        q[:, 2] += low * (shorter - 1)
        t = twist * np.clip((1.3 - q[:, 2]) / 1.2, 0, 1) ** 1.5
        q = np.column_stack([q[:, 0] * np.cos(t) - q[:, 1] * np.sin(t), q[:, 0] * np.sin(t) + q[:, 1] * np.cos(t), q[:, 2]])
        q[:, 2] += lift
        up = q[:, 2] - pivot
        return np.column_stack([q[:, 0] - roll * up, q[:, 1], q[:, 2] + roll * q[:, 0]])
    x1 = moved(x0, weight, side)
    before, after = (normals(x, d[f'{main}/faces']) for x in (x0, x1))

    def laid_on(x):
        """Trims lie on the cloth as high as they did; what lies within it does not."""
        off, near = tree.query(x, 8)
        n0, n1 = (v / np.linalg.norm(v, axis=1)[:, None] for v in (before[near].mean(1), after[near].mean(1)))
        off, near = off[:, 0], near[:, 0]
        high = ((x - x0[near]) * n0).sum(1)
        high = np.maximum(high, 0) * (np.median(high) > .0005)
        aside = np.sqrt(np.maximum(off ** 2 - high ** 2, 0)) / (.004 + .5 * high)
        high *= np.clip(2 - off / .02, 0, 1) * np.clip(2 - aside, 0, 1)
        return moved(x - high[:, None] * n0, weight[near], side[near]) + high[:, None] * n1
    d.update({key: d[key] * LIT for key in d if key.endswith('colour')})
    for k in range(count):
        x = d[f'{k}/x'].astype(float)
        if k == main:
            d[f'{k}/x'] = x1
        elif np.ptp(x, axis=0).max() < SMALL:
            d[f'{k}/x'] = x - x.mean(0) + laid_on(x.mean(0)[None])
        else:
            d[f'{k}/x'] = laid_on(x)
    return d

