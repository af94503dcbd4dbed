"""Single cloths that really fell: over a pile, or laid on a table by hand. Simulated with the tailor's solver. Metres."""
import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter, map_coordinates

from tailor import solver

from . import objects


class Cloth:
    """A square mesh of rows x columns, `step` metres apart. hand: mass kg/m2, bending N·m, shear give m/N."""

    def __init__(self, R, N, step, hand):
        """R rows, N columns."""
        i = np.arange(R * N).reshape(R, N)
        pairs = [np.stack([a.ravel(), b.ravel()], 1) for a, b in
                 ((i[:, :-1], i[:, 1:]), (i[:-1], i[1:]), (i[:-1, :-1], i[1:, 1:]), (i[:-1, 1:], i[1:, :-1]))]
        E = np.vstack(pairs)
        rest = np.concatenate([np.full(len(p), step * (1 if k < 2 else 2 ** .5)) for k, p in enumerate(pairs)])
        give = np.concatenate([np.full(len(p), 1 / 4000 if k < 2 else hand[2]) for k, p in enumerate(pairs)])
        o = np.argsort(E[:, 0], kind='stable')
        self.edges = E[o], rest[o], give[o]
        q = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]], -1).reshape(-1, 4)
        even = np.arange(len(q)) % 2 == 0
        tri = np.vstack([q[even][:, [0, 1, 2]], q[even][:, [0, 2, 3]], q[~even][:, [0, 1, 3]], q[~even][:, [1, 2, 3]]])
        self.flat = np.column_stack([np.repeat(np.arange(R), N) * step, np.tile(np.arange(N), R) * step, np.zeros(R * N)])
        flat = self.flat
        B, K, A = solver.bend_stencils(flat, tri, lambda a, b: np.linalg.norm(flat[a] - flat[b], axis=-1))
        self.bends = B, K, A / (3 * np.full(len(B), hand[1])), np.zeros(len(B))
        self.n, self.step, self.weight = R * N, step, 1 / (hand[0] * step ** 2)

    def run(self, x, v, ground, frames, friction, air, floor, held=None, damping=2.5):
        """Points x (n, 3, metres) and speeds v (m/s) after some frames (60 a second); what is held stays where it is.
        ground: (corner, cell (m), distances to what it falls on (m) on a grid); air: how far above that it comes to lie (m);
        floor: a height below which nothing falls (m)."""
        w = np.full(self.n, self.weight)
        if held is not None:
            w[held] = 0
        n = self.n
        return solver.drape(x, w, *self.edges, *self.bends, np.full(n, -1), np.zeros(n), self.flat, self.step * .8, ground,
                            np.full(n, air), np.full(n, friction), frames=frames, substeps=14, damping=damping, velocity=v,
                            floor=floor)


def fall(points, height, floor=.004, hand=(.20, .9e-5, .014), box=(-.45, .45), cell=.006, frames=70, friction=.55, air=.009,
         step=None):
    """points: grid (rows, columns, 3) above the pile; height(x, y): the pile's outline from above.
    step: distance of the threads that are followed (m). -> the grid as it lies."""
    R, N = points.shape[:2]
    cloth = Cloth(R, N, step or np.linalg.norm(points[0, 1] - points[0, 0]), hand)
    g = np.arange(box[0], box[1], cell)
    gz = np.arange(-.05, points[..., 2].max() + .1, cell)
    X, Y = np.meshgrid(g, g, indexing='ij')
    ground = np.array([box[0], box[0], gz[0]]), cell, _distance(height(X, Y), gz, cell)
    x, _ = cloth.run(points.reshape(-1, 3).copy(), None, ground, frames, friction, air, floor)
    return x.reshape(R, N, 3)


def _distance(h, gz, cell):
    """Signed distance to what lies below the height field h, on a grid of heights gz."""
    edt = distance_transform_edt
    solid = gz[None, None, :] < h[..., None]
    d = (edt(~solid) - edt(solid)) * cell
    return gaussian_filter(d, .8).astype(np.float32)


def _taken_up(x, y):
    """Folds that run towards us, as of a cloth gathered in one hand before it was let go: narrower than it was, and as long
    along each thread. -> the new x, and how high."""
    X, Y = np.meshgrid(np.linspace(-.35, .35, 700), np.linspace(-.35, .35, 80))
    z = 0 * X
    for at, lean, high, wide, end in ((-.050, .20, .024, .030, .04), (.030, .02, .034, .030, .13), (.112, -.16, .030, .031, .06)):
        z += high * np.exp(-((X - at - lean * Y) / wide) ** 2) / (1 + np.exp((Y - end) / .025))
    run = np.cumsum(np.sqrt(1 - np.clip(np.gradient(z, axis=1) / .001, -.97, .97) ** 2), axis=1) * .001
    run = run - run[:, 350:351]
    at = [(y + .35) / .7 * 79, (x + .35) / .7 * 699]
    return map_coordinates(run, at, order=1, mode='nearest'), map_coordinates(z, at, order=1, mode='nearest')


def over(scene, base, half, fabric, colour, high):
    """The cloth on top of the pile, turned, so that a corner hangs over the front edge."""
    def height(x, y):
        inside = (np.abs(x) < half[0]) & (y > -half[1]) & (y < half[1])
        return np.where(inside, base(x, y), -.02)
    n, step = 94, .0041
    a = (np.arange(n) - (n - 1) / 2) * step
    u, v = np.meshgrid(a, a)
    t = .74
    x, y = u * np.cos(t) - v * np.sin(t), u * np.sin(t) + v * np.cos(t)
    rng = np.random.default_rng(4)
    across, lift = _taken_up(x, y)
    z = high + .022 + lift + .006 * np.sin(v * 31 + u * 9) + rng.normal(0, .0005, u.shape)
    p = fall(np.stack([across + .070, y - .054, z], -1), height, hand=(.20, .5e-5, .012), friction=1.2, step=step)
    i = np.arange(n)
    edge = np.minimum(i, n - 1 - i) * step
    hem = np.minimum(edge[:, None], edge[None]).ravel()
    objects.sheet(scene, p, .0011, fabric, colour, hem=np.concatenate([hem, hem]))
